import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { PayoutFacts } from "../../../shared/domain/finance/payout.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { payoutWorkKey } from "../../../shared/ledger/table.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { FakeWorld, lostAccounts, PAYMENT_ID as PAYMENT } from "../../support/fake-world.ts";
import { storePayout } from "../../support/payouts.ts";
import { balanceLineWith, chargeWith, pageAfter } from "../../support/stripe-objects.ts";

/* What is in a payout, line by line, and how the reading of it ends. The processor's lines are in the SDK's own types. */
const MERCHANT = { merchantId: "mer_1" } as Merchant;
const world = new FakeWorld().enter();
const counted = world.recordCounts();
const logged = world.recordLog();

let lines: Stripe.BalanceTransaction[] = [];
let pageItems = 100;
let isEndless = false;
let asked = 0;
let fault: Failure | undefined;
/** Called when a page is asked for: a test may let time pass there. */
let onAsked: () => void = () => {};
/** What is fetched by its id instead of an intent that names nothing. */
let intents: Record<string, object> = {};
const intentsAsked: string[] = [];
const stripe = {
  balanceTransactions: {
    list: async ({ starting_after: after }: Stripe.BalanceTransactionListParams) => {
      asked++;
      onAsked();
      if (fault) throw fault;
      if (isEndless) return { data: lines.slice(0, 1), has_more: true };
      return pageAfter(lines, after, pageItems);
    },
  },
  paymentIntents: {
    retrieve: async (id: string) => {
      intentsAsked.push(id);
      const known = intents[id];
      if (known instanceof Failure) throw known;
      return { id, metadata: {}, created: 1, application: null, ...known };
    },
  },
  accounts: lostAccounts,
};
world.askMadeUp(stripe);
const { composePayout } = await import("../../../shared/flows/payout-lines/compose-payout.ts");
const { findPayout, saveComposition, savePayout } = await import("../../../shared/ledger/payouts.ts");
const { findChunk } = await import("../../../shared/ledger/payout-lines.ts");
const { startPayoutWork } = await import("../../../shared/ledger/payout-work.ts");

let [payouts, runs] = [0, 0];
let payoutId = "";
const compose = (lifeMs = () => 300_000, merchant = MERCHANT) =>
  runInvocation(lifeMs, () =>
    composePayout(merchant, payoutId, { now: () => world.now, traceId: `run-${++runs}` }),
  );
const payout = async () => {
  const record = await findPayout("mer_1", payoutId);
  if (!record) throw new Error("The payout is gone.");
  return record;
};
const work = () => world.table.peek(payoutWorkKey("mer_1", payoutId));
const startWork = () =>
  startPayoutWork({ merchantId: "mer_1", payoutId, runId: "dead", at: world.now, dueAtMs: world.now });

/** A payout that the processor can take apart. */
async function make(amountCents: number, given: Partial<PayoutFacts> = {}): Promise<void> {
  payoutId = `po_${++payouts}`;
  await storePayout("mer_1", { payoutId, amountCents, createdAt: world.now, arrivesAt: world.now, ...given });
}

type Fees = Partial<Record<"application_fee" | "stripe_fee" | "withheld_tax", number>>;

/** A line of what is in the payout. */
function add(category: string, amount: number, fees: Fees = {}, source: unknown = null): void {
  const fee_details = Object.entries(fees).map(([type, cents]) => ({ type, amount: cents }));
  const fee = fee_details.reduce((sum, { amount: cents }) => sum + cents, 0);
  lines.push(
    balanceLineWith({
      ...{ id: `txn_${lines.length}`, amount, fee, net: amount - fee, fee_details, source },
      ...{ reporting_category: category, type: category },
    }),
  );
}

const charge = (intentId: string, metadata: Record<string, string>) =>
  chargeWith({ id: `ch_${intentId}`, payment_intent: intentId, metadata });
const ours = () => charge("pi_1", { svcPaymentId: PAYMENT, svcEnv: "test" });

beforeEach(() => {
  [lines, pageItems, asked, fault] = [[], 100, 0, undefined];
  [intents, onAsked, isEndless] = [{}, () => {}, false];
  intentsAsked.length = 0;
  counted.length = 0;
  logged.length = 0;
  world.putPayment();
});

