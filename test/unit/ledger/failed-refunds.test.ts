import { expect, it } from "vitest";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld();
world.enter();
const { findPaymentRecord, savePaymentState, toPayment } = await import("../../../shared/ledger/payments.ts");

const ID = `svcpay_${"1".repeat(32)}`;

it("a payment whose refunds fail again and again keeps the newest twenty", async () => {
  const order = { amountCents: 1000, applicationFeeCents: 0, currency: "usd", connectedAccountId: "acct_1" };
  world.table.put(
    {
      ...paymentKey(ID),
      svcPaymentId: ID,
      merchantId: "mer_1",
      order,
      version: 1,
      createdAt: 1,
      status: "succeeded",
    },
    {},
  );
  const read = async () => {
    const record = await findPaymentRecord(ID);
    if (!record) throw new Error("The payment is gone.");
    return toPayment(record);
  };
  const fail = async (nth: number) => {
    const payment = await read();
    const failedRefund = { refundId: `re_${nth}`, amountCents: 10, failureReason: null };
    const { status, amountCents, applicationFeeCents, refundedCents, captureBefore, processorChargeId } =
      payment;
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
  for (let nth = 0; nth < 25; nth++) await fail(nth);
  expect(Object.keys((await read()).failedRefunds)).toEqual(
    Array.from({ length: 20 }, (_, nth) => `re_${nth + 5}`),
  );
  // The same one again is the newest, and not kept twice.
  await fail(10);
  expect(Object.keys((await read()).failedRefunds).at(-1)).toBe("re_10");
  expect(Object.keys((await read()).failedRefunds)).toHaveLength(20);
});
