import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type FailureExtras } from "../../../shared/domain/failure.ts";
import { RecordedClient } from "./recorded-client.ts";

const processor = new RecordedClient().enter();
const { createAccount, fetchAccount, fetchOwner, searchAccount } = await import(
  "../../../shared/processor/accounts.ts"
);

beforeEach(() => processor.forget());

const account = (given: object = {}) => ({
  id: "acct_1",
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  metadata: { svcMerchantId: "mer_1", svcEnv: "test" },
  ...given,
});
const rejected = (extras: FailureExtras) => new Failure("processor_rejected", "no", extras);

describe("an account is made", () => {
  const IDENTITY = { merchantId: "mer_1", keyNumber: 2 };
  const create = (email?: string) => createAccount({ country: "US", ...(email && { email }) }, IDENTITY);

  it("once for each key of its creation, with the right to take cards", async () => {
    processor.answers["accounts.create"] = () => account();
    await create();
    await create("owner@example.com");
    const [without, withEmail] = processor.sent.map(({ given }) => given);
    expect(without).toEqual([
      {
        controller: {
          fees: { payer: "account" },
          losses: { payments: "stripe" },
          requirement_collection: "stripe",
          stripe_dashboard: { type: "full" },
        },
        country: "US",
        metadata: { svcMerchantId: "mer_1", svcEnv: "test" },
        capabilities: { card_payments: { requested: true } },
      },
      { idempotencyKey: "test.mer_1.create-account.2" },
    ]);
    expect(withEmail?.[0]).toMatchObject({ email: "owner@example.com" });
  });

  it("without asking for cards where the platform may not ask (fact 17), under a key of its own", async () => {
    processor.answers["accounts.create"] = ({ capabilities }: { capabilities?: object }) => {
      if (capabilities) throw rejected({ processorSays: "rejected" });
      return account();
    };
    expect(await create()).toMatchObject({ accountId: "acct_1" });
    expect(processor.sent.map(({ given }) => given[1])).toEqual([
      { idempotencyKey: "test.mer_1.create-account.2" },
      { idempotencyKey: "test.mer_1.create-account.2.plain" },
    ]);
  });

  it.each([
    ["says nothing", new Failure("processor_unavailable", "later")],
    ["has not looked at it", rejected({ processorSays: "account_lost" })],
  ])("not a second time where the processor %s", async (_, failure) => {
    processor.answers["accounts.create"] = () => {
      throw failure;
    };
    await expect(create()).rejects.toBe(failure);
    expect(processor.sent).toHaveLength(1);
  });
});

describe("an account that an earlier attempt may have made is looked for", () => {
  const ATTEMPTS = { firstAt: 3_600_000, now: 7_200_000 };
  const found = async (accounts: object[], except?: string[]) => {
    processor.answers["accounts.list"] = () => ({ data: accounts, has_more: false });
    return searchAccount({ merchantId: "mer_1", except, isV2: false }, ATTEMPTS);
  };

  it("by its merchant, within the time of the attempts", async () => {
    expect(await found([account({ id: "acct_0", metadata: null }), account()])).toBe("acct_1");
    expect(processor.sent[0]?.given).toEqual([{ created: { gte: 3300, lte: 7500 }, limit: 100 }]);
  });

  it.each([
    ["another merchant's", { metadata: { svcMerchantId: "mer_2", svcEnv: "test" } }],
    ["another environment's", { metadata: { svcMerchantId: "mer_1", svcEnv: "live" } }],
  ])("%s is not taken for it", async (_, given) => {
    expect(await found([account(given)])).toBeUndefined();
  });

  it("one that the merchant has given up is not taken for it", async () => {
    expect(await found([account(), account({ id: "acct_2" })], ["acct_1"])).toBe("acct_2");
  });

  it("in two thousand accounts: where there are more, a person has to look", async () => {
    processor.answers["accounts.list"] = () => ({ data: [account({ metadata: {} })], has_more: true });
    await expect(searchAccount({ merchantId: "mer_1", isV2: false }, ATTEMPTS)).rejects.toMatchObject({
      extras: { retryAfterSeconds: 60 },
    });
    expect(processor.sent).toHaveLength(20);
  });
});

describe("an account is fetched", () => {
  const reject = (failure: Failure) => {
    processor.answers["accounts.retrieve"] = () => {
      throw failure;
    };
  };

  it("with what the processor still wants of it, and nothing where it says nothing", async () => {
    processor.answers["accounts.retrieve"] = () =>
      account({
        requirements: {
          disabled_reason: "rejected.fraud",
          currently_due: ["a"],
          past_due: ["b"],
          pending_verification: ["c"],
        },
      });
    expect(await fetchAccount("acct_1")).toMatchObject({
      chargesEnabled: true,
      disabledReason: "rejected.fraud",
      currentlyDue: ["a"],
      pastDue: ["b"],
      pendingVerification: ["c"],
      deauthorized: false,
    });
    processor.answers["accounts.retrieve"] = () => account({ metadata: null });
    expect(await fetchAccount("acct_1")).toMatchObject({
      disabledReason: null,
      currentlyDue: [],
      metadata: {},
    });
  });

  it.each(["account_invalid", "resource_missing"])(
    "as one that was taken away from us where the processor says %s",
    async (processorCode) => {
      reject(rejected({ processorCode }));
      expect(await fetchAccount("acct_1")).toMatchObject({
        accountId: "acct_1",
        chargesEnabled: false,
        deauthorized: true,
      });
    },
  );

  it.each([
    rejected({ processorCode: "rate_limit" }),
    rejected({}),
    new Failure("processor_unavailable", "later", { processorCode: "account_invalid" }),
  ])("not at all after another failure, which says nothing of its access", async (failure) => {
    reject(failure);
    await expect(fetchAccount("acct_1")).rejects.toBe(failure);
  });

  it.each([rejected({}), new Failure("processor_unavailable", "no", { processorSays: "no_right" })])(
    "whom v2 does not name the owner of, although v1 shows it, may be named later",
    async (failure) => {
      processor.answers["v2.core.accounts.retrieve"] = () => {
        throw failure;
      };
      processor.answers["accounts.retrieve"] = () => account({ metadata: null });
      const snapshot = await fetchAccount("acct_1");
      await expect(fetchOwner(snapshot, { isOfV2: true })).rejects.toMatchObject({
        code: "processor_unavailable",
      });
      expect(await fetchOwner({ ...snapshot, deauthorized: true }, { isOfV2: true })).toBeUndefined();
      expect(await fetchOwner(snapshot)).toBeUndefined();
    },
  );
});