it("a payout's lines say whose each is, and which part of its fee is whose", async () => {
  await make(1930);
  add("payout", -1930, {}, payoutId);
  add("charge", 1000, { application_fee: 51, stripe_fee: 50, withheld_tax: 9 }, ours());
  add("charge", 1000, { application_fee: 20 }, charge("pi_own", {}));
  add("payout", 100, {}, "po_other");
  add("fee", -40);
  expect(await compose()).toEqual({ kind: "done" });
  const record = await payout();
  const chunk = await findChunk(record, record.composed?.run ?? "", 0);
  expect(chunk?.lines).toMatchObject([
    {
      ...{ kind: "charge", svcPaymentId: PAYMENT, merchantsOwn: false, grossCents: 1000, netCents: 890 },
      ...{ platformFeeCents: 51, otherFeesCents: 0, processorFeeCents: 50, taxCents: 9 },
    },
    {
      ...{ kind: "charge", svcPaymentId: null, merchantsOwn: true, netCents: 980 },
      ...{ platformFeeCents: 0, otherFeesCents: 20, processorFeeCents: 0, taxCents: 0 },
    },
    // Only the payout's own line is left out.
    { kind: "other", grossCents: 100, merchantsOwn: false },
    { kind: "fee", svcPaymentId: null, merchantsOwn: false, netCents: -40 },
  ]);
  expect(record.composed).toMatchObject({ chunkSizes: [4], totals: { charge: { count: 2 } } });
  expect(record.dueSort).toBeUndefined();
  expect(counted).toEqual([]);
});

it("a payout that its lines do not explain to the cent is counted, in whichever direction", async () => {
  for (const offBy of [1, -1]) {
    lines = [];
    counted.length = 0;
    await make(1000 + offBy);
    add("charge", 1000, {}, ours());
    expect(await compose()).toEqual({ kind: "done" });
    expect(counted).toEqual(["UnexplainedPayouts"]);
    // The runbook begins with these two ids, and has them from here.
    const line = ["error", "the lines of a payout do not add up to it", { merchantId: "mer_1", payoutId }];
    expect(logged.at(-1)).toEqual(line);
  }
});

it("a line of another balance is listed and counted, and explains nothing of the payout", async () => {
  await make(1000);
  add("charge", 1000, {}, ours());
  add("charge", -300);
  Object.assign(lines.at(-1) ?? {}, { balance_type: "refund_and_dispute_prefunding" });
  expect(await compose()).toEqual({ kind: "done" });
  expect((await payout()).composed?.totals).toMatchObject({
    charge: { count: 1, netCents: 1000 },
    other_balance: { count: 1, netCents: -300 },
  });
  expect(counted).toEqual([]);
});

it("a payout of several pages has a chunk for each, and their sums", async () => {
  pageItems = 2;
  await make(300);
  add("payout", -300, {}, payoutId);
  for (let nth = 0; nth < 3; nth++) add("other_adjustment", 100);
  expect(await compose()).toEqual({ kind: "done" });
  expect((await payout()).composed).toMatchObject({
    ...{ chunkSizes: [1, 2], totals: { adjustment: { count: 3, netCents: 300 } } },
  });
  expect(asked).toBe(2);
});

it("a run that has died after its last page has nothing left to read: the payout is named from what stands", async () => {
  await make(100);
  add("other_adjustment", 100);
  // The work is started and the chunk written; the write that names the run fails, and what was found is kept.
  await world.dieAt(3, () => compose(), { isOnce: true });
  asked = 0;
  expect(await compose()).toEqual({ kind: "done" });
  expect(asked).toBe(0);
  const { composed, ...record } = await payout();
  expect(composed).toMatchObject({ chunkSizes: [1] });
  // The payout names the run under which the lines were written, not the one that ended the work.
  expect((await findChunk(record, composed?.run ?? "", 0))?.lines).toHaveLength(1);
});

