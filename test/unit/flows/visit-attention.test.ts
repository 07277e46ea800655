import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { RefundFacts } from "../../../shared/domain/payments/refund.ts";
import type { AttentionRecord } from "../../../shared/ledger/attention.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import { attentionKey, type Key, merchantKey, paymentKey, payoutKey } from "../../../shared/ledger/table.ts";
import { NotUnderstood } from "../../../shared/processor/snapshot.ts";
import { DAY_MS, FakeWorld, HOUR_MS } from "../../support/fake-world.ts";
import { heldUntil } from "../../support/stripe-objects.ts";

/* A visit to what needs a person: told once, closed when it is over, and moved where its deadline has. */
const world = new FakeWorld().enter();
let answers: Record<string, () => unknown> = {};
const counted = world.recordCounts();

/** Any call of the processor's client, by its path. */
const clientAt = (path: string): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => clientAt(`${path}${path && "."}${String(name)}`),
    apply: async () => answers[path]?.(),
  });
const call = (ask: (stripe: unknown) => Promise<unknown>) => ask(clientAt(""));
vi.doMock("../../../shared/processor/client.ts", () => ({ callProcessor: call, readFromProcessor: call }));
const { eventBody } = await import("../../../shared/ledger/events.ts");
const { listDisputes } = await import("../../../shared/flows/attention/list-disputes.ts");
const { visitAttention } = await import("../../../shared/flows/attention/visit-attention.ts");
const { sweep } = await import("../../../shared/flows/recovery/sweep.ts");
const { upsertDisputeAttention, upsertHoldAttention, upsertRefundAttention } = await import(
  "../../../shared/flows/payments/record-attention.ts"
);
const { findPayment } = await import("../../../shared/ledger/payments.ts");

/** The processor counts in whole seconds. */
const DUE_BY = world.now + DAY_MS;
const ID = "svcpay_1";
const HOLD = attentionKey("mer_1", "HOLD", ID);
const DISPUTE = attentionKey("mer_1", "DISPUTE", "dp_1");
const REFUND = attentionKey("mer_1", "REFUND", "re_1");
const PAYOUT = attentionKey("mer_1", "PAYOUT", "po_1");

const stored = (key: Key) => world.table.peek(key) as unknown as AttentionRecord;
const visit = (key: Key, at = world.now) => visitAttention(stored(key), at);
const ownEvents = () =>
  world.table.all().filter(({ type }) => /hold_expiring|response_due/.test(String(type)));

/** What the first of these events says. */
const bodyOf = ([event]: unknown[]) => JSON.parse(String(eventBody(event as EventRecord)));

const STATE = {
  ...{ status: "requires_capture", amountCents: 1000, applicationFeeCents: 51, refundedCents: 0 },
  ...{ processorPaymentIntentId: "pi_1", processorChargeId: "ch_1", captureBefore: DUE_BY },
};

const putPayment = (given: object = {}) =>
  world.putPayment({ svcPaymentId: ID, terms: { applicationFeeCents: 51 }, version: 5, ...STATE, ...given });

const put = (key: Key, kind: string, subjectId: string, given: object = {}) =>
  world.table.put(
    { ...key, merchantId: "mer_1", kind, subjectId, svcPaymentId: ID, seenOn: 5, since: world.now, ...given },
    {},
  );

const intent = (status: string, captureBefore: number) => heldUntil(captureBefore, { status });

beforeEach(() => {
  world.emptyTable();
  counted.length = 0;
  world.putMerchant("mer_1");
  putPayment();
});

const reject = (given: object = {}) => Promise.reject(new Failure("processor_unavailable", "Away.", given));
const lost = () => reject({ processorSays: "account_lost" });
const ofTheFuture = () => Promise.reject(new NotUnderstood());
const notYours = () =>
  Promise.reject(new Failure("processor_rejected", "Not yours.", { processorCode: "account_invalid" }));

