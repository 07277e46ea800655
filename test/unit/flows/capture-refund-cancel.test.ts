import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type FailureCode, type FailureExtras } from "../../../shared/domain/failure.ts";
import type { Payment } from "../../../shared/domain/payments/payment.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { OperationRecord, PaymentRecord } from "../../../shared/ledger/payments.ts";
import { attentionKey, operationKey, paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, PAYMENT_ID as ID, lostAccounts } from "../../support/fake-world.ts";
import { chargeWith, intentWith, refundWith } from "../../support/stripe-objects.ts";

/* One payment at a processor that is made up, in the SDK's own types: what is asked of it, and what the ledger says then. */
const world = new FakeWorld().enter();

type Intent = Pick<Stripe.PaymentIntent, "status" | "amount" | "amount_received"> & {
  capture_method: "manual" | "automatic";
  refunded: number;
};
let intent: Intent;
let refunds: Partial<Stripe.Refund>[] = [];
/** What was asked, in order, with its key. */
let asked: string[] = [];
/** What goes wrong next, by the call's name. */
let faults: Record<string, Failure[]> = {};
/** Whether the list of refunds never ends. */
let isEndless = false;
/** What happens after the next list was made, and before its answer comes. */
let whileListing: (() => Promise<unknown>) | undefined;
let sentToCancel: object = {};
/** What the next refund is when it is made. */
let refundStatus = "succeeded";

const shown = (): Stripe.PaymentIntent => {
  const { refunded: amount_refunded, ...given } = intent;
  const { amount, amount_received: amount_captured } = given;
  return intentWith({
    ...given,
    amount_capturable: given.status === "requires_capture" ? amount : 0,
    latest_charge: chargeWith({ amount, amount_captured, amount_refunded, captured: amount_captured > 0 }),
  });
};

function hear(call: string, key?: string): void {
  asked.push(key === undefined ? call : `${call} ${key}`);
  const fault = faults[call]?.shift();
  if (fault) throw fault;
}

type Options = { idempotencyKey?: string };
const withIntent = (refund: Partial<Stripe.Refund>) => ({ ...refund, payment_intent: shown() });
world.askMadeUp({
  accounts: lostAccounts,
  paymentIntents: {
    retrieve: async () => {
      hear("fetch");
      return shown();
    },
    capture: async (_id: string, given: Stripe.PaymentIntentCaptureParams, { idempotencyKey }: Options) => {
      hear("capture", idempotencyKey);
      const amount = given.amount_to_capture ?? intent.amount;
      intent = { ...intent, status: "succeeded", amount, amount_received: amount };
      return shown();
    },
    cancel: async (_id: string, given: object, { idempotencyKey }: Options) => {
      hear("cancel", idempotencyKey);
      sentToCancel = given;
      intent = { ...intent, status: "canceled" };
      return shown();
    },
  },
  refunds: {
    create: async ({ amount = 0, metadata }: Stripe.RefundCreateParams, { idempotencyKey }: Options) => {
      hear("refund", idempotencyKey);
      const given = { amount, metadata, status: refundStatus, created: Math.floor(world.now / 1000) };
      const nth = refunds.filter(({ id }) => id !== "re_failed").length + 1;
      const made = refundWith({ id: `re_${nth}`, ...given });
      refunds.push(made);
      if (refundStatus !== "failed") intent.refunded += amount;
      return withIntent(made);
    },
    retrieve: async (id: string) => {
      hear("fetch refund");
      return withIntent(refunds.find((refund) => refund.id === id) ?? {});
    },
    list: async () => {
      hear("list refunds");
      if (isEndless) return { data: [{ id: `re_of_another_${asked.length}` }], has_more: true };
      const data = [...refunds];
      const happens = whileListing;
      whileListing = undefined;
      await happens?.();
      return { data, has_more: false };
    },
  },
});
const { cancelPayment, visitCancel } = await import("../../../shared/flows/payments/cancel-payment.ts");
const { capturePayment, visitCapture } = await import("../../../shared/flows/payments/capture-payment.ts");
const { refundPayment, visitRefund } = await import("../../../shared/flows/payments/refund-payment.ts");
const { replaceRefund } = await import("../../../shared/flows/payments/replace-refund.ts");
const { getTimeline } = await import("../../../shared/flows/payments/get-timeline.ts");
const { listAttention } = await import("../../../shared/flows/attention/list-attention.ts");
const { resolveAttention } = await import("../../../shared/flows/attention/resolve-attention.ts");
const AWAY = "processor_unavailable";
const VISITS = { capture: visitCapture, refund: visitRefund, cancel: visitCancel };
/** As the function does: with `replaces` it is a flow of its own. */
const refund = ({ body: { replaces, ...body }, ...request }: ReturnType<typeof requestFor>) => {
  const asked = { ...request, body };
  return replaces === undefined ? refundPayment(asked) : replaceRefund(asked, replaces);
};
const FLOWS = { capture: capturePayment, refund, cancel: cancelPayment };
const { operationIdFor, replacementIdFor } = await import("../../../shared/domain/id.ts");

