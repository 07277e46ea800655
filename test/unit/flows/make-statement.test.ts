import { inspect } from "node:util";
import fc from "fast-check";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { type BalanceLine, movementOf } from "../../../shared/domain/finance/movement.ts";
import { addMovement, type Statement, type Total } from "../../../shared/domain/finance/statement.ts";
import { projectIntent } from "../../../shared/domain/payments/payment.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { paymentKey, statementKey, statementWorkKey } from "../../../shared/ledger/table.ts";
import { toPaidSnapshot, toSnapshot } from "../../../shared/processor/snapshot.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { DAY_MS, FakeWorld, HOUR_MS } from "../../support/fake-world.ts";
import { balanceLineWith, chargeWith, intentWith, UNPAID } from "../../support/stripe-objects.ts";

/*
 * What a day's statement says, counts and leaves behind, over a ledger in memory and a processor that is made up here in
 * the SDK's own types: one charge of 10.00 with a fee of 0.51 for each payment.
 */
const DATE = "2026-01-04";
const NOON = Date.UTC(2026, 0, 4, 12);
const OWN = "acct_own";

const world = new FakeWorld().enter();
const counted: [string, number][] = [];
world.replaceInLogger({ count: (name: string, value = 1) => counted.push([name, value]) });
const logged = world.recordLog();

let booked: (Stripe.BalanceTransaction & { accountId: string })[] = [];
let intents: Stripe.PaymentIntent[] = [];
const lost = new Set<string>();
let isAway = false;
/** Intents that cannot be asked for at the moment. */
const passing = new Set<string>();
let asked = 0;
/** Called when a page of money is asked for: a test may let time pass there. */
let onPage: () => void = () => {};
/** What the processor says of the sum of its lines. */
let onBalance: (cents: number) => number = (cents) => cents;
type Options = { stripeAccount: string };
const requireReach = ({ stripeAccount }: Options) => {
  asked++;
  if (lost.has(stripeAccount))
    throw new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
};
const stripe = {
  balanceTransactions: {
    list: async ({ created }: Stripe.BalanceTransactionListParams, options: Options) => {
      requireReach(options);
      onPage();
      const { gte = 0, lt = Number.POSITIVE_INFINITY } = created as Stripe.RangeQueryParam;
      const isMeant = (line: (typeof booked)[number]) =>
        line.accountId === options.stripeAccount && line.created >= gte && line.created < lt;
      return { data: booked.filter(isMeant), has_more: false };
    },
  },
  balance: {
    retrieve: async (_: unknown, options: Options) => {
      requireReach(options);
      const own = booked.filter(({ accountId }) => accountId === options.stripeAccount);
      const sum = own.reduce((cents, { net }) => cents + net, 0);
      return { available: [{ amount: onBalance(sum), currency: "usd" }], pending: [] };
    },
  },
  paymentIntents: {
    // What a list leads to is in reconcile-intents.test.ts. Here the ledger's payments ask for their intents.
    list: async (_: unknown, options: Options) => {
      requireReach(options);
      return { data: [], has_more: false };
    },
    retrieve: async (intentId: string, _: unknown, options: Options) => {
      requireReach(options);
      if (passing.has(intentId)) throw new Failure("processor_unavailable", "Away.");
      const intent = intents.find(({ id }) => id === intentId);
      if (!intent) throw new Failure("processor_unavailable", "None.", { processorSays: "missing" });
      return intent;
    },
  },
  accounts: {
    retrieve: async () => {
      if (isAway) throw new Failure("processor_unavailable", "Away.");
      throw new Failure("processor_rejected", "Not yours.", { processorCode: "account_invalid" });
    },
  },
};
world.askMadeUp(stripe);

const { makeStatement, requireDay, resumeStatement } = await import(
  "../../../shared/flows/statements/make-statement.ts"
);
const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");
const { listDayLines } = await import("../../../shared/flows/statements/list-day-lines.ts");
const { startStatementWork } = await import("../../../shared/ledger/statement-work.ts");

const account = { processorAccountId: OWN } as Merchant["account"];
const MERCHANT = { merchantId: "mer_1", account, createdAt: NOON - DAY_MS } as Merchant;
const run = () => ({ now: () => world.now, traceId: `run-${++runs}` });
let runs = 0;
const make = (merchant = MERCHANT) => makeStatement(merchant, DATE, run());
const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;

/** A payment's charge, as the processor has it. */
const chargeOf = (nth: number, metadata: Record<string, string>) =>
  chargeWith({ id: `ch_${nth}`, payment_intent: `pi_${nth}`, metadata });

