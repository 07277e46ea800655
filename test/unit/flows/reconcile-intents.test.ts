import type Stripe from "stripe";
import { beforeEach, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { projectIntent } from "../../../shared/domain/payments/payment.ts";
import type { DayWork } from "../../../shared/flows/statements/work-through-day.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { toSnapshot } from "../../../shared/processor/snapshot.ts";
import { dayWork } from "../../support/day-work.ts";
import { FakeWorld, lostAccounts } from "../../support/fake-world.ts";
import { intentWith, pageAfter, UNPAID } from "../../support/stripe-objects.ts";

/* The unpaid intents of a day, listed at a processor that is made up here, and the ledger's payments after them. */
const NOON = Date.UTC(2026, 0, 4, 12);
const world = new FakeWorld().enter();

let atProcessor: Stripe.PaymentIntent[] = [];
let [lists, fetched]: [number, string[]] = [0, []];
let rejection: Failure | undefined;
let afterFetch = (): void => undefined;
world.askMadeUp({
  paymentIntents: {
    list: async ({ starting_after: after }: Stripe.PaymentIntentListParams) => {
      lists++;
      if (rejection) throw rejection;
      return pageAfter(atProcessor, after);
    },
    retrieve: async (intentId: string) => {
      fetched.push(intentId);
      const found = atProcessor.find(({ id }) => id === intentId);
      afterFetch();
      return found;
    },
  },
  accounts: lostAccounts,
});
const { reconcileIntents } = await import("../../../shared/flows/statements/reconcile-intents.ts");
const { reconcileLedger } = await import("../../../shared/flows/statements/reconcile-ledger.ts");
const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");

const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;

const intentOf = (nth: number, given: object = {}) => {
  const metadata = { svcPaymentId: idOf(nth), svcEnv: "test" };
  return intentWith({ ...UNPAID, id: `pi_${nth}`, created: NOON / 1000, metadata, ...given });
};

/** Ledger and processor have an unpaid payment; the processor may know more of it. */
function store(nth: number, given: object = {}, merchantId = "mer_1"): void {
  const terms = { connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 51, currency: "usd" };
  const record = newPaymentRecord({
    ...{ svcPaymentId: idOf(nth), merchantId, traceId: "t", at: NOON + nth },
    terms: { ...terms, captureMethod: "automatic" },
  });
  world.table.put({ ...record, ...projectIntent(toSnapshot(intentOf(nth))), state: "completed" }, {});
  atProcessor.unshift(intentOf(nth, given));
}

async function reconcile(work = dayWork()): Promise<DayWork> {
  for await (const _ of reconcileIntents("acct_1", work));
  return work;
}

beforeEach(() => {
  [atProcessor, lists, fetched, rejection] = [[], 0, [], undefined];
  afterFetch = () => undefined;
  world.emptyTable();
});

it("a day of unpaid payments is asked for by the hundred, and the ledger then asks for none of them", async () => {
  for (let nth = 1; nth <= 250; nth++) store(nth);
  const work = await reconcile();
  for await (const _ of reconcileLedger(work));
  expect([lists, fetched, work.verdicts.size, work.lines]).toEqual([3, [], 250, 250]);
  expect(work.verdicts.get("pi_1")).toEqual({ kind: "matched", svcPaymentId: idOf(1) });
});

it("the ledger asks for what the list did not show, or showed under another name", async () => {
  store(1, { metadata: {} });
  store(2, { metadata: { svcPaymentId: idOf(3), svcEnv: "test" } });
  store(3);
  atProcessor.shift();
  atProcessor.unshift(intentOf(4));
  const work = await reconcile();
  expect([...work.verdicts.keys()]).toEqual([]);
  atProcessor.push(intentOf(3));
  for await (const _ of reconcileLedger(work));
  expect(fetched.toSorted()).toEqual(["pi_1", "pi_2", "pi_3"]);
});

it("another merchant's payment, a paid intent and one that money has led to are not looked at", async () => {
  store(1, {}, "mer_2");
  store(2, { status: "succeeded", amount_received: 1000 });
  store(3);
  const work = dayWork({ verdicts: new Map([["pi_3", { kind: "differs", svcPaymentId: idOf(3) }]]) });
  await reconcile(work);
  expect([...work.verdicts]).toEqual([["pi_3", { kind: "differs", svcPaymentId: idOf(3) }]]);
});

it("what differs is healed and noted", async () => {
  store(1, { status: "canceled" });
  const work = await reconcile();
  expect(work.differences).toMatchObject([{ kind: "status_differs", svcPaymentId: idOf(1), healed: true }]);
  expect(work.verdicts.get("pi_1")).toEqual({ kind: "differs", svcPaymentId: idOf(1) });
});

it("what another call writes meanwhile of a later state is healed, too", async () => {
  store(1, { status: "processing" });
  afterFetch = () => {
    afterFetch = () => undefined;
    atProcessor = [intentOf(1, { status: "canceled" })];
    const read = world.table.peek(paymentKey(idOf(1)));
    world.table.put({ ...read, version: Number(read?.version) + 1 } as never, {});
  };
  expect((await reconcile()).differences).toMatchObject([
    { processor: { status: "processing" }, healed: true },
  ]);
});

it("another run goes on behind the last page, and an account that is through is not listed again", async () => {
  for (let nth = 1; nth <= 150; nth++) store(nth);
  const work = dayWork();
  await reconcileIntents("acct_1", work).next();
  expect(work.cursor.intents).toEqual({
    accountIds: [],
    listing: { accountId: "acct_1", after: atProcessor[99]?.id },
  });
  const next = await reconcile(dayWork({ cursor: structuredClone(work.cursor) }));
  expect([lists, next.verdicts.size, next.cursor.intents]).toEqual([2, 50, { accountIds: ["acct_1"] }]);
  await reconcile(next);
  expect(lists).toBe(2);
});

it("an account that is lost is named, and what cannot be listed at the moment stops the day", async () => {
  rejection = new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
  expect([...(await reconcile()).unreachableAccounts]).toEqual(["acct_1"]);
  rejection = new Failure("processor_unavailable", "Away.");
  await expect(reconcile()).rejects.toThrow("Away.");
});