const KEY = paymentKey(ID);
const stored = () => world.table.peek(KEY) ?? {};
const store = (given: Record<string, unknown> = {}) => {
  const terms = { applicationFeeCents: 51, captureMethod: "manual" };
  world.putPayment({ status: "requires_capture", amountCents: 1000, terms, ...given });
};
/** The calls in its story, after its creation. */
const told = async () => {
  const entries = await getTimeline({}, stored() as unknown as PaymentRecord);
  return entries.filter((entry) => entry.kind === "api_call" && entry.operation !== "create");
};
const HELD: Intent = {
  ...{ status: "requires_capture", capture_method: "manual", amount: 1000, amount_received: 0, refunded: 0 },
};
const CAPTURED: Intent = { ...HELD, status: "succeeded", amount_received: 1000 };

/** The payment is paid, as the ledger knows. */
const beginPaid = () => {
  intent = { ...CAPTURED };
  store({ status: "succeeded" });
};

type Wish = { amountCents?: number; reason?: "duplicate"; replaces?: string };
type Name = keyof typeof FLOWS;
let tokens = 0;
const requestFor = (body: Wish, idempotencyKey: string) => ({
  ...{ merchantId: "mer_1", svcPaymentId: ID, idempotencyKey, body, sentBody: body, at: world.now },
  ...{ ownerToken: `token${++tokens}`, traceId: "trace" },
});
/** Unless told, each under a key of its own. */
const run = async (name: Name, body: Wish = {}, idempotencyKey = `key${tokens + 1}`) => {
  asked = [];
  const request = requestFor(body, idempotencyKey);
  const { status, body: text, replayed } = await FLOWS[name](request);
  return { status, replayed, payment: JSON.parse(text) };
};
const operationIdOf = (name: Name, key = "key") => operationIdFor(ID, name, key);
const operationOf = (name: Name) =>
  world.table.peek(operationKey(ID, operationIdOf(name))) as unknown as OperationRecord<never> | undefined;
const fault = (
  call: string,
  code: FailureCode,
  extras: FailureExtras = code === AWAY ? {} : { processorSays: "rejected" },
) => {
  faults[call] = [...(faults[call] ?? []), new Failure(code, `The processor says ${code}.`, extras)];
};
const fails = (done: Promise<unknown>, code: FailureCode) => expect(done).rejects.toMatchObject({ code });
/** The answer to this call does not come. */
const losesReply = (call: string, done: () => Promise<unknown>) => {
  fault(call, AWAY);
  return fails(done(), AWAY);
};

beforeEach(() => {
  world.emptyTable();
  world.isKilled = () => false;
  world.now += 86_400_000;
  [intent, refunds, asked, faults, refundStatus, tokens] = [{ ...HELD }, [], [], {}, "succeeded", 0];
  isEndless = false;
  store();
});

describe("under an Idempotency-Key", () => {
  it("a request that comes again is answered as before, and nothing is asked", async () => {
    const first = await run("capture", { amountCents: 800 }, "key");
    expect(asked).toEqual([`capture ${operationIdOf("capture")}.1`]);
    expect(first).toMatchObject({ status: 200, replayed: false, payment: { amountCents: 800 } });
    expect(await run("capture", { amountCents: 800 }, "key")).toEqual({ ...first, replayed: true });
    expect(asked).toEqual([]);
    expect(stored()).toMatchObject({ status: "succeeded", amountCents: 800 });
    expect(await told()).toEqual([
      { kind: "api_call", operation: "capture", amountCents: 800, at: world.now, traceId: "trace" },
    ]);
    await fails(run("capture", { amountCents: 700 }, "key"), "idempotency_conflict");
  });

  it("what was done but could not be written down is a failure, and the retry finishes it", async () => {
    let writes = 0;
    // The claim is written; what the processor said is not.
    world.isKilled = (call) => call === "write" && ++writes === 2;
    await expect(run("cancel", {}, "key")).rejects.toThrow("died");
    expect(operationOf("cancel")).toMatchObject({ state: "claimed" });
    world.isKilled = () => false;
    world.now += 60_000;
    const requestedAt = world.now - 60_000;
    expect(await run("cancel", {}, "key")).toMatchObject({ payment: { status: "canceled" } });
    expect(stored()).toMatchObject({ status: "canceled" });
    expect(await told()).toMatchObject([{ operation: "cancel", amountCents: 1000, at: requestedAt }]);
  });

  it("a retry asks under the same key, and fetches how it stands now: the processor repeats its first answer", async () => {
    await losesReply("capture", () => run("capture", { amountCents: 800 }, "key"));
    await run("capture", { amountCents: 800 }, "key");
    expect(asked).toEqual([`capture ${operationIdOf("capture")}.1`, "fetch"]);
  });

  it("a retry of a capture that was done is answered also where some of it was refunded since", async () => {
    await losesReply("capture", () => run("capture", { amountCents: 800 }, "key"));
    intent = { ...CAPTURED, amount_received: 800, refunded: 300 };
    world.now += 86_400_000;
    expect(await run("capture", { amountCents: 800 }, "key")).toMatchObject({
      payment: { status: "partially_refunded", amountCents: 800 },
    });
    expect(asked).toEqual(["fetch", "fetch"]);
  });

  it("a retry of a refund looks first, and fetches the payment once the refund is made", async () => {
    beginPaid();
    await losesReply("refund", () => run("refund", { amountCents: 100 }, "key"));
    await run("refund", { amountCents: 100 }, "key");
    expect(asked).toEqual(["list refunds", `refund ${operationIdOf("refund")}.1`, "fetch"]);
  });
});

