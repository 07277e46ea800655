import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openSecrets } from "../../../shared/domain/access/signing-secret.ts";
import { endpointsOf } from "../../../shared/domain/events/callback-endpoint.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { DIRECTORY, merchantKey, timeSort } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* An operator has made another key the current one: which secrets are sealed anew, over a ledger in memory. */
const world = new FakeWorld().enter();
const ring = { current: "0", keys: { 0: "o".repeat(32), 1: "n".repeat(32) } };
vi.doMock("../../../shared/runtime/secrets.ts", () => ({
  readCallbackKeys: async () => ring,
}));
vi.doMock("../../../shared/callbacks/post.ts", () => ({ permissions: () => ({ loopback: false }) }));
const { createCallbackEndpoint, deleteCallbackEndpoint } = await import(
  "../../../shared/flows/callbacks/change-endpoint.ts"
);
const { countBoxesByKey, resealSecrets } = await import("../../../shared/flows/callbacks/reseal-secrets.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");

const merchantOf = async (merchantId = "mer_1") => (await findMerchant(merchantId)) as Merchant;
const store = (merchantId = "mer_1") =>
  world.table.put(
    {
      ...merchantKey(merchantId),
      ...{ merchantId, createdAt: 1, directory: DIRECTORY, directorySort: timeSort(1, merchantId) },
    },
    {},
  );
const change = () => ({ at: world.now, random: randomBytes });
const URL_OF = { url: "https://shop.example/callbacks" };
const setUp = async () => createCallbackEndpoint(await merchantOf(), URL_OF, change());

beforeEach(() => {
  world.emptyTable();
  world.isKilled = () => false;
  ring.current = "0";
  store();
});

describe("sealing secrets anew", () => {
  const endpointOf = async (merchantId = "mer_1") => endpointsOf(await merchantOf(merchantId))[0];
  const keysOf = async () => [...(await countBoxesByKey())];

  it("seals what an old key has sealed, leaves what is current, and reports both", async () => {
    const { secret } = await setUp();
    store("mer_2");
    store("mer_3");
    ring.current = "1";
    await createCallbackEndpoint(await merchantOf("mer_2"), URL_OF, change());
    expect(await keysOf()).toEqual(
      expect.arrayContaining([
        ["0", 1],
        ["1", 1],
      ]),
    );
    let merchants = 0;
    expect(await resealSecrets(randomBytes, () => merchants++)).toEqual({ resealed: 1, alreadyCurrent: 1 });
    // The third has no endpoint, and so nothing to be looked at.
    expect(merchants).toBe(2);
    expect(await keysOf()).toEqual([["1", 2]]);
    const sealed = await endpointOf();
    expect(sealed).toMatchObject(URL_OF);
    expect((await merchantOf()).callbackEndpoints?.version).toBe(2);
    expect(openSecrets(sealed?.secrets.map(({ box }) => box) ?? [], ring, "mer_1")).toEqual([secret]);
    expect(await resealSecrets(randomBytes)).toEqual({ resealed: 0, alreadyCurrent: 2 });
  });

  it("keeps the note of an endpoint that a session deleted", async () => {
    await setUp();
    const create = async (name: string) =>
      createCallbackEndpoint(await merchantOf(), { url: `https://${name}.example/` }, change());
    const { endpointId } = (await create("books")).endpoint;
    await create("ads");
    const bySession = { ...change(), actor: "session", maker: "Mary" };
    await deleteCallbackEndpoint(await merchantOf(), endpointId, bySession);
    const noted = (await merchantOf()).callbackEndpoints?.setUps;
    expect(noted).toHaveLength(1);
    ring.current = "1";
    await resealSecrets(randomBytes);
    expect((await merchantOf()).callbackEndpoints).toMatchObject({ version: 5, setUps: noted });
  });

  it("seals the secrets of every endpoint of a merchant, and counts them all", async () => {
    await setUp();
    const url = "https://books.example/callbacks";
    const { secret } = await createCallbackEndpoint(await merchantOf(), { url }, change());
    ring.current = "1";
    expect(await keysOf()).toEqual([["0", 2]]);
    expect(await resealSecrets(randomBytes)).toEqual({ resealed: 1, alreadyCurrent: 0 });
    expect(await keysOf()).toEqual([["1", 2]]);
    const [, books] = endpointsOf(await merchantOf());
    expect(openSecrets(books?.secrets.map(({ box }) => box) ?? [], ring, "mer_1")).toEqual([secret]);
  });

  it("lets a merchant that changes its endpoint at the same moment win, and goes on from there", async () => {
    await setUp();
    ring.current = "1";
    const { pk, sk, ...merchant } = world.table.peek(merchantKey("mer_1")) ?? {};
    world.beforeWrite(1, () => {
      world.table.put({ ...merchantKey("mer_1"), ...merchant }, {});
      world.changeEndpoint("mer_1", { url: "https://faster.example/" });
    });
    expect(await resealSecrets(randomBytes)).toEqual({ resealed: 1, alreadyCurrent: 0 });
    expect(await endpointOf()).toMatchObject({ url: "https://faster.example/" });
    expect(await keysOf()).toEqual([["1", 1]]);
  });

  it("gives a merchant that is erased at the same moment nothing back", async () => {
    await setUp();
    ring.current = "1";
    world.beforeWrite(1, () => {
      const { callbackEndpoints, ...merchant } = world.table.peek(merchantKey("mer_1")) ?? {};
      world.table.put({ ...merchantKey("mer_1"), ...merchant, erasedAt: world.now }, {});
    });
    expect(await resealSecrets(randomBytes)).toMatchObject({ resealed: 0 });
    expect(await endpointOf()).toBeUndefined();
  });

  it("gives up after five changes in a row, which are no coincidence, and says whose endpoint it was", async () => {
    await setUp();
    ring.current = "1";
    let rounds = 0;
    world.isKilled = (call) => {
      if (call === "write" && ++rounds > 0) world.changeEndpoint("mer_1", {});
      return false;
    };
    await expect(resealSecrets(randomBytes)).rejects.toThrow("mer_1");
    expect(rounds).toBe(5);
  });

  it("reaches every merchant, however many pages they fill", async () => {
    for (let nth = 0; nth < 200; nth++) store(`mer_many_${String(nth).padStart(3, "0")}`);
    await setUp();
    store("mer_zzz");
    await createCallbackEndpoint(await merchantOf("mer_zzz"), URL_OF, change());
    ring.current = "1";
    expect(await resealSecrets(randomBytes)).toEqual({ resealed: 2, alreadyCurrent: 0 });
  });
});
