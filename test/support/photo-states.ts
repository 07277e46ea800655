import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { shopPage } from "../../infra/local/shop/shop-page.ts";
import { referencePage } from "../../infra/pages/reference-page.ts";
import {
  booksEndpoint,
  DIFFERING_DAY,
  EMPTY,
  eventWith,
  FULL,
  INCOMPLETE_ACCOUNT,
  INCOMPLETE_MONTH,
  listedPayment,
  paymentId,
  WITH_OTHER_BALANCE,
} from "./console-answers.ts";
import { CONSOLE_URL, enter, LINK, type PretendedService, pretend } from "./console-page.ts";
import { attemptAt } from "./timeline-entries.ts";

/** A state of a screen: how it is reached, and what shows that it is. `npm run photos` takes each in 4 widths and 2 themes. */
export type PhotoState = {
  path: string;
  shows: string;
  service?: Partial<PretendedService>;
  /** After the screen is there. */
  after?: (page: Page) => Promise<unknown>;
};

const TRACE = "9e1b2c3d-0000-4000-8000-000000000002";
const minutes = (count: number): string => new Date(Date.now() - count * 60_000).toISOString();

const DECLINE = {
  ...{ code: "card_declined", declineCode: "insufficient_funds", networkDeclineCode: null, adviceCode: null },
  meaning: "The account has insufficient funds.",
  advice: "The customer can pay with another card, or later.",
};

const feesOf = (listed: Listed) => {
  const { amountCents: grossCents, applicationFeeCents: platformFeeCents, currency } = listed;
  const platformFeeReturnedCents = Math.round((platformFeeCents * listed.refundedCents) / grossCents);
  const processorFeeCents = Math.round(grossCents * 0.029) + 30;
  return {
    ...{ currency, grossCents, processorFeeCents, platformFeeCents, disputesCents: 0, disputeFeesCents: 0 },
    ...{ netCents: grossCents - processorFeeCents - platformFeeCents, availableOn: minutes(-2 * 24 * 60) },
    ...{ platformFeeReturnedCents, refundsCents: listed.refundedCents },
    ...{ chargedCents: grossCents, chargeCurrency: currency, exchangeRate: null },
  };
};

type Listed = ReturnType<typeof listedPayment>;

/** A payment of the list, with what happened to it, by the minutes since it was created. */
const payment = (listed: Listed, timeline: object[], fees?: object): Partial<PretendedService> => {
  const { svcPaymentId, amountCents } = listed;
  return {
    answers: {
      ...FULL,
      [`payments/${svcPaymentId}`]: listed,
      [`payments/${svcPaymentId}/details`]: {
        method: { ...listed.method, wallet: null },
        decline: listed.lastDecline ? DECLINE : null,
        fees: listed.capturedCents > 0 ? { ...feesOf(listed), ...fees } : null,
      },
      [`payments/${svcPaymentId}/timeline`]: [
        { kind: "api_call", at: listed.createdAt, traceId: TRACE, operation: "create", amountCents },
        ...timeline,
      ],
    },
  };
};
const later = ({ createdAt }: Listed, count: number): string =>
  new Date(Date.parse(createdAt) + count * 60_000).toISOString();
const at = (listed: Listed, count: number, type: string, given: object = {}) =>
  eventWith({
    ...{ eventId: `evt_1QAfter${count}`, type, at: later(listed, count), receivedAt: later(listed, count) },
    ...given,
  });
const tried = (
  { eventId, type }: { eventId: string; type: string },
  answers: readonly [at: string, status: number | null][],
) =>
  answers.map(([moment, status], nth) =>
    attemptAt(moment, {
      ...{ eventId, type, traceId: TRACE, attempt: nth + 1, status },
      milliseconds: status === null ? 10_000 : 84,
      error: status === 204 ? null : status === null ? "timeout" : `status_${status}`,
    }),
  );
const pathOf = ({ svcPaymentId }: Listed) => `#/payments/${svcPaymentId}`;
const click = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).first().click();

