import { expect, it, vi } from "vitest";
import type { AccountSnapshot } from "../../../shared/domain/onboarding.ts";
import { accountCreationKey, accountKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const MERCHANT = "mer_1";
const world = new FakeWorld();
world.enter();
vi.doMock("../../../shared/processor/accounts.ts", () => ({
  fetchAccount: async (accountId: string): Promise<AccountSnapshot> => ({
    accountId,
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    disabledReason: null,
    currentlyDue: [],
    pastDue: [],
    pendingVerification: [],
    metadata: {},
    deauthorized: false,
  }),
  madeFor: () => MERCHANT,
}));
const { identifyMerchant } = await import("../../../shared/flows/events/identify-merchant.ts");

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

it("an account that was detached still has its merchant, also once the merchant has another", async () => {
  const account = { processorAccountId: "acct_new", chargesEnabled: true, payoutsEnabled: true };
  const merchant = { merchantId: MERCHANT, account, formerAccountIds: ["acct_old"] };
  world.table.put({ ...merchantKey(MERCHANT), ...merchant }, {});
  for (const accountId of ["acct_old", "acct_new"])
    world.table.put({ ...accountKey(accountId), merchantId: MERCHANT }, {});
  expect(await ownerOf("acct_old")).toBe("merchant");
  expect(await ownerOf("acct_new")).toBe("merchant");
});
