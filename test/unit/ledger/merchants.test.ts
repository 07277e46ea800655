import { beforeEach, describe, expect, it } from "vitest";
import { hashSecret } from "../../../shared/domain/access/credential.ts";
import type { CallbackEndpoints } from "../../../shared/domain/events/callback-endpoint.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { accountKey, apiKeyKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const merchants = await import("../../../shared/ledger/merchants.ts");
const { authenticate, createMerchant, findMerchantOfAccount, linkAccount, listMerchants } = merchants;
const { saveCallbackEndpoints, saveFeePolicy } = merchants;

const KEY = merchantKey("mer_1");
const stored = () => world.table.peek(KEY);
const put = (given: object = {}) => world.table.put({ ...KEY, merchantId: "mer_1", ...given }, {});
beforeEach(() => {
  put();
});

it("a merchant is created once, and all are listed with the newest first", async () => {
  const merchant = (nth: number) =>
    ({ merchantId: `mer_new${nth}`, name: "Shop", account: null, createdAt: nth }) as unknown as Merchant;
  for (const nth of [1, 2, 3]) expect(await createMerchant(merchant(nth))).toBe(true);
  expect(await createMerchant({ ...merchant(1), name: "Other" })).toBe(false);
  expect((await listMerchants(2)).items.map(({ createdAt }) => createdAt)).toEqual([3, 2]);
  expect((await listMerchants(2, merchant(2))).items.map(({ createdAt, name }) => [createdAt, name])).toEqual(
    [[1, "Shop"]],
  );
});

describe("a fee policy is saved", () => {
  const settings = (feePolicyNumber: number) => ({
    feePolicy: { basisPoints: 100 } as never,
    feePolicyNumber,
    feePolicies: [{ number: feePolicyNumber }] as never,
  });
  const save = (read: number | undefined, number: number) =>
    saveFeePolicy(
      { merchantId: "mer_1", ...(read !== undefined && { feePolicyNumber: read }) },
      settings(number),
    );

  it("as the first one, and again by the same call, whose reply was lost; not in the place of another", async () => {
    expect(await save(undefined, 1)).toBe(true);
    expect(await save(undefined, 1)).toBe(true);
    expect(await save(undefined, 2)).toBe(false);
    expect(stored()?.feePolicyNumber).toBe(1);
  });

  it("after the one that was read, and after no other", async () => {
    put({ feePolicyNumber: 1 });
    expect(await save(1, 2)).toBe(true);
    expect(await save(1, 3)).toBe(false);
    expect(stored()?.feePolicyNumber).toBe(2);
  });

  it("never of a merchant that the ledger does not know", async () => {
    world.table.expire(KEY);
    expect(await save(undefined, 1)).toBe(false);
    expect(stored()).toBeUndefined();
  });
});

describe("a callback endpoint is saved", () => {
  const endpoint = (version: number, url = "https://shop.example") =>
    ({ version, list: [{ url, secrets: [], disabled: false }] }) as unknown as CallbackEndpoints;
  const save = (one: CallbackEndpoints) => saveCallbackEndpoints("mer_1", one);

  it("onto the version before it, and again by the same call, whose reply was lost", async () => {
    expect(await save(endpoint(1))).toBe(true);
    expect(await save(endpoint(2))).toBe(true);
    expect(await save(endpoint(2))).toBe(true);
    expect(stored()?.callbackEndpoints).toEqual(endpoint(2));
  });

  it("not onto another version", async () => {
    put({ callbackEndpoints: endpoint(3) });
    for (const version of [2, 3, 5])
      expect(await save(endpoint(version, "https://other.example"))).toBe(false);
    expect(stored()?.callbackEndpoints).toEqual(endpoint(3));
  });

  it("never of a merchant that the ledger does not know", async () => {
    world.table.expire(KEY);
    expect(await save(endpoint(1))).toBe(false);
  });

  it("never of a merchant that was erased, whatever was read before that", async () => {
    put({ erasedAt: 1 });
    for (const version of [1, 2]) expect(await save(endpoint(version))).toBe(false);
    expect(stored()).not.toHaveProperty("callbackEndpoints");
  });

  it("never where the one that was read is gone", async () => {
    put({});
    expect(await save(endpoint(2))).toBe(false);
    expect(stored()).not.toHaveProperty("callbackEndpoints");
  });
});

describe("an account", () => {
  it("belongs to one merchant for ever", async () => {
    await linkAccount("acct_1", "mer_1", 5);
    await linkAccount("acct_1", "mer_1", 6);
    await expect(linkAccount("acct_1", "mer_2", 7)).rejects.toThrow("belongs to another merchant");
    expect(world.table.peek(accountKey("acct_1"))).toMatchObject({ merchantId: "mer_1", linkedAt: 5 });
  });

  it("leads to its merchant, whom a warm function remembers, and an unknown one to nobody", async () => {
    await linkAccount("acct_2", "mer_1", 5);
    expect((await findMerchantOfAccount("acct_2"))?.merchantId).toBe("mer_1");
    let reads = 0;
    world.onRead = () => {
      reads++;
    };
    expect((await findMerchantOfAccount("acct_2"))?.merchantId).toBe("mer_1");
    expect(reads).toBe(1);
    world.onRead = () => {};
    expect(await findMerchantOfAccount("acct_unknown")).toBeUndefined();
  });

  it("is remembered among ten thousand, and then all are forgotten", async () => {
    const readsOf = async (accountId: string) => {
      let reads = 0;
      world.onRead = () => {
        reads++;
      };
      await findMerchantOfAccount(accountId);
      world.onRead = () => {};
      return reads;
    };
    for (let nth = 0; nth < 10_001; nth++)
      world.table.put({ ...accountKey(`acct_many${nth}`), merchantId: "mer_1" }, {});
    // However many the tests before have left there: one of these finds the memory full.
    let cleared = 0;
    for (let nth = 0; nth < 10_000; nth++) {
      await findMerchantOfAccount(`acct_many${nth}`);
      if (nth > 9_990 && (await readsOf("acct_many0")) === 2) cleared++;
    }
    expect(cleared).toBe(1);
  });
});

describe("an API key opens", () => {
  const API_KEY = apiKeyKey("mer_1", "key_1");
  const putKey = (given: object = {}) =>
    world.table.put(
      {
        ...API_KEY,
        keyId: "key_1",
        preset: "full",
        salt: "salt",
        hash: hashSecret("secret", "salt"),
        endsAt: null,
        ...given,
      },
      {},
    );
  const open = (secret = "secret") =>
    authenticate({ keyId: "key_1", merchantId: "mer_1", secret }, world.now);

  it("its merchant, with its preset", async () => {
    putKey();
    expect(await open()).toMatchObject({ merchant: { merchantId: "mer_1" }, preset: "full" });
  });

  it("nothing with another secret, after its end, without its merchant or without itself", async () => {
    putKey();
    expect(await open("other")).toBeUndefined();
    putKey({ endsAt: world.now });
    expect(await open()).toBeUndefined();
    putKey();
    put({ erasedAt: 1 });
    expect(await open()).toBeUndefined();
    world.table.expire(KEY);
    expect(await open()).toBeUndefined();
    put();
    world.table.expire(API_KEY);
    expect(await open()).toBeUndefined();
    world.table.expire(KEY);
    expect(await open()).toBeUndefined();
  });
});