/** Money of a payment moves at the processor, at noon unless told. */
function book(nth: number, { accountId = OWN, atMs = NOON, metadata = ours(nth) } = {}): Stripe.Charge {
  const charge = chargeOf(nth, metadata);
  const fees = [
    { amount: 51, type: "application_fee" },
    { amount: 59, type: "stripe_fee" },
  ];
  const line = {
    id: `txn_${nth}`,
    created: atMs / 1000,
    fee: 110,
    net: 890,
    fee_details: fees,
    source: charge,
  };
  booked.push({ ...balanceLineWith(line), accountId });
  intents.push(intentOf(nth, charge));
  return charge;
}

const ours = (nth: number): Record<string, string> => ({ svcPaymentId: idOf(nth), svcEnv: "test" });

const intentOf = (nth: number, charge: Stripe.Charge | null) => {
  const named = { id: `pi_${nth}`, created: NOON / 1000, metadata: ours(nth) };
  return intentWith({ ...named, ...(charge ? { latest_charge: charge } : UNPAID) });
};

/** The ledger has the payment: as paid, or as the intent is at first. */
function store(nth: number, { isPaid = true, connectedAccountId = OWN, at = NOON } = {}): void {
  const terms = { connectedAccountId, amountCents: 1000, applicationFeeCents: 51, currency: "usd" };
  const record = newPaymentRecord({
    ...{ svcPaymentId: idOf(nth), merchantId: "mer_1", traceId: "t", at },
    terms: { ...terms, captureMethod: "automatic" },
  });
  const snapshot = isPaid
    ? toPaidSnapshot(chargeOf(nth, ours(nth)), `pi_${nth}`)
    : toSnapshot(intentOf(nth, null));
  world.table.put({ ...record, ...projectIntent(snapshot), state: "completed" }, {});
}

const paymentStatus = (nth: number) => world.table.peek(paymentKey(idOf(nth)))?.status;

