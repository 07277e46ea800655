import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What changes a merchant's callback endpoint, and what is written down of it, over a ledger in memory. */
const world = new FakeWorld();
world.enter();
vi.doMock("../../../shared/runtime/secrets.ts", () => ({
  readCallbackKeys: async () => ({ current: "0", keys: { 0: "o".repeat(32) } }),
  forgetCallbackKeys: () => {},
}));
vi.doMock("../../../shared/callbacks/post.ts", () => ({ permissions: () => ({ loopback: false }) }));
const { disableCallbacks, enableCallbacks, rotateCallbackSecret, setCallbackEndpoint } = await import(
  "../../../shared/flows/callbacks/change-endpoint.ts"
);
const { openSecrets } = await import("../../../shared/flows/callbacks/open-secrets.ts");
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
const setUp = async (choice: object = {}, who?: { actor?: string; maker?: string }) =>
  setCallbackEndpoint(await merchantOf(), { ...URL_OF, ...choice }, change(who));
const audited = async () => (await listAudit("mer_1")).map(({ action, subject }) => ({ action, subject }));

beforeEach(() => {
  for (const { pk, sk } of world.table.all()) world.table.expire({ pk: String(pk), sk: String(sk) });
  world.now += 86_400_000;
  store();
});

describe("a callback URL", () => {
  it("brings a secret the first time, which is shown once and signs from then on", async () => {
    const { endpoint, secret } = await setUp();
    expect(endpoint).toMatchObject({ ...URL_OF, disabled: false, version: 1 });
    expect(
      await openSecrets(
        endpoint.secrets.map(({ box }) => box),
        "mer_1",
      ),
    ).toEqual([secret]);
    const again = await setUp({ url: "https://other.example/" });
    expect(again.secret).toBeUndefined();
    expect(again.endpoint).toMatchObject({
      url: "https://other.example/",
      secrets: endpoint.secrets,
      version: 2,
    });
  });

  it("is rejected with the rule that it breaks, and nothing is written", async () => {
    await expect(setUp({ url: "http://shop.example/" })).rejects.toMatchObject({
      ...{ code: "invalid_request", extras: { errors: [{ pointer: "/url" }] } },
    });
    expect((await merchantOf()).callback).toBeUndefined();
    expect(await audited()).toEqual([]);
  });

  it("is denied to a merchant that was erased", async () => {
    const erased = { ...(await merchantOf()), erasedAt: 1 };
    await expect(setCallbackEndpoint(erased, URL_OF, change())).rejects.toMatchObject({ code: "not_found" });
  });

  it("is audited by its origin, because its path may hold a secret, with the events and the payload chosen", async () => {
    await setUp();
    expect(await audited()).toEqual([{ action: "set-callback-url", subject: "https://shop.example" }]);
    world.now++;
    await setUp({ events: ["payment_intent.succeeded", "charge.refunded"], payload: "service" });
    const [chosen] = await audited();
    expect(chosen?.subject).toMatch(/^https:\/\/shop\.example; events: .+, .+; payload: service$/);
    world.now++;
    await setUp({ events: [] });
    expect((await audited())[0]?.subject).toContain("events: none");
  });

  it("a callback URL that was changed by another call meanwhile is rejected for a moment", async () => {
    await setUp();
    const read = await merchantOf();
    await setUp({ url: "https://faster.example/" });
    await expect(setCallbackEndpoint(read, URL_OF, change())).rejects.toMatchObject({
      ...{ code: "service_unavailable", extras: { retryAfterSeconds: 1 } },
    });
    expect((await merchantOf()).callback?.url).toBe("https://faster.example/");
  });

  it("is noted as a set-up where a console session changes it, and not where a key or an operator does", async () => {
    const byKey = await setUp();
    expect(byKey.endpoint.setUps).toBeUndefined();
    await setUp({}, {});
    const session = { actor: "ses_1", maker: "key_1" };
    const bySession = await setUp({ url: "https://other.example/" }, session);
    expect(bySession.endpoint.setUps).toEqual([
      { at: world.now, action: "set-callback-url", sessionId: "ses_1" },
    ]);
    // Where the URL stays, it is not said to have changed.
    const chosen = await setUp({ url: "https://other.example/", events: [] }, session);
    expect(chosen.endpoint.setUps?.map(({ action }) => action)).toEqual([
      "choose-callback-events",
      "set-callback-url",
    ]);
  });
});

describe("a rotation", () => {
  const rotate = async (graceSeconds: number) =>
    rotateCallbackSecret(await merchantOf(), graceSeconds, change());
  const endsOf = (endpoint: { secrets: { endsAt: number | null }[] }) =>
    endpoint.secrets.map(({ endsAt }) => endsAt);

  it("lets old and new sign together until the grace is over, and is audited", async () => {
    await setUp();
    world.now++;
    const { endpoint, secret, previousEndsAt } = await rotate(60);
    expect(previousEndsAt).toBe(world.now + 60_000);
    expect(endsOf(endpoint)).toEqual([null, previousEndsAt]);
    expect(
      (
        await openSecrets(
          endpoint.secrets.map(({ box }) => box),
          "mer_1",
        )
      )[0],
    ).toBe(secret);
    expect((await audited())[0]).toMatchObject({ action: "rotate-callback-secret" });
  });

  it("is rejected while three sign already, unless it has no grace, which ends every earlier one at once", async () => {
    await setUp();
    await rotate(60);
    await rotate(60);
    await expect(rotate(1)).rejects.toMatchObject({ code: "rotation_in_progress" });
    const { endpoint, previousEndsAt } = await rotate(0);
    expect(previousEndsAt).toBe(world.now);
    expect(endsOf(endpoint).filter((endsAt) => endsAt === null || endsAt > world.now)).toEqual([null]);
  });

  it("is rejected for a grace that is too long, and without an endpoint", async () => {
    await expect(rotate(0)).rejects.toMatchObject({ code: "no_callback_endpoint" });
    await setUp();
    await rotate(7 * 86_400);
    await expect(rotate(7 * 86_400 + 1)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("switching an endpoint", () => {
  it("off is audited and stored before its events are held, and on after the release is begun", async () => {
    await setUp();
    world.now++;
    const off = await disableCallbacks(await merchantOf(), change());
    expect(off).toMatchObject({
      endpoint: { disabled: true, version: 2 },
      work: { progress: { kind: "hold" } },
    });
    expect((await audited())[0]).toMatchObject({ action: "disable-callbacks" });
    world.now++;
    const on = await enableCallbacks(await merchantOf(), change());
    expect(on).toMatchObject({
      endpoint: { disabled: false, version: 3 },
      work: { progress: { kind: "release" } },
    });
    expect((await audited())[0]).toMatchObject({ action: "enable-callbacks" });
    // The call that enables has half a minute to end before the release looks at the endpoint.
    const dueOf = ({ dueSort }: { dueSort?: string | undefined }) => Number(String(dueSort).slice(0, 13));
    expect(dueOf(off.work) - (world.now - 1)).toBeLessThan(30_000);
    expect(dueOf(on.work) - world.now).toBeGreaterThanOrEqual(30_000);
  });
});