describe("a visit to a hold", () => {
  beforeEach(() => {
    put(HOLD, "hold_expiring", ID, { dueBy: DUE_BY, since: world.now - 6 * DAY_MS });
    answers = { "paymentIntents.retrieve": () => intent("requires_capture", DUE_BY) };
  });

  it("tells of its end once, shows it, and looks again five minutes after that end", async () => {
    expect(await visit(HOLD)).toBe("told");
    expect(ownEvents()).toMatchObject([
      { type: "payment.hold_expiring", svcPaymentId: ID, finishedAt: world.now },
    ]);
    expect(bodyOf(ownEvents())).toMatchObject({
      ...{ type: "payment.hold_expiring", account: "acct_1", livemode: false, created: world.now / 1000 },
      data: { object: { object: "payment_intent", id: "pi_1" } },
    });
    expect(stored(HOLD)).toMatchObject({
      toldFor: DUE_BY,
      attentionSort: expect.stringContaining(String(DUE_BY)),
    });
    expect(stored(HOLD).dueSort).toContain(String(DUE_BY + 5 * 60_000));
    expect(await visit(HOLD)).toBe("told_already");
    expect(ownEvents()).toHaveLength(1);
    // Nor is it counted a second time.
    expect(counted).toHaveLength(1);
  });

  it("leaves one alone that was closed before, and asks nobody", async () => {
    put(HOLD, "hold_expiring", ID, { dueBy: DUE_BY, closedAt: 1 });
    answers = { "paymentIntents.retrieve": () => reject() };
    expect(await visit(HOLD)).toBe("closed_already");
    expect(stored(HOLD).closedAt).toBe(1);
  });

  it("closes one that the ledger knows to be over without asking the processor, and one whose payment is gone", async () => {
    answers = { "paymentIntents.retrieve": () => reject() };
    putPayment({ status: "succeeded", captureBefore: null });
    expect(await visit(HOLD)).toBe("over");
    put(HOLD, "hold_expiring", ID, { dueBy: DUE_BY });
    world.table.expire(paymentKey(ID));
    expect(await visit(HOLD)).toBe("over");
    expect(stored(HOLD).closedAt).toBe(world.now);
  });

  it("closes one whose intent the processor does not have", async () => {
    answers["paymentIntents.retrieve"] = () => reject({ processorSays: "missing" });
    expect(await visit(HOLD)).toBe("over");
    expect(stored(HOLD).closedAt).toBe(world.now);
  });

  it("shows it where the processor is away, until its end, and tells nobody of what it could not look at", async () => {
    answers["paymentIntents.retrieve"] = () => reject();
    await expect(visit(HOLD, DUE_BY)).rejects.toThrow("Away.");
    expect(stored(HOLD)).not.toHaveProperty("attentionSort");
    await expect(visit(HOLD, DUE_BY - 1)).rejects.toThrow("Away.");
    expect(stored(HOLD)).toMatchObject({ attentionSort: expect.stringContaining(String(DUE_BY)) });
    expect(stored(HOLD)).not.toHaveProperty("closedAt");
    expect(ownEvents()).toEqual([]);
  });

  it("tells nobody and shows nothing where it comes before its time, as an operator's may", async () => {
    expect(await visit(HOLD, DUE_BY - DAY_MS - 1)).toBe("waits");
    expect(ownEvents()).toEqual([]);
    expect(stored(HOLD)).not.toHaveProperty("toldFor");
    expect(stored(HOLD)).not.toHaveProperty("attentionSort");
    answers["paymentIntents.retrieve"] = () => Promise.reject(new Failure("processor_unavailable", "Away."));
    await expect(visit(HOLD, DUE_BY - DAY_MS - 1)).rejects.toThrow("Away.");
    expect(stored(HOLD)).not.toHaveProperty("attentionSort");
  });

  it("shows it and looks again while the processor tells it in a shape of the future, until its end", async () => {
    answers["paymentIntents.retrieve"] = ofTheFuture;
    expect(await visit(HOLD)).toBe("waits");
    expect(stored(HOLD)).toMatchObject({ attentionSort: expect.stringContaining(String(DUE_BY)) });
    expect(stored(HOLD).dueSort).toContain(String(world.now + 6 * HOUR_MS));
    expect(await visit(HOLD, DUE_BY)).toBe("over");
    expect(ownEvents()).toEqual([]);
  });

  it("closes it at its end, and not before", async () => {
    expect(await visit(HOLD, DUE_BY - 1)).toBe("told");
    expect(await visit(HOLD, DUE_BY)).toBe("over");
    expect(stored(HOLD).closedAt).toBe(DUE_BY);
  });

  it("waits where its end has moved, and closes it where it was released", async () => {
    answers["paymentIntents.retrieve"] = () => intent("requires_capture", DUE_BY + DAY_MS);
    expect(await visit(HOLD)).toBe("waits");
    expect(stored(HOLD)).toMatchObject({ dueBy: DUE_BY + DAY_MS });
    expect(ownEvents()).toEqual([]);
    answers["paymentIntents.retrieve"] = () => intent("canceled", DUE_BY);
    expect(await visit(HOLD)).toBe("over");
  });

  it("closes it where its merchant was erased, or is gone", async () => {
    world.table.put({ ...merchantKey("mer_1"), merchantId: "mer_1", erasedAt: 1 }, {});
    expect(await visit(HOLD)).toBe("over");
    put(HOLD, "hold_expiring", ID, { dueBy: DUE_BY });
    world.table.expire(merchantKey("mer_1"));
    expect(await visit(HOLD)).toBe("over");
  });
});

