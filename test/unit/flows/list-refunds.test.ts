import { expect, it } from "vitest";
import { FakeWorld, PAYMENT_ID } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
/** What the processor books for a debit that its bank has returned. Nobody has asked for it. */
const returned = { id: "pyr_1", status: "succeeded", amount: 1000, created: 1, reason: null, metadata: {} };
world.askMadeUp({ refunds: { list: async () => ({ data: [returned], has_more: false }) } });
const { listRefunds } = await import("../../../shared/flows/payments/list-refunds.ts");

it.each([
  ["requires_payment_method", []],
  ["processing", []],
  ["succeeded", ["pyr_1"]],
  ["refunded", ["pyr_1"]],
])(
  "a payment that is %s has the refunds %s: what was never paid has none, whatever its debit's failure is booked as",
  async (status, shown) => {
    world.putPayment({ status });
    const page = await listRefunds({ merchantId: "mer_1", svcPaymentId: PAYMENT_ID }, { limit: 10 });
    expect(page.items.map(({ refundId }) => refundId)).toEqual(shown);
  },
);
