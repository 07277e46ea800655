import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { Refund } from "../../../shared/domain/payments/operation.ts";
import type { OperationRecord } from "../../../shared/ledger/payments.ts";
import { operationKey, paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, PAYMENT_ID as ID, lostAccounts, MINUTE_MS } from "../../support/fake-world.ts";
import { chargeWith, intentWith, refundWith } from "../../support/stripe-objects.ts";

/* One reader and one Interac payment of 1000 at a processor that is made up. It repeats its answer under a key. */
const world = new FakeWorld().enter();

let method = "interac_present";
let action: Stripe.Terminal.Reader.Action | null = null;
let refunds: Stripe.Refund[] = [];
let saved = new Map<string, unknown>();
let asked: string[] = [];
/** What is lost: the request before it arrives, or its reply. */
let lost: "request" | "reply" | undefined;
let saysTimeout = false;
let failsAtOnce = false;
let isGone = false;

const reader = () => ({ id: "tmr_1", label: "Till", device_type: "simulated", status: "online", action });
const refundedCents = () => refunds.reduce((sum, { amount }) => sum + amount, 0);
const intent = () =>
  intentWith({
    currency: "cad",
    latest_charge: chargeWith({ amount_refunded: refundedCents(), payment_method_details: { type: method } }),
  });
const away = (says: "nothing" | "saved_error" = "nothing") =>
  new Failure("processor_unavailable", "No answer.", { processorSays: says });
const begin = (kind: object) => {
  const waiting = { status: "in_progress", failure_code: null, ...kind };
  action = waiting as unknown as Stripe.Terminal.Reader.Action;
};
world.askMadeUp({
  accounts: lostAccounts,
  paymentIntents: { retrieve: async () => intent() },
  refunds: {
    retrieve: async (id: string) => ({
      ...refunds.find((refund) => refund.id === id),
      payment_intent: intent(),
    }),
    list: async () => ({ data: refunds, has_more: false }),
    create: async () => {
      throw new Failure("processor_rejected", "Not without its card.", { processorSays: "rejected" });
    },
  },
  terminal: {
    readers: {
      retrieve: async () => {
        if (isGone) throw new Failure("processor_rejected", "No such reader.", { processorSays: "missing" });
        return structuredClone(reader());
      },
      refundPayment: async (
        _id: string,
        given: Stripe.Terminal.ReaderRefundPaymentParams,
        { idempotencyKey }: { idempotencyKey: string },
      ) => {
        asked.push(idempotencyKey);
        const fault = lost;
        lost = undefined;
        if (fault === "request") throw away();
        if (saysTimeout)
          throw new Failure("processor_rejected", "Timeout.", { processorCode: "terminal_reader_timeout" });
        if (!saved.has(idempotencyKey)) {
          begin({ refund_payment: { ...given } });
          if (failsAtOnce) present("failed");
          saved.set(idempotencyKey, structuredClone(reader()));
        }
        if (fault === "reply") throw away();
        return saved.get(idempotencyKey);
      },
    },
  },
});
const { refundAtReader } = await import("../../../shared/flows/payments/refund-at-reader.ts");
const { refundPayment, visitRefund } = await import("../../../shared/flows/payments/refund-payment.ts");
const { operationIdFor } = await import("../../../shared/domain/id.ts");

function present(status = "succeeded"): void {
  const wanted = action?.refund_payment;
  if (!action || !wanted) throw new Error("The reader waits for no card.");
  const { amount = 0, metadata = {} } = wanted;
  const id = `re_${refunds.length + 1}`;
  const made = refundWith({ id, amount, metadata, status, created: world.now / 1000 });
  refunds.push(made);
  action.status = "succeeded";
  wanted.refund = made.id;
}

