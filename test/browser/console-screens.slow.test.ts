import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeInBrowser, faultsOf, useBrowser, type WatchedPage } from "../support/browser.ts";
import { DIFFERING_DAY, EMPTY, FULL, paymentId } from "../support/console-answers.ts";
import {
  CONSOLE_URL,
  enter,
  LINK,
  type PretendedService,
  pretend,
  TRACE_ID,
} from "../support/console-page.ts";

const browser = useBrowser();

/** Where to go, and what shows that the state is reached. */
type State = { path: string; shows: string };

const FULL_STATES: Record<string, State> = {
  overview: { path: "#/overview", shows: "Insufficient funds" },
  attention: { path: "#/attention", shows: "Dispute needs response" },
  payments: { path: "#/payments", shows: "order-1042" },
  "a payment": { path: `#/payments/${paymentId(1)}`, shows: "of_tomorrow" },
  events: { path: "#/events", shows: "Refunded" },
  "an event": { path: "#/events/evt_1Q3", shows: "Internal Server Error" },
  "an event of two endpoints": { path: "#/events/evt_1Q4", shows: "Connection rejected" },
  "the callback endpoints": { path: "#/endpoint", shows: "2 failed in total" },
  "a callback endpoint": { path: "#/endpoint/ep_0f3c51b7d2e84a96", shows: "Median response" },
  "an endpoint's deliveries": {
    path: "#/endpoint/ep_0f3c51b7d2e84a96?tab=deliveries",
    shows: "order-1053",
  },
  "an endpoint's settings": { path: "#/endpoint/ep_0f3c51b7d2e84a96?tab=settings", shows: "Signature check" },
  statements: { path: "#/statements", shows: "2 differed" },
  payouts: { path: "#/payouts", shows: "Failed" },
  "a payout": { path: "#/payouts/po_1QExample", shows: "outside this service" },
  disputes: { path: "#/disputes", shows: "Under review" },
  "a dispute": { path: "#/disputes/dp_1QExample", shows: "How to respond" },
  "the account": { path: "#/account", shows: "receive payouts" },
  "what a search finds": { path: "#/payments?search=49.99", shows: "results for 49.99" },
  "API keys": { path: "#/keys", shows: "web shop" },
  access: { path: "#/access", shows: "Ticket 4711" },
  "a month": { path: "#/month?month=2026-10", shows: "Closing balance" },
  "a statement": { path: `#/statements/${DIFFERING_DAY}`, shows: "Refunds differ" },
};

const EMPTY_STATES: Record<string, State> = {
  "nothing that needs anybody": { path: "#/attention", shows: "Nothing needs attention" },
  "the first steps": { path: "#/overview", shows: "Get started" },
  "no account": { path: "#/account", shows: "Not started" },
  "no such dispute": { path: "#/disputes/dp_1QExample", shows: "Dispute not found" },
  "no payments": { path: "#/payments", shows: "No payments yet" },
  "no payment that matches": { path: "#/payments?status=refunded", shows: "No payments match" },
  "no such payment": { path: `#/payments/${paymentId(2)}`, shows: "Payment not found" },
  "no events": { path: "#/events", shows: "No events yet" },
  "no such event": { path: "#/events/evt_1", shows: "Event not found" },
  "no such callback endpoint": { path: "#/endpoint/ep_0f3c51b7d2e84a96", shows: "Endpoint not found" },
  "no callback endpoint": { path: "#/endpoint", shows: "No webhook endpoint yet" },
  "no statements": { path: "#/statements", shows: "No statements yet" },
  "no such statement": { path: "#/statements/2026-01-01", shows: "No statement for this day" },
  "a month without activity": { path: "#/month", shows: "No activity" },
  "no disputes": { path: "#/disputes", shows: "No disputes" },
  "no payouts": { path: "#/payouts", shows: "No payouts yet" },
  "no such payout": { path: "#/payouts/po_1", shows: "Payout not found" },
  "no such screen": { path: "#/elsewhere", shows: "Page not found" },
};

const ERROR_STATES = Object.fromEntries(
  Object.entries(FULL_STATES).map(([name, { path }]) => [`${name}, failed`, { path, shows: TRACE_ID }]),
);

describeInBrowser("by day and by night, on a desk and on a telephone, everybody can use", () => {
  const service: PretendedService = { answers: FULL, access: "manage" };
  let watched: WatchedPage;
  /** Nobody has come in here. */
  let entry: WatchedPage;
  beforeAll(async () => {
    const open = () => browser.open(LINK, {}, (page) => pretend(page, service));
    [watched, entry] = [await open(), await open()];
    await enter(watched.page);
  });

  const isForEverybody = async (page: Page) => expect(await faultsOf(page)).toEqual([]);

  const look = async ({ path, shows }: State) => {
    const { page, errors } = watched;
    await page.goto(`${CONSOLE_URL}#/elsewhere`);
    await page.goto(CONSOLE_URL + path);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    await isForEverybody(page);
    // The browser itself notes every answer that is a rejection.
    expect(errors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
  };

  it.each(Object.entries(FULL_STATES))("%s", async (_, state) => {
    Object.assign(service, { answers: FULL, fails: false });
    await look(state);
  });

  it.each(Object.entries(EMPTY_STATES))("%s", async (_, state) => {
    Object.assign(service, { answers: EMPTY, fails: false });
    await look(state);
  });

  it.each(Object.entries(ERROR_STATES))("%s", async (_, state) => {
    Object.assign(service, { answers: FULL, fails: true });
    await look(state);
  });

  it("an answer that is awaited, which looks alike everywhere", async () => {
    Object.assign(service, { hangs: true });
    await look({ path: "#/payments", shows: "Loading" });
  });

  it("a question before something is done", async () => {
    Object.assign(service, { answers: FULL, fails: false, hangs: false });
    const { page } = watched;
    await page.goto(`${CONSOLE_URL}#/access`);
    await page.getByRole("main").getByRole("button", { name: "End session" }).first().click();
    await page.getByRole("dialog").waitFor();
    await isForEverybody(page);
    await page.keyboard.press("Escape");
  });

  // A payment's story, which takes longest of all to look at, is the same for everybody: it has been looked at above.
  const WITHOUT_STORY = { ...FULL, [`payments/${paymentId(1)}/timeline`]: [] };

  it.each([
    ["setup", "#/endpoint/ep_0f3c51b7d2e84a96?tab=settings", "Signing secret", undefined],
    ["money", `#/payments/${paymentId(1)}`, "Capture…", "Capture…"],
  ] as const)("what %s access adds", async (access, path, shows, opens) => {
    Object.assign(service, { answers: WITHOUT_STORY, fails: false, hangs: false, access });
    await watched.page.reload();
    await look({ path, shows });
    if (!opens) return;
    await watched.page.getByRole("button", { name: opens }).click();
    await watched.page.getByRole("button", { name: "Go back" }).waitFor();
    await isForEverybody(watched.page);
  });

  it.each([
    ["a link", LINK, "Open the console"],
    ["a link that is none", `${CONSOLE_URL}#code=nonsense`, "This link no longer works"],
    ["no session", CONSOLE_URL, "You are not signed in"],
  ])("the entry screen, with %s", async (_, url, shows) => {
    const { page } = entry;
    await page.goto(url);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    await isForEverybody(page);
  });
});