describe("where the ledger is behind", () => {
  it("the intent is fetched before anything is rejected", async () => {
    store({ status: "requires_payment_method" });
    expect(await run("capture", { amountCents: 800 })).toMatchObject({
      payment: { status: "succeeded" },
    });
    expect(asked[0]).toBe("fetch");
  });

  it("what the intent does not allow either is rejected, and nothing is sent", async () => {
    intent = { ...HELD, status: "requires_payment_method" };
    store({ status: "requires_payment_method" });
    await fails(run("capture", { amountCents: 800 }), "payment_not_capturable");
    expect(asked).toEqual(["fetch"]);
  });

  it("a cancellation that was done already is answered with the payment as it is now, and sends nothing", async () => {
    intent = { ...HELD, status: "canceled" };
    store({ status: "processing" });
    expect(await run("cancel", {}, "key")).toMatchObject({ payment: { status: "canceled" } });
    expect(asked).toEqual(["fetch"]);
    expect(stored()).toMatchObject({ status: "canceled" });
    expect(operationOf("cancel")).toMatchObject({ state: "completed" });
    expect(operationOf("cancel")).not.toHaveProperty("dueSort");
    // Now that the ledger shows it, the processor is not asked.
    expect(await run("cancel")).toMatchObject({ payment: { status: "canceled" } });
    expect(asked).toEqual([]);
  });

  it("a cancellation says why at the processor", async () => {
    await run("cancel", { reason: "duplicate" });
    expect(sentToCancel).toMatchObject({ cancellation_reason: "duplicate" });
  });

  it("49: all that is authorized is captured, be it more or less than was ordered", async () => {
    intent = { ...HELD, amount: 1200 };
    expect(await run("capture")).toMatchObject({ payment: { amountCents: 1200 } });
  });
});

describe("what the processor rejects", () => {
  const meanwhile = (now: Partial<Intent>) => {
    intent = { ...intent, ...now };
    fault("capture", "processor_rejected");
  };

  it("is answered as done where another request has fulfilled the same wish, and is not that one's in the story", async () => {
    meanwhile({ ...CAPTURED, amount: 800, amount_received: 800 });
    expect(await run("capture", { amountCents: 800 })).toMatchObject({ payment: { amountCents: 800 } });
    expect(stored()).toMatchObject({ status: "succeeded" });
    expect(await told()).toEqual([]);
  });

  it("is explained by the payment's state", async () => {
    meanwhile({ status: "canceled" });
    await fails(run("capture", { amountCents: 800 }), "payment_not_capturable");
  });

  it("is told in its own words where the state does not explain it", async () => {
    meanwhile({});
    await fails(run("capture", { amountCents: 800 }), "processor_rejected");
  });

  it("is told without a look where the account is lost", async () => {
    fault("capture", "processor_rejected", { processorSays: "account_lost" });
    await fails(run("capture", { amountCents: 800 }), "processor_rejected");
    expect(asked).toHaveLength(1);
  });

  it("is not told while the payment cannot be fetched: the claim stays open", async () => {
    fault("capture", "processor_rejected");
    fault("fetch", AWAY);
    await fails(run("capture", { amountCents: 800 }, "key"), AWAY);
    expect(operationOf("capture")).toMatchObject({ state: "claimed" });
  });

  it("frees its key, and what is only away does not", async () => {
    meanwhile({});
    await fails(run("capture", { amountCents: 800 }, "key"), "processor_rejected");
    expect(operationOf("capture")).toMatchObject({ state: "rejected" });
    expect(await told()).toEqual([]);
    world.now += 5_000;
    expect(await run("capture", { amountCents: 700 }, "key")).toMatchObject({
      payment: { amountCents: 700 },
    });
    expect(await told()).toMatchObject([{ amountCents: 700, at: world.now }]);
  });
});

