import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { shopPage } from "../../infra/local/shop/shop-page.ts";
import { referencePage } from "../../infra/pages/reference-page.ts";
import { EMPTY, eventWith, FULL, furtherEndpoint, paymentId, paymentWith } from "./console-answers.ts";
import { CONSOLE_URL, enter, LINK, type PretendedService, pretend } from "./console-page.ts";

/** A state of a screen: how it is reached, and what shows that it is. `npm run photos` takes each in 4 widths and 2 themes. */
export type PhotoState = {
  path: string;
  shows: string;
  service?: Partial<PretendedService>;
  /** After the screen is there. */
  after?: (page: Page) => Promise<unknown>;
};

const [dispute] = FULL.disputes as { disputeId: string }[];
const TRACE = "9e1b2c3d-0000-4000-8000-000000000002";
const minutes = (count: number): string => new Date(Date.now() - count * 60_000).toISOString();

const FEES = {
  ...{ currency: "usd", grossCents: 4999, processorFeeCents: 175, platformFeeCents: 155, netCents: 4669 },
  ...{ disputesCents: 0, disputeFeesCents: 0, availableOn: minutes(-2 * 24 * 60) },
  ...{ chargedCents: 4999, chargeCurrency: "usd", exchangeRate: null },
};

const DECLINE = {
  ...{ code: "card_declined", declineCode: "insufficient_funds", networkDeclineCode: null, adviceCode: null },
  meaning: "The account has too little money.",
  advice: "The customer can pay with another card, or later.",
};

/** Another payment in the place of the first one. */
const payment = (
  given: Parameters<typeof paymentWith>[0],
  timeline: object[],
  fees: object = {},
): Partial<PretendedService> => ({
  answers: {
    ...FULL,
    [`payments/${paymentId(1)}`]: paymentWith({
      ...{ svcPaymentId: paymentId(1), orderRef: "order-1042", customerRef: "customer-7" },
      createdAt: minutes(90),
      method: { type: "card", brand: "visa", last4: "4242" },
      ...given,
    }),
    [`payments/${paymentId(1)}/details`]: {
      method: { ...{ type: "card", brand: "visa", last4: "4242" }, wallet: null },
      decline: given?.lastDecline ? DECLINE : null,
      fees: { ...FEES, ...fees },
    },
    [`payments/${paymentId(1)}/timeline`]: [
      {
        kind: "api_call",
        at: minutes(90),
        traceId: TRACE,
        operation: "create",
        amountCents: 4999,
      },
      ...timeline,
    ],
  },
});
const at = (count: number, type: string, given: object = {}) =>
  eventWith({ eventId: `evt_1Q${count}`, type, at: minutes(count), receivedAt: minutes(count), ...given });
const PAYMENT = `#/payments/${paymentId(1)}`;
const other = (path: string, given: object): Partial<PretendedService> => ({
  answers: { ...FULL, [path]: { ...(FULL[path] as object), ...given } },
});
const click = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();

const NEXT_LINES = '</v1/payouts/po_1QExample/lines?startingAfter=3>; rel="next"';

/** Declined, then paid; the server was down for two attempts; then a part was refunded. */
const PARTLY_REFUNDED: Partial<PretendedService> = {
  access: "owner",
  ...payment({ refundedCents: 1000, status: "partially_refunded" }, [
    at(88, "payment_intent.payment_failed", { declineCode: "insufficient_funds" }),
    at(86, "payment_intent.succeeded"),
    ...[503, 503, 204].map((status, nth) => ({
      ...{ kind: "callback_attempt", eventId: "evt_1Q86", type: "payment_intent.succeeded", traceId: TRACE },
      ...{ at: minutes(86 - nth * 3), attempt: nth + 1, milliseconds: 84, status, version: null },
      ...{ error: status === 204 ? null : `status_${status}`, nextAttemptAt: null },
    })),
    {
      ...{ kind: "api_call", at: minutes(40), traceId: TRACE, operation: "refund", amountCents: 1000 },
    },
  ]),
};

