import { expect, it } from "vitest";
import { failedRefundsOf } from "../../../shared/domain/payments/payment.ts";
import { FakeWorld, PAYMENT_ID as ID } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const { findPaymentRecord, savePaymentState, toPayment } = await import("../../../shared/ledger/payments.ts");

it("a payment whose refunds fail again and again keeps the newest twenty, and the one that it is told of", async () => {
  world.putPayment({ status: "succeeded" });
  const read = async () => {
    const record = await findPaymentRecord(ID);
    if (!record) throw new Error("The payment is gone.");
    return toPayment(record);
  };
  const fail = async (nth: number) => {
    const payment = await read();
    const failedRefund = { refundId: `re_${nth}`, amountCents: 10, failureReason: null, createdAt: nth };
    const { status, amountCents, applicationFeeCents, refundedCents } = payment;
    const { captureBefore, processorChargeId } = payment;
    const state = {
      status,
      amountCents,
      applicationFeeCents,
      refundedCents,
      captureBefore,
      processorChargeId,
    };
    await savePaymentState(payment, state as never, { failedRefund });
  };
  const kept = async () => failedRefundsOf(await read()).map(({ refundId }) => refundId);
  const from = (first: number, count: number) =>
    Array.from({ length: count }, (_, nth) => `re_${nth + first}`);
  // In the order of their making, which is neither that of their failing nor that of their names.
  for (const nth of [7, 3, 9, ...from(0, 25).keys()]) await fail(nth);
  expect(await kept()).toEqual(from(5, 20));
  // The same one again is not kept twice.
  await fail(10);
  expect(await kept()).toEqual(from(5, 20));
  // An older one that fails late is news all the same, once.
  await fail(2);
  expect(await kept()).toEqual(["re_2", ...from(6, 19)]);
});