describe("a refund", () => {
  beforeEach(beginPaid);

  it("a refund is made once it is accepted, also where the customer does not have it yet", async () => {
    await run("refund", { amountCents: 100 });
    expect(refunds).toMatchObject([
      { metadata: { svcOperationId: operationIdOf("refund", "key1"), svcKeyNumber: "1" } },
    ]);
    refundStatus = "pending";
    await run("refund", { amountCents: 100, reason: "duplicate" });
    expect(stored()).toMatchObject({ refundedCents: 200, status: "partially_refunded" });
    expect(await told()).toHaveLength(2);
    expect(await told()).toContainEqual(expect.objectContaining({ reason: "duplicate" }));
  });

  it("the payment is fetched before anything is decided, and the ledger follows", async () => {
    intent.refunded = 900;
    await expect(run("refund", { amountCents: 300 }, "key")).rejects.toMatchObject({
      ...{ code: "refund_exceeds_charge", message: expect.stringContaining("at most 100") },
    });
    expect(asked).toEqual(["fetch", "list refunds"]);
    expect(stored()).toMatchObject({ refundedCents: 900 });
    expect(operationOf("refund")).toBeUndefined();
  });

  it("once it is made, nothing frees its key, whatever goes wrong with what is written", async () => {
    const bug = new Failure("payment_not_refundable", "A bug.");
    let writes = 0;
    world.isKilled = (call) => {
      // In line, the claim, and the payment.
      if (call === "write" && ++writes === 3) throw bug;
      return false;
    };
    await expect(run("refund", { amountCents: 100 }, "key")).rejects.toBe(bug);
    world.isKilled = () => false;
    expect(operationOf("refund")).toMatchObject({ state: "claimed", leaseExpiresAt: 0 });
    expect(await run("refund", { amountCents: 100 }, "key")).toMatchObject({ payment: { refundId: "re_1" } });
    expect(refunds).toHaveLength(1);
  });

  it("57: a refund that fails at once is told as failed, and named", async () => {
    refundStatus = "failed";
    await expect(run("refund", { amountCents: 100 })).rejects.toMatchObject({
      ...{ code: "refund_failed", message: expect.stringContaining("re_1") },
    });
    expect(asked).toEqual([
      "fetch",
      "list refunds",
      "list refunds",
      `refund ${operationIdOf("refund", "key1")}.1`,
    ]);
  });

  it("a refund that failed at once is not made again under its key: the debt is worked off by who names it", async () => {
    refundStatus = "failed";
    const refund = () => run("refund", { amountCents: 100 }, "key");
    await fails(refund(), "refund_failed");
    refundStatus = "succeeded";
    await fails(refund(), "refund_failed");
    world.now += 40 * 86_400_000;
    await fails(refund(), "refund_failed");
    expect(refunds).toHaveLength(1);
  });

  it("33: a refund of all that is left asks the processor first how much that is", async () => {
    intent.refunded = 300;
    expect(await run("refund")).toMatchObject({ payment: { status: "refunded" } });
    expect(asked).toEqual([
      "fetch",
      "list refunds",
      "list refunds",
      `refund ${operationIdOf("refund", "key1")}.1`,
      "fetch",
    ]);
    expect(refunds).toMatchObject([{ amount: 700 }]);
  });

  it("other rejections are told at once, also of all that is left", async () => {
    fault("refund", "processor_rejected");
    await fails(run("refund"), "processor_rejected");
    expect(asked.filter((call) => call.startsWith("refund"))).toHaveLength(1);
  });

  it.each<[string, Partial<Payment>]>([
    ["knows", { status: "partially_refunded", refundedCents: 100 }],
    ["knows nothing of", { status: "succeeded", refundedCents: 0 }],
  ])(
    "51: that the ledger %s, under a key that it has forgotten, is found by its id, and not made a second time",
    async (_, known) => {
      const metadata = { svcOperationId: operationIdOf("refund") };
      refunds = [{ id: "re_1", amount: 100, status: "succeeded", created: 1, metadata }];
      intent.refunded = 100;
      store(known);
      expect(await run("refund", { amountCents: 100 }, "key")).toMatchObject({
        replayed: false,
        payment: { refundId: "re_1" },
      });
      expect(operationOf("refund")).toMatchObject({ state: "completed", decided: { amountCents: 100 } });
      expect(refunds).toHaveLength(1);
    },
  );

  it.each([{}, { amountCents: 1000 }])(
    "51: a refund of all that was left, under a key that the ledger has forgotten, is told that nothing is left: %j",
    async (body) => {
      const metadata = { svcOperationId: operationIdOf("refund") };
      refunds = [{ id: "re_1", amount: 1000, status: "succeeded", created: 1, metadata }];
      intent.refunded = 1000;
      await fails(run("refund", body, "key"), "payment_not_refundable");
      expect(refunds).toHaveLength(1);
    },
  );

  it("a refund of another amount, under a key that the ledger has forgotten, is a conflict", async () => {
    const metadata = { svcOperationId: operationIdOf("refund") };
    refunds = [{ id: "re_1", amount: 100, status: "succeeded", created: 1, metadata }];
    await fails(run("refund", { amountCents: 200 }, "key"), "idempotency_conflict");
  });

  it("a refund that failed under a key that the ledger has forgotten is not made a second time: it is a debt", async () => {
    const metadata = { svcOperationId: operationIdOf("refund"), svcKeyNumber: "1" };
    refunds = [{ id: "re_1", amount: 100, status: "failed", created: 1, metadata }];
    const refund = () => run("refund", { amountCents: 100 }, "key");
    await fails(refund(), "refund_failed");
    await fails(refund(), "refund_failed");
    expect(refunds).toHaveLength(1);
  });

  it("is not made by a request whose list is older than another one's failure: clocks differ", async () => {
    refundStatus = "failed";
    const refund = () => run("refund", { amountCents: 100 }, "key");
    whileListing = async () => {
      world.now -= 5_000;
      await fails(refund(), "refund_failed");
      world.now += 5_000;
      refundStatus = "succeeded";
    };
    await fails(refund(), "refund_failed");
    expect(refunds).toHaveLength(1);
  });

  it("under a key is made where what was refunded before was another's", async () => {
    refunds = [{ id: "re_1", amount: 100, status: "succeeded", created: 1, metadata: {} }];
    intent.refunded = 100;
    store({ status: "partially_refunded", refundedCents: 100 });
    await run("refund", { amountCents: 100 }, "key");
    expect(asked.slice(3)).toEqual([`refund ${operationIdOf("refund")}.1`, "fetch"]);
    expect(refunds).toHaveLength(2);
  });

  it("63: is not begun where the processor has a hundred already, and what was begun is looked for on every page", async () => {
    store({ status: "partially_refunded", refundedCents: 100 });
    const other = { amount: 1, status: "succeeded", metadata: {} };
    refunds = Array.from({ length: 100 }, (_, nth) => ({ ...other, id: `re_${nth}` }));
    await fails(run("refund", { amountCents: 100 }, "key"), "too_many_refunds");
    expect(asked).toEqual(["fetch", "list refunds"]);
    refunds = [];
    await losesReply("refund", () => run("refund", { amountCents: 100 }, "key"));
    isEndless = true;
    await fails(run("refund", { amountCents: 100 }, "key"), AWAY);
    expect(asked).toEqual(Array(100).fill("list refunds"));
    expect(operationOf("refund")).toMatchObject({ state: "claimed" });
  });

  it("63: that was begun goes on where there are a hundred since: a call of it may be under way", async () => {
    await losesReply("refund", () => run("refund", { amountCents: 100 }, "key"));
    const other = { amount: 1, status: "succeeded", metadata: {} };
    refunds = Array.from({ length: 100 }, (_, nth) => ({ ...other, id: `re_${nth}` }));
    expect(await run("refund", { amountCents: 100 }, "key")).toMatchObject({
      payment: { refundId: "re_101" },
    });
  });
});

