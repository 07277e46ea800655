import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openSecrets } from "../../../shared/domain/access/signing-secret.ts";
import { endpointsOf } from "../../../shared/domain/events/callback-endpoint.ts";
import { ENABLED_BY_THEN_MS } from "../../../shared/domain/events/recovery.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What changes a merchant's callback endpoint, and what is written down of it, over a ledger in memory. */
const world = new FakeWorld().enter();
const RING = { current: "0", keys: { 0: "o".repeat(32) } };
vi.doMock("../../../shared/runtime/secrets.ts", () => ({ readCallbackKeys: async () => RING }));
vi.doMock("../../../shared/callbacks/post.ts", () => ({ permissions: () => ({ loopback: false }) }));
const {
  createCallbackEndpoint,
  deleteCallbackEndpoint,
  disableCallbackEndpoint,
  enableCallbackEndpoint,
  rotateCallbackSecret,
  updateCallbackEndpoint,
} = await import("../../../shared/flows/callbacks/change-endpoint.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");

const merchantOf = async (merchantId = "mer_1") => (await findMerchant(merchantId)) as Merchant;
const store = (merchantId = "mer_1") =>
  world.table.put({ ...merchantKey(merchantId), merchantId, createdAt: 1 }, {});
const change = (who: { actor?: string; maker?: string } = { actor: "key_1" }) => ({
  ...{ at: world.now, random: randomBytes },
  ...who,
});
const URL_OF = { url: "https://shop.example/callbacks?token=secret" };
type Who = { actor?: string; maker?: string };
const create = async (given: object = {}, who?: Who) =>
  createCallbackEndpoint(await merchantOf(), { ...URL_OF, ...given }, change(who));
const onlyOf = async () => endpointsOf(await merchantOf())[0]?.endpointId ?? "ep_none";
const update = async (given: object, who?: Who) =>
  updateCallbackEndpoint(await merchantOf(), await onlyOf(), given, change(who));
const audited = async () => (await listAudit("mer_1")).map(({ action, subject }) => ({ action, subject }));

beforeEach(() => {
  world.emptyTable();
  world.now += 86_400_000;
  store();
});

describe("an endpoint", () => {
  it("brings a secret, which is shown once and signs from then on, whatever is changed", async () => {
    const { endpoint, secret } = await create();
    expect(endpoint).toMatchObject({ ...URL_OF, disabled: false });
    const boxes = endpoint.secrets.map(({ box }) => box);
    expect(openSecrets(boxes, RING, "mer_1")).toEqual([secret]);
    const changed = await update({ url: "https://other.example/" });
    expect(changed).toEqual({ ...endpoint, url: "https://other.example/" });
    expect(endpointsOf(await merchantOf())).toEqual([changed]);
  });

  it("is rejected with the rule that its URL breaks, and nothing is written", async () => {
    await expect(create({ url: "http://shop.example/" })).rejects.toMatchObject({
      ...{ code: "invalid_request", extras: { errors: [{ pointer: "/url" }] } },
    });
    expect((await merchantOf()).callbackEndpoints).toBeUndefined();
    expect(await audited()).toEqual([]);
  });

  it("is one of five at most", async () => {
    for (const nth of [1, 2, 3, 4, 5]) await create({ url: `https://shop.example/${nth}` });
    await expect(create({ url: "https://shop.example/6" })).rejects.toMatchObject({
      ...{ code: "invalid_request", message: expect.stringContaining("at most 5") },
    });
    expect(endpointsOf(await merchantOf())).toHaveLength(5);
  });

  it("has a URL of its own: not another endpoint's, in whatever spelling, also not by a change", async () => {
    await create({ url: "https://shop.example/1" });
    const { endpointId } = (await create({ url: "https://shop.example/2" })).endpoint;
    const isTaken = { code: "invalid_request", extras: { errors: [{ pointer: "/url" }] } };
    for (const spelling of ["SHOP.example/2", "shop.example:443/2", "shop.example/./2"])
      await expect(create({ url: `https://${spelling}` })).rejects.toMatchObject(isTaken);
    const move = async (url: string) =>
      updateCallbackEndpoint(await merchantOf(), endpointId, { url }, change());
    await expect(move("https://shop.example/1")).rejects.toMatchObject(isTaken);
    expect((await move("https://shop.example/2")).url).toBe("https://shop.example/2");
  });

  it("is deleted alone: the others stay, the oldest first", async () => {
    const ids: string[] = [];
    for (const nth of [1, 2, 3])
      ids.push((await create({ url: `https://shop.example/${nth}` })).endpoint.endpointId);
    await deleteCallbackEndpoint(await merchantOf(), ids[1] ?? "", change());
    expect(endpointsOf(await merchantOf()).map(({ endpointId }) => endpointId)).toEqual([ids[0], ids[2]]);
  });

  it("is denied to a merchant that was erased", async () => {
    const erased = { ...(await merchantOf()), erasedAt: 1 };
    await expect(createCallbackEndpoint(erased, URL_OF, change())).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is audited by its origin, because its path may hold a secret, with the events and the payload chosen", async () => {
    const { endpointId } = (await create()).endpoint;
    const subject = `${endpointId}; https://shop.example`;
    expect(await audited()).toEqual([{ action: "create-callback-endpoint", subject }]);
    world.now++;
    await update({ events: ["payment_intent.succeeded", "charge.refunded"], payload: "service" });
    const [chosen] = await audited();
    expect(chosen?.subject).toMatch(/; https:\/\/shop\.example; events: .+, .+; payload: service$/);
    world.now++;
    await update({ events: [] });
    expect((await audited())[0]?.subject).toContain("events: none");
  });

  it("an endpoint that was changed by another call meanwhile is rejected for a moment", async () => {
    await create();
    const read = await merchantOf();
    await update({ url: "https://faster.example/" });
    const late = updateCallbackEndpoint(read, await onlyOf(), URL_OF, change());
    await expect(late).rejects.toMatchObject({
      ...{ code: "service_unavailable", extras: { retryAfterSeconds: 1 } },
    });
    expect(endpointsOf(await merchantOf())[0]?.url).toBe("https://faster.example/");
  });

  it("is noted as a set-up where a console session changes it, and not where a key or an operator does", async () => {
    expect((await create()).endpoint.setUps).toBeUndefined();
    await update({}, {});
    const session = { actor: "ses_1", maker: "key_1" };
    const bySession = await update({ url: "https://other.example/" }, session);
    expect(bySession.setUps).toEqual([{ at: world.now, action: "set-callback-url", sessionId: "ses_1" }]);
    // Where the URL stays, it is not said to have changed.
    const chosen = await update({ url: "https://other.example/", events: [] }, session);
    expect(chosen.setUps?.map(({ action }) => action)).toEqual([
      "choose-callback-events",
      "set-callback-url",
    ]);
    await deleteCallbackEndpoint(await merchantOf(), await onlyOf(), change(session));
    const { callbackEndpoints } = await merchantOf();
    expect(callbackEndpoints).toMatchObject({ list: [], setUps: [{ action: "delete-callback-endpoint" }] });
    expect((await create({}, session)).endpoint.setUps).toMatchObject([
      { action: "create-callback-endpoint" },
    ]);
  });
});