type Asked = { replace?: boolean; amountCents?: number; readerId?: string };
let tokens = 0;
const run = async (key = "key", { replace, amountCents = 300, readerId = "tmr_1" }: Asked = {}) => {
  asked = [];
  const request = {
    ...{ merchantId: "mer_1", svcPaymentId: ID, idempotencyKey: key, traceId: "trace", at: world.now },
    ...{
      body: { amountCents },
      sentBody: { amountCents },
      ownerToken: `token${++tokens}`,
    },
  };
  const { status, body, replayed } = await refundAtReader(request, { readerId, replace });
  return { status, replayed, json: JSON.parse(body) };
};
const operationIdOf = (key = "key") => operationIdFor(ID, "refund", key);
const operationOf = (key = "key") =>
  world.table.peek(operationKey(ID, operationIdOf(key))) as unknown as OperationRecord<Refund>;
const stored = () => world.table.peek(paymentKey(ID)) ?? {};

beforeEach(() => {
  world.emptyTable();
  world.now = Math.ceil(world.now / 1000) * 1000 + 86_400_000;
  [action, refunds, saved, asked, lost] = [null, [], new Map(), [], undefined];
  [saysTimeout, failsAtOnce, isGone] = [false, false, false];
  method = "interac_present";
  world.putPayment({ status: "succeeded", amountCents: 1000, terms: { currency: "cad" } });
});