describe("a refund that replaces a failed one", () => {
  const FAILED = { id: "re_failed", amount: 300, status: "failed", metadata: {} } as const;
  const replace = (key: string, amountCents = 300) =>
    run("refund", { amountCents, replaces: "re_failed" }, key);
  const inProgress = (by: string) => ({
    ...{ code: "replacement_in_progress", message: expect.stringContaining(by) },
  });
  const made = () => refunds.slice(1).map(({ id }) => id);
  const random = (size: number) => new Uint8Array(size).fill(++tokens);
  const resolve = () =>
    resolveAttention("mer_1", "att_re_failed", { at: world.now, random, actor: "olivia" });
  const REPLACEMENT = replacementIdFor(ID, "re_failed");
  const claim = () => world.table.peek(operationKey(ID, REPLACEMENT));
  /** A restore has lost the claim. */
  const replaceAndForget = async () => {
    await replace("lost");
    world.table.expire(operationKey(ID, REPLACEMENT));
  };

  beforeEach(() => {
    beginPaid();
    refunds = [FAILED];
    world.change(attentionKey("mer_1", "REFUND", "re_failed"), {
      ...{ merchantId: "mer_1", svcPaymentId: ID, kind: "refund_failed", subjectId: "re_failed" },
      ...{ seenOn: 1, since: 1, amountCents: 300, attentionSort: "1" },
    });
  });

  it("is made once, whatever its own status, and another key gets the same answer or none", async () => {
    refundStatus = "pending";
    const first = await replace("key");
    expect(await replace("other")).toEqual({ ...first, replayed: true });
    await expect(replace("third", 301)).rejects.toMatchObject(inProgress("amountCents 300"));
    expect(made()).toEqual(["re_1"]);
  });

  it("must be as much as the processor says is left, and not what an outdated ledger does", async () => {
    store({ status: "partially_refunded", refundedCents: 900 });
    await expect(replace("key", 100)).rejects.toMatchObject({
      ...{ code: "invalid_request", extras: { errors: [{ pointer: "/amountCents" }] } },
    });
    expect(made()).toEqual([]);
  });

  it("a replacement that fails at once is not made again, under whatever key", async () => {
    refundStatus = "failed";
    await expect(replace("key")).rejects.toMatchObject({
      ...{ code: "refund_failed", message: expect.stringContaining("re_1") },
    });
    for (const key of ["other", "key"]) await expect(replace(key)).rejects.toMatchObject(inProgress("re_1"));
    expect(made()).toEqual(["re_1"]);
  });

  it("is one operation under every key: its outcome is looked for, and it is not sent as another", async () => {
    await losesReply("refund", () => replace("key"));
    await replace("other");
    expect(asked.filter((call) => call.startsWith("refund"))).toEqual([`refund ${REPLACEMENT}.1`]);
    expect(made()).toEqual(["re_1"]);
  });

  it("a replacement that was rejected leaves it to the next one, with any body", async () => {
    fault("refund", "fee_not_returnable");
    await fails(replace("key"), "fee_not_returnable");
    await replace("other", 301);
    expect(made()).toEqual(["re_1"]);
  });

  it("a replacement that visits have given up is finished by whoever asks for the same amount", async () => {
    await losesReply("refund", () => replace("key"));
    world.now += 180 * 60_000;
    await visitRefund(claim() as never, world.now);
    expect(claim()).not.toHaveProperty("dueSort");
    await expect(replace("other", 301)).rejects.toMatchObject(inProgress("amountCents 300"));
    await run("refund", { amountCents: 300, replaces: "re_failed", reason: "duplicate" }, "third");
    expect(made()).toEqual(["re_1"]);
  });

  it("a replacement binds its Idempotency-Key: under the same key nothing else is refunded, in whatever order", async () => {
    const plain = () => run("refund", { amountCents: 300 }, "key");
    await losesReply("refund", plain);
    await fails(replace("key"), "idempotency_conflict");
    for (const key of ["other", "third"]) {
      await replace(key);
      await fails(run("refund", { amountCents: 300 }, key), "idempotency_conflict");
    }
    expect(made()).toEqual(["re_1"]);
  });

  it("a replacement is not begun where its key is taken at the same moment", async () => {
    whileListing = () => losesReply("refund", () => run("refund", { amountCents: 300 }, "key"));
    await fails(replace("key"), "idempotency_conflict");
    expect(claim()).toBeUndefined();
  });

  it("a rejected replacement is asked for again under its key in another way, and not for another debt", async () => {
    fault("refund", "fee_not_returnable");
    await fails(replace("key"), "fee_not_returnable");
    const without = { amountCents: 300, replaces: "re_failed", refundApplicationFee: false };
    refunds.push({ ...FAILED, id: "re_other" });
    await fails(run("refund", { ...without, replaces: "re_other" }, "key"), "idempotency_conflict");
    await run("refund", without, "key");
    expect(made()).toEqual(["re_other", "re_2"]);
  });

  it("a replacement that is rejected before it is claimed leaves its key free", async () => {
    await fails(replace("key", 299), "invalid_request");
    await run("refund", { amountCents: 300 }, "key");
    expect(made()).toEqual(["re_1"]);
  });

  it("a replacement whose claim a restore has lost is not made again, of whatever amount, and is named", async () => {
    await replaceAndForget();
    for (const amountCents of [300, 500])
      await expect(replace("key", amountCents)).rejects.toMatchObject(inProgress("re_1"));
    expect(made()).toEqual(["re_1"]);
  });

  it("is not made by two requests at once", async () => {
    const answers = await Promise.allSettled([replace("key"), replace("other")]);
    const [loser] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(loser).toMatchObject({ code: "in_progress" });
    expect(made()).toEqual(["re_1"]);
  });

  it("excludes a person who pays it back in another way, and is excluded by one", async () => {
    await losesReply("refund", () => replace("key"));
    await fails(resolve(), "replacement_in_progress");
    fault("refund", "processor_rejected");
    await fails(replace("key"), "processor_rejected");
    const resolvedAt = world.now;
    const noted = () => world.table.all().filter(({ action }) => action === "resolve-attention").length;
    expect(await resolve()).toBe(resolvedAt);
    const before = noted();
    world.now += 60_000;
    expect(await resolve()).toBe(resolvedAt);
    expect(noted()).toBe(before);
    await expect(replace("key")).rejects.toMatchObject(inProgress("person has resolved"));
    expect(made()).toEqual([]);
  });

  it("a replacement that was made keeps a person from resolving what it replaced, also where it failed", async () => {
    refundStatus = "failed";
    await fails(replace("key"), "refund_failed");
    await expect(resolve()).rejects.toMatchObject(inProgress("replaced by a refund that has failed, too"));
  });

  it("a refund that is not ours, and that replaced it, keeps a person from resolving it, and others from replacing it", async () => {
    refunds.push({ ...FAILED, id: "re_2", metadata: { svcReplaces: "re_failed" } });
    await expect(replace("key")).rejects.toMatchObject(inProgress("re_2"));
    world.change(attentionKey("mer_1", "REFUND", "re_failed"), { replacedBy: "re_2" });
    await expect(resolve()).rejects.toMatchObject(inProgress("re_2"));
  });

  it("a person whose function dies while it resolves can do so again from the list", async () => {
    // The audit's entry, the claim, and the item.
    await world.dieAt(3, resolve);
    expect(claim()).toMatchObject({ state: "completed" });
    const { items } = await listAttention({ merchantId: "mer_1" } as Merchant, { limit: 5 }, world.now);
    expect(items).toMatchObject([{ attentionId: "att_re_failed" }]);
    expect(items[0]).not.toHaveProperty("replacement");
    world.now += 60_000;
    expect(await resolve()).toBe(world.now);
  });

  it("a failed refund that was replaced is offered to nobody before the event that closes it", async () => {
    await replace("key");
    const { items } = await listAttention({ merchantId: "mer_1" } as Merchant, { limit: 5 }, world.now);
    expect(items).toMatchObject([{ attentionId: null, replacement: "in_progress" }]);
  });

  it("is at least as much, or all that is left; and names a failed refund of this payment", async () => {
    await expect(replace("less", 299)).rejects.toMatchObject({
      extras: { errors: [{ pointer: "/amountCents" }] },
    });
    const others = [
      [],
      [{ ...FAILED, status: "pending" }],
      [{ ...FAILED, status: "canceled", failure_reason: "merchant_request" as const }],
    ];
    for (const listed of others) {
      refunds = listed;
      await expect(replace("other")).rejects.toMatchObject({
        extras: { errors: [{ pointer: "/replaces" }] },
      });
    }
    refunds = [FAILED];
    // The ledger has not heard of it yet.
    intent.refunded = 800;
    await fails(run("refund", { replaces: "re_failed" }), "invalid_request");
    await run("refund", { replaces: "re_failed", amountCents: 200 });
    expect(refunds[1]).toMatchObject({ amount: 200, metadata: { svcReplaces: "re_failed" } });
  });
});