/** DynamoDB keeps no order among the names of a map. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
};

const kindsOf = ({ differences }: Statement) => differences.map(({ kind, healed }) => [kind, healed]);

beforeEach(() => {
  [booked, intents] = [[], []];
  lost.clear();
  isAway = false;
  onPage = () => {};
  onBalance = (cents) => cents;
  counted.length = 0;
  logged.length = 0;
  asked = 0;
  for (let nth = 1; nth < 10; nth++) world.table.expire(paymentKey(idOf(nth)));
  world.table.expire(statementKey("mer_1", DATE));
  world.table.expire(statementWorkKey("mer_1", DATE));
});

describe("a statement counts", () => {
  it("itself where everything agrees, and neither healing nor a difference", async () => {
    store(1);
    store(2);
    book(1);
    book(2);
    const { statement, changes } = await make();
    expect(statement).toMatchObject({ matched: 2, merchantsOwn: 0, differences: [], final: true });
    expect(statement.totals).toMatchObject([{ currency: "usd", grossCents: 2000, netCents: 1780 }]);
    // Both payments are behind it.
    expect(statement.lines).toMatchObject([{ chunkSizes: [2] }]);
    expect(changes).toBeUndefined();
    expect(counted).toEqual([["Statements", 1]]);
  });

  it("what it has healed, which is no difference any more", async () => {
    for (const nth of [1, 2, 3]) {
      store(nth, { isPaid: nth === 3 });
      book(nth);
    }
    const { statement } = await make();
    expect(statement.matched).toBe(1);
    expect(kindsOf(statement)).toEqual([
      ["status_differs", true],
      ["status_differs", true],
    ]);
    expect([1, 2, 3].map(paymentStatus)).toEqual(["succeeded", "succeeded", "succeeded"]);
    expect(counted).toEqual([
      ["Statements", 1],
      ["HealedPayments", 2],
    ]);
  });

  it("what a person must look at: money without a payment, and payments that the processor does not know", async () => {
    book(1);
    store(2);
    store(3, { isPaid: false });
    const { statement } = await make();
    expect(kindsOf(statement)).toEqual([
      ["not_at_processor", false],
      ["not_at_processor", false],
      ["not_in_ledger", false],
    ]);
    expect(statement).toMatchObject({ matched: 0, merchantsOwn: 0 });
    expect(counted).toEqual([
      ["Statements", 1],
      ["StatementDifferences", 3],
    ]);
    // The runbook begins with merchant and day, and has them from here.
    expect(logged).toEqual([["error", "ledger and processor differ", { merchantId: "mer_1", date: DATE }]]);
  });

  it("both at once, each by itself", async () => {
    store(1, { isPaid: false });
    book(1);
    book(2);
    await make();
    expect(counted).toEqual([
      ["Statements", 1],
      ["HealedPayments", 1],
      ["StatementDifferences", 1],
    ]);
  });
});

describe("a day whose balance does not add up", () => {
  const DIFFERS = [["BalanceDifferences", 1]];
  const [BEFORE, AFTER] = ["2026-01-03", "2026-01-05"];
  const differing = () => counted.filter(([name]) => name === "BalanceDifferences");
  const forget = () => {
    for (const date of [BEFORE, DATE, AFTER])
      for (const key of [statementKey("mer_1", date), statementWorkKey("mer_1", date)])
        world.table.expire(key);
  };
  /** As the clock does it, six hours after the day. */
  const close = (date: string) => {
    world.now = Date.parse(date) + 30 * HOUR_MS;
    return makeStatement({ ...MERCHANT, createdAt: 0 }, date, run());
  };
  const closedAt = world.now;
  beforeEach(forget);
  afterEach(() => {
    forget();
    world.now = closedAt;
  });

  it("is told once, with merchant and day, where the processor has another balance than the lines give", async () => {
    book(1, { atMs: NOON - DAY_MS, metadata: {} });
    await close(BEFORE);
    book(2, { metadata: {} });
    onBalance = (cents) => cents + 7;
    await close(DATE);
    expect(differing()).toEqual(DIFFERS);
    expect(logged).toEqual([
      ["error", "the balance of a day does not add up", { merchantId: "mer_1", date: DATE }],
    ]);
    await close(AFTER);
    expect(differing()).toEqual(DIFFERS);
  });

  it("is told only once the day is final, after the merchant's own account could be read", async () => {
    const accountId = "acct_former";
    const both = { ...MERCHANT, createdAt: 0, formerAccountIds: [accountId] };
    book(1, { accountId, atMs: NOON - DAY_MS, metadata: {} });
    world.now = Date.parse(DATE) + 6 * HOUR_MS;
    await makeStatement(both, BEFORE, run());
    onBalance = (cents) => cents && cents + 7;
    lost.add(OWN);
    world.now += DAY_MS;
    await make(both);
    expect(differing()).toEqual([]);
    lost.clear();
    await make(both);
    expect(differing()).toEqual(DIFFERS);
  });

  it("is not told where all adds up, nor of the first day, which nothing comes before", async () => {
    book(1, { atMs: NOON - DAY_MS, metadata: {} });
    onBalance = (cents) => cents + 7;
    await close(BEFORE);
    book(2, { metadata: {} });
    await close(DATE);
    await close(AFTER);
    expect(differing()).toEqual([]);
  });

  it("is told of the day after where the day before is made after it, and ends once the late line is in", async () => {
    book(1, { atMs: NOON - DAY_MS, metadata: {} });
    await close(BEFORE);
    // Booked by the processor for a day that was final already.
    book(2, { atMs: NOON - DAY_MS, metadata: {} });
    await close(DATE);
    expect(differing()).toEqual(DIFFERS);
    await makeStatement({ ...MERCHANT, createdAt: 0 }, BEFORE, run());
    expect(differing()).toEqual(DIFFERS);
    booked.pop();
    await makeStatement({ ...MERCHANT, createdAt: 0 }, BEFORE, run());
    expect(differing()).toHaveLength(2);
    expect(logged.at(-1)).toEqual([
      ...["error", "the balance of a day does not add up"],
      { merchantId: "mer_1", date: DATE },
    ]);
  });
});

it("a statement leaves out the money of the day before and after, and counts the merchant's own by itself", async () => {
  store(1);
  book(1, { atMs: NOON - 12 * HOUR_MS });
  book(2, { atMs: NOON - 12 * HOUR_MS - 1000 });
  book(3, { atMs: NOON + 12 * HOUR_MS });
  book(4, { atMs: NOON + 12 * HOUR_MS - 1000, metadata: {} });
  const { statement } = await make();
  expect(statement).toMatchObject({ matched: 1, merchantsOwn: 1, differences: [] });
  expect(statement.totals).toMatchObject([
    { grossCents: 1000, netCents: 890, merchantsOwnNetCents: 890, accountNetCents: 1780 },
  ]);
  expect(statement.lines).toMatchObject([{ chunkSizes: [2] }]);
});

it("a statement asks for an unpaid payment of its day, and not for one of another day", async () => {
  store(1, { isPaid: false });
  store(2, { isPaid: false, at: NOON + DAY_MS });
  intents.push(intentOf(1, null));
  const { statement } = await make();
  expect(statement).toMatchObject({ matched: 1, differences: [] });
});

