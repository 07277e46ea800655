import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type ProcessorSays } from "../../../shared/domain/failure.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { OperationRecord, PaymentRecord } from "../../../shared/ledger/payments.ts";
import { operationKey, paymentKey } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld, PAYMENT_ID as ID, lostAccounts } from "../../support/fake-world.ts";
import { chargeWith, intentWith } from "../../support/stripe-objects.ts";

/*
 * One payment at a processor that is made up. It repeats under a key what it said before, for a day, and takes one
 * successful confirmation.
 */
const world = new FakeWorld().enter();

const AWAY = "processor_unavailable";

type Card = "pm_visa" | "pm_declined" | "pm_authenticate" | "pm_debit" | "pm_redirect" | "pm_removed";
let status: Stripe.PaymentIntent.Status;
let paidWith: string | null;
let lastError: { code: string } | null;
/** How often money was taken, held or announced. */
let charges = 0;
let asked: string[] = [];
let saved = new Map<string, { at: number; method: string; outcome: () => Stripe.PaymentIntent }>();
type Fault = "lost" | "never_came" | "error" | "error_applied" | "locked";
let faults: Fault[] = [];
let isFetchable = true;
/** What happens before the answer has come back. */
let afterConfirm = () => {};

const shown = (): Stripe.PaymentIntent => {
  const [captured, amount_captured] = status === "succeeded" ? [true, 1000] : [false, 0];
  return intentWith({
    ...{ status, last_payment_error: lastError, amount_received: amount_captured },
    amount_capturable: status === "requires_capture" ? 1000 : 0,
    latest_charge: paidWith && chargeWith({ payment_method: paidWith, captured, amount_captured }),
  });
};

const away = (says: ProcessorSays = "nothing") => new Failure(AWAY, "No answer.", { processorSays: says });
const rejected = (code: "payment_declined" | "payment_not_collectable" | "processor_rejected", said = "") =>
  new Failure(code, "Rejected.", { processorSays: "rejected", ...(said && { processorCode: said }) });

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** What the customer's browser, or a request under another key, does with the same intent. */
function pay(method: string, becomes: Stripe.PaymentIntent.Status = "succeeded"): void {
  if (!OPEN.includes(status)) throw rejected("payment_not_collectable");
  [status, paidWith, lastError] = [becomes, method, null];
  charges++;
}

function confirm(method: Card): Stripe.PaymentIntent {
  if (!OPEN.includes(status)) throw rejected("payment_not_collectable");
  if (method === "pm_removed") throw rejected("processor_rejected");
  if (method === "pm_declined" || method === "pm_authenticate") {
    const code = method === "pm_declined" ? "card_declined" : "authentication_required";
    [status, paidWith, lastError] = ["requires_payment_method", method, { code }];
    throw rejected("payment_declined", code);
  }
  if (method === "pm_redirect") status = "requires_action";
  else pay(method, method === "pm_debit" ? "processing" : "succeeded");
  return shown();
}

