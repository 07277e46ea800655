import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { components } from "../../../shared/client/generated/contract.ts";
import type { OverviewView } from "../../../shared/contract/overview.ts";
import { headlineOf } from "../../../shared/domain/payments/headline.ts";
import { FULL, leaveNoon, standAtNoon } from "../../support/visit-console.ts";

/*
 * The invented answers of test/support/console-answers.ts, of which all pictures are made, are one story: what a screen
 * shows as a sum is what the other screens show as its parts.
 */
type Schemas = components["schemas"];
type Told = {
  overview: OverviewView;
  attention: Schemas["Attention"][];
  payments: Schemas["PaymentListItem"][];
  events: Schemas["EventSummary"][];
  "events/evt_1Q4": Schemas["RecordedEvent"];
  "callback-endpoints": Schemas["CallbackEndpoint"][];
  statements: Schemas["StatementSummary"][];
  payouts: Schemas["Payout"][];
  disputes: Schemas["ListedDispute"][];
} & Record<string, unknown>;

let told: Told;
beforeAll(async () => {
  await standAtNoon();
  told = FULL as Told;
});
afterAll(leaveNoon);

const sum = <T>(all: readonly T[], part: (one: T) => number | null | undefined): number =>
  all.reduce((total, one) => total + (part(one) ?? 0), 0);
const dayOf = (at: string): string => at.slice(0, 10);
const linesOf = (payoutId: string) =>
  told[`payouts/${payoutId}/lines`] as Schemas["PayoutLine"][] | undefined;
const shownLines = () => told.payouts.flatMap(({ payoutId }) => linesOf(payoutId) ?? []);

describe("the money", () => {
  it("the overview has of each day what the day's statement has", () => {
    expect(told.statements.length).toBeGreaterThan(0);
    for (const { date, totals } of told.statements) {
      const on = <D extends { date: string }>(days: D[]) => days.find((one) => one.date === date);
      const settled = on(told.overview.balance.days)?.totals ?? [];
      expect(settled, date).toHaveLength(totals.length);
      for (const { payoutsCents: _paidOut, netCents, outsideCents, ...total } of settled)
        expect(totals, date).toContainEqual(
          expect.objectContaining({
            ...{ ...total, accountNetCents: netCents, netCents: netCents - outsideCents },
          }),
        );
      // A statement does not count payments.
      for (const { payments: _counted, ...total } of on(told.overview.sales.days)?.totals ?? [])
        expect(totals, date).toContainEqual(expect.objectContaining(total));
    }
  });

  it("a total is its parts", () => {
    for (const { date, totals } of told.statements)
      for (const total of totals) {
        const { grossCents, refundsCents, disputesCents, platformFeesCents, processorFeesCents } = total;
        const left = grossCents - refundsCents - disputesCents - platformFeesCents - processorFeesCents;
        expect(total.netCents, date).toBe(left);
        expect(total.accountNetCents, date).toBe(left + total.merchantsOwnNetCents + total.otherCents);
      }
  });

  it("a payout is its lines", () => {
    const withLines = told.payouts.filter(({ payoutId }) => linesOf(payoutId));
    expect(withLines.length).toBeGreaterThan(1);
    for (const { payoutId, amountCents, lineCount, totals } of withLines) {
      const lines = linesOf(payoutId) ?? [];
      expect(
        sum(lines, ({ netCents }) => netCents),
        payoutId,
      ).toBe(amountCents);
      expect(lines, payoutId).toHaveLength(lineCount ?? 0);
      expect(
        sum(Object.values(totals ?? {}), ({ netCents }) => netCents),
        payoutId,
      ).toBe(amountCents);
    }
  });

  it("the lines that are paid out are what the statement has of their day", () => {
    const days = told.statements.filter(({ date }) => shownLines().some(({ at }) => dayOf(at) === date));
    expect(days.length).toBeGreaterThan(0);
    for (const { date, totals, merchantsOwn } of days) {
      const lines = shownLines().filter(({ at }) => dayOf(at) === date);
      const ours = lines.filter((one) => !one.merchantsOwn);
      const ofKind = (kind: string) => ours.filter((one) => one.kind === kind);
      const total = totals.find(({ currency }) => currency === lines[0]?.currency);
      expect(total, date).toMatchObject({
        grossCents: sum(ofKind("charge"), ({ grossCents }) => grossCents),
        refundsCents: -sum(ofKind("refund"), ({ grossCents }) => grossCents),
        platformFeesReturnedCents: sum(ofKind("platform_fee_return"), ({ grossCents }) => grossCents),
        processorFeesCents: sum(ours, ({ processorFeeCents }) => processorFeeCents),
        netCents: sum(ours, ({ netCents }) => netCents),
        accountNetCents: sum(lines, ({ netCents }) => netCents),
      });
      expect(merchantsOwn, date).toBe(lines.length - ours.length);
    }
  });

  it("a balance is what it was, what came and what was paid out, from day to day", () => {
    const days = told.statements.toReversed();
    for (const [nth, { date, totals, balances }] of days.entries())
      for (const balance of balances) {
        const { currency, openingBalanceCents, closingBalanceCents } = balance;
        const { payoutsCents, payoutsReturnedCents } = balance;
        const madeOn = (at: string | null) => at !== null && dayOf(at) === date;
        const own = told.payouts.filter((one) => one.currency === currency);
        const amount = ({ amountCents }: Schemas["Payout"]) => amountCents;
        expect(payoutsCents, date).toBe(
          sum(
            own.filter(({ createdAt }) => madeOn(createdAt)),
            amount,
          ),
        );
        expect(payoutsReturnedCents, date).toBe(
          sum(
            own.filter(({ returnedAt }) => madeOn(returnedAt)),
            amount,
          ),
        );
        const net = totals.find((total) => total.currency === currency)?.accountNetCents ?? 0;
        expect(closingBalanceCents, date).toBe(
          (openingBalanceCents ?? 0) + net - (payoutsCents ?? 0) + (payoutsReturnedCents ?? 0),
        );
        const before = days[nth - 1]?.balances.find((one) => one.currency === currency);
        if (before) expect(openingBalanceCents, date).toBe(before.closingBalanceCents);
      }
    for (const { currency, closingBalanceCents } of told.overview.balance.closing?.currencies ?? [])
      expect(days.at(-1)?.balances).toContainEqual(
        expect.objectContaining({ currency, closingBalanceCents }),
      );
  });

  it("what the lists show of a day is in the day's sums: sales at least, and refunds and disputes", () => {
    for (const { date, totals } of told.overview.sales.days)
      for (const { currency, ...total } of totals) {
        const name = `${date} ${currency}`;
        const isOfDay = (one: { currency?: string | null }, at: string) =>
          one.currency === currency && dayOf(at) === date;
        const sold = told.payments.filter((one) => isOfDay(one, one.createdAt));
        expect(total.grossCents, name).toBeGreaterThanOrEqual(
          sum(sold, ({ capturedCents }) => capturedCents),
        );
        const refunds = told.events.filter(
          (one) => one.type === "charge.refunded" && isOfDay(one, one.receivedAt),
        );
        expect(total.refundsCents, name).toBeGreaterThanOrEqual(
          sum(refunds, ({ amountCents }) => amountCents),
        );
        const disputed = told.disputes.filter((one) => isOfDay(one, one.openedAt));
        expect(total.disputesCents, name).toBe(sum(disputed, ({ amountCents }) => amountCents));
      }
  });
});