describe("a statement that is made again", () => {
  it("keeps what an earlier one has healed, and says which of its parts have changed", async () => {
    store(1, { isPaid: false });
    store(2);
    book(1);
    book(2);
    const first = await make();
    const again = await make();
    expect(again.changes).toEqual([]);
    expect(again.statement).toMatchObject({ matched: first.statement.matched });
    expect(kindsOf(again.statement)).toEqual([["status_differs", true]]);
    store(3);
    book(3);
    expect((await make()).changes).toEqual(["totals", "matched"]);
  });

  it("counts a payment as matched whose dispute an earlier one has healed: all else of it agreed then, too", async () => {
    store(1);
    book(1);
    const { statement } = await make();
    const healed = { kind: "dispute_differs", processorPaymentIntentId: "pi_1", healed: true };
    const key = statementKey("mer_1", DATE);
    world.table.put({ ...key, ...world.table.peek(key), differences: [healed] }, {});
    const again = await make();
    expect(again.statement).toMatchObject({ matched: statement.matched, differences: [healed] });
    expect(again.changes).toEqual([]);
  });

  it("has not changed where only the table gives the names of its maps back in another order", async () => {
    store(1, { isPaid: false });
    book(1);
    await make();
    const key = statementKey("mer_1", DATE);
    const stored = world.table.peek(key);
    expect(stored).toMatchObject({ totals: [{}], differences: [{ ledger: {}, processor: {} }] });
    world.table.put({ ...key, ...(reversed(stored) as object) }, {});
    world.now += 1000;
    expect((await make()).changes).toEqual([]);
  });

  it("counts what was healed before no second time", async () => {
    store(1, { isPaid: false });
    book(1);
    await make();
    counted.length = 0;
    await make();
    expect(counted).toEqual([["Statements", 1]]);
  });
});

describe("a day is final", () => {
  it("from six hours after its end, and not a moment sooner", async () => {
    const closing = Date.UTC(2026, 0, 5, 6);
    const finalAt = async (at: number) =>
      (await makeStatement(MERCHANT, DATE, { now: () => at, traceId: `run-${++runs}` })).statement.final;
    expect(await finalAt(closing - 1)).toBe(false);
    expect(await finalAt(closing)).toBe(true);
  });

  it("not while the merchant's own account cannot be read, but without a former one that is gone for good", async () => {
    lost.add(OWN);
    expect((await make()).statement.unreachableAccounts).toEqual([OWN]);
    expect(asked).toBe(1);
    // Nor is the account asked for a payment of its own, which may be there all the same.
    store(1);
    const own = (await make()).statement;
    expect(asked).toBe(2);
    expect(own).toMatchObject({ final: false, unreachableAccounts: [OWN], differences: [], matched: 0 });
    const former = { ...MERCHANT, account: { processorAccountId: "acct_new" }, formerAccountIds: [OWN] };
    expect((await make(former as Merchant)).statement).toMatchObject({
      ...{ final: true, unreachableAccounts: [OWN], differences: [] },
    });
    expect((await make({ ...MERCHANT, account: null, formerAccountIds: [OWN] })).statement.final).toBe(true);
    expect(counted.map(([name]) => name)).toEqual(Array(4).fill("Statements"));
  });
});

