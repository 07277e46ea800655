import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Payment } from "../../../shared/domain/payments/payment.ts";
import { factsOf, type PaymentFacts } from "../../../shared/domain/payments/statement-note.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { FakeWorld, PAYMENT_ID as ID } from "../../support/fake-world.ts";
import { chargeWith, intentWith } from "../../support/stripe-objects.ts";

/* What the ledger's payment becomes when the processor is asked, and what an operator hears of it. */
const world = new FakeWorld().enter();
vi.stubEnv("LOG_LEVEL", "WARN");
const counted = world.recordCounts();

let status = "succeeded";
let refunded = 0;
let refundStatus = "succeeded";
const intent = () => {
  const latest_charge = chargeWith({ amount_refunded: refunded, application_fee_amount: null });
  return intentWith({ status, application_fee_amount: null, latest_charge });
};
world.askMadeUp({
  paymentIntents: { retrieve: async () => intent() },
  refunds: {
    retrieve: async (id: string) => ({
      ...{ id, amount: 100, status: refundStatus, created: 1, failure_reason: "lost_or_stolen_card" },
      payment_intent: intent(),
    }),
  },
});
const { findPayment } = await import("../../../shared/ledger/payments.ts");
const { syncPayment, syncRefund } = await import("../../../shared/flows/payments/sync-payment.ts");

/** Of any clock: then a raised version is the one before and one more. */
const FAR_AHEAD = 9_000_000_000_000;
const store = (given: Partial<PaymentRecord> = {}) =>
  world.putPayment({ status: "processing", version: FAR_AHEAD, ...given });
const read = async () => (await findPayment(ID)) as Payment;

/** The messages that were logged meanwhile. */
async function heardDuring(work: () => Promise<unknown>): Promise<string[]> {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await work();
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)).message as string);
  written.mockRestore();
  return lines;
}

beforeEach(() => {
  [status, refunded, refundStatus] = ["succeeded", 0, "succeeded"];
  counted.length = 0;
  store();
});

describe("what the processor says", () => {
  it("is written down, and an operator hears nothing of what is usual", async () => {
    expect(await heardDuring(async () => syncPayment(await read()))).toEqual([]);
    expect(await read()).toMatchObject({ status: "succeeded", version: FAR_AHEAD + 1 });
    // Nothing has changed since: that is usual, too.
    expect(await heardDuring(async () => syncPayment(await read()))).toEqual([]);
    expect(counted).toEqual([]);
  });

  it("is written down also where the payment could not have got there: the processor is the judge", async () => {
    store({ status: "canceled" });
    await syncPayment(await read());
    expect(await read()).toMatchObject({ status: "succeeded" });
  });

  it("takes along what a statement notes of the payment before and after, if anything", async () => {
    store({ status: "processing" });
    const note = (before: PaymentFacts, after: PaymentFacts) =>
      before.status === after.status
        ? undefined
        : ({
            kind: "reconciled",
            at: 1,
            before: factsOf(before),
            after: factsOf(after),
            traceId: "t",
          } as const);
    await syncPayment(await read(), { note });
    await syncPayment(await read(), { note });
    expect((await read()).statementNotes).toMatchObject([
      { before: { status: "processing" }, after: { status: "succeeded" } },
    ]);
  });
});

describe("a refund that is asked about", () => {
  it("is kept with the payment where it has failed, and only then", async () => {
    expect(await syncRefund(await read(), "re_1")).toMatchObject({ refund: { status: "succeeded" } });
    expect((await read()).failedRefunds).toEqual({});
    refundStatus = "failed";
    await syncRefund(await read(), "re_1");
    expect((await read()).failedRefunds).toMatchObject({
      re_1: { amountCents: 100, failureReason: "lost_or_stolen_card" },
    });
  });

  it("reads the payment again as it was told to, after a conflict", async () => {
    const stale = await read();
    await syncPayment(stale);
    let isAsked = false;
    const readAgain = async () => {
      isAsked = true;
      return read();
    };
    expect((await syncRefund(stale, "re_1", { readAgain })).payment).toMatchObject({
      version: FAR_AHEAD + 2,
    });
    expect(isAsked).toBe(true);
  });
});
