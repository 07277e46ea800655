import { beforeEach, describe, expect, it } from "vitest";
import type { Dispute, Payment, PaymentState } from "../../../shared/domain/payments/payment.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What is written of a payment, and which of two pictures of it is newer. */
const world = new FakeWorld().enter();
const payments = await import("../../../shared/ledger/payments.ts");
const { newPaymentRecord } = payments;
const { createRebuiltPayment } = await import("../../../shared/ledger/rebuilt-payments.ts");
const { saveDispute, savePaymentState, toPayment } = payments;

const ID = `svcpay_${"a".repeat(20)}${"b".repeat(12)}`;
const KEY = paymentKey(ID);
const TERMS = {
  ...{ connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 55, currency: "usd" },
  captureMethod: "manual",
} as unknown as PaymentRecord["terms"];
const STATE: PaymentState = {
  ...{ status: "succeeded", amountCents: 1000, applicationFeeCents: 55, refundedCents: 0 },
  ...{ processorPaymentIntentId: "pi_1", processorChargeId: "ch_1", captureBefore: null },
};
/** Of any clock: then a raised version is the one before and one more. */
const FAR_AHEAD = 9_000_000_000_000;

const stored = () => world.table.peek(KEY) as unknown as PaymentRecord;
const read = () => toPayment(stored());
const put = (given: object = {}) =>
  world.putPayment({
    ...{ svcPaymentId: ID, terms: TERMS, state: undefined, createdAt: 7, version: FAR_AHEAD },
    ...{ leaseExpiresAt: 0, ...STATE, ...given },
  });

beforeEach(() => {
  world.table.expire(KEY);
  world.isKilled = () => false;
});

it("a new payment is listed by its time and the last characters of its id, in the version of its time", () => {
  const given = { svcPaymentId: ID, merchantId: "mer_1", terms: TERMS, traceId: "trace", at: 1 };
  expect(newPaymentRecord(given)).toEqual({
    ...KEY,
    svcPaymentId: ID,
    merchantId: "mer_1",
    terms: TERMS,
    createdAt: 1,
    paymentSort: `0000000000001#${"b".repeat(12)}`,
    traceId: "trace",
    version: 1,
  });
  const more = { ...given, terms: { ...TERMS, orderRef: "o-1" } };
  expect(newPaymentRecord(more)).toMatchObject({ orderKey: "mer_1#o-1" });
});

it("a payment of which nothing is known yet is what every intent is at first", () => {
  const { svcPaymentId, merchantId } = { svcPaymentId: ID, merchantId: "mer_1" };
  const record = {
    ...KEY,
    svcPaymentId,
    merchantId,
    terms: TERMS,
    createdAt: 7,
    version: 0,
  } as PaymentRecord;
  expect(toPayment(record)).toMatchObject({
    status: "requires_payment_method",
    amountCents: 1000,
    applicationFeeCents: 55,
    refundedCents: 0,
    captureBefore: null,
    orderRef: null,
  });
});

describe("what the processor said of a payment is saved", () => {
  const save = (state: Partial<PaymentState>, options: object = {}, payment: Payment = read()) =>
    savePaymentState(payment, { ...STATE, ...state }, options);

  it("onto the version that was read, and not once another request has raised it", async () => {
    put();
    const before = read();
    expect(await save({ refundedCents: 10, status: "partially_refunded" })).toMatchObject({
      version: FAR_AHEAD + 1,
      refundedCents: 10,
    });
    expect(await save({ refundedCents: 20 }, {}, before)).toBeUndefined();
    expect(stored().refundedCents).toBe(10);
  });

  it("with a refund that failed", async () => {
    put();
    const failedRefund = { refundId: "re_1", amountCents: 10, failureReason: null };
    expect(await save({}, { failedRefund })).toMatchObject({ failedRefunds: { re_1: failedRefund } });
  });
});

it("a dispute is saved beside others, with the next version, also for the same again", async () => {
  const dispute: Dispute = {
    disputeId: "dp_1",
    status: "needs_response",
    reason: "fraudulent",
    amountCents: 5,
  };
  put({ disputes: { dp_0: { ...dispute, disputeId: "dp_0" } } });
  expect(await saveDispute(read(), dispute)).toMatchObject({ version: FAR_AHEAD + 1 });
  expect(await saveDispute(read(), dispute)).toMatchObject({ version: FAR_AHEAD + 2 });
  expect(Object.keys(stored().disputes ?? {}).sort()).toEqual(["dp_0", "dp_1"]);
});