describe("a statement that the clock asks for", () => {
  const resume = (lifeMs = () => 300_000) =>
    runInvocation(lifeMs, () => resumeStatement(MERCHANT, DATE, run()));
  const work = () => world.table.peek(statementWorkKey("mer_1", DATE));

  it("is made once: where it is final the processor is not asked, and work that a dead run has left is closed", async () => {
    expect(await resume()).toMatchObject({ kind: "made", statement: { final: true } });
    expect(work()).toMatchObject({ state: "done" });
    const at = world.now;
    await startStatementWork({ merchantId: "mer_1", date: DATE, runId: "dead", at, dueAtMs: at });
    asked = 0;
    expect(await resume()).toEqual({ kind: "final" });
    expect(asked).toBe(0);
    expect(work()).toMatchObject({ state: "done" });
    expect(work()?.dueSort).toBeUndefined();
  });

  it("goes on where a run has stopped, unless that began before the day was closed", async () => {
    const startedAt = Date.UTC(2026, 0, 5, 7);
    const begin = (at: number) =>
      startStatementWork({ merchantId: "mer_1", date: DATE, runId: "dead", at, dueAtMs: at });
    await begin(startedAt);
    expect(await resume()).toMatchObject({ statement: { generatedAt: startedAt, final: true } });
    world.table.expire(statementKey("mer_1", DATE));
    await begin(Date.UTC(2026, 0, 5, 5));
    expect(await resume()).toMatchObject({ statement: { generatedAt: world.now, final: true } });
  });

  it("is looked for sixteen minutes after its last word where its run dies, and has kept all but the last minute", async () => {
    const lookedFor = (since: number) => String(since + 16 * 60_000);
    store(1);
    book(1, { atMs: NOON - 12 * HOUR_MS });
    const begunAt = world.now;
    let keptAt = 0;
    onPage = () => {
      if (asked === 1) expect(work()?.dueSort).toContain(lookedFor(begunAt));
      if (asked === 3) keptAt = world.now += 60_000;
      if (asked === 5) world.isKilled = () => true;
    };
    await expect(resume()).rejects.toThrow("died");
    world.isKilled = () => false;
    expect(work()).toMatchObject({
      ...{ state: "running", startedAt: begunAt, progress: { totals: [{ grossCents: 1000 }] } },
    });
    expect(work()?.progress).toMatchObject({ cursor: { movements: { sinceMs: NOON - 9 * HOUR_MS } } });
    expect(work()?.dueSort).toContain(lookedFor(keptAt));
    [onPage, asked] = [() => {}, 0];
    expect(await resume()).toMatchObject({ kind: "made", statement: { matched: 1, differences: [] } });
    // The hours that were left, and the balance before and after what moved since the day.
    // The hours of money that are left, and the list of unpaid intents.
    expect(asked).toBe(21 + 3 + 1);
  });

  it("is begun anew where a part of what was found is gone", async () => {
    store(1);
    book(1, { atMs: NOON - 12 * HOUR_MS });
    const firstAt = world.now;
    onPage = () => {
      if (asked === 3) throw new Failure("processor_unavailable", "Away.");
    };
    await expect(resume()).rejects.toThrow("Away.");
    const [part] = (work()?.parts as string[]) ?? [];
    const { pk, sk } = statementWorkKey("mer_1", DATE);
    world.table.expire({ pk, sk: `PART#${sk}#${part}` });
    [onPage, world.now] = [() => {}, world.now + 1000];
    expect(await resume()).toMatchObject({
      ...{ kind: "made", statement: { matched: 1, generatedAt: firstAt + 1000 } },
    });
  });

  it("finds a payment that the processor does not know once, though its page is looked through again", async () => {
    store(1);
    store(2);
    passing.add("pi_2");
    await expect(resume()).rejects.toThrow("Away.");
    passing.clear();
    asked = 0;
    expect(await resume()).toMatchObject({ kind: "made", statement: { differences: [{}, {}] } });
    // The money of the day was looked through before.
    expect(asked).toBe(2);
    expect(counted).toContainEqual(["StatementDifferences", 2]);
  });

  it("is put aside with less than thirty seconds left, due at once, and not with thirty", async () => {
    expect(await resume(() => 29_999)).toEqual({ kind: "put_aside" });
    expect(asked).toBe(0);
    expect(work()).toMatchObject({ state: "running" });
    expect(await resume(() => 30_000)).toMatchObject({ kind: "made" });
  });

  it("is put aside where it fails because its time is used up, and fails where it is not", async () => {
    // So it is unknown whether the account is lost.
    isAway = true;
    lost.add(OWN);
    await expect(resume()).rejects.toThrow("Not yours.");
    expect(await resume(() => (asked > 1 ? 0 : 300_000))).toEqual({ kind: "put_aside" });
  });
});

it("a statement never gives a payment back the intent that its completion has just replaced", async () => {
  store(1, { isPaid: false });
  const key = paymentKey(idOf(1));
  const open = { ...world.table.peek(key), state: "claimed", ownerToken: "T", version: 1 };
  world.table.put(open as never, {});
  // The one that a webhook has brought ended; the creation's own is pi_2, as the client hears in this very moment.
  intents.push({ ...intentOf(1, null), status: "canceled" }, intentOf(2, null));
  const retrieve = stripe.paymentIntents.retrieve;
  stripe.paymentIntents.retrieve = async (intentId, parameters, options) => {
    const answer = await retrieve(intentId, parameters, options);
    stripe.paymentIntents.retrieve = retrieve;
    world.table.put(
      { ...open, state: "completed", processorPaymentIntentId: "pi_2", version: 2 } as never,
      {},
    );
    return answer;
  };
  await make();
  stripe.paymentIntents.retrieve = retrieve;
  expect(world.table.peek(key)).toMatchObject({
    processorPaymentIntentId: "pi_2",
    status: "requires_payment_method",
  });
});

