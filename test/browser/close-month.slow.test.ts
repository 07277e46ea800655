import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { enter } from "../support/console-page.ts";
import { openShop, type Shop } from "../support/shops.ts";
import { useService } from "../support/use-service.ts";

/*
 * A month is closed from the console alone, by clicks, as the guide for finance says: the screen's own numbers add up
 * from the opening to the closing balance, in each currency, and the files add up to the same.
 */
const service = useService();
const browser = useBrowser();

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

let shop: Shop;
let accountId = "";
beforeAll(async () => {
  shop = await openShop(service);
  accountId = String((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId);
  await control(`accounts/${accountId}/settlement_currencies`, { currencies: ["eur"] });
  await sell(4999, "usd");
  await sell(2500, "eur");
  await service.letPass(5 * DAY_SECONDS);
  await returnPayout();
  const refunded = await sell(7000, "usd");
  await shop.api.refund(refunded, { amountCents: 1500 });
  await sell(2600, "eur");
  await sell(1234, "gbp");
  // What is sold on the last day is in the closing balance.
  await service.letPass(Math.max(1, secondsToNextMonth(await now()) - 20 * HOUR_SECONDS));
  await sell(3100, "usd");
  await sell(2700, "eur");
  const lastDay = await now();
  await service.letPass(secondsToNextMonth(lastDay) + 10 * HOUR_SECONDS);
  // The statement of the last day is made in the background.
  await vi.waitFor(async () => expect(await checkedBalance(lastDay)).toEqual(CLOSED), { timeout: 60_000 });
});
afterAll(() => shop.receiver.stop());

const CLOSED = { missingDays: [], notFinalDays: [], balanceChecked: true };

async function checkedBalance(lastDay: Date): Promise<object> {
  const to = lastDay.toISOString().slice(0, 10);
  const from = `${to.slice(0, 8)}01`;
  const { json } = await shop.api.call("GET", `/v1/reports/balance?from=${from}&to=${to}`);
  const { missingDays, notFinalDays, balanceChecked } = json;
  // Days before the account's first have no statement.
  return { missingDays: (missingDays as string[]).filter((day) => day === to), notFinalDays, balanceChecked };
}

const control = async (path: string, body: object) => {
  const url = `${service.stack.processorUrl}/_simulator/${path}`;
  expect((await fetch(url, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);
};

async function now(): Promise<Date> {
  const answer = await fetch(`${service.stack.processorUrl}/_simulator/clock`);
  return new Date(((await answer.json()) as { now: string }).now);
}

const secondsToNextMonth = (at: Date): number =>
  Math.ceil((Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - at.getTime()) / 1000);

async function sell(amountCents: number, currency: string): Promise<string> {
  const created = await shop.api.create({ amountCents, currency, orderRef: randomUUID() }, randomUUID());
  await service.confirm(created, "pm_card_visa", accountId);
  return String(created.json.svcPaymentId);
}

/** The bank returns one in the month that is closed. */
async function returnPayout(): Promise<void> {
  const { data } = await service.stripe.payouts.list({ limit: 100 }, { stripeAccount: accountId });
  const payout = data.find(({ currency }) => currency === "usd");
  if (!payout) throw new Error("Nothing was paid out.");
  await control(`payouts/${payout.id}/fail`, { failure_code: "account_closed" });
}

/** Every word of the screen that the guide names, in its order: each is found on the screen below. */
const WORDS = {
  statements: "Statements",
  lastMonth: "View last month",
  matches: "Matches Stripe",
  opening: "Opening balance",
  net: "Net",
  payouts: "Payouts",
  returned: "Payouts returned",
  closing: "Closing balance",
  viewPayouts: "View payouts",
  bookkeeper: "File for your bookkeeper",
  format: "Format",
  file: "Download file",
  dailySums: "Export daily totals",
  table: "Show as table",
  payments: "Show payments",
};

async function openMonth(locale = "en-US"): Promise<Page> {
  const { json } = await shop.api.call("POST", "/v1/console-sessions", { access: "read" });
  const { page } = await browser.open(String(json.url), { locale });
  await enter(page);
  await page.getByRole("link", { name: WORDS.statements }).first().click();
  await page.getByRole("link", { name: WORDS.lastMonth }).click();
  await page.getByText(WORDS.closing, { exact: true }).first().waitFor();
  return page;
}

/** "-$1,234.50 USD": as a person reads it. */
const centsOf = (text: string): number => Math.round(Number(text.replace(/[^-\d.]/g, "")) * 100);

/** A sum of the screen: its lines and what stands below them. */
async function readSum(table: Locator): Promise<Record<string, number>> {
  const rows = await table.getByRole("row").all();
  const lines = await Promise.all(
    rows.map(async (row) => [
      (await row.getByRole("rowheader").textContent()) ?? "",
      centsOf((await row.getByRole("cell").textContent()) ?? ""),
    ]),
  );
  return Object.fromEntries(lines);
}

type Closed = { openingCents: number; closingCents: number };

/** What the month's card of a currency says; each of its two sums has to add up by itself. */
async function readCard(page: Page, currency: string): Promise<Closed> {
  const heading = page.getByRole("heading", { name: `In ${currency}` });
  const card = page.locator("section").filter({ has: heading });
  expect(await card.getByText(WORDS.matches).isVisible()).toBe(true);
  const [moved = {}, balance = {}] = await Promise.all([
    readSum(card.locator("table.sum").nth(0)),
    readSum(card.locator("table.sum").nth(1)),
  ]);
  const sumBut = (sum: Record<string, number>, total: string) =>
    Object.entries(sum).reduce((cents, [name, of]) => cents + (name === total ? 0 : of), 0);
  expect(sumBut(moved, WORDS.net)).toBe(moved[WORDS.net]);
  expect(balance[WORDS.net]).toBe(moved[WORDS.net]);
  expect(Object.keys(balance)).toEqual([
    WORDS.opening,
    WORDS.net,
    WORDS.payouts,
    WORDS.returned,
    WORDS.closing,
  ]);
  expect(sumBut(balance, WORDS.closing)).toBe(balance[WORDS.closing]);
  expect(balance[WORDS.payouts]).toBeLessThan(0);
  expect(balance[WORDS.returned] !== 0).toBe(currency === "USD");
  return { openingCents: balance[WORDS.opening] ?? Number.NaN, closingCents: balance[WORDS.closing] ?? 0 };
}

async function download(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const text = readFileSync(await file.path(), "utf8").replace(/^\ufeff/, "");
  return { name: file.suggestedFilename(), lines: text.trimEnd().split("\r\n") };
}

/** The sum of a column, of all lines or of those in a currency. */
function sumOfColumn([header = "", ...lines]: string[], name: string, currency?: string, separator = ",") {
  const names = header.split(separator);
  const cells = lines.map((line) => line.split(separator));
  return cells
    .filter((line) => !currency || line[names.indexOf("currency")] === currency)
    .reduce((cents, line) => cents + centsOf((line[names.indexOf(name)] ?? "").replace(",", ".")), 0);
}

describeInBrowser("a finance person at the end of a month", () => {
  it("closes it by clicks from the overview: screen, bank and files say the same to the cent", async () => {
    const page = await openMonth();
    const { json } = await shop.api.call("GET", "/v1/statements?limit=1");
    const [{ date = "" } = {}] = json as unknown as { date?: string }[];
    const month = date.slice(0, 7);
    const name = new Date(date).toLocaleDateString("en-US", {
      ...{ month: "long", year: "numeric", timeZone: "UTC" },
    });
    await page.getByRole("heading", { name }).waitFor();

    const closed = { usd: await readCard(page, "USD"), eur: await readCard(page, "EUR") };
    await page.getByRole("heading", { name: WORDS.bookkeeper }).waitFor();
    const movements = await download(page, WORDS.file);
    const sums = await download(page, WORDS.dailySums);
    for (const [currency, { openingCents, closingCents }] of Object.entries(closed)) {
      expect(closingCents).toBeGreaterThan(0);
      expect(sumOfColumn(movements.lines, "net", currency)).toBe(closingCents - openingCents);
      const last = sums.lines.filter((line) => line.startsWith(`${date},final,${currency},`));
      expect(last.map((line) => centsOf(line.split(",").at(-1) ?? ""))).toEqual([closingCents]);
      await page.getByLabel(WORDS.format).selectOption({ label: "Xero" });
      await page.getByLabel("Currency").selectOption({ label: currency.toUpperCase() });
      const xero = await download(page, WORDS.file);
      expect(xero.name).toMatch(new RegExp(`^movements-${month}-01-${date}-xero-${currency}\\.csv$`));
      expect(sumOfColumn(xero.lines, "*Amount")).toBe(closingCents - openingCents);
    }
  });

  it("finds the payment behind a day's sales, and the payout behind a line at the bank", async () => {
    const page = await openMonth();
    await page.getByText(WORDS.table).first().click();
    const days = page.locator("details[open]").getByRole("row");
    await days
      .filter({ hasNotText: /\D0\.00/ })
      .getByRole("link")
      .last()
      .click();
    await page.getByRole("button", { name: WORDS.payments }).click();
    await page.getByRole("table", { name: "Payments of this day" }).getByRole("link").first().click();
    await page.getByText("Timeline").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: WORDS.viewPayouts }).first().click();
    // The newest ones are not broken down yet.
    await page.getByRole("table", { name: "Payouts, newest first" }).getByRole("link").last().click();
    await page.getByText("Stripe payout ID").waitFor();
    await page.getByRole("table", { name: "Lines, oldest first" }).getByRole("link").first().waitFor();
  });

  it("gets a file for Excel as the country writes numbers, with the same sum", async () => {
    const page = await openMonth("de-DE");
    const report = await shop.api.call("GET", `/v1/reports/balance?${await rangeOf(page)}`);
    await page.getByLabel(WORDS.format).selectOption({ label: "Excel" });
    const { lines } = await download(page, WORDS.file);
    const rows = report.json.rows as Record<string, number>[];
    for (const { currency, closingBalanceCents = 0, openingBalanceCents = 0 } of rows)
      expect(sumOfColumn(lines, "net", String(currency), ";")).toBe(
        closingBalanceCents - openingBalanceCents,
      );
  });

  it("reads the screen's own words in the guide, step by step", () => {
    const guide = readFileSync("shared/contract/finance.md", "utf8");
    const [, steps = ""] = /### In the console\n([\s\S]*?)\n### /.exec(guide) ?? [];
    const named = [...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, word]) => word);
    expect([...new Set(named)]).toEqual(Object.values(WORDS));
  });
});

/** The days that the form for the file begins with. */
async function rangeOf(page: Page): Promise<string> {
  const [from, to] = await Promise.all(
    ["From", "To"].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  );
  return `from=${from}&to=${to}`;
}