type Options = { idempotencyKey: string; stripeAccount: string };
world.askMadeUp({
  accounts: lostAccounts,
  paymentIntents: {
    retrieve: async () => {
      asked.push("fetch");
      if (!isFetchable) throw away();
      return shown();
    },
    confirm: async (_id: string, given: Stripe.PaymentIntentConfirmParams, options: Options) => {
      const { idempotencyKey: key, stripeAccount } = options;
      asked.push(`confirm ${key} on ${stripeAccount}${given.off_session ? "" : " on-session"}`);
      const fault = faults.shift();
      if (fault === "never_came") throw away();
      if (fault === "locked") throw away("slow_down");
      const method = given.payment_method as Card;
      const known = saved.get(key);
      if (known && world.now - known.at < DAY_MS) {
        if (known.method !== method)
          throw new Failure("idempotency_conflict", "Reused.", { processorSays: "key_reused" });
        return known.outcome();
      }
      const outcome = answerOf(() => {
        if (fault !== "error") confirm(method);
        if (fault?.startsWith("error")) throw away("saved_error");
        return shown();
      });
      saved.set(key, { at: world.now, method, outcome });
      afterConfirm();
      if (fault === "lost") throw away();
      return outcome();
    },
  },
});
function answerOf(run: () => Stripe.PaymentIntent): () => Stripe.PaymentIntent {
  try {
    const answer = run();
    return () => answer;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

const { chargePayment, visitCharge } = await import("../../../shared/flows/payments/charge-payment.ts");
const { getTimeline } = await import("../../../shared/flows/payments/get-timeline.ts");
const { operationIdFor } = await import("../../../shared/domain/id.ts");

const KEY = paymentKey(ID);
const stored = () => world.table.peek(KEY) ?? {};
const store = (given: Record<string, unknown> = {}) =>
  world.putPayment({ amountCents: 1000, terms: { applicationFeeCents: 51 }, ...given });
/** The charges in its story. */
const told = async () => {
  const entries = await getTimeline({}, stored() as unknown as PaymentRecord);
  return entries.filter((entry) => entry.kind === "api_call" && entry.operation === "charge");
};

let tokens = 0;
/** The account that the merchant has now. */
let attached: string | null;
const charge = async (paymentMethodId: Card = "pm_visa", idempotencyKey = "key") => {
  asked = [];
  const body = { paymentMethodId };
  const reply = await chargePayment({
    ...{ merchantId: "mer_1", svcPaymentId: ID, idempotencyKey, body, sentBody: body, at: world.now },
    ...{ ownerToken: `token${++tokens}`, traceId: "trace", baseUrl: "https://pay.example.com" },
    merchant: { merchantId: "mer_1", account: attached && { processorAccountId: attached } } as Merchant,
  });
  return { httpStatus: reply.status, replayed: reply.replayed, ...JSON.parse(reply.body) };
};
const operationId = (key = "key") => operationIdFor(ID, "charge", key);
const claim = (key = "key") =>
  world.table.peek(operationKey(ID, operationId(key))) as unknown as OperationRecord<never>;
const visit = () => {
  world.now += 300_000;
  asked = [];
  return visitCharge(claim(), world.now);
};
const sent = (number = 1, key = "key") => `confirm ${operationId(key)}.${number} on acct_1`;
const confirmations = () => asked.filter((call) => call.startsWith("confirm"));

beforeEach(() => {
  world.emptyTable();
  world.isKilled = () => false;
  world.now += DAY_MS;
  [status, paidWith, lastError, charges] = ["requires_payment_method", null, null, 0];
  attached = "acct_1";
  [asked, faults, saved, tokens, isFetchable] = [[], [], new Map(), 0, true];
  afterConfirm = () => {};
  store();
});

describe("a charge", () => {
  it("is confirmed once, off-session, on the payment's account; and answered again with the same bytes", async () => {
    const first = await charge();
    expect(asked).toEqual([sent()]);
    expect(first).toMatchObject({
      httpStatus: 200,
      replayed: false,
      status: "succeeded",
      capturedCents: 1000,
    });
    expect(await charge()).toEqual({ ...first, replayed: true });
    expect([asked, charges]).toEqual([[], 1]);
    expect(stored()).toMatchObject({ status: "succeeded" });
    expect(await told()).toMatchObject([{ amountCents: 1000, at: world.now, traceId: "trace" }]);
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  it.each<[Card, string, object]>([
    ["pm_declined", "payment_declined", { processorCode: "card_declined" }],
    ["pm_authenticate", "payment_declined", { processorCode: "authentication_required" }],
    ["pm_redirect", "payment_declined", { processorCode: "authentication_required" }],
    ["pm_removed", "processor_rejected", {}],
  ])(
    "with %s is %s, only after the intent was fetched, and its key is free again",
    async (card, code, extras) => {
      await expect(charge(card)).rejects.toMatchObject({ code, extras });
      expect(asked).toEqual([sent(), "fetch"]);
      expect(claim()).toMatchObject({ state: "rejected" });
      expect(await charge("pm_visa")).toMatchObject({ status: "succeeded" });
      expect(confirmations()).toEqual([sent(2)]);
    },
  );

  it("a decline while the intent cannot be fetched is not known yet, and the retry says it", async () => {
    isFetchable = false;
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: AWAY });
    expect(claim()).toMatchObject({ state: "claimed" });
    isFetchable = true;
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: "payment_declined" });
    expect([confirmations(), claim().state]).toEqual([[sent()], "rejected"]);
  });

  it("a charge of a debit is processing", async () => {
    expect(await charge("pm_debit")).toMatchObject({ httpStatus: 200, status: "processing" });
  });
});