describe("42: a statement whose account its merchant has taken away since", () => {
  const gone: Merchant = { ...MERCHANT, account: null, formerAccountIds: [OWN] };
  const work = () => world.table.peek(statementWorkKey("mer_1", DATE));
  const standing = () => world.table.peek(statementKey("mer_1", DATE)) as unknown as Statement;
  const resume = (merchant = MERCHANT) =>
    runInvocation(
      () => 300_000,
      () => resumeStatement(merchant, DATE, run()),
    );
  /** A payment of 10.00, the statement with it, and then the account is lost. */
  const makeAndLose = async (at = world.now) => {
    store(1);
    book(1);
    await makeStatement(MERCHANT, DATE, { now: () => at, traceId: `run-${++runs}` });
    lost.add(OWN);
    counted.length = 0;
    return standing();
  };

  it.each([
    ["detached", gone],
    ["still the merchant's", MERCHANT],
  ])(
    "stays as it is where it is final and made again by hand, and the work on it ends: %s",
    async (_, now) => {
      const before = await makeAndLose();
      expect(before).toMatchObject({ final: true, totals: [{ grossCents: 1000 }] });
      const at = new Date(before.generatedAt).toISOString();
      await expect(make(now)).rejects.toMatchObject({
        code: "invalid_request",
        message:
          `${OWN} can no longer be read, so the statement of ${DATE} stays as it was created at ${at}. ` +
          "There are no other differences.",
      });
      expect(standing()).toEqual(before);
      expect(work()).toMatchObject({ state: "done" });
      expect(work()?.dueSort).toBeUndefined();
      expect(counted).toEqual([]);
    },
  );

  it("stays also where another account can be read, and what differs there is named, counted and logged", async () => {
    const before = await makeAndLose();
    store(2, { connectedAccountId: "acct_new" });
    const both = { ...MERCHANT, account: { processorAccountId: "acct_new" }, formerAccountIds: [OWN] };
    await expect(make(both as Merchant)).rejects.toThrow(
      `Differences elsewhere: not at processor ${idOf(2)}.`,
    );
    expect(standing()).toEqual(before);
    expect(counted).toEqual([["StatementDifferences", 1]]);
    expect(logged).toHaveLength(1);
  });

  it("keeps its numbers where the clock comes back to it, and is final once the account is detached", async () => {
    const before = await makeAndLose(NOON + HOUR_MS);
    expect(before).toMatchObject({ final: false, unreachableAccounts: [] });
    const { totals, matched, generatedAt, lines } = before;
    const same = { totals, matched, generatedAt, lines, unreachableAccounts: [OWN] };
    for (let morning = 1; morning <= 2; morning++) {
      expect(await resume()).toMatchObject({ kind: "stands" });
      expect(standing()).toMatchObject({ ...same, final: false });
      expect(work()).toMatchObject({ state: "done" });
    }
    expect(await resume(gone)).toMatchObject({ kind: "stands" });
    expect(standing()).toMatchObject({ ...same, final: true });
    // Nor does a person replace it with nothing.
    await expect(make(gone)).rejects.toThrow("can no longer be read");
    expect(standing()).toMatchObject({ ...same, final: true });
    expect(counted).toEqual(Array(3).fill(["Statements", 1]));
  });

  it("keeps also what was read of the account before it was lost in the middle of a run", async () => {
    store(1);
    book(1);
    store(2, { isPaid: false });
    // The money of noon was listed, or all of the day's, and then the account is gone.
    for (const lastPage of [14, 24]) {
      world.table.expire(statementKey("mer_1", DATE));
      lost.clear();
      asked = 0;
      onPage = () => void (asked === lastPage && lost.add(OWN));
      const { statement } = await make();
      expect(statement).toMatchObject({
        ...{ final: false, totals: [{ grossCents: 1000 }], unreachableAccounts: [OWN], lostAccounts: [OWN] },
      });
      expect(await resume(gone)).toMatchObject({ kind: "stands" });
      expect(standing()).toMatchObject({ totals: [{ grossCents: 1000 }], final: true });
    }
  });

  it("keeps what was read of a former account, too, which was lost before the merchant's own was read", async () => {
    book(2, { accountId: "acct_former", metadata: {} });
    const two = { ...MERCHANT, formerAccountIds: ["acct_former"] };
    onPage = () => void (asked === 20 && lost.add("acct_former"));
    const { statement } = await make(two);
    expect(statement).toMatchObject({ final: true, merchantsOwn: 1, lostAccounts: ["acct_former"] });
    await expect(make(two)).rejects.toThrow("acct_former can no longer be read");
    expect(standing()).toMatchObject({ final: true, totals: [{ merchantsOwnNetCents: 890 }] });
  });

  it("keeps that beside another account, whose day it has, and gives it up for the day of one that it could not read", async () => {
    store(1);
    book(1);
    book(2, { accountId: "acct_former", metadata: {} });
    const two = { ...MERCHANT, formerAccountIds: ["acct_former"] };
    onPage = () => void (asked === 48 && lost.add(OWN));
    store(3, { isPaid: false });
    await make(two);
    const before = standing();
    expect(before).toMatchObject({ final: false, matched: 1, merchantsOwn: 1, lostAccounts: [OWN] });
    expect(await resume(two)).toMatchObject({ kind: "stands" });
    expect(standing()).toMatchObject({
      ...before,
      totals: [{ grossCents: 1000, merchantsOwnNetCents: 890 }],
    });
    // Now the one can be read, and the other cannot.
    lost.clear();
    lost.add("acct_former");
    onPage = () => {};
    expect(await resume(two)).toMatchObject({ kind: "made", statement: { final: true, merchantsOwn: 0 } });
  });

  it("is made anew where the account comes back, and where it was made too early and another account can be read", async () => {
    await makeAndLose(NOON + HOUR_MS);
    await resume();
    lost.clear();
    store(2);
    book(2);
    expect(await resume()).toMatchObject({ kind: "made", statement: { final: true, matched: 2 } });
    expect(standing()).toMatchObject({ totals: [{ grossCents: 2000 }], unreachableAccounts: [] });
    expect(standing().lostAccounts).toBeUndefined();

    world.table.expire(statementKey("mer_1", DATE));
    await makeAndLose(NOON + HOUR_MS);
    book(3, { accountId: "acct_new", metadata: {} });
    const both = { ...MERCHANT, account: { processorAccountId: "acct_new" }, formerAccountIds: [OWN] };
    expect(await resume(both as Merchant)).toMatchObject({
      ...{ kind: "made", statement: { final: true, merchantsOwn: 1, unreachableAccounts: [OWN] } },
    });
  });

  it("keeps its numbers where the merchant has come back with an account on which nothing moved that day", async () => {
    const { totals, generatedAt } = await makeAndLose(NOON + HOUR_MS);
    await resume();
    const back = { ...MERCHANT, account: { processorAccountId: "acct_new" }, formerAccountIds: [OWN] };
    expect(await resume(back as Merchant)).toMatchObject({ kind: "stands", lostAccounts: [OWN] });
    expect(standing()).toMatchObject({ totals, matched: 1, generatedAt, final: true, keptAt: world.now });
    // It only seemed lost: then all of the day is read again.
    lost.clear();
    expect((await make(back as Merchant)).statement).toMatchObject({ totals, unreachableAccounts: [] });
    expect(standing()).not.toHaveProperty("keptAt");
  });

  const bookPayout = () => {
    book(3, { accountId: "acct_new" });
    Object.assign(booked.at(-1) ?? {}, { reporting_category: "payout", type: "payout", source: "po_1" });
  };
  it.each([
    ["a payment that the processor does not have", () => store(3, { connectedAccountId: "acct_new" })],
    ["a payout", bookPayout],
  ])("is made anew where it was made too early and this was found on another account: %s", async (_, add) => {
    await makeAndLose(NOON + HOUR_MS);
    add();
    const both = { ...MERCHANT, account: { processorAccountId: "acct_new" }, formerAccountIds: [OWN] };
    expect(await resume(both as Merchant)).toMatchObject({ kind: "made" });
  });

  it("is not replaced by a run that could not read it and has compared itself with nothing", async () => {
    lost.add(OWN);
    const other = { ...statementKey("mer_1", DATE), generatedAt: world.now - 1, matched: 7 };
    // The other run's statement is written after this one has looked for one, and before it writes its own.
    world.isKilled = (call) => {
      if (call === "write" && asked > 0) world.table.put(other, {});
      return false;
    };
    await expect(make()).rejects.toMatchObject({ code: "service_unavailable" });
    world.isKilled = () => false;
    expect(standing()).toMatchObject({ matched: 7 });
    expect(counted).toEqual([]);
    // The due list brings it back, and then it is compared.
    expect(work()).toMatchObject({ state: "running" });
  });
});