describe("a line of a payout", () => {
  const refund = (intentId: string | null) => ({ id: "re_1", object: "refund", payment_intent: intentId });
  const owners = async () => {
    await compose();
    const record = await payout();
    const chunk = await findChunk(record, record.composed?.run ?? "", 0);
    return chunk?.lines.map(({ kind, svcPaymentId, merchantsOwn }) => [kind, svcPaymentId, merchantsOwn]);
  };
  beforeEach(() => make(100));

  it("is of the payment of its charge, which is asked for nothing, wherever on the page the charge stands", async () => {
    add("refund", -400, {}, refund("pi_1"));
    add("charge", 1000, {}, ours());
    add("refund", -100, {}, refund("pi_1"));
    expect(await owners()).toEqual([
      ["refund", PAYMENT, false],
      ["charge", PAYMENT, false],
      ["refund", PAYMENT, false],
    ]);
    expect(intentsAsked).toEqual([]);
  });

  it("is asked for by its intent where its charge is in another payout, once for all lines of that intent", async () => {
    intents.pi_1 = { metadata: { svcPaymentId: PAYMENT, svcEnv: "test" } };
    add("refund", -400, {}, refund("pi_1"));
    add("dispute", -100, {}, { id: "dp_1", object: "dispute", payment_intent: "pi_1", status: "lost" });
    expect(await owners()).toEqual([
      ["refund", PAYMENT, false],
      ["dispute", PAYMENT, false],
    ]);
    expect(intentsAsked).toEqual(["pi_1"]);
  });

  it("is ours where the ledger has forgotten its payment, and not where it names another intent's", async () => {
    const forgotten = `svcpay_${"2".repeat(32)}`;
    add("charge", 1000, {}, charge("pi_2", { svcPaymentId: forgotten, svcEnv: "test" }));
    add("charge", 1000, {}, charge("pi_3", { svcPaymentId: PAYMENT, svcEnv: "test" }));
    expect(await owners()).toEqual([
      ["charge", forgotten, false],
      ["charge", null, true],
    ]);
  });

  it("is the merchant's own where it leads to no intent, or to one that the processor does not have", async () => {
    intents.pi_gone = new Failure("processor_unavailable", "None.", { processorSays: "missing" });
    add("refund", -400, {}, refund(null));
    add("refund", -400, {}, refund("pi_gone"));
    expect(await owners()).toEqual([
      ["refund", null, true],
      ["refund", null, true],
    ]);
    // Nothing is asked for a line that leads nowhere.
    expect(new Set(intentsAsked)).toEqual(new Set(["pi_gone"]));
  });

  it("keeps the payout from being read while its intent cannot be asked for", async () => {
    intents.pi_1 = new Failure("processor_unavailable", "Away.");
    add("refund", -400, {}, refund("pi_1"));
    await expect(compose()).rejects.toThrow("Away.");
    expect((await payout()).composed).toBeUndefined();
  });
});

it("a list of what is in a payout that does not end is given up after 20,000 pages", async () => {
  await make(100);
  add("other_adjustment", 100);
  isEndless = true;
  const { progress } = await startWork();
  // All but the last of them were read before.
  const read = { ...progress, chunkSizes: Array(19_999).fill(1), after: "txn_0" };
  world.change(payoutWorkKey("mer_1", payoutId), { progress: read });
  await expect(compose()).rejects.toThrow("does not end");
  expect(asked).toBe(1);
  expect((await payout()).composed).toBeUndefined();
});

describe("a run that dies", () => {
  const LOOKED_FOR_MS = 16 * 60_000;
  const die = () => {
    world.isKilled = () => true;
  };
  beforeEach(() => make(300));

  it("is looked for sixteen minutes after it began", async () => {
    onAsked = die;
    await expect(compose()).rejects.toThrow("died");
    world.isKilled = () => false;
    expect(work()?.dueSort).toContain(String(world.now + LOOKED_FOR_MS));
  });

  it("counts what it has stored, also where the next run reads that page otherwise", async () => {
    add("charge", 300, { application_fee: 20 }, charge("pi_own", {}));
    await world.dieAt(3, () => compose());
    add("fee", -40);
    await compose();
    expect((await payout()).composed).toMatchObject({
      ...{ chunkSizes: [1], totals: { charge: { count: 1, otherFeesCents: 20 } } },
    });
    expect((await payout()).composed?.totals).not.toHaveProperty("fee");
  });

  it("has kept what it read until a minute ago, and is looked for sixteen minutes after that", async () => {
    pageItems = 1;
    for (let nth = 0; nth < 4; nth++) add("other_adjustment", 100);
    let keptAt = 0;
    onAsked = () => {
      if (asked === 4) return die();
      if (asked === 2) keptAt = world.now += 60_000;
    };
    await expect(compose()).rejects.toThrow("died");
    world.isKilled = () => false;
    expect(work()).toMatchObject({ state: "running", progress: { chunkSizes: [1, 1], after: "txn_1" } });
    expect(work()?.dueSort).toContain(String(keptAt + LOOKED_FOR_MS));
  });
});

