import { beforeEach, describe, expect, it } from "vitest";
import type { Dispute, Payment } from "../../../shared/domain/payments/payment.ts";
import type { RefundFacts } from "../../../shared/domain/payments/refund.ts";
import type { AttentionRecord } from "../../../shared/ledger/attention.ts";
import { attentionKey } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";

/* What the processor's news leave behind for a person to hear of in time: holds, disputes and refunds. */
const world = new FakeWorld().enter();
const counted = world.recordCounts();
const {
  answerableUntil,
  upsertDisputeAttention,
  upsertHoldAttention,
  upsertRefundAttention,
  upsertWarningAttention,
} = await import("../../../shared/flows/payments/record-attention.ts");
const { resolveAttention } = await import("../../../shared/ledger/attention.ts");
const { timeOf } = await import("../../../shared/ledger/due.ts");

const ID = "svcpay_1";
const paymentWith = (given: Partial<Payment> = {}) =>
  ({
    ...{ svcPaymentId: ID, merchantId: "mer_1", status: "succeeded", captureBefore: null, disputes: {} },
    ...{ refundedCents: 0, version: 5, ...given },
  }) as Payment;
const itemOf = (subject: "HOLD" | "DISPUTE" | "REFUND", id: string) =>
  world.table.peek(attentionKey("mer_1", subject, id)) as unknown as AttentionRecord | undefined;
const looksAtOf = (item: AttentionRecord | undefined) => timeOf({ dueSort: String(item?.dueSort) });

beforeEach(() => {
  world.emptyTable();
  counted.length = 0;
});

describe("a hold", () => {
  const captureBefore = world.now + 7 * DAY_MS;

  it("a hold whose end is known is looked at a day before it", async () => {
    await upsertHoldAttention(paymentWith({ status: "requires_capture", captureBefore }), world.now);
    const item = itemOf("HOLD", ID);
    expect(item).toMatchObject({ kind: "hold_expiring", dueBy: captureBefore, since: world.now, seenOn: 5 });
    expect(looksAtOf(item)).toBe(captureBefore - DAY_MS);
  });

  it("a hold whose end is not known, or that is none any more, is not watched", async () => {
    await upsertHoldAttention(paymentWith({ status: "requires_capture" }), world.now);
    await upsertHoldAttention(paymentWith({ captureBefore }), world.now);
    expect(itemOf("HOLD", ID)).toBeUndefined();
  });
});