describe("a day that is summed in slices", () => {
  /** What becomes of the nth payment, and at which hours more money of it moves. */
  const KINDS = [
    "agrees",
    "unpaid",
    "merchants_own",
    "not_in_ledger",
    "foreign",
    "not_at_processor",
  ] as const;
  const sale = (kinds: readonly string[]) =>
    fc.record({
      kind: fc.constantFrom(...kinds),
      currency: fc.constantFrom("usd", "eur"),
      hour: fc.integer({ min: 0, max: 23 }),
      refundHours: fc.array(fc.integer({ min: 0, max: 23 }), { maxLength: 2 }),
    });
  type Sale = { kind: string; currency: string; hour: number; refundHours: number[] };

  const limits = fc.record({
    sliceLines: fc.integer({ min: 1, max: 6 }),
    unkept: fc.integer({ min: 1, max: 4 }),
    knownVerdicts: fc.integer({ min: 0, max: 3 }),
  });

  function live(sales: Sale[]): void {
    world.emptyTable();
    [booked, intents] = [[], []];
    for (const [index, { kind, currency, hour, refundHours }] of sales.entries()) {
      const nth = index + 1;
      const atMs = Date.UTC(2026, 0, 4, hour);
      if (["agrees", "unpaid", "not_at_processor", "healed"].includes(kind))
        store(nth, { isPaid: kind === "agrees" });
      if (kind === "unpaid") intents.push(intentOf(nth, null));
      if (kind === "unpaid" || kind === "not_at_processor") continue;
      const metadata = { merchants_own: {}, foreign: ours(nth === 1 ? 2 : 1) }[kind] ?? ours(nth);
      book(nth, { atMs, metadata });
      Object.assign(booked.at(-1) ?? {}, { currency, exchange_rate: currency === "usd" ? null : 1.25 });
      Object.assign(intents.at(-1) ?? {}, { metadata });
      for (const refundHour of refundHours) {
        const source = { id: `re_${nth}`, object: "refund", payment_intent: `pi_${nth}` };
        const refund = { amount: -100, fee: 0, net: -100, fee_details: [], reporting_category: "refund" };
        const created = Date.UTC(2026, 0, 4, refundHour) / 1000;
        const line = { ...booked.at(-1), ...refund, created, source };
        booked.push({ ...line, id: `txn_${booked.length}` } as unknown as (typeof booked)[number]);
      }
    }
  }

  async function described(statement: Statement) {
    const lines: BalanceLine[] = [];
    for await (const read of listDayLines("mer_1", [statement]))
      lines.push(...read.map(({ nth: _, ...line }) => line));
    // However the day was sliced and whatever died: the lines are the statement, to the cent and in each currency.
    const added = lines.reduce<Total[]>(
      (totals, line) => addMovement(totals, movementOf(line), line.svcPaymentId !== null),
      [],
    );
    expect(added).toEqual(statement.totals);
    const sorted = (all: readonly unknown[]) => all.map((one) => inspect(one, { sorted: true })).toSorted();
    const { totals, matched, merchantsOwn, unexplained, differencesOmitted } = statement;
    const counts = { totals, matched, merchantsOwn, unexplained, differencesOmitted };
    return { ...counts, differences: sorted(statement.differences), lines: sorted(lines) };
  }

  it("comes to the same as one that is summed whole, however small the slices are", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(sale([...KINDS, "healed"]), { maxLength: 25 }),
        limits,
        async (sales, chosen) => {
          live(sales);
          const whole = await described((await make()).statement);
          live(sales);
          const sliced = await makeStatement(MERCHANT, DATE, { ...run(), limits: chosen });
          expect(await described(sliced.statement)).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    ));

  /** Of the nth call to the ledger; what is no death passes, and what was found before is kept. */
  const failure = fc.record({
    of: fc.constantFrom("read", "write"),
    nth: fc.integer({ min: 1, max: 40 }),
    isDeath: fc.boolean(),
  });

  it("comes to the same though the function dies or fails at any call, and another goes on", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(sale(KINDS), { minLength: 3, maxLength: 25 }),
        limits,
        fc.array(failure, { maxLength: 6 }),
        async (sales, chosen, failures) => {
          live(sales);
          const whole = await described((await make()).statement);
          live(sales);
          for (const { of, nth, isDeath } of failures) {
            let calls = 0;
            world.isKilled = (call) => call === of && (++calls === nth || (isDeath && calls > nth));
            await runInvocation(
              () => 300_000,
              () => resumeStatement(MERCHANT, DATE, { ...run(), limits: chosen }),
            ).catch(() => undefined);
            world.isKilled = () => false;
          }
          await runInvocation(
            () => 300_000,
            () => resumeStatement(MERCHANT, DATE, { ...run(), limits: chosen }),
          );
          const statement = world.table.peek(statementKey("mer_1", DATE)) as unknown as Statement;
          expect(await described(statement)).toEqual(whole);
        },
      ),
      { numRuns: 100 },
    ));
});

it.each([
  ["the day before the merchant came", NOON, "2026-01-03", /created after/],
  ["the day that ends when the merchant came", Date.UTC(2026, 0, 4), "2026-01-03", /created after/],
  ["the day on which the merchant came", Date.UTC(2026, 0, 4) - 1, "2026-01-03", undefined],
  ["today", NOON, "2026-01-05", undefined],
  ["tomorrow", NOON, "2026-01-06", /in the future/],
  ["no day at all", NOON, "2026-02-30", /invalid/],
])(
  "a statement of %s is judged by when the merchant came and what time it is",
  (_, createdAt, date, rejected) => {
    const require = () => requireDay({ ...MERCHANT, createdAt }, date, world.now);
    if (rejected) expect(require).toThrow(rejected);
    else expect(require().untilMs - require().sinceMs).toBe(DAY_MS);
  },
);

it("a day may be asked for from its first millisecond on", () => {
  expect(() => requireDay(MERCHANT, "2026-01-05", Date.UTC(2026, 0, 5))).not.toThrow();
  expect(() => requireDay(MERCHANT, "2026-01-05", Date.UTC(2026, 0, 5) - 1)).toThrow("future");
});
