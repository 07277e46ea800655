import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { csvRows } from "../../../shared/domain/finance/csv.ts";
import { ConsoleTab } from "../../support/console.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** What the overview says of sales is what the exports say, to the cent, at every hour around a midnight. */
const service = useService();
const shop = useShop(service);

type Sales = { currency: string; payments: number; grossCents: number; refundsCents: number };
type Day = { date: string; isFinal: boolean; isComplete: boolean; totals: Sales[] };
type Overview = {
  asOf: string;
  sales: { currencies: string[]; days: Day[] };
  balance: { currencies: string[]; days: { date: string; totals: unknown[] | null }[] };
  attempts: { days: unknown[] };
};
type Payment = {
  currency: string;
  capturedCents: number;
  refundedCents: number;
  paidAt: string | null;
};

/** By a session of its own: it ends within hours. */
async function look(days = 7): Promise<Overview> {
  const tab = await ConsoleTab.open(shop.api);
  const { json } = await tab.call("GET", `/v1/overview?days=${days}`);
  await tab.call("POST", "/v1/session/end", {});
  return json as unknown as Overview;
}
const nowMs = async (): Promise<number> => Date.parse((await look(1)).asOf);

const DAY_MS = 86_400_000;

/** The next moment at which it is so late in UTC. */
async function passTo(clock: string): Promise<void> {
  const now = await nowMs();
  const wanted = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${clock}:00Z`);
  await service.letPass(Math.round((wanted > now ? wanted - now : wanted + DAY_MS - now) / 1000));
  await service.rest();
}

async function order(amountCents: number, currency: string, given: object = {}, method = "pm_card_visa") {
  const created = await shop.api.create({ amountCents, currency, ...given }, randomUUID());
  await service.confirm(created, method, String(created.json.connectedAccountId));
  return String(created.json.svcPaymentId);
}

/** As the payments' file has them: by day of `paidAt` and currency. */
async function exported(): Promise<Map<string, Omit<Sales, "currency">>> {
  const { json } = await shop.api.call("GET", "/v1/payments?limit=100&include=delivery");
  const payments = json as unknown as Payment[];
  const sums = new Map<string, Omit<Sales, "currency">>();
  for (const { currency, capturedCents, refundedCents, paidAt } of payments) {
    if (paidAt === null) continue;
    const key = `${paidAt.slice(0, 10)} ${currency}`;
    const sum = sums.get(key) ?? { payments: 0, grossCents: 0, refundsCents: 0 };
    sum.payments++;
    sum.grossCents += capturedCents;
    sum.refundsCents += refundedCents;
    sums.set(key, sum);
  }
  return sums;
}

const shownBy = ({ sales }: Overview) =>
  new Map(sales.days.flatMap(({ date, totals }) => totals.map((one) => [`${date} ${one.currency}`, one])));

async function expectEqual(): Promise<Overview> {
  const overview = await look();
  const [shown, file] = [shownBy(overview), await exported()];
  expect(overview.sales.days.every(({ isComplete }) => isComplete)).toBe(true);
  const grossOf = (all: Map<string, Pick<Sales, "payments" | "grossCents">>) =>
    Object.fromEntries(
      [...all]
        .map(([key, { payments, grossCents }]) => [key, `${payments}: ${grossCents}`])
        .filter(([, text]) => text !== "0: 0")
        .sort(),
    );
  expect(grossOf(shown)).toEqual(grossOf(file));
  // Refunds count on their own days: in all they are the same.
  const refunded = (all: Map<string, Pick<Sales, "refundsCents">>, currency: string) =>
    [...all]
      .filter(([key]) => key.endsWith(currency))
      .reduce((sum, [, { refundsCents }]) => sum + refundsCents, 0);
  for (const currency of ["usd", "eur", "jpy"])
    expect(refunded(shown, currency)).toBe(refunded(file, currency));
  return overview;
}

it("at 23:59, 00:01, 06:04 and 06:06 UTC, in every currency, with captures and refunds across midnight", async () => {
  await passTo("23:50");
  const today = new Date(await nowMs()).toISOString().slice(0, 10);
  await order(4999, "usd");
  const euros = await order(515_715, "eur");
  await order(150_000, "jpy");
  await order(2000, "usd", { paymentMethodTypes: ["us_bank_account"] }, "pm_usBankAccount");
  const held = await order(7000, "eur", { captureMethod: "manual" });
  await service.eventually(async () => (await shop.api.get(euros)).json.status === "succeeded");
  await shop.api.refund(euros, { amountCents: 1500 }, randomUUID());
  await passTo("23:59");
  const late = await expectEqual();
  expect(late.sales.days.at(-1)).toMatchObject({ date: today, isFinal: false });
  expect([...late.sales.currencies].sort()).toEqual(["eur", "jpy", "usd"]);

  await passTo("00:01");
  await shop.api.capture(held, { amountCents: 6000 }, randomUUID());
  await shop.api.refund(euros, { amountCents: 2500 }, randomUUID());
  await order(300, "jpy");
  await service.rest();
  const early = await expectEqual();
  expect(early.sales.days.map(({ date }) => date)).toHaveLength(7);
  expect(early.attempts.days).toHaveLength(7);
  expect(early.sales.days.at(-2)).toMatchObject({ date: today, isFinal: false });
  // A currency keeps its tab on a day without a sale in it.
  expect([...(await look(1)).sales.currencies].sort()).toEqual(["eur", "jpy", "usd"]);

  await passTo("06:04");
  const before = await expectEqual();
  expect(before.balance.days.at(-2)).toMatchObject({ date: today, totals: null });
  await passTo("06:06");
  await service.eventually(async () => (await look()).sales.days.at(-2)?.isFinal === true);
  const after = await expectEqual();
  expect(after.sales.days.slice(0, -1)).toEqual(
    before.sales.days
      .slice(0, -1)
      .map((day) => ({ ...day, isFinal: day.date === today || expect.any(Boolean) })),
  );
  expect(after.balance.currencies).toEqual(["usd"]);
  expect(after.balance.days.at(-2)?.totals).toHaveLength(1);

  // The finance files say the same, in the currency that was charged.
  const file = await shop.api.call("GET", `/v1/reports/movements.csv?from=${today}&to=${today}`);
  const charged = csvRows(file.text).filter(({ kind }) => kind === "charge");
  for (const currency of ["usd", "eur", "jpy"]) {
    const own = charged.filter(({ chargeCurrency }) => chargeCurrency === currency);
    const sum = own.reduce((cents, row) => cents + Number(row.chargedCents), 0);
    expect(shownBy(after).get(`${today} ${currency}`)?.grossCents, currency).toBe(sum);
  }
});
