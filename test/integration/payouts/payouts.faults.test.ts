import { expect, it } from "vitest";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { forgetOpenWork, openItems } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** No event of the processor's arrives here by itself: what no webhook tells is found by asking. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const control = async (path: string, body: object = {}) => {
  const init = { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`${service.stack.processorUrl}/_simulator/${path}`, init);
  expect(answer.status).toBe(200);
  return answer.json() as Promise<Record<string, unknown>>;
};

async function accountId(): Promise<string> {
  const merchant = await findMerchant(shop.merchantId);
  return merchant?.account?.processorAccountId ?? "";
}

/** Adjustments are the cheapest lines. */
async function book(count: number, amount = 7): Promise<void> {
  const account = await accountId();
  for (let n = 0; n < count; n++)
    await control(`accounts/${account}/balance`, { type: "adjustment", amount });
}

/** The account's payouts at the processor, newest first. */
const atProcessor = async () =>
  (await service.stripe.payouts.list({ limit: 100 }, { stripeAccount: await accountId() })).data;

const follow = async () =>
  reconcile(service, { kind: "payouts", merchantId: shop.merchantId, accountId: await accountId() });
const compose = (payoutId: string, lifeMs?: () => number) =>
  reconcile(service, { kind: "payout", merchantId: shop.merchantId, payoutId }, lifeMs);
const payoutOf = async (payoutId: string) => (await shop.api.call("GET", `/v1/payouts/${payoutId}`)).json;
const linesOf = async (payoutId: string, query = "") =>
  (await shop.api.call("GET", `/v1/payouts/${payoutId}/lines${query}`)).json as unknown as Record<
    string,
    unknown
  >[];

async function newestPayoutId(): Promise<string> {
  const [payout] = await atProcessor();
  if (!payout) throw new Error("There is no payout.");
  return payout.id;
}

it("59: finds payouts that no event told of by the daily look, and their lines with them", async () => {
  await book(3);
  await service.letPass(3 * DAY_SECONDS);
  const payoutId = await newestPayoutId();
  expect((await shop.api.call("GET", "/v1/payouts")).json).toEqual([]);
  await follow();
  expect(await payoutOf(payoutId)).toMatchObject({
    composition: "waiting",
    unexplainedCents: null,
    lineCount: 0,
  });
  await compose(payoutId);
  expect(await payoutOf(payoutId)).toMatchObject({
    amountCents: 21,
    composition: "complete",
    unexplainedCents: 0,
    totals: { adjustment: { count: 3, netCents: 21 } },
  });
  const open = (await openItems(service)).filter(({ pk }) => pk.includes(shop.merchantId));
  expect(open).toEqual([]);
});

it("59: a payout that was paid and comes back is failed, and its money is a line of a later one (fact P3)", async () => {
  await book(1, 5000);
  await service.letPass(6 * DAY_SECONDS);
  const first = await newestPayoutId();
  await follow();
  await compose(first);
  expect(await payoutOf(first)).toMatchObject({ status: "paid" });
  await control(`payouts/${first}/fail`, { failure_code: "account_closed" });
  const [event] = (
    await service.stripe.events.list({ type: "payout.failed" }, { stripeAccount: await accountId() })
  ).data;
  await service.webhook({ ...event, account: await accountId() });
  expect(await payoutOf(first)).toMatchObject({ status: "failed", failureCode: "account_closed" });
  await service.letPass(4 * DAY_SECONDS);
  const second = await newestPayoutId();
  expect(second).not.toBe(first);
  await follow();
  await compose(second);
  expect(await payoutOf(second)).toMatchObject({
    amountCents: 5000,
    unexplainedCents: 0,
    totals: { payout_failure: { count: 1, netCents: 5000 } },
  });
});

it("what is too little for a bank that takes whole units only is shown, and hides nothing (fact P8)", async () => {
  const stripeAccount = await accountId();
  await service.stripe.accounts.update(stripeAccount, { default_currency: "huf" });
  const composed: unknown[] = [];
  for (const amount of [12_345, 60]) {
    await control(`accounts/${stripeAccount}/balance`, { type: "adjustment", amount, currency: "huf" });
    await service.letPass(3 * DAY_SECONDS);
    const payoutId = await newestPayoutId();
    await follow();
    await compose(payoutId);
    composed.push(await payoutOf(payoutId));
  }
  expect(composed).toMatchObject([
    { amountCents: 12_300, currency: "huf", unexplainedCents: -45 },
    { amountCents: 100, currency: "huf", unexplainedCents: 40 },
  ]);
});

it("a payout that the merchant asks for has no lines that anybody knows (fact P2)", async () => {
  const { id } = await control(`accounts/${await accountId()}/payouts`, { amount: 500, method: "instant" });
  await follow();
  expect(await payoutOf(String(id))).toMatchObject({
    automatic: false,
    method: "instant",
    composition: "unknown",
    totals: {},
    unexplainedCents: null,
  });
  expect(await linesOf(String(id))).toEqual([]);
});