describe("a dispute", () => {
  const disputeWith = (given: Partial<Dispute> = {}) =>
    ({
      ...{ disputeId: "dp_1", status: "needs_response", reason: "general", amountCents: 1000 },
      ...{ openedAt: world.now - DAY_MS, dueBy: world.now + 7 * DAY_MS, ...given },
    }) as Dispute;
  const watch = (dispute: Dispute) =>
    upsertDisputeAttention(paymentWith({ disputes: { dp_1: dispute } }), "dp_1", world.now);

  it("a dispute that wants an answer is shown until then, and reminded of three days before, or at once where that is past", async () => {
    await watch(disputeWith());
    expect(itemOf("DISPUTE", "dp_1")).toMatchObject({
      ...{ kind: "dispute_response_due", dueBy: world.now + 7 * DAY_MS, since: world.now - DAY_MS },
      attentionSort: expect.stringMatching(/^\d/),
    });
    expect(looksAtOf(itemOf("DISPUTE", "dp_1"))).toBe(world.now + 4 * DAY_MS);
    await watch(disputeWith({ dueBy: world.now + DAY_MS }));
    expect(looksAtOf(itemOf("DISPUTE", "dp_1"))).toBe(world.now);
  });

  it("a dispute that wants none is listed among the settled for four hundred days, and not looked at again", async () => {
    await watch(disputeWith({ status: "won" }));
    const item = itemOf("DISPUTE", "dp_1");
    expect(item).toMatchObject({
      attentionSort: expect.stringMatching(/^DISPUTE#/),
      expiresAt: Math.floor(world.now / 1000) + 400 * 86_400,
    });
    expect(item).not.toHaveProperty("dueSort");
  });

  it("can be answered while an answer is wanted, and only before its date", () => {
    const dueBy = world.now + 1;
    expect(answerableUntil(disputeWith({ dueBy }), world.now)).toBe(dueBy);
    expect(answerableUntil(disputeWith({ dueBy: world.now }), world.now)).toBeUndefined();
    expect(answerableUntil(disputeWith({ dueBy, status: "under_review" }), world.now)).toBeUndefined();
    const { dueBy: _, ...undated } = disputeWith();
    expect(answerableUntil(undated, world.now)).toBeUndefined();
  });

  it("a dispute that the payment does not know leaves nothing behind", async () => {
    await upsertDisputeAttention(paymentWith(), "dp_1", world.now);
    expect(itemOf("DISPUTE", "dp_1")).toBeUndefined();
  });
});

describe("a refund", () => {
  const refundWith = (given: Partial<RefundFacts>) => ({
    ...{ refundId: "re_1", status: "pending", failureReason: null, pendingReason: null, amountCents: 300 },
    ...{ createdAt: world.now - DAY_MS, ...given },
  });
  const watch = (given: Partial<RefundFacts>, payment = paymentWith({ refundedCents: 500 })) =>
    upsertRefundAttention(payment, refundWith(given), world.now);

  it("a refund that is under way is watched since it was made, and shown to nobody yet", async () => {
    await watch({});
    const item = itemOf("REFUND", "re_1");
    expect(item).toMatchObject({ kind: "refund_pending", since: world.now - DAY_MS, amountCents: 300 });
    expect(item).not.toHaveProperty("attentionSort");
    expect(counted).toEqual([]);
  });

  it("a refund that failed is shown since it was seen to, and told of once", async () => {
    await watch({ status: "failed", failureReason: "lost_or_stolen_card" });
    const item = itemOf("REFUND", "re_1");
    expect(item).toMatchObject({
      ...{ kind: "refund_failed", since: world.now, shownAt: world.now },
      ...{ reason: "lost_or_stolen_card", attentionSort: expect.any(String) },
    });
    expect(counted).toEqual(["RefundsFailed"]);
    world.now += 1000;
    await watch({ status: "failed", failureReason: "lost_or_stolen_card" });
    expect(counted).toEqual(["RefundsFailed"]);
    expect(itemOf("REFUND", "re_1")).toMatchObject({ since: world.now - 1000 });
  });

  it("a refund that failed and was paid back is never demanded again, however late an event is", async () => {
    const failed = { status: "failed" };
    await watch(failed);
    await watch({ refundId: "re_2", status: "succeeded", replaces: "re_1" });
    expect(itemOf("REFUND", "re_1")).toMatchObject({ replacedBy: "re_2", closedAt: world.now });
    expect(itemOf("REFUND", "re_1")).not.toHaveProperty("expiresAt");
    await watch({ ...failed, refundId: "re_3" });
    await resolveAttention(itemOf("REFUND", "re_3") as AttentionRecord, world.now);
    expect(itemOf("REFUND", "re_3")).not.toHaveProperty("expiresAt");
    await watch(failed, paymentWith({ version: 9 }));
    expect(itemOf("REFUND", "re_1")).not.toHaveProperty("attentionSort");
  });

  it("a refund that has failed is not pending again, whoever saw it so writes later", async () => {
    await watch({ status: "failed", replaces: "re_0" });
    await watch({ status: "pending", replaces: "re_0" }, paymentWith({ version: 9 }));
    expect(itemOf("REFUND", "re_1")).toMatchObject({ kind: "refund_failed" });
    expect(itemOf("REFUND", "re_0")).toMatchObject({ replacedBy: "re_1", closedAt: world.now });
  });

  it("a refund that was under way and failed is told of as failed, since then", async () => {
    await watch({});
    world.now += 1000;
    await watch({ status: "failed" });
    expect(itemOf("REFUND", "re_1")).toMatchObject({ kind: "refund_failed", since: world.now });
    expect(counted).toEqual(["RefundsFailed"]);
  });

  it("a refund that has arrived closes what was watched, and leaves nothing behind where nothing was", async () => {
    await watch({ status: "succeeded" });
    expect(itemOf("REFUND", "re_1")).toBeUndefined();
    await watch({});
    await watch({ status: "succeeded" });
    expect(itemOf("REFUND", "re_1")).toMatchObject({ closedAt: world.now });
  });
});

it("81: a warning of fraud is told of once, and not where all was given back before", async () => {
  expect(await upsertWarningAttention(paymentWith(), "issfr_1", world.now)).toBe(true);
  world.now += 1;
  expect(await upsertWarningAttention(paymentWith(), "issfr_1", world.now)).toBe(false);
  const refunded = paymentWith({ status: "refunded", amountCents: 1000, refundedCents: 1000 });
  expect(await upsertWarningAttention(refunded, "issfr_2", world.now)).toBe(true);
  expect(counted).toHaveLength(1);
});