describe("a payment that the ledger has forgotten is rebuilt", () => {
  const rebuild = (ownerToken = "ours", disputes: Dispute[] = []) =>
    createRebuiltPayment(
      { svcPaymentId: ID, merchantId: "mer_1", terms: TERMS, traceId: "trace", at: 7 },
      { answer: { status: 201, body: "{}" }, state: STATE, disputes, ownerToken, keyNumber: 2 },
    );

  it("as a completed claim with its terms, which its own repetition finds", async () => {
    expect(await rebuild()).toBe("rebuilt");
    expect(stored()).toMatchObject({
      state: "completed",
      rebuiltTerms: { amountCents: 1000, currency: "usd" },
      leaseExpiresAt: 0,
      attempts: 1,
      keyNumber: 1,
      ...STATE,
    });
    expect(stored()?.disputes).toEqual({});
    expect(stored()).not.toHaveProperty("dueSort");
    expect(await rebuild()).toBe("rebuilt");
  });

  it("with its one dispute", async () => {
    const dispute = { disputeId: "dp_1", status: "lost", reason: "fraudulent", amountCents: 5 };
    await rebuild("ours", [dispute]);
    expect(stored().disputes).toEqual({ dp_1: dispute });
  });

  it("not where the ledger knows it after all, and another merchant's stays another's", async () => {
    put({ ownerToken: "theirs", state: "completed" });
    expect(await rebuild()).toBe("known");
    put({ ownerToken: "theirs", state: "rejected", merchantId: "mer_2" });
    expect(await rebuild()).toBe("foreign");
    expect(stored().merchantId).toBe("mer_2");
  });

  it.each(["rejected", "claimed"])("where the ledger has it only as %s", async (state) => {
    put({ ownerToken: "theirs", state });
    expect(await rebuild()).toBe("rebuilt");
    expect(stored()).toMatchObject({ state: "completed", version: FAR_AHEAD + 1 });
    // An event may have told it more than the list did: a visit looks once more.
    expect(stored()).toHaveProperty("dueSort");
  });

  it.each([
    ["somebody is at it", { leaseExpiresAt: FAR_AHEAD }],
    ["it is of the same claim", { keyNumber: 2 }],
  ])("not where %s: what is under way is not answered with another's payment", async (_, given) => {
    put({ ownerToken: "theirs", state: "claimed", ...given });
    expect(await rebuild()).toBe("known");
    expect(stored()).toMatchObject({ state: "claimed", ownerToken: "theirs" });
  });

  it("not where others write onto it again and again", async () => {
    put({ ownerToken: "theirs", state: "rejected" });
    let writes = 0;
    world.isKilled = () => {
      put({ ownerToken: "theirs", state: "rejected", version: 3 + ++writes });
      return false;
    };
    expect(await rebuild()).toBe("known");
    expect(stored()).toMatchObject({ state: "rejected", ownerToken: "theirs" });
  });

  it("not over a claim that is taken over in the same moment", async () => {
    put({ ownerToken: "theirs", state: "claimed" });
    let writes = 0;
    world.isKilled = () => {
      if (++writes === 2) put({ ownerToken: "clients", state: "claimed", leaseExpiresAt: FAR_AHEAD });
      return false;
    };
    expect(await rebuild()).toBe("known");
    expect(stored()).toMatchObject({ state: "claimed", ownerToken: "clients" });
  });

  it("so that nobody who has read it as open can write onto it", async () => {
    put({ ownerToken: "theirs", state: "claimed", version: 1 });
    const asOpen = read();
    await rebuild();
    expect(await savePaymentState(asOpen, { ...STATE, processorPaymentIntentId: "pi_2" })).toBeUndefined();
    expect(stored().processorPaymentIntentId).toBe("pi_1");
  });

  it("onto what a webhook has written meanwhile", async () => {
    put({ ownerToken: "theirs", state: "claimed" });
    let writes = 0;
    world.isKilled = () => {
      if (++writes === 2) put({ ownerToken: "theirs", state: "claimed", version: FAR_AHEAD + 8 });
      return false;
    };
    expect(await rebuild()).toBe("rebuilt");
    expect(stored().version).toBe(FAR_AHEAD + 9);
  });
});