/** When it began, as the tab "Since yesterday" has it. */
const YESTERDAY = `${minutes(24 * 60).slice(0, 10)}T00:00:00.000Z`;

/** An event of the list. */
const told = (id: string) => {
  const found = (FULL.events as { id: string; type: string; receivedAt: string }[]).find(
    (one) => one.id === id,
  );
  if (!found) throw new Error(`There is no event ${id}.`);
  return { eventId: id, type: found.type, at: found.receivedAt, receivedAt: found.receivedAt };
};

/** Declined, then paid, and told at the third attempt; then a part was refunded, which the server rejects. */
const REFUNDED = listedPayment(13);
const paid = at(REFUNDED, 4, "payment_intent.succeeded");
const refund = eventWith({ ...told("evt_1Q3"), delivery: "dead", refundedCents: 1000 });
type Delivered = { deliveries: [{ attempts: { at: string; status: number | null }[] }] };
/** What the first endpoint said each time. */
const answersTo = (id: string): [at: string, status: number | null][] =>
  (FULL[`events/${id}`] as Delivered).deliveries[0].attempts.map((one) => [one.at, one.status]);
const PARTLY_REFUNDED: Partial<PretendedService> = {
  ...payment(REFUNDED, [
    at(REFUNDED, 2, "payment_intent.payment_failed", { declineCode: "insufficient_funds" }),
    paid,
    ...tried(paid, [
      [later(REFUNDED, 4.02), 503],
      [later(REFUNDED, 4.6), 503],
      [later(REFUNDED, 6.6), 204],
    ]),
    { kind: "api_call", at: refund.at, traceId: TRACE, operation: "refund", amountCents: 1000 },
    refund,
    ...tried(refund, answersTo("evt_1Q3")),
  ]),
};

const HELD = listedPayment(1);
const held = at(HELD, 2, "payment_intent.amount_capturable_updated", { captureBefore: HELD.captureBefore });

const DECLINED = listedPayment(2);
const declined = eventWith({
  ...{ ...told("evt_1Q1"), declineCode: "insufficient_funds", delivery: "pending" },
});

const [, , , LOST] = FULL.disputes as [object, object, object, Disputed];
type Disputed = NonNullable<Listed["disputes"]>[number] & { svcPaymentId: string; orderRef: string };
const DISPUTED: Listed = {
  ...listedPayment(0),
  ...{ svcPaymentId: LOST.svcPaymentId, orderRef: LOST.orderRef, createdAt: minutes(60 * 24 * 40) },
  ...{ customerRef: "customer-3", delivery: "delivered", deliveryAttempts: 1, disputes: [LOST] },
};

/** A merchant who has only just begun. */
const NEW = { answers: EMPTY, session: { setUps: [] } };

