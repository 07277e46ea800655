import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AccountSnapshot } from "../../../shared/domain/onboarding.ts";
import { accountCreationKey, accountKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";
import { anAccount } from "../../support/onboarding.ts";

const MERCHANT = "mer_1";
const world = new FakeWorld().enter();
const fetched: string[] = [];
const notShown = new Set<string>();
vi.doMock("../../../shared/processor/accounts.ts", () => ({
  fetchAccount: async (accountId: string): Promise<AccountSnapshot> => {
    fetched.push(accountId);
    return anAccount({ accountId, deauthorized: notShown.has(accountId) });
  },
  fetchOwner: async () => MERCHANT,
  madeFor: () => MERCHANT,
}));
const { identifyMerchant } = await import("../../../shared/flows/events/identify-event.ts");

const ownerOf = async (accountId: string) => (await identifyMerchant(accountId, world.now)).kind;

it("the second account of a repeated creation, which its merchant was not given, is nobody's, however often it is told of", async () => {
  world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, account: null }, {});
  world.table.put({ ...accountCreationKey(MERCHANT), merchantId: MERCHANT, state: "claimed" }, {});
  expect(await ownerOf("acct_first")).toBe("merchant");
  expect(await ownerOf("acct_second")).toBe("unknown");
  expect(world.table.peek(accountKey("acct_second"))).toBeDefined();
  expect(await ownerOf("acct_second")).toBe("unknown");
  expect(await ownerOf("acct_first")).toBe("merchant");
});

it("48: an account that was detached still has its merchant, also once the merchant has another", async () => {
  const account = { processorAccountId: "acct_new", chargesEnabled: true, payoutsEnabled: true };
  const merchant = { merchantId: MERCHANT, account, formerAccountIds: ["acct_old"] };
  world.table.put({ ...merchantKey(MERCHANT), ...merchant }, {});
  for (const accountId of ["acct_old", "acct_new"])
    world.table.put({ ...accountKey(accountId), merchantId: MERCHANT }, {});
  fetched.length = 0;
  expect(await ownerOf("acct_old")).toBe("merchant");
  expect(await ownerOf("acct_new")).toBe("merchant");
  // The ledger knows all of it: the processor is not asked with every event.
  expect(fetched).toEqual([]);
});

it("an account that was detached still has its merchant where the merchant has none now", async () => {
  const merchant = { merchantId: "mer_left", account: null, formerAccountIds: ["acct_left"] };
  world.table.put({ ...merchantKey("mer_left"), ...merchant }, {});
  world.table.put({ ...accountKey("acct_left"), merchantId: "mer_left" }, {});
  fetched.length = 0;
  expect(await ownerOf("acct_left")).toBe("merchant");
  expect(fetched).toEqual([]);
});

it("an account whose creation died between its link and its merchant is given to the merchant by its first event", async () => {
  world.table.put({ ...merchantKey("mer_linked"), merchantId: "mer_linked", account: null }, {});
  world.table.put({ ...accountKey("acct_linked"), merchantId: "mer_linked" }, {});
  world.table.put({ ...accountCreationKey("mer_linked"), merchantId: "mer_linked", state: "claimed" }, {});
  expect(await ownerOf("acct_linked")).toBe("merchant");
  expect(world.table.peek(merchantKey("mer_linked"))).toMatchObject({
    account: { processorAccountId: "acct_linked" },
  });
});

it("an account that v2 says was made for a merchant is given to it once v1 shows it, and not before", async () => {
  world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, account: null }, {});
  world.table.put({ ...accountCreationKey(MERCHANT), merchantId: MERCHANT, state: "claimed" }, {});
  const ownerByV2 = async () => (await identifyMerchant("acct_v2", world.now, { isOfV2: true })).kind;
  notShown.add("acct_v2");
  expect(await ownerByV2()).toBe("unseen");
  expect(world.table.peek(merchantKey(MERCHANT))).toMatchObject({ account: null });
  notShown.clear();
  expect(await ownerByV2()).toBe("merchant");
});

it("the second account of a repeated creation stays nobody's, also once the first one was detached", async () => {
  const merchant = { merchantId: "mer_two", account: null, formerAccountIds: ["acct_given"] };
  world.table.put({ ...merchantKey("mer_two"), ...merchant }, {});
  world.table.put({ ...accountCreationKey("mer_two"), merchantId: "mer_two", state: "rejected" }, {});
  world.table.put({ ...accountKey("acct_stray"), merchantId: "mer_two" }, {});
  expect(await ownerOf("acct_stray")).toBe("unknown");
  expect(world.table.peek(merchantKey("mer_two"))).toMatchObject({ account: null });
});

describe("an account that only its metadata gives to a merchant", () => {
  beforeEach(() => {
    world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, account: null }, {});
    world.table.expire(accountCreationKey(MERCHANT));
  });

  it("is nobody's where the merchant has never had one made", async () => {
    expect(await ownerOf("acct_claimed")).toBe("unknown");
    expect(world.table.peek(accountKey("acct_claimed"))).toBeUndefined();
  });

  it("is nobody's once the creation has ended, unless it was linked in this very moment", async () => {
    world.table.put({ ...accountCreationKey(MERCHANT), merchantId: MERCHANT, state: "completed" }, {});
    expect(await ownerOf("acct_late")).toBe("unknown");
    let reads = 0;
    world.onRead = () => {
      // The link and then the creation were read.
      if (++reads !== 2) return;
      const account = { processorAccountId: "acct_late" };
      world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, account }, {});
      world.table.put({ ...accountKey("acct_late"), merchantId: MERCHANT }, {});
    };
    expect(await ownerOf("acct_late")).toBe("merchant");
    world.onRead = () => {};
  });
});
