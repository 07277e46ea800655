import { describe, expect, it } from "vitest";
import { CARD_USD, clientOf, PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const RESTRICTED_KEY = "rk_test_simulator";

const bench = useBench();
const options = useAccount(bench);
const restricted = () => clientOf(bench.simulator.url, RESTRICTED_KEY);
const give = (rights: object) => bench.control("POST", "rights", rights);

describe("a restricted key (facts 15 and 31)", () => {
  it("does what its rights say, on the platform and in its accounts", async () => {
    const intent = await restricted().paymentIntents.create(CARD_USD, options);
    expect(await restricted().paymentIntents.retrieve(intent.id, {}, options)).toMatchObject({
      id: intent.id,
    });
    expect((await restricted().events.list({}, options)).object).toBe("list");
    expect((await restricted().balanceTransactions.list({}, options)).object).toBe("list");
  });

  it("is answered 403 without a code where a right is missing, which is not how a lost account looks", async () => {
    await give({ balance_transaction_source: "none" });
    const error = await rejectionOf(restricted().balanceTransactions.list({}, options));
    expect([error.statusCode, error.code, error.type]).toEqual([403, undefined, "StripePermissionError"]);
    expect(error.message).toContain("rak_balance_transaction_source_read");
    const lost = await rejectionOf(restricted().accounts.retrieve("acct_nobody"));
    expect([lost.statusCode, lost.code]).toEqual([403, "account_invalid"]);
    await give({ balance_transaction_source: "read" });
    expect((await restricted().balanceTransactions.list({}, options)).object).toBe("list");
  });

  it("has rights on the platform's own objects and on those of its accounts apart", async () => {
    await give({ balance_transaction_source: "none", on: "platform" });
    expect((await restricted().balanceTransactions.list({}, options)).object).toBe("list");
    expect((await rejectionOf(restricted().balanceTransactions.list({}))).statusCode).toBe(403);
    await give({ balance_transaction_source: "read", on: "platform" });
    expect((await restricted().balanceTransactions.list({})).object).toBe("list");
  });

  it("reads and does not write where it may only read", async () => {
    await give({ charge: "read" });
    expect((await restricted().refunds.list({}, options)).object).toBe("list");
    const error = await rejectionOf(restricted().refunds.create({ payment_intent: "pi_1" }, options));
    expect([error.statusCode, error.code]).toEqual([403, undefined]);
    await give({ charge: "write" });
  });

  it("expands an answer only by what it may read", async () => {
    const intent = await restricted().paymentIntents.create(CARD_USD, options);
    await give({ charge: "none" });
    const expanded = { expand: ["latest_charge"] };
    const error = await rejectionOf(restricted().paymentIntents.retrieve(intent.id, expanded, options));
    expect([error.statusCode, error.message]).toEqual([403, expect.stringContaining("rak_charge_read")]);
    expect((await restricted().paymentIntents.retrieve(intent.id, {}, options)).id).toBe(intent.id);
    await give({ charge: "write" });
  });

  it("is rejected before anything is done or remembered, so that the same key serves once the right is there", async () => {
    await give({ payment_intent: "read" });
    const keyed = { ...options, idempotencyKey: "before-and-after" };
    expect((await rejectionOf(restricted().paymentIntents.create(CARD_USD, keyed))).statusCode).toBe(403);
    await give({ payment_intent: "write" });
    expect((await restricted().paymentIntents.create(CARD_USD, keyed)).object).toBe("payment_intent");
  });

  it("returns a fee only with the right to write fees (not settled)", async () => {
    const paid = await restricted().paymentIntents.create({ ...PAID, application_fee_amount: 100 }, options);
    await give({ application_fee: "read" });
    const refund = { payment_intent: paid.id, refund_application_fee: true };
    const error = await rejectionOf(restricted().refunds.create(refund, options));
    expect([error.statusCode, error.message]).toEqual([
      403,
      expect.stringContaining("rak_application_fee_write"),
    ]);
    await give({ application_fee: "write" });
    expect((await restricted().refunds.create(refund, options)).status).toBe("succeeded");
  });

  it("has no right that the processor does not have", async () => {
    await expect(give({ everything: "write" })).rejects.toThrow("400");
    await expect(give({ charge: "all" })).rejects.toThrow("400");
  });
});

describe("a passing 403", () => {
  const fault = (kind: string) =>
    bench.control("POST", "faults", { method: "GET", path: "/v1/refunds", kind });

  it("without a code comes by the fault forbidden, once", async () => {
    await fault("forbidden");
    const error = await rejectionOf(bench.stripe.refunds.list({}, options));
    expect([error.statusCode, error.code]).toEqual([403, undefined]);
    expect((await bench.stripe.refunds.list({}, options)).object).toBe("list");
  });

  it("a passing 403 of something on the way has no error in it, so that the SDK takes it for an answer", async () => {
    await fault("proxy_rejection");
    const answer = await bench.stripe.refunds.list({}, options);
    expect([answer.lastResponse.statusCode, answer.data]).toEqual([403, undefined]);
  });
});
