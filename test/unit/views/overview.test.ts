import { expect, it } from "vitest";
import { overviewView, type ShownOverview } from "../../../shared/views/overview.ts";

/* Every number of the overview is another one, so that none can stand in another's place. */
const AT = Date.UTC(2026, 6, 3, 12);
const HOUR_MS = 3_600_000;
const sales = (payments: number) => ({ payments, grossCents: 2, refundsCents: 3, disputesCents: 4 });
const activity = { approved: 5, declined: 6, reasons: { expired_card: 1, stolen_card: 5 } };
const statement = {
  ...{ date: "2026-07-01", final: true, unreachableAccounts: [] },
  activity: { ...activity, sales: { usd: sales(1), eur: sales(2), chf: sales(1) } },
  totals: [
    { currency: "usd", platformFeesCents: 11, processorFeesCents: 12, netCents: 13, accountNetCents: 30 },
  ],
  payouts: [
    { currency: "usd", amountCents: 20 },
    { currency: "eur", amountCents: 1000 },
  ],
  payoutsReturned: [{ currency: "usd", amountCents: 7 }],
  accounts: [
    {
      accountId: "acct_1",
      moves: [{ currency: "usd", accountNetCents: 10, payoutsCents: 0, payoutsReturnedCents: 0 }],
      known: { at: "closing", cents: { usd: 900 } },
    },
  ],
};
const payout = (payoutId: string, status: string) => ({
  facts: { payoutId, status, amountCents: 8, currency: "usd", arrivesAt: AT, automatic: true },
});
const brief = (payoutId: string, status: string) => ({
  ...{ payoutId, status, amountCents: 8, currency: "usd", arrivesOn: "2026-07-03" },
});
const hour = (nth: number, isComplete: boolean) => ({
  ...{ fromMs: nth * HOUR_MS, attempts: { accepted: 1, failed: 2, responses: {} }, isComplete },
});
const SHOWN = {
  dates: ["2026-07-02", "2026-07-01"],
  days: new Map([
    [
      "2026-07-02",
      { activity: { ...activity, sales: { chf: sales(1) }, isUnsure: true }, isComplete: false },
    ],
  ]),
  hours: [hour(1, true), hour(2, false), hour(3, true)],
  countedFrom: AT,
  statements: [statement],
  payouts: [
    ...[payout("po_4", "pending"), payout("po_3", "in_transit"), payout("po_2", "paid")],
    ...[payout("po_1", "failed")],
  ],
  failedInAll: 9,
} as unknown as ShownOverview;
const iso = (ms: number) => new Date(ms).toISOString();

const settled = {
  ...{ currency: "usd", platformFeesCents: 11, processorFeesCents: 12 },
  ...{ netCents: 30, outsideCents: 17, payoutsCents: 13 },
};
/** Nothing else moved in its currency. */
const paidOut = {
  ...{ currency: "eur", platformFeesCents: 0, processorFeesCents: 0 },
  ...{ netCents: 0, outsideCents: 0, payoutsCents: 1000 },
};

it("an overview shows each day by its final statement or else by what was counted, and what is next and last", () => {
  const day = (date: string, isComplete: boolean) => ({ date, approved: 5, declined: 6, isComplete });
  const total = (currency: string, payments: number) => ({ currency, ...sales(payments) });
  const shownHour = (nth: number, isComplete: boolean) => ({
    ...{ at: iso(nth * HOUR_MS), delivered: 1, failed: 2, medianMilliseconds: null, isComplete },
  });
  expect(overviewView(SHOWN, AT)).toEqual({
    asOf: iso(AT),
    sales: {
      currencies: ["chf", "eur", "usd"],
      days: [
        {
          ...{ date: "2026-07-01", isFinal: true, isComplete: true },
          totals: [total("usd", 1), total("eur", 2), total("chf", 1)],
        },
        {
          ...{ date: "2026-07-02", isFinal: false, isComplete: false },
          totals: [{ ...total("chf", 1), refundsCents: null }],
        },
      ],
    },
    balance: {
      currencies: ["usd", "eur"],
      days: [
        { date: "2026-07-01", isFinal: true, totals: [settled, paidOut] },
        { date: "2026-07-02", isFinal: false, totals: null },
      ],
      closing: { date: "2026-07-01", currencies: [{ currency: "usd", closingBalanceCents: 900 }] },
    },
    attempts: {
      days: [day("2026-07-01", true), day("2026-07-02", false)],
      reasons: [
        { code: "stolen_card", count: 10 },
        { code: "expired_card", count: 2 },
      ],
      from: iso(AT),
      isComplete: false,
    },
    webhooks: {
      hours: [shownHour(1, true), shownHour(2, false), shownHour(3, true)],
      failedInAll: 9,
      from: iso(3 * HOUR_MS),
      isComplete: false,
    },
    payouts: { next: brief("po_3", "in_transit"), last: brief("po_2", "paid") },
  });
});

it("an overview of little says so", () => {
  const { attempts, webhooks, payouts, balance } = overviewView(
    {
      ...{ ...SHOWN, days: new Map(), countedFrom: undefined, payouts: [], statements: [] },
      hours: [hour(1, true), hour(2, false)],
    },
    AT,
  );
  expect(attempts).toMatchObject({ from: "2026-07-01T00:00:00.000Z", isComplete: true, reasons: [] });
  expect(webhooks).toMatchObject({ from: iso(2 * HOUR_MS), isComplete: false });
  expect(overviewView({ ...SHOWN, hours: [hour(1, true)] }, AT).webhooks).toMatchObject({
    ...{ from: iso(HOUR_MS), isComplete: true },
  });
  expect([payouts, balance.closing]).toEqual([{ next: null, last: null }, null]);
});