const CONSOLE_STATES: Record<string, PhotoState> = {
  overview: { path: "#/overview", shows: "Insufficient funds" },
  "overview-empty": { path: "#/overview", shows: "No payments in this period", service: NEW },
  attention: { path: "#/attention", shows: "Dispute needs response" },
  // 20 hours old: at any hour of the day it is of yesterday or today.
  payments: { path: `#/payments?since=${YESTERDAY}`, shows: "order-1043" },
  "payments-filters": {
    path: `#/payments?since=${YESTERDAY}&status=declined`,
    shows: "order-1052",
    after: (page) => page.locator(".choices summary").click(),
  },
  "payments-found": { path: "#/payments?search=49.99", shows: "results for 49.99" },
  "payment-receipt": {
    path: pathOf(REFUNDED),
    shows: "Payment created",
    service: PARTLY_REFUNDED,
    after: click("Send receipt…"),
  },
  "payments-empty": { path: "#/payments", shows: "No payments yet", service: NEW },
  "payments-loading": { path: "#/payments", shows: "Loading", service: { hangs: true } },
  "payments-error": { path: "#/payments", shows: "not available", service: { fails: true } },
  "payment-uncaptured": {
    path: pathOf(HELD),
    shows: "capture by",
    service: payment(HELD, [held, ...tried(held, [[later(HELD, 2.02), 204]])]),
  },
  "payment-refunded-in-part": { path: pathOf(REFUNDED), shows: "Payment created", service: PARTLY_REFUNDED },
  "payment-declined": {
    path: pathOf(DECLINED),
    shows: "Declined, insufficient funds",
    service: payment(DECLINED, [declined, ...tried(declined, answersTo("evt_1Q1"))]),
  },
  "payment-dispute-lost": {
    path: pathOf(DISPUTED),
    shows: "Dispute lost",
    service: payment(
      DISPUTED,
      [
        at(DISPUTED, 2, "payment_intent.succeeded"),
        at(DISPUTED, 60 * 24 * 13, "charge.dispute.created"),
        at(DISPUTED, 60 * 24 * 13 + 1, "charge.dispute.funds_withdrawn"),
        at(DISPUTED, 60 * 24 * 30, "charge.dispute.closed", { dispute: LOST }),
      ],
      { disputesCents: 4999, disputeFeesCents: 1500, availableOn: later(DISPUTED, 2 * 24 * 60) },
    ),
  },
  "payment-refund-form": {
    path: pathOf(REFUNDED),
    shows: "Payment created",
    service: PARTLY_REFUNDED,
    after: async (page) => {
      await page
        .getByRole("button", { name: /^Refund/ })
        .first()
        .click();
      await page
        .getByRole("textbox", { name: /amount/i })
        .first()
        .fill("99.00");
    },
  },
  disputes: { path: "#/disputes", shows: "Under review" },
  dispute: {
    path: "#/disputes/dp_1QExample",
    shows: "Dispute fee",
    service: payment(listedPayment(6), [], { disputesCents: 10_999, disputeFeesCents: 1500 }),
  },
  events: {
    path: "#/events",
    shows: "Refunded",
    service: { link: `</v1/events?startingAfter=evt_1Q3>; rel="next"` },
  },
  event: { path: "#/events/evt_1Q3", shows: "Internal Server Error" },
  "event-of-two": { path: "#/events/evt_1Q4", shows: "Connection rejected" },
  endpoints: { path: "#/endpoint", shows: "2 failed in total" },
  endpoint: { path: "#/endpoint/ep_0f3c51b7d2e84a96", shows: "Median response" },
  "endpoint-deliveries": { path: "#/endpoint/ep_0f3c51b7d2e84a96?tab=deliveries", shows: "order-1053" },
  "endpoint-setup": { path: `#/endpoint/${booksEndpoint.id}?tab=settings`, shows: "A refund failed." },
  "endpoint-undo": {
    path: `#/endpoint/${booksEndpoint.id}`,
    shows: "Median response",
    // Anew for each picture: it is disabled once the button was clicked.
    get service() {
      const own = { ...booksEndpoint };
      return {
        answers: {
          ...FULL,
          [`callback-endpoints/${own.id}`]: own,
          get [`callback-endpoints/${own.id}/disable`]() {
            own.disabled = true;
            return own;
          },
        },
      };
    },
    after: async (page) => {
      await page.getByRole("button", { name: "Disable endpoint" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
      await page.getByText("Enabling sends them").waitFor();
    },
  },
  "endpoint-empty": { path: "#/endpoint", shows: "No webhook endpoint yet", service: NEW },
  payouts: { path: "#/payouts", shows: "Failed" },
  payout: { path: "#/payouts/po_1QExample", shows: "outside this service" },
  "payout-other-balance": {
    path: "#/payouts/po_1QExample",
    shows: "Other balances",
    service: { answers: { ...FULL, "payouts/po_1QExample": WITH_OTHER_BALANCE } },
  },
  "payout-failed": { path: "#/payouts/po_1QReturned", shows: "Account closed" },
  statements: { path: "#/statements", shows: "2 differed" },
  statement: { path: `#/statements/${DIFFERING_DAY}`, shows: "Refunds differ" },
  month: { path: "#/month?month=2026-10", shows: "Closing balance" },
  "month-incomplete": {
    path: "#/month?month=2026-10",
    shows: "Days without a statement",
    service: { answers: { ...FULL, "reports/balance": INCOMPLETE_MONTH } },
  },
  account: { path: "#/account", shows: "receive payouts" },
  "account-incomplete": {
    path: "#/account",
    shows: "Stripe still needs",
    service: { answers: { ...FULL, "onboarding/status": INCOMPLETE_ACCOUNT } },
  },
  "account-empty": { path: "#/account", shows: "Not started", service: NEW },
  keys: { path: "#/keys", shows: "web shop" },
  sessions: { path: "#/access", shows: "Ticket 4711" },
  "session-dialog": { path: "#/access", shows: "Ticket 4711", after: click("End session") },
};

/** Before anybody is in. */
const ENTRIES: Record<string, PhotoState> = {
  "sign-in": { path: LINK, shows: "Open the console" },
  "signed-out": { path: CONSOLE_URL, shows: "You are not signed in" },
};

const ORIGIN = new URL(CONSOLE_URL).origin;

const ORDER = {
  ...{ orderRef: "shop-0123456789ab", svcPaymentId: paymentId(1), isServerDown: false },
  ...{ status: "requires_payment_method", headline: "declined" },
  callbacks: [true, false].map((isRejected, nth) => ({
    ...{ eventId: "evt_1Q1", type: "payment_intent.payment_failed", attempt: `${nth + 1}`, isRejected },
    receivedAt: minutes(2 - nth),
  })),
};

/** Pages of their own, as they are served. */
const PAGES: Record<string, { html: () => string; shows: string; after?: (page: Page) => Promise<unknown> }> =
  {
    shop: {
      html: () => String(shopPage().body),
      shows: "Buy for 49.99",
      after: async (page) => {
        await page.route(`${ORIGIN}/demo/shop/**`, (route) => route.fulfill({ json: ORDER }));
        await page.getByRole("button", { name: "Buy for 49.99" }).click();
        await page.getByText("attempt 1 of 8").waitFor();
      },
    },
    reference: { html: () => referencePage({ apiKey: "svc_live_example" }).html, shows: "Quickstart" },
  };

/** Inside of the browser's own bars, where a laptop's screen has 1366 × 768. */
export const LAPTOP = [1366, 640] as const;

export const PHOTO_STATES = [...Object.keys(CONSOLE_STATES), ...Object.keys(ENTRIES), ...Object.keys(PAGES)];

/** A page of a new context, in this state, with the pointer where nothing is hovered. */
export async function reach(page: Page, name: string): Promise<void> {
  await open(page, name);
  await page.mouse.move(0, 0);
}

async function open(page: Page, name: string): Promise<void> {
  const own = PAGES[name];
  if (own) {
    await page.route(`${ORIGIN}/${name}`, (route) =>
      route.fulfill({ contentType: "text/html", body: own.html() }),
    );
    await page.goto(`${ORIGIN}/${name}`);
    await page.getByText(own.shows).filter({ visible: true }).first().waitFor();
    await own.after?.(page);
    return;
  }
  const state = CONSOLE_STATES[name] ?? ENTRIES[name];
  if (!state) throw new Error(`There is no state ${name}.`);
  const service: PretendedService = { answers: FULL, access: "owner", ...state.service };
  await pretend(page, service);
  if (name in ENTRIES) await page.goto(state.path);
  else {
    await page.goto(`${LINK}&to=${encodeURIComponent(state.path.slice(2))}`);
    await enter(page);
    await page.goto(CONSOLE_URL + state.path);
  }
  await page.getByText(state.shows).filter({ visible: true }).first().waitFor();
  await state.after?.(page);
}

const LOOK = readFileSync(new URL("look-for-flaws.js", import.meta.url), "utf8");

/** What is wrong with the page as it stands, in a window as wide as it is. */
export async function flawsOf(page: Page): Promise<string[]> {
  await page.evaluate(LOOK);
  return page.evaluate<string[]>("lookForFlaws()");
}