describe("a payout is not read", () => {
  it.each<[string, Partial<PayoutFacts>]>([
    ["while the processor does not know all that is in it", { reconciliation: "in_progress" }],
    ["where nobody will ever know", { reconciliation: "not_applicable" }],
  ])("%s, and work that is left is closed", async (_, given) => {
    await make(100, given);
    await startWork();
    expect(await compose()).toEqual({ kind: "nothing_to_do" });
    expect(asked).toBe(0);
    expect(work()).toMatchObject({ state: "done" });
  });

  it("twice, nor where the ledger does not have it", async () => {
    await make(100);
    add("other_adjustment", 100);
    await compose();
    asked = 0;
    expect(await compose()).toEqual({ kind: "nothing_to_do" });
    payoutId = "po_none";
    expect(await compose()).toEqual({ kind: "nothing_to_do" });
    expect(asked).toBe(0);
  });

  it("where its merchant is erased: it is left, and off the due list", async () => {
    await make(100);
    await startWork();
    expect(await compose(undefined, { ...MERCHANT, erasedAt: 1 })).toEqual({ kind: "left" });
    expect(asked).toBe(0);
    expect((await payout()).dueSort).toBeUndefined();
    expect(work()).toMatchObject({ state: "done" });
  });

  it("where its account is lost: it is left, and its work is closed", async () => {
    await make(100);
    fault = new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
    expect(await compose()).toEqual({ kind: "left" });
    expect((await payout()).dueSort).toBeUndefined();
    expect(work()).toMatchObject({ state: "done" });
  });

  it("where the processor is away: it fails, and stays on the due list", async () => {
    await make(100);
    fault = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    await expect(compose()).rejects.toThrow("Away.");
    expect(await compose(() => (asked > 1 ? 0 : 300_000))).toEqual({ kind: "put_aside" });
    expect((await payout()).dueSort).toBeDefined();
  });

  it("with less than thirty seconds left, but with thirty", async () => {
    await make(100);
    add("other_adjustment", 100);
    expect(await compose(() => 29_999)).toEqual({ kind: "put_aside" });
    expect(asked).toBe(0);
    expect(await compose(() => 30_000)).toEqual({ kind: "done" });
  });
});

it("a payout that was synced while it was read is named all the same, on its newest version", async () => {
  await make(100);
  add("other_adjustment", 100);
  const read = await payout();
  let writes = 0;
  world.isKilled = (call) => {
    // The third write names the run; right before it another call writes the payout.
    if (call === "write" && ++writes === 3)
      void savePayout(read, { ...read.facts, traceId: "T1" }, world.now);
    return false;
  };
  expect(await compose()).toEqual({ kind: "done" });
  world.isKilled = () => false;
  expect(await payout()).toMatchObject({ composed: { chunkSizes: [1] }, facts: { traceId: "T1" } });
});

describe("a payout that is written by another right before its run is named", () => {
  /** Called before each write that would name the run: the third write is the first of them. */
  const beforeNaming = (change: () => unknown) => {
    let writes = 0;
    let isOurs = true;
    world.isKilled = (call) => {
      if (call !== "write" || !isOurs || ++writes < 3) return false;
      isOurs = false;
      change();
      isOurs = true;
      return false;
    };
  };

  it("is left as another run has named it", async () => {
    await make(100);
    add("other_adjustment", 100);
    const read = await payout();
    beforeNaming(() => saveComposition(read, { run: "other", chunkSizes: [], totals: {} }));
    expect(await compose()).toEqual({ kind: "done" });
    world.isKilled = () => false;
    expect((await payout()).composed).toMatchObject({ run: "other" });
  });

  it("is given up where that happens ten times", async () => {
    await make(101);
    add("other_adjustment", 100);
    let current = await payout();
    // In one millisecond: then each version is one above the last.
    const clock = vi.spyOn(Date, "now").mockReturnValue(0);
    beforeNaming(() => {
      void savePayout(current, current.facts, world.now);
      current = { ...current, version: current.version + 1 };
    });
    await expect(compose()).rejects.toThrow("kept changing");
    clock.mockRestore();
    world.isKilled = () => false;
    // Told each time, before the write that might be the last: see nameRun.
    expect(counted).toEqual(Array(10).fill("UnexplainedPayouts"));
    expect((await payout()).composed).toBeUndefined();
  });
});