describe("a rotation", () => {
  const rotate = async (graceSeconds: number) =>
    rotateCallbackSecret(await merchantOf(), await onlyOf(), graceSeconds, change());
  const endsOf = (endpoint: { secrets: { endsAt: number | null }[] }) =>
    endpoint.secrets.map(({ endsAt }) => endsAt);

  it("lets old and new sign together until the grace is over, and is audited", async () => {
    await create();
    world.now++;
    const { endpoint, secret, previousEndsAt } = await rotate(60);
    expect(previousEndsAt).toBe(world.now + 60_000);
    expect(endsOf(endpoint)).toEqual([null, previousEndsAt]);
    expect(
      openSecrets(
        endpoint.secrets.map(({ box }) => box),
        RING,
        "mer_1",
      )[0],
    ).toBe(secret);
    expect((await audited())[0]).toMatchObject({ action: "rotate-callback-secret" });
  });

  it("is rejected while three sign already, unless it has no grace, which ends every earlier one at once", async () => {
    await create();
    await rotate(60);
    await rotate(60);
    await expect(rotate(1)).rejects.toMatchObject({ code: "rotation_in_progress" });
    const { endpoint, previousEndsAt } = await rotate(0);
    expect(previousEndsAt).toBe(world.now);
    expect(endsOf(endpoint).filter((endsAt) => endsAt === null || endsAt > world.now)).toEqual([null]);
  });

  it("is rejected for a grace that is too long, and without an endpoint", async () => {
    await expect(rotate(0)).rejects.toMatchObject({ code: "not_found" });
    await create();
    await rotate(7 * 86_400);
    await expect(rotate(7 * 86_400 + 1)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("switching an endpoint", () => {
  it("is audited and stored, and what is held is released once it is on", async () => {
    await create();
    world.now++;
    const off = await disableCallbackEndpoint(await merchantOf(), await onlyOf(), change());
    expect(off).toMatchObject({ disabled: true });
    expect((await audited())[0]).toMatchObject({ action: "disable-callbacks" });
    world.now++;
    const on = await enableCallbackEndpoint(await merchantOf(), await onlyOf(), change());
    expect(on).toMatchObject({
      endpoint: { disabled: false },
      work: { progress: { kind: "release", endpointIds: [off.endpointId] } },
    });
    expect((await audited())[0]).toMatchObject({ action: "enable-callbacks" });
    // The call that enables has ended before the release looks at the endpoint.
    const dueAt = Number(String(on.work.dueSort).slice(0, 13));
    expect(dueAt - world.now).toBeGreaterThanOrEqual(30_000);
  });

  it("is rejected by a request that was frozen until the release may have looked, and nothing is changed", async () => {
    await create();
    const asked = change();
    // A few seconds before, because clocks differ.
    world.now += ENABLED_BY_THEN_MS - 4_999;
    const off = disableCallbackEndpoint(await merchantOf(), await onlyOf(), asked);
    await expect(off).rejects.toMatchObject({ code: "service_unavailable" });
    expect(endpointsOf(await merchantOf())[0]).toMatchObject({ disabled: false });
  });
});