const CONSOLE_STATES: Record<string, PhotoState> = {
  overview: { path: "#/overview", shows: "Insufficient funds" },
  "overview-empty": { path: "#/overview", shows: "No payments in this period", service: { answers: EMPTY } },
  attention: { path: "#/attention", shows: "Dispute needs response", service: { access: "owner" } },
  payments: { path: "#/payments", shows: "order-1042" },
  "payments-empty": { path: "#/payments", shows: "No payments yet", service: { answers: EMPTY } },
  "payments-loading": { path: "#/payments", shows: "Loading", service: { hangs: true } },
  "payments-error": { path: "#/payments", shows: "not available", service: { fails: true } },
  "payment-uncaptured": {
    path: PAYMENT,
    shows: "Capture by",
    service: {
      access: "owner",
      ...payment({ status: "requires_capture", capturedCents: 0, captureBefore: minutes(-6 * 24 * 60) }, [
        at(88, "payment_intent.amount_capturable_updated", { captureBefore: minutes(-6 * 24 * 60) }),
      ]),
    },
  },
  "payment-refunded-in-part": { path: PAYMENT, shows: "Payment created", service: PARTLY_REFUNDED },
  "payment-declined": {
    path: PAYMENT,
    shows: "The last attempt was declined",
    service: payment(
      { status: "requires_payment_method", capturedCents: 0, lastDecline: "insufficient_funds" },
      [at(88, "payment_intent.payment_failed", { declineCode: "insufficient_funds" })],
    ),
  },
  "payment-dispute-lost": {
    path: PAYMENT,
    shows: "Dispute lost",
    service: payment(
      {
        disputes: [
          {
            ...dispute,
            ...{ status: "lost", reason: "fraudulent", amountCents: 4999, dueBy: null },
          } as never,
        ],
      },
      [
        at(88, "payment_intent.succeeded"),
        at(60, "charge.dispute.created"),
        at(59, "charge.dispute.funds_withdrawn"),
        at(20, "charge.dispute.closed"),
      ],
      { disputesCents: 4999, disputeFeesCents: 1500 },
    ),
  },
  "payment-refund-form": {
    path: PAYMENT,
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
  events: { path: "#/events", shows: "Refunded" },
  event: { path: "#/events/evt_1Q3", shows: "Internal Server Error" },
  "event-of-two": { path: "#/events/evt_1Q4", shows: "Connection refused" },
  endpoints: { path: "#/endpoint", shows: "5 failed in total", service: { access: "owner" } },
  endpoint: { path: "#/endpoint/ep_first", shows: "Median response" },
  "endpoint-setup": {
    path: `#/endpoint/${furtherEndpoint.id}`,
    shows: "A refund failed.",
    service: { access: "owner" },
  },
  "endpoint-empty": {
    path: "#/endpoint",
    shows: "No webhook endpoint yet",
    service: { answers: EMPTY, access: "owner" },
  },
  payouts: { path: "#/payouts", shows: "Failed" },
  payout: {
    path: "#/payouts/po_1QExample",
    shows: "outside this service",
    service: { link: NEXT_LINES },
  },
  "payout-failed": {
    path: "#/payouts/po_1QExample",
    shows: "Account closed",
    service: {
      ...other("payouts/po_1QExample", { status: "failed", failureCode: "account_closed" }),
      link: NEXT_LINES,
    },
  },
  statements: { path: "#/statements", shows: "5 differences" },
  statement: { path: "#/statements/2026-11-12", shows: "3 more are not listed" },
  month: { path: "#/month?month=2026-10", shows: "Closing balance" },
  keys: { path: "#/keys", shows: "web shop" },
  sessions: { path: "#/access", shows: "Ticket 4711" },
  "session-dialog": { path: "#/access", shows: "Ticket 4711", after: click("End") },
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
  callbacks: [true, false].map((isRefused, nth) => ({
    ...{ eventId: "evt_1Q1", type: "payment_intent.payment_failed", attempt: `${nth + 1}`, isRefused },
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

export const PHOTO_STATES = [...Object.keys(CONSOLE_STATES), ...Object.keys(ENTRIES), ...Object.keys(PAGES)];

/** A page of a new context, in this state. */
export async function reach(page: Page, name: string): Promise<void> {
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
  const service: PretendedService = { answers: FULL, access: "manage", ...state.service };
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