describe("30: where the processor's key is stuck on an answer that says nothing", () => {
  const isStuck = (name: Name) => {
    fault(name, AWAY);
    fault(name, AWAY, { processorSays: "saved_error" });
  };

  it("a capture or a cancellation is asked for at once under a new key: a second one is rejected", async () => {
    for (const name of ["capture", "cancel"] as const) {
      intent = { ...HELD };
      store();
      isStuck(name);
      const body = name === "capture" ? { amountCents: 800 } : {};
      await fails(run(name, body, "key"), AWAY);
      await run(name, body, "key");
      const key = operationIdOf(name);
      expect(asked).toEqual([`${name} ${key}.1`, "fetch", `${name} ${key}.2`, "fetch"]);
    }
  });

  it("46: a refund waits for a quarter of an hour, because a second one would pay twice", async () => {
    beginPaid();
    isStuck("refund");
    const refund = () => run("refund", { amountCents: 100 }, "key");
    await fails(refund(), AWAY);
    await expect(refund()).rejects.toMatchObject({ extras: { retryAfterSeconds: 15 * 60 } });
    world.now += 15 * 60_000 - 1;
    await expect(refund()).rejects.toMatchObject({ extras: { retryAfterSeconds: 1 } });
    world.now += 1;
    await refund();
    expect(refunds).toMatchObject([{ metadata: { svcKeyNumber: "2" } }]);
  });

  /** Under a day-old key nothing is sent: it rests under its next one. */
  const rest = async (refund: () => Promise<unknown>) => {
    await losesReply("refund", refund);
    world.now += 24 * 3_600_000;
    for (const minutes of [14, 1]) {
      await expect(refund()).rejects.toMatchObject({ extras: { retryAfterSeconds: expect.any(Number) } });
      world.now += minutes * 60_000;
    }
    expect(operationOf("refund")).toMatchObject({ state: "claimed", keyNumber: 2 });
  };

  it("a client that comes back once a day is served on the second day", async () => {
    beginPaid();
    const refund = () => run("refund", { amountCents: 100 }, "key");
    await losesReply("refund", refund);
    world.now += 24 * 3_600_000;
    await expect(refund()).rejects.toMatchObject({ extras: { retryAfterSeconds: 900 } });
    world.now += 24 * 3_600_000;
    expect(await refund()).toMatchObject({ payment: { refundedCents: 100 } });
  });

  it("a refund that fails at once under its new key is told as failed at once, also a day after it was claimed", async () => {
    beginPaid();
    const refund = () => run("refund", { amountCents: 100 }, "key");
    await rest(refund);
    refundStatus = "failed";
    await fails(refund(), "refund_failed");
    expect(refunds).toMatchObject([{ metadata: { svcKeyNumber: "2" } }]);
  });

  it("a rejection under the new key is told at once", async () => {
    beginPaid();
    const refund = () => run("refund", { amountCents: 100 }, "key");
    await rest(refund);
    fault("refund", "processor_rejected", { processorSays: "rejected" });
    await fails(refund(), "processor_rejected");
    expect(operationOf("refund")).toMatchObject({ state: "rejected" });
  });
});