describe("100: a refund at a reader", () => {
  it("waits for the card, and is answered as any refund once that was presented", async () => {
    expect(await run()).toMatchObject({
      status: 202,
      json: { id: "tmr_1", action: { status: "in_progress", svcPaymentId: ID } },
    });
    expect(await run()).toMatchObject({ status: 202 });
    expect(asked).toEqual([]);
    present();
    expect(await run()).toMatchObject({ status: 200, json: { refundedCents: 300, refundId: "re_1" } });
    expect(stored()).toMatchObject({ status: "partially_refunded", refundedCents: 300 });
    expect(await run()).toMatchObject({ status: 200, replayed: true, json: { refundId: "re_1" } });
    expect(refunds).toHaveLength(1);
  });

  it("a visit finds it, although the reader does something else since", async () => {
    await run();
    present();
    begin({ process_payment_intent: { payment_intent: "pi_2" } });
    world.now += 5 * MINUTE_MS;
    expect(await visitRefund(operationOf(), world.now)).toBe("completed");
    expect(await run()).toMatchObject({ status: 200, replayed: true, json: { refundId: "re_1" } });
  });

  it.each(["request", "reply"] as const)("its lost %s is asked for under the same key", async (what) => {
    lost = what;
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable" });
    expect(operationOf()).toMatchObject({ state: "claimed" });
    expect(await run()).toMatchObject({ status: 202 });
    expect(asked).toEqual(what === "request" ? [`${operationIdOf()}.1`] : []);
    present();
    expect(await run()).toMatchObject({ status: 200, json: { refundedCents: 300 } });
  });

  it("a reply that was lost: it is found among the refunds when the reader is busy with another payment", async () => {
    lost = "reply";
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable" });
    present();
    begin({ process_payment_intent: { payment_intent: "pi_2" } });
    expect(await run()).toMatchObject({ status: 200, json: { refundId: "re_1" } });
    expect(asked).toEqual([]);
  });

  it("is not sent by a retry while the reader is busy, and stays open: the lost one may still reach it", async () => {
    lost = "request";
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable" });
    begin({ process_payment_intent: { payment_intent: "pi_2" } });
    const message = expect.stringMatching(/busy.+An attempt before may still succeed/);
    const extras = { retryAfterSeconds: 60 };
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable", message, extras });
    expect(operationOf()).toMatchObject({ state: "claimed" });
    expect(asked).toEqual([]);
  });

  it.each(["failed", "canceled"])(
    "an action that %s at the reader is rejected, and the next request begins a new one",
    async (how) => {
      await run();
      if (action && how === "failed")
        Object.assign(action, { status: "failed", failure_code: "customer_canceled" });
      if (how === "canceled") action = null;
      await expect(run()).rejects.toMatchObject({ code: "processor_rejected" });
      expect(operationOf()).toMatchObject({ state: "rejected" });
      expect(await run()).toMatchObject({ status: 202 });
      expect(asked).toEqual([`${operationIdOf()}.2`]);
      expect(refunds).toEqual([]);
    },
  );

  it("is a conflict at another reader under the same key, where its card might be presented, too", async () => {
    await run();
    await expect(run("key", { readerId: "tmr_2" })).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  it("stays open where an action of the payment names no operation: its card may be presented", async () => {
    await run();
    begin({ refund_payment: { payment_intent: "pi_1", amount: 300 } });
    for (const status of ["in_progress", "succeeded"]) {
      Object.assign(action ?? {}, { status });
      await expect(run("key", { replace: true })).rejects.toMatchObject({ code: "processor_unavailable" });
    }
    expect(operationOf()).toMatchObject({ state: "claimed" });
  });

  it("stays open where its card was presented, and the reader does not name the refund yet", async () => {
    await run();
    Object.assign(action ?? {}, { status: "succeeded" });
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable" });
    expect(operationOf()).toMatchObject({ state: "claimed" });
  });

  it("is rejected where there is no such reader, or none any more", async () => {
    await run("begun");
    isGone = true;
    for (const key of ["new", "begun"]) {
      await expect(run(key)).rejects.toMatchObject({ code: "not_found" });
      expect(operationOf(key)).toMatchObject({ state: "rejected" });
    }
  });

  it("is rejected where it fails at once", async () => {
    failsAtOnce = true;
    await expect(run()).rejects.toMatchObject({ code: "refund_failed" });
    expect(operationOf()).toMatchObject({ state: "rejected", rejectedAs: "refund_failed" });
  });

  it("is not sent to a reader that waits for another card, unless it is to replace that", async () => {
    begin({ process_payment_intent: { payment_intent: "pi_2" } });
    await expect(run()).rejects.toMatchObject({ code: "reader_busy" });
    expect(asked).toEqual([]);
    expect(await run("key", { replace: true })).toMatchObject({ status: 202 });
  });

  it("is rejected where another refund of the payment has taken its place, and may take that one's then", async () => {
    await run("one");
    expect(await run("two", { replace: true })).toMatchObject({ status: 202 });
    await expect(run("one", { replace: true })).rejects.toMatchObject({ code: "processor_rejected" });
    expect(await run("one", { replace: true })).toMatchObject({ status: 202 });
    expect(asked).toEqual([`${operationIdOf("one")}.2`]);
  });

  it("a second refund of the payment does not take the place of the first", async () => {
    const both = await Promise.allSettled([run("one"), run("two")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(run("three")).rejects.toMatchObject({ code: "reader_busy" });
    present();
    expect(refunds).toHaveLength(1);
  });

  it("does not replace what may still be on its way to the reader", async () => {
    lost = "request";
    await expect(run("one")).rejects.toMatchObject({ code: "processor_unavailable" });
    await expect(run("two", { replace: true })).rejects.toMatchObject({ code: "reader_busy" });
    expect(asked).toEqual([]);
    world.now += 60_001;
    expect(await run("two", { replace: true })).toMatchObject({ status: 202 });
  });

  it("a reader that timed out may have it: after 15 minutes without a sign it is asked under a new key", async () => {
    saysTimeout = true;
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable" });
    await expect(run()).rejects.toMatchObject({ code: "processor_unavailable" });
    world.now += 16 * MINUTE_MS;
    saysTimeout = false;
    expect(await run()).toMatchObject({ status: 202 });
    expect(asked).toEqual([`${operationIdOf()}.2`]);
  });

  it("is what a refund without a reader is told to be", async () => {
    const body = { amountCents: 300 };
    const refund = refundPayment({
      ...{ merchantId: "mer_1", svcPaymentId: ID, idempotencyKey: "key", traceId: "trace", at: world.now },
      ...{ body, sentBody: body, ownerToken: "token" },
    });
    await expect(refund).rejects.toMatchObject({ code: "refund_needs_reader" });
  });

  it("is for Interac alone", async () => {
    method = "card_present";
    await expect(run()).rejects.toMatchObject({ code: "payment_not_refundable" });
    expect(asked).toEqual([]);
  });
});