describe("a charge on an account that is not the merchant's any more", () => {
  it.each([null, "acct_2"])("is rejected, and asks for no money: the merchant has %s now", async (now) => {
    attached = now;
    await expect(charge()).rejects.toMatchObject({ code: "payment_not_collectable" });
    expect([confirmations(), charges, claim()]).toEqual([[], 0, undefined]);
  });

  it("is not rejected while its payment cannot be fetched: the customer may have paid it", async () => {
    [attached, isFetchable] = ["acct_2", false];
    await expect(charge()).rejects.toMatchObject({ code: AWAY });
  });

  it("is answered if the payment was collected, and finished if it was begun before", async () => {
    faults = ["never_came"];
    await expect(charge()).rejects.toMatchObject({ code: AWAY });
    attached = null;
    expect(await charge()).toMatchObject({ httpStatus: 200, status: "succeeded" });
    expect(await charge("pm_visa", "other")).toMatchObject({ httpStatus: 200, status: "succeeded" });
    expect(charges).toBe(1);
  });
});

describe("a charge of a payment that is collected already", () => {
  it.each(["succeeded", "partially_refunded", "refunded", "requires_capture"])(
    "a payment that is %s is answered unchanged, and nothing is asked",
    async (known) => {
      store({ status: known });
      expect(await charge()).toMatchObject({ httpStatus: 200, status: known });
      expect(asked).toEqual([]);
      expect(await told()).toEqual([]);
    },
  );

  it("a payment that is processing is fetched first: it is answered, or charged because the debit has failed", async () => {
    store({ status: "processing" });
    status = "processing";
    expect(await charge()).toMatchObject({ status: "processing" });
    expect(asked).toEqual(["fetch"]);
    status = "requires_payment_method";
    expect(await charge("pm_visa", "other")).toMatchObject({ status: "succeeded" });
    expect(asked).toEqual(["fetch", sent(1, "other")]);
  });

  it("a payment that is canceled is rejected, also where the ledger does not know it yet", async () => {
    status = "canceled";
    await expect(charge()).rejects.toMatchObject({ code: "payment_not_collectable" });
    store({ status: "canceled" });
    await expect(charge()).rejects.toMatchObject({ code: "payment_not_collectable" });
    expect([asked, charges]).toEqual([["fetch"], 0]);
  });

  it("a payment that the browser has paid meanwhile is answered as it is, and is not this charge in the story", async () => {
    pay("pm_of_browser");
    expect(await charge()).toMatchObject({ httpStatus: 200, status: "succeeded" });
    expect(await charge("pm_declined", "other")).toMatchObject({ httpStatus: 200, status: "succeeded" });
    expect([charges, stored().status, await told()]).toEqual([1, "succeeded", []]);
  });

  it("a payment that is declined here and paid in the browser before it is answered is paid: never 402", async () => {
    afterConfirm = () => pay("pm_of_browser");
    expect(await charge("pm_declined")).toMatchObject({ httpStatus: 200, status: "succeeded" });
    expect([charges, await told()]).toEqual([1, []]);
  });
});

describe("after a lost reply", () => {
  it("the retry asks under the same key, and fetches how it stands now", async () => {
    faults = ["lost"];
    await expect(charge()).rejects.toMatchObject({ code: AWAY });
    expect(claim()).toMatchObject({ state: "claimed" });
    expect(await charge()).toMatchObject({ status: "succeeded" });
    expect([asked, charges]).toEqual([[sent(), "fetch"], 1]);
    expect(await told()).toHaveLength(1);
  });

  it.each<Fault>(["never_came", "locked"])(
    "a call that %s is sent again by the retry, which charges",
    async (fault) => {
      faults = [fault];
      await expect(charge()).rejects.toMatchObject({ code: AWAY });
      expect(await charge()).toMatchObject({ status: "succeeded" });
      expect(charges).toBe(1);
    },
  );

  it("a decline is heard again by the retry, which looks and answers it", async () => {
    faults = ["lost"];
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: AWAY });
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: "payment_declined" });
    expect(confirmations()).toEqual([sent()]);
    expect(claim()).toMatchObject({ state: "rejected" });
  });

  it("a decline is no 402 to the retry where the browser has paid since", async () => {
    faults = ["lost"];
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: AWAY });
    pay("pm_of_browser");
    expect(await charge("pm_declined")).toMatchObject({ httpStatus: 200, status: "succeeded" });
    expect([charges, claim().state, await told()]).toEqual([1, "completed", []]);
  });

  it("a debit that has failed since is 402 to the retry, whatever the repeated answer says", async () => {
    faults = ["lost"];
    await expect(charge("pm_debit")).rejects.toMatchObject({ code: AWAY });
    [status, lastError] = ["requires_payment_method", { code: "account_closed" }];
    await expect(charge("pm_debit")).rejects.toMatchObject({ code: "payment_declined" });
    expect(claim()).toMatchObject({ state: "rejected" });
  });

  it.each<[Fault, string[], number]>([
    ["error_applied", ["confirm", "fetch", "fetch"], 1],
    ["error", ["confirm", "fetch", "confirm", "fetch"], 1],
  ])(
    "after a saved %s the retry looks, and uses the next key at once if need be",
    async (fault, calls, times) => {
      faults = [fault];
      await expect(charge()).rejects.toMatchObject({ code: AWAY });
      expect(await charge()).toMatchObject({ status: "succeeded" });
      expect(asked.map((call) => call.split(" ")[0])).toEqual(calls);
      expect(charges).toBe(times);
    },
  );

  it.each([true, false])(
    "a day later the retry looks first: paid (%s) is answered, unpaid is charged after a rest",
    async (isPaid) => {
      faults = [isPaid ? "lost" : "never_came"];
      await expect(charge()).rejects.toMatchObject({ code: AWAY });
      world.now += 2 * DAY_MS;
      if (!isPaid) {
        await expect(charge()).rejects.toMatchObject({ extras: { retryAfterSeconds: 900 } });
        expect([asked, charges]).toEqual([["fetch"], 0]);
        world.now += 900_000;
      }
      expect(await charge()).toMatchObject({ status: "succeeded" });
      expect(charges).toBe(1);
    },
  );
});

