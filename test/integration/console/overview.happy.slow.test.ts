import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { PRESETS, scopesOf } from "../../../shared/domain/access/preset.ts";
import { ConsoleTab } from "../../support/console.ts";
import { openShop, type Shop } from "../../support/shops.ts";
import { useService } from "../../support/use-service.ts";

/** The overview: what the last days came to, counted when it is asked for. */
const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(service);
  // What is sold here is sold on one day.
  const leftOfDay = DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);
  if (leftOfDay < 600) await service.letPass(leftOfDay);
  return () => shop.receiver.stop();
});

const DAY_SECONDS = 86_400;

type Json = Record<string, unknown>;
type Section = { days: Json[]; hours: Json[]; isComplete: boolean } & Json;
type Overview = Record<"sales" | "attempts" | "webhooks" | "balance" | "payouts", Section>;

const lookBy = async (tab: ConsoleTab, days = 7): Promise<Overview> =>
  (await tab.call("GET", `/v1/overview?days=${days}`)).json as unknown as Overview;

const kept = async () =>
  (await service.items()).filter(({ pk }) => String(pk).startsWith(`STATS#${shop.merchantId}`));

async function pay(amountCents: number, paymentMethod: string, more: object = {}): Promise<string> {
  const created = await shop.api.create({ amountCents, ...more }, randomUUID());
  const { connectedAccountId } = created.json;
  await service.confirm(created, paymentMethod, String(connectedAccountId)).catch(() => undefined);
  return String(created.json.svcPaymentId);
}

/** The day of the sales: two hours later it may be yesterday. */
let soldOn: unknown;

it("tells today's money, attempts and webhooks from the events, and keeps an hour once it is over", async () => {
  const tab = await ConsoleTab.open(shop.api);
  const paid = await pay(4999, "pm_card_visa");
  await pay(2000, "pm_card_visa", { captureMethod: "manual" });
  await pay(3000, "pm_card_visa_chargeDeclinedInsufficientFunds");
  await pay(700, "pm_card_createDispute");
  await service.eventually(async () => (await shop.api.get(paid)).json.status === "succeeded");
  await shop.api.refund(paid, { amountCents: 1000 }, randomUUID());
  const today = async () => (await lookBy(tab)).sales.days.at(-1) as { totals: Json[] };
  const isTold = ({ totals }: { totals: Json[] }) =>
    totals[0]?.refundsCents === 1000 && totals[0]?.disputesCents === 700;
  await service.eventually(async () => isTold(await today()));
  const { sales, attempts, webhooks, balance, payouts } = await lookBy(tab);
  soldOn = sales.days.at(-1)?.date;
  expect(sales.days).toHaveLength(7);
  expect(sales.days.at(-1)).toMatchObject({
    isFinal: false,
    isComplete: true,
    totals: [{ currency: "usd", payments: 2, grossCents: 5699 }],
  });
  expect(attempts.days.at(-1)).toMatchObject({ approved: 3, declined: 1 });
  expect(attempts).toMatchObject({ reasons: [{ code: "insufficient_funds", count: 1 }], isComplete: true });
  expect(webhooks.hours).toHaveLength(25);
  expect(webhooks).toMatchObject({ failedInAll: 0, isComplete: true });
  expect(webhooks.hours.at(-1)).toMatchObject({ failed: 0, medianMilliseconds: expect.any(Number) });
  expect(payouts).toEqual({ next: null, last: null });
  // No statement, no balance: nothing is added up from events.
  expect(balance).toMatchObject({ currencies: [], closing: null });
  expect(balance.days.map(({ totals }) => totals)).toEqual(Array(7).fill(null));
  expect(await kept()).toEqual([]);

  await service.letPass(2 * 3600);
  // Two that look at once count everything once.
  await Promise.all([lookBy(tab), lookBy(tab), lookBy(tab)]);
  const hours = await kept();
  expect(hours.length).toBeGreaterThan(0);
  for (const hour of hours) expect(JSON.stringify(hour).length).toBeLessThan(900);
  // Where midnight has passed the day before is kept as well.
  const sum = hours
    .filter(({ sk }) => String(sk).startsWith("HOUR#"))
    .flatMap(({ counts }) => Object.values((counts as { days: Record<string, { approved: number }> }).days));
  expect(sum.reduce((all, { approved }) => all + approved, 0)).toBe(3);
  const later = await lookBy(tab, 30);
  expect(later.attempts.days).toHaveLength(30);
  const days = later.attempts.days as { approved: number; declined: number }[];
  expect(days.reduce((all, { approved }) => all + approved, 0)).toBe(3);
  expect(days.reduce((all, { declined }) => all + declined, 0)).toBe(1);
});

/** What the statement of a day says of the balance. */
async function closingOf(date: string) {
  const { json } = await shop.api.call("GET", `/v1/statements/${date}`);
  const currencies = (json.balances as Json[]).map(({ currency, closingBalanceCents }) => ({
    ...{ currency, closingBalanceCents },
  }));
  expect(currencies).toEqual([{ currency: "usd", closingBalanceCents: expect.any(Number) }]);
  return { date, currencies };
}

it("takes a day's money from its statement once there is one, with fees and net", async () => {
  const date = soldOn;
  await service.letPass(36 * 3600);
  const tab = await ConsoleTab.open(shop.api);
  const dayIn = ({ days }: Section) => days.find((day) => day.date === date);
  await service.eventually(async () => dayIn((await lookBy(tab)).sales)?.isFinal === true);
  const { sales, attempts, balance } = await lookBy(tab);
  expect(dayIn(sales)?.totals).toEqual([
    { currency: "usd", payments: 2, grossCents: 5699, refundsCents: 1000, disputesCents: 700 },
  ]);
  const totals = dayIn(balance)?.totals as Record<string, number>[] | undefined;
  const { netCents = 0, platformFeesCents = 0, processorFeesCents = 0 } = totals?.[0] ?? {};
  expect(netCents + platformFeesCents + processorFeesCents).toBe(5699 - 1000 - 700);
  const closing = balance.closing as { date: string };
  expect(closing).toEqual(await closingOf(closing.date));
  expect((await lookBy(tab, 1)).balance.closing).toEqual(closing);
  expect(attempts.days.find((day) => day.date === date)).toMatchObject({ approved: 3, declined: 1 });
});

it("names the payouts that are on their way and that have arrived", async () => {
  await service.letPass(4 * 86_400);
  const tab = await ConsoleTab.open(shop.api);
  const { payouts } = await lookBy(tab);
  expect(payouts.last).toMatchObject({
    payoutId: expect.stringMatching(/^po_/),
    status: "paid",
    currency: "usd",
  });
});

it("knows a day, a week and a month, and every key that opens the console may read all of it", async () => {
  const tab = await ConsoleTab.open(shop.api);
  expect((await tab.call("GET", "/v1/overview?days=8")).status).toBe(400);
  expect((await lookBy(tab, 1)).sales.days).toHaveLength(1);
  for (const preset of PRESETS.filter((preset) => scopesOf(preset).includes("console")))
    expect(scopesOf(preset), preset).toEqual(expect.arrayContaining(["finance:read", "events:read"]));
});