describe("the counts", () => {
  it("the attempts that were declined are those with a reason", () => {
    const { days, reasons } = told.overview.attempts;
    expect(sum(reasons, ({ count }) => count)).toBe(sum(days, ({ declined }) => declined));
  });

  it("the failed events that are counted are those that are listed", () => {
    const { webhooks } = told.overview;
    const deadAtFirst = told.events.filter(({ delivery }) => delivery === "dead").length;
    const { deliveries } = told["events/evt_1Q4"];
    const deadAtOther = deliveries.filter(({ delivery }) => delivery === "dead").length;
    const dead = told["callback-endpoints"].map(
      ({ id }) => (told[`callback-endpoints/${id}/health`] as Schemas["CallbackHealth"]).dead,
    );
    expect(dead).toEqual([deadAtFirst, deadAtOther]);
    expect(webhooks.failedInAll).toBe(deadAtFirst + deadAtOther);
  });
});

it("the attempts of a day are those of the events that are listed", () => {
  const events = told.events.map(({ id }) => told[`events/${id}`] as Schemas["RecordedEvent"]);
  const attempts = events.flatMap(({ deliveries }) => deliveries.flatMap((one) => one.attempts));
  for (const { id, attemptCount, deliveries } of events)
    expect(
      sum(deliveries, (one) => one.attempts.length),
      id,
    ).toBe(attemptCount);
  const { hours } = told.overview.webhooks;
  expect(sum(hours, ({ delivered }) => delivered)).toBe(attempts.filter(({ error }) => !error).length);
  expect(sum(hours, ({ failed }) => failed)).toBe(attempts.filter(({ error }) => error).length);
  const healths = told["callback-endpoints"].map(
    ({ id }) => told[`callback-endpoints/${id}/health`] as Schemas["CallbackHealth"],
  );
  expect(sum(healths, ({ answers }) => answers)).toBe(attempts.filter(({ status }) => status).length);
  // The last response that an endpoint's page shows is its really last.
  const last = attempts.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1);
  const { lastEventId } = healths[0] ?? {};
  expect((told[`events/${lastEventId}`] as Schemas["RecordedEvent"]).deliveries[0]?.attempts).toContain(last);
});

it("every payment whose row says that its merchant must act needs attention, and no other", () => {
  const YOURS = ["requires_capture", "disputed", "refund_failed"];
  const asked = told.payments
    .filter((one) => YOURS.includes(headlineOf({ ...one, wasDeclined: Boolean(one.lastDecline) })))
    .map(({ svcPaymentId }) => svcPaymentId);
  const named = told.attention.flatMap(({ subject }) => subject.svcPaymentId ?? []);
  expect(named.toSorted()).toEqual(asked.toSorted());
});
