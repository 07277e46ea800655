import { beforeEach, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { Verdict } from "../../../shared/domain/finance/day-progress.ts";
import { projectIntent } from "../../../shared/domain/payments/payment.ts";
import type { DayWork } from "../../../shared/flows/statements/work-through-day.ts";
import { attentionKey, paymentKey } from "../../../shared/ledger/table.ts";
import { toSnapshot } from "../../../shared/processor/snapshot.ts";
import { dayWork } from "../../support/day-work.ts";
import { FakeWorld, lostAccounts } from "../../support/fake-world.ts";
import { intentWith, UNPAID } from "../../support/stripe-objects.ts";

/* The ledger's payments of a day that no money has led to, asked for at a processor that is made up here. */
const NOON = Date.UTC(2026, 0, 4, 12);
const world = new FakeWorld().enter();

let asked: string[] = [];
let [underWay, mostAtOnce] = [0, 0];
/** What is said of an intent instead of that it waits for its buyer. */
let said: Record<string, Failure | object> = {};
world.askMadeUp({
  paymentIntents: {
    retrieve: async (intentId: string) => {
      asked.push(intentId);
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      const known = said[intentId];
      if (known instanceof Failure) throw known;
      return intentOf(intentId, known);
    },
  },
  accounts: lostAccounts,
});
const { reconcileLedger } = await import("../../../shared/flows/statements/reconcile-ledger.ts");
const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");

const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;

const intentOf = (id: string, given: object = {}) =>
  intentWith({ ...UNPAID, id, created: NOON / 1000, ...given });

/** The ledger has an unpaid payment, made at noon and so many milliseconds. */
function store(nth: number, given: object = {}): void {
  const terms = { connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 51, currency: "usd" };
  const record = newPaymentRecord({
    ...{ svcPaymentId: idOf(nth), merchantId: "mer_1", traceId: "t", at: NOON + nth },
    terms: { ...terms, captureMethod: "automatic" },
  });
  const state = projectIntent(toSnapshot(intentOf(`pi_${nth}`)));
  world.table.put({ ...record, ...state, state: "completed", ...given }, {});
}

const workOf = (verdicts: [string, Verdict][] = []): DayWork => dayWork({ verdicts: new Map(verdicts) });

async function reconcile(work = workOf()): Promise<DayWork> {
  for await (const _ of reconcileLedger(work));
  return work;
}

beforeEach(() => {
  [asked, said, underWay, mostAtOnce] = [[], {}, 0, 0];
  world.emptyTable();
});

it("every unpaid payment of the day is asked for, one at a time, and after each hundred the place is kept", async () => {
  for (let nth = 1; nth <= 103; nth++) store(nth);
  const work = workOf();
  const pages = reconcileLedger(work);
  expect((await pages.next()).done).toBe(false);
  // The newest first.
  expect(work.cursor.payments).toEqual({ paymentSort: world.table.peek(paymentKey(idOf(4)))?.paymentSort });
  expect(asked).toHaveLength(100);
  expect(mostAtOnce).toBe(1);
  // Another run goes on from there.
  asked = [];
  const { verdicts, cursor, sums } = await reconcile({ ...workOf(), cursor: structuredClone(work.cursor) });
  expect(asked.toSorted()).toEqual(["pi_1", "pi_2", "pi_3"]);
  // Each page is counted, and then forgotten.
  expect([work.sums.verdicts, sums.verdicts]).toEqual([{ matched: 100 }, { matched: 3 }]);
  expect([work.verdicts.size, verdicts.size]).toEqual([0, 0]);
  expect(cursor.payments).toBe("listed");
});

it("a payment is asked for unless money has led to it, and not while its creation is open", async () => {
  store(1, { state: "claimed", processorPaymentIntentId: undefined });
  for (const nth of [2, 3, 4, 5]) store(nth);
  await reconcile(
    workOf([
      ["pi_2", { kind: "matched", svcPaymentId: idOf(2) }],
      ["pi_3", { kind: "merchants_own" }],
      ["pi_4", { kind: "matched", svcPaymentId: idOf(9) }],
    ]),
  );
  expect(asked.toSorted()).toEqual(["pi_3", "pi_4", "pi_5"]);
});

it("a hold of which nobody has told is written down, and listed for a person before it runs out", async () => {
  const captureBefore = world.now + 7 * 86_400_000;
  store(1);
  said.pi_1 = {
    ...{ status: "requires_capture", amount_capturable: 1000 },
    latest_charge: {
      ...{ id: "ch_1", amount: 1000, amount_captured: 0, amount_refunded: 0, captured: false },
      ...{ application_fee_amount: 51, status: "succeeded" },
      payment_method_details: { type: "card", card: { capture_before: captureBefore / 1000 } },
    },
  };
  const { sums } = await reconcile();
  expect(sums.differences).toMatchObject({ healed: [{ kind: "status_differs" }], healedCount: 1 });
  const key = attentionKey("mer_1", "HOLD", idOf(1));
  expect(world.table.peek(key)).toMatchObject({ dueBy: captureBefore });
  // Also where the ledger knows of it, and the call that wrote that died before the rest.
  world.table.expire(key);
  expect((await reconcile()).sums.differences).toMatchObject({ healedCount: 0, openCount: 0 });
  expect(world.table.peek(key)).toMatchObject({ dueBy: captureBefore });
});

it("an intent that the processor does not have differs otherwise than one that is not understood", async () => {
  store(1);
  store(2);
  said = {
    pi_1: new Failure("processor_unavailable", "None.", { processorSays: "missing" }),
    pi_2: { status: "of_the_future" },
  };
  const { sums } = await reconcile();
  expect(sums.differences.open.map(({ svcPaymentId, kind }) => [svcPaymentId, kind]).toSorted()).toEqual([
    [idOf(1), "not_at_processor"],
    [idOf(2), "status_differs"],
  ]);
  expect(sums.differences.open).toMatchObject([{ currency: "usd" }, { currency: "usd" }]);
  expect(sums.verdicts).toEqual({ differs: 2 });
});

it("an account that is lost is named, its payments are no differences, and it is not asked for the next ones", async () => {
  for (let nth = 1; nth <= 5; nth++) {
    store(nth);
    said[`pi_${nth}`] = new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
  }
  const { sums, unreachableAccounts } = await reconcile();
  expect([...unreachableAccounts]).toEqual(["acct_1"]);
  expect([sums.differences.openCount, sums.verdicts, asked.length]).toEqual([0, {}, 1]);
});

it("what cannot be asked for at the moment stops the day, and what was found beside it stands", async () => {
  for (const nth of [1, 2, 3]) store(nth);
  said.pi_2 = new Failure("processor_unavailable", "Away.");
  const work = workOf();
  await expect(reconcile(work)).rejects.toThrow("Away.");
  expect([...work.verdicts.keys()].toSorted()).toEqual(["pi_3"]);
  expect(work.differences).toEqual([]);
});