describe("a visit", () => {
  const leave = async (fault: Fault, card: Card = "pm_visa") => {
    faults = [fault];
    await expect(charge(card)).rejects.toMatchObject({ code: AWAY });
  };

  it("looks and never confirms", async () => {
    await leave("never_came");
    expect(await visit()).toBe("left");
    expect([asked, charges]).toEqual([["fetch"], 0]);
  });

  it("completes what was charged, with the answer that the client then gets", async () => {
    await leave("lost");
    expect(await visit()).toBe("completed");
    expect(stored()).toMatchObject({ status: "succeeded" });
    expect(await told()).toMatchObject([{ at: world.now - 300_000 }]);
    expect(await charge()).toMatchObject({ replayed: true, status: "succeeded" });
    expect(asked).toEqual([]);
  });

  it("completes a charge that the browser has paid instead, and that is not this one in the story", async () => {
    await leave("never_came");
    pay("pm_of_browser");
    expect(await visit()).toBe("completed");
    expect(claim()).toMatchObject({ decided: { kind: "already_done" } });
    expect(await told()).toEqual([]);
  });

  it("does not take a decline for made, although it left a charge on the intent", async () => {
    await leave("lost", "pm_declined");
    expect(await visit()).toBe("left");
    expect(stored()).toMatchObject({ status: "requires_payment_method" });
  });

  it("ends what can no longer be charged", async () => {
    await leave("never_came");
    status = "canceled";
    expect(await visit()).toBe("rejected");
  });
});

describe("where the function dies", () => {
  it.each([1, 2, 3])("at its write number %i, the retry finishes it and charges once", async (nth) => {
    await world.dieAt(nth, () => charge());
    world.now += 60_001;
    expect(await charge()).toMatchObject({ status: "succeeded" });
    expect([charges, stored().status]).toEqual([1, "succeeded"]);
  });

  it("a restore to before the claim charges nothing again, with the processor's key or after a day", async () => {
    await charge();
    for (const waitMs of [0, 2 * DAY_MS]) {
      world.now += waitMs;
      world.table.expire(operationKey(ID, operationId()));
      store();
      expect(await charge()).toMatchObject({ httpStatus: 200, status: "succeeded" });
      expect(charges).toBe(1);
    }
  });

  it("a restore that forgot which number a key had reached uses the next one, if its parameters differ", async () => {
    await expect(charge("pm_declined")).rejects.toMatchObject({ code: "payment_declined" });
    world.table.expire(operationKey(ID, operationId()));
    await expect(charge()).rejects.toMatchObject({ code: AWAY });
    expect(await charge()).toMatchObject({ status: "succeeded" });
    expect(charges).toBe(1);
  });
});

it("two keys with two cards at once charge one of them, and both are answered with the payment", async () => {
  const [one, other] = await Promise.all([charge("pm_visa", "one"), charge("pm_debit", "other")]);
  expect([one.httpStatus, other.httpStatus, charges]).toEqual([200, 200, 1]);
  expect(await told()).toHaveLength(1);
});