describe("a visit to an operation that was left open", () => {
  const MINUTE_MS = 60_000;
  const visit = async (name: Name) => {
    const record = operationOf(name);
    if (!record) throw new Error("Nothing was claimed.");
    asked = [];
    return VISITS[name](record as never, world.now);
  };
  /** The answer is lost: whatever was done or not, the claim stays open. */
  const leaveOpen = async (name: Name, body: Wish = {}) => {
    await losesReply(name, () => run(name, body, "key"));
    world.now += 10 * MINUTE_MS;
  };

  it("completes what was done, without sending, and the client's retry is answered", async () => {
    await leaveOpen("capture", { amountCents: 800 });
    intent = { ...CAPTURED, amount: 800, amount_received: 800 };
    expect(await visit("capture")).toBe("completed");
    expect(asked).toEqual(["fetch"]);
    expect(stored()).toMatchObject({ status: "succeeded" });
    expect(await told()).toMatchObject([
      { operation: "capture", amountCents: 800, at: world.now - 10 * MINUTE_MS },
    ]);
    expect(await run("capture", { amountCents: 800 }, "key")).toMatchObject({ replayed: true });
  });

  it.each<[string, Partial<Intent>, string]>([
    ["captured otherwise", { ...CAPTURED, amount: 700, amount_received: 700 }, "rejected"],
    ["canceled", { status: "canceled" }, "rejected"],
    ["as it was", {}, "left"],
  ])("finds the payment %s, and the capture is judged by that", async (_, now, expected) => {
    await leaveOpen("capture", { amountCents: 800 });
    intent = { ...intent, ...now };
    expect(await visit("capture")).toBe(expected);
    expect(operationOf("capture")?.state).toBe(expected === "rejected" ? "rejected" : "claimed");
  });

  it("completes a cancellation by the intent's status alone", async () => {
    await leaveOpen("cancel");
    expect(await visit("cancel")).toBe("left");
    intent = { ...intent, status: "canceled" };
    expect(await visit("cancel")).toBe("completed");
  });

  describe("a visit to a refund that was left open", () => {
    beforeEach(async () => {
      beginPaid();
      await leaveOpen("refund", { amountCents: 100 });
    });
    const list = (given: { status: string; svcOperationId?: string; amount?: number }) => {
      const { status, amount = 100, svcOperationId = operationIdOf("refund") } = given;
      const metadata = { svcOperationId, svcKeyNumber: "1" };
      const created = Math.floor(world.now / 1000);
      refunds.push(refundWith({ id: `re_${refunds.length}`, amount, status, created, metadata }));
    };

    it("finds it by its id, and completes it", async () => {
      list({ status: "succeeded" });
      intent.refunded = 100;
      expect(await visit("refund")).toBe("completed");
      expect(stored()).toMatchObject({ refundedCents: 100 });
    });

    it("63: fails where the list does not end", async () => {
      isEndless = true;
      await fails(visit("refund"), AWAY);
    });

    it("finds that it has failed, and its key stays used up", async () => {
      list({ status: "failed" });
      expect(await visit("refund")).toBe("rejected");
      expect(operationOf("refund")).toMatchObject({ rejectedAs: "refund_failed" });
    });

    it("leaves it open where it is not there, and looks no more after two hours", async () => {
      list({ status: "succeeded", svcOperationId: "op_another" });
      world.now += 180 * 60_000;
      expect(await visit("refund")).toBe("left");
      expect(operationOf("refund")).toMatchObject({ state: "claimed" });
      expect(operationOf("refund")).not.toHaveProperty("dueSort");
    });
  });

  it("fails loudly where the ledger has lost the payment", async () => {
    await leaveOpen("cancel");
    world.table.expire(KEY);
    await expect(visit("cancel")).rejects.toThrow("not in the ledger");
  });
});
