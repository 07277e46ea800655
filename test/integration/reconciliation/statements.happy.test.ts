import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { beginInTheMorning, forgetOpenWork, HOUR_MS, later } from "../../support/open-work.ts";
import { reconcile, runDailyStatements } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService();
forgetOpenWork(service);
const shop = useShop(service);
beforeEach(beginInTheMorning);

async function buy(amountCents: number, body: object = {}) {
  const created = await shop.api.create({ amountCents, ...body }, randomUUID());
  await service.confirm(created, "pm_card_visa", String(created.json.connectedAccountId));
  await service.eventually(
    async () => (await shop.api.get(created.json.svcPaymentId)).json.status !== "requires_payment_method",
  );
  return created.json;
}

const make = (date: string) => reconcile(service, { kind: "statement", merchantId: shop.merchantId, date });
const statementOf = (date: string) => shop.api.call("GET", `/v1/statements/${date}`);
const today = () => dateOf(Date.now());

it("sums a day to the cent, over charges, captures, refunds and fees", async () => {
  const { svcPaymentId } = await buy(4000);
  await shop.api.refund(svcPaymentId, { amountCents: 1000 });
  const held = await buy(6500, { captureMethod: "manual" });
  await shop.api.capture(held.svcPaymentId, { amountCents: 5000 });
  await shop.api.create({ amountCents: 700 }, randomUUID());
  await make(today());
  const { status, json } = await statementOf(today());
  // The fee is 2.5 % and 30 cents; the captured part of 193 is 148, and a quarter of the first fee of 130 came back.
  const platformFeesCents = 130 - 33 + 148;
  const processorFeesCents = 146 + 175;
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      date: today(),
      final: false,
      generatedAt: expect.any(String),
      totals: [
        {
          currency: "usd",
          grossCents: 9000,
          refundsCents: 1000,
          disputesCents: 0,
          platformFeesCents,
          platformFeesReturnedCents: 33,
          processorFeesCents,
          netCents: 8000 - platformFeesCents - processorFeesCents,
          otherCents: 0,
          otherCount: 0,
          otherBalancesCents: 0,
          merchantsOwnNetCents: 0,
          accountNetCents: 8000 - platformFeesCents - processorFeesCents,
        },
      ],
      balances: [
        {
          currency: "usd",
          openingBalanceCents: 0,
          accountNetCents: 8000 - platformFeesCents - processorFeesCents,
          payoutsCents: 0,
          payoutsReturnedCents: 0,
          differenceCents: 0,
          closingBalanceCents: 8000 - platformFeesCents - processorFeesCents,
        },
      ],
      // The day is not over: the processor's balance says nothing of its end.
      balanceChecked: false,
      matched: 3,
      merchantsOwn: 0,
      unexplained: 0,
      differences: [],
      differencesOmitted: 0,
      unreachableAccounts: [],
      payouts: [],
      payoutsReturned: [],
    },
  });
});

it("is made by the clock for every merchant, six hours after the day, and is final then", async () => {
  const date = today();
  await buy(1000);
  later(Date.parse(`${date}T00:00:00Z`) + 30 * HOUR_MS - Date.now());
  await runDailyStatements(service);
  expect((await statementOf(date)).json).toMatchObject({ final: true, matched: 1, differences: [] });
});