describe("a visit to a dispute", () => {
  const dispute = (given: object = {}) => ({
    disputeId: "dp_1",
    status: "needs_response",
    reason: "fraudulent",
    amountCents: 1000,
    openedAt: world.now,
    dueBy: DUE_BY,
    ...given,
  });
  const fetched = (status: string, dueBy = DUE_BY) => ({
    id: "dp_1",
    status,
    reason: "fraudulent",
    amount: 1000,
    created: world.now / 1000,
    evidence_details: { due_by: dueBy / 1000 },
  });
  beforeEach(() => {
    putPayment({ status: "succeeded", captureBefore: null, disputes: { dp_1: dispute() } });
    put(DISPUTE, "dispute_response_due", "dp_1", { dueBy: DUE_BY });
    answers = { "disputes.retrieve": () => fetched("needs_response") };
  });

  it("reminds of its deadline once", async () => {
    expect(await visit(DISPUTE)).toBe("told");
    expect(await visit(DISPUTE)).toBe("told_already");
    expect(ownEvents()).toMatchObject([{ type: "dispute.response_due" }]);
    expect(bodyOf(ownEvents())).toMatchObject({
      data: { object: { object: "dispute", id: "dp_1", payment_intent: "pi_1" } },
    });
  });

  it("reminds of its deadline three days before it, and not sooner", async () => {
    expect(await visit(DISPUTE, DUE_BY - 3 * DAY_MS - 1)).toBe("waits");
    expect(ownEvents()).toEqual([]);
    expect(await visit(DISPUTE, DUE_BY - 3 * DAY_MS)).toBe("told");
  });

  it("is over once it was answered, and lists it among the settled", async () => {
    answers["disputes.retrieve"] = () => fetched("under_review");
    expect(await visit(DISPUTE)).toBe("over");
    expect(stored(DISPUTE).attentionSort).toContain("DISPUTE#");
    expect(ownEvents()).toEqual([]);
  });

  it("58: waits where its deadline is another one, in the ledger or at the processor", async () => {
    put(DISPUTE, "dispute_response_due", "dp_1", { dueBy: DUE_BY - 1000 });
    expect(await visit(DISPUTE)).toBe("waits");
    expect(stored(DISPUTE)).toMatchObject({ dueBy: DUE_BY });
    answers["disputes.retrieve"] = () => fetched("needs_response", DUE_BY + DAY_MS);
    expect(await visit(DISPUTE)).toBe("waits");
    expect(stored(DISPUTE)).toMatchObject({ dueBy: DUE_BY + DAY_MS });
    expect(ownEvents()).toEqual([]);
  });

  it("is over at its deadline", async () => {
    expect(await visit(DISPUTE, DUE_BY)).toBe("over");
  });

  it.each([
    ["its account was taken away, once its deadline is over", lost, DUE_BY],
    ["the processor does not have it any more", () => reject({ processorSays: "missing" }), world.now],
    ["the processor tells it in a shape of the future, once its deadline is over", ofTheFuture, DUE_BY],
  ])("is over where %s, and the dispute stays listed as it stood last", async (_, retrieve, at) => {
    await visit(DISPUTE);
    answers = { "disputes.retrieve": retrieve, "accounts.retrieve": notYours };
    expect(await visit(DISPUTE, at)).toBe("over");
    const { items } = await listDisputes("mer_1", { limit: 10 }, world.now);
    expect(items).toMatchObject([{ disputeId: "dp_1", status: "needs_response", dueBy: DUE_BY }]);
    expect(stored(DISPUTE)).toMatchObject({
      attentionSort: expect.stringMatching(/^DISPUTE#/),
      expiresAt: at / 1000 + 400 * 86_400,
    });
    for (const name of ["closedAt", "dueBy", "dueSort", "dueShard"])
      expect(stored(DISPUTE)).not.toHaveProperty(name);
    // It can be read again: what the next event finds is open again, and is told no second time.
    answers = { "disputes.retrieve": () => fetched("needs_response") };
    expect(await visit(DISPUTE)).toBe("waits");
    expect(await visit(DISPUTE)).toBe("told_already");
    expect(stored(DISPUTE)).not.toHaveProperty("expiresAt");
  });

  it("fails where the account does not say itself that it is lost, and stays as it was", async () => {
    answers = { "disputes.retrieve": lost, "accounts.retrieve": () => reject() };
    await expect(visit(DISPUTE)).rejects.toThrow("Away.");
    expect(stored(DISPUTE)).toMatchObject({ dueBy: DUE_BY });
  });
});

describe("a visit to a refund that is on its way", () => {
  const refund = (status: string) => ({
    ...{ id: "re_1", object: "refund", status, amount: 400, created: world.now / 1000, metadata: {} },
    payment_intent: intent("requires_capture", DUE_BY),
  });
  beforeEach(() => put(REFUND, "refund_pending", "re_1", { amountCents: 400 }));

  it.each([
    ["arrived: it is over, which closes it", "succeeded", "over", { closedAt: world.now }],
    ["not arrived yet: it waits, and looks again", "pending", "waits", { kind: "refund_pending" }],
    ["failed: it waits, and shows that", "failed", "waits", { kind: "refund_failed" }],
  ])("a refund that has %s", async (_, status, verdict, expected) => {
    answers = { "refunds.retrieve": () => refund(status) };
    expect(await visit(REFUND)).toBe(verdict);
    expect(stored(REFUND)).toMatchObject(expected);
    if (verdict === "waits") expect(stored(REFUND).dueSort).toBeDefined();
  });

  it("fails where the processor is away, and closes nothing", async () => {
    answers = { "refunds.retrieve": () => reject() };
    await expect(visit(REFUND)).rejects.toThrow("Away.");
    expect(stored(REFUND)).not.toHaveProperty("closedAt");
  });
});

it("a visit to a refund that failed waits for thirty days, also where all was given back since: a later failure shows it again", async () => {
  put(REFUND, "refund_failed", "re_1", { amountCents: 400 });
  expect(await visit(REFUND, world.now + 30 * DAY_MS - 1)).toBe("waits");
  putPayment({ refundedCents: 1000 });
  expect(await visit(REFUND)).toBe("waits");
  expect(await visit(REFUND, world.now + 30 * DAY_MS)).toBe("over");
});

it("81: a visit to a warning of fraud waits for thirty days, or until all was given back", async () => {
  const warning = attentionKey("mer_1", "WARNING", "issfr_1");
  put(warning, "fraud_warning", "issfr_1");
  expect(await visit(warning, world.now + 30 * DAY_MS - 1)).toBe("waits");
  putPayment({ status: "refunded", refundedCents: 1000 });
  expect(await visit(warning)).toBe("over");
});

it("a visit to a payout that failed looks again a day later, for thirty days, and is over where the payout is gone", async () => {
  const facts = { payoutId: "po_1", accountId: "acct_1", currency: "usd", status: "failed", createdAt: 1 };
  world.table.put({ ...payoutKey("mer_1", "po_1"), merchantId: "mer_1", facts }, {});
  put(PAYOUT, "payout_failed", "po_1");
  expect(await visit(PAYOUT)).toBe("waits");
  expect(stored(PAYOUT).dueSort).toContain(String(world.now + DAY_MS));
  expect(await visit(PAYOUT, world.now + 30 * DAY_MS)).toBe("over");
  put(PAYOUT, "payout_failed", "po_1");
  world.table.expire(payoutKey("mer_1", "po_1"));
  expect(await visit(PAYOUT)).toBe("over");
});

describe("a visit while its account seems lost, as to a key of another platform", () => {
  const disputed = { disputeId: "dp_1", status: "needs_response", reason: "general", amountCents: 1000 };
  const dueBy = world.now + 3 * DAY_MS;
  const found: Record<string, () => unknown> = {
    "paymentIntents.retrieve": () => intent("requires_capture", DUE_BY),
    "disputes.retrieve": () => ({
      ...{ id: "dp_1", status: "needs_response", reason: "general", amount: 1000 },
      ...{ created: world.now / 1000, evidence_details: { due_by: dueBy / 1000 } },
    }),
  };
  let asked = 0;
  const loseAccount = () => {
    const ask = () => {
      asked++;
      return lost();
    };
    const subjects = ["paymentIntents.retrieve", "disputes.retrieve", "refunds.retrieve"];
    answers = { "accounts.retrieve": notYours, ...Object.fromEntries(subjects.map((path) => [path, ask])) };
  };
  /** As the events of a payment have left them. */
  const watch = async (key: Key) => {
    const payment = await findPayment(ID);
    if (!payment) throw new Error("no payment");
    if (key === HOLD) return upsertHoldAttention(payment, world.now - 6 * DAY_MS);
    if (key === DISPUTE) return upsertDisputeAttention(payment, "dp_1", world.now - 6 * DAY_MS);
    const createdAt = world.now - 10 * DAY_MS;
    await upsertRefundAttention(
      payment,
      { refundId: "re_1", status: "pending", createdAt } as RefundFacts,
      createdAt,
    );
  };
  /** What the due list brings, hour by hour. */
  const passHours = async (key: Key, from: number, to: number) => {
    for (let hour = from; hour <= to; hour++) {
      const at = world.now + hour * HOUR_MS;
      await sweep({ now: () => at, endsAt: at + 50_000 });
      for (const { pk } of world.visits.splice(0)) if (pk === key.pk) await visit(key, at);
    }
  };
  beforeEach(() => {
    asked = 0;
    world.visits.length = 0;
    putPayment({ disputes: { dp_1: { ...disputed, dueBy, openedAt: world.now } } });
    loseAccount();
  });

  it.each([
    ["a hold", HOLD, "payment.hold_expiring", 23],
    ["a dispute", DISPUTE, "dispute.response_due", 71],
  ])("tells of %s once the account is back, and before it is too late", async (_, key, type, hours) => {
    await watch(key);
    await passHours(key, 0, 1);
    expect(asked).toBe(1);
    // Somebody may act on it meanwhile.
    expect(stored(key).attentionSort).toContain(String(stored(key).dueBy));
    expect(ownEvents()).toEqual([]);
    answers = found;
    await passHours(key, 2, hours);
    expect(ownEvents()).toMatchObject([{ type }]);
    expect(stored(key).toldFor).toBe(stored(key).dueBy);
  });

  it.each([
    ["a hold", HOLD, 24, 8],
    ["a dispute", DISPUTE, 72, 16],
  ])(
    "gives %s up after its deadline where the account is lost, and calls nobody",
    async (_, key, hours, looks) => {
      await watch(key);
      await passHours(key, 0, hours - 1);
      expect(stored(key)).toHaveProperty("dueBy");
      expect(stored(key)).not.toHaveProperty("closedAt");
      await passHours(key, hours, hours + 24);
      expect(stored(key)).not.toHaveProperty("dueShard");
      expect(asked).toBeLessThanOrEqual(looks);
      expect(counted.filter((name) => name !== "Sweeps")).toEqual([]);
      expect(ownEvents()).toEqual([]);
    },
  );

  it("leaves what an operator visits too soon on the due list at its time, and shows nothing", async () => {
    await watch(HOLD);
    const before = stored(HOLD);
    expect(await visit(HOLD, DUE_BY - DAY_MS - 1)).toBe("waits");
    expect(stored(HOLD)).toEqual(before);
  });

  it("looks at a refund daily until it is thirty days old", async () => {
    await watch(REFUND);
    await passHours(REFUND, 0, 20 * 24 - 1);
    expect(asked).toBe(20);
    expect(stored(REFUND)).not.toHaveProperty("closedAt");
    await passHours(REFUND, 20 * 24, 20 * 24);
    expect(stored(REFUND)).toMatchObject({ closedAt: world.now + 20 * DAY_MS });
    expect(counted.filter((name) => name !== "Sweeps")).toEqual([]);
  });
});
