import { expect, it } from "vitest";
import {
  answerWith,
  type ConsoleVisit,
  EMPTY,
  FULL,
  INCOMPLETE_MONTH,
  useNoon,
  visitConsole,
} from "../../support/visit-console.ts";

/*
 * What the console's screens say of money, written out in a file for each: a word, a sign or a condition that changes
 * there shows in the difference. After a change that is meant: `npx vitest run test/unit/pages/console-screens.test.ts -u`,
 * and read what has changed.
 */

useNoon();

const PAYMENT = `svcpay_${"1".padStart(32, "0")}`;

const SCREENS = {
  overview: "#/overview",
  attention: "#/attention",
  payments: "#/payments",
  payment: `#/payments/${PAYMENT}`,
  statements: "#/statements",
  statement: "#/statements/2026-11-12",
  month: "#/month",
  payouts: "#/payouts",
  payout: "#/payouts/po_1QExample",
  disputes: "#/disputes",
  dispute: "#/disputes/dp_1QExample",
};

/** Other states of the same screens: what is different of the answers, by path. */
const variants = (): Record<string, [string, Record<string, object>]> => ({
  "a statement that agrees": [
    SCREENS.statement,
    answerWith("statements/2026-11-12", {
      differences: [],
      differencesOmitted: 0,
      unreachableAccounts: [],
      merchantsOwn: 0,
      unexplained: 0,
      payouts: [],
    }),
  ],
  "a statement that is not final": [
    SCREENS.statement,
    answerWith("statements/2026-11-12", { final: false, totals: [] }),
  ],
  "a month that is incomplete": [SCREENS.month, { "reports/balance": INCOMPLETE_MONTH }],
  "a payout that failed": [
    SCREENS.payout,
    answerWith("payouts/po_1QExample", {
      status: "failed",
      failureCode: "account_closed",
      automatic: false,
      method: "instant",
      traceId: null,
      unexplainedCents: 45,
    }),
  ],
  "a payout that is not taken apart yet": [
    SCREENS.payout,
    answerWith("payouts/po_1QExample", {
      composition: "pending",
      totals: {},
      lineCount: 0,
      status: "in_transit",
    }),
  ],
  ...Object.fromEntries(
    STATUSES.map((status) => [
      `a payment that is ${status}`,
      [
        SCREENS.payment,
        answerWith(`payments/${PAYMENT}`, {
          status,
          refundedCents: status === "partially_refunded" ? 1_000 : 0,
          captureBefore: null,
          disputes: [],
          failedRefunds:
            status === "succeeded" ? [{ refundId: "re_1", amountCents: 700, failureReason: null }] : [],
        }),
      ],
    ]),
  ),
});

const STATUSES = [
  "succeeded",
  "processing",
  "requires_payment_method",
  "requires_capture",
  "partially_refunded",
  "refunded",
  "canceled",
];

type Access = NonNullable<ConsoleVisit["access"]>;

const shown = async (hash: string, has: Record<string, unknown>, access?: Access): Promise<string> =>
  (await visitConsole(hash, { has, ...(access && { access }) })).text;

const NOTHING = () => ({
  ...Object.fromEntries(Object.keys(FULL).map((path) => [path, undefined])),
  ...EMPTY,
});

const file = (name: string) => `console-screens/${name}.txt`;

/** The overview's file has the frame around every screen; the others begin behind it. */
const withoutFrame = (text: string): string => text.slice(text.indexOf("\n/\n") + 3);

it.each(Object.entries(SCREENS))("the screen %s says what there is", async (name, hash) => {
  const text = await shown(hash, {});
  await expect(name === "overview" ? text : withoutFrame(text)).toMatchFileSnapshot(file(name));
});

/** What a screen says no more, and what it says instead. */
function difference(usual: string, other: string): string[] {
  const [before, after] = [usual, other].map((text) => text.split("\n")) as [string[], string[]];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

it("every state of a screen says what is so", async () => {
  const all: string[] = [];
  const screen = async (hash: string, has: object) => withoutFrame(await shown(hash, { ...has }, "money"));
  const usual = new Map<string, string>();
  for (const [name, [hash, different]] of Object.entries(variants())) {
    const before = usual.get(hash) ?? (await screen(hash, {}));
    usual.set(hash, before);
    all.push(`== ${name}`, ...difference(before, await screen(hash, different)));
  }
  await expect(all.join("\n")).toMatchFileSnapshot(file("variants"));
});

it.each([
  ["#/overview", "Get started\n1 of 5 done"],
  ["#/overview", "No payments in this period."],
  ["#/attention", "Nothing needs attention\n[View all payments|"],
  [
    "#/payments",
    "No payments yet\nYour first payment appears here. [Open the quickstart|href=/v1/docs#quickstart]",
  ],
  ["#/payments?status=refunded", "No payments match\n[View all payments|"],
  [SCREENS.payment, "Payment not found\n[View all payments|"],
  ["#/events", "No events yet\nEvents about your payments appear here for 90 days. [View webhooks|"],
  ["#/events/evt_1Q3", "Event not found\nEvents are kept for 90 days. [View all events|"],
  [
    "#/endpoint",
    "No webhook endpoint yet\nNo events are sent. Add the URL of your server to be notified of payments.",
  ],
  ["#/endpoint/ep_0f3c51b7d2e84a96", "Endpoint not found\n[View all endpoints|"],
  ["#/statements", "No statements yet\nA statement is created six hours after the day ends (UTC)."],
  [SCREENS.statement, "No statement for this day\nIt is created six hours after the day ends (UTC)."],
  ["#/month", "No activity\nFile for your bookkeeper"],
  ["#/payouts", "No payouts yet\nA payout appears once the processor reports its breakdown"],
  [SCREENS.payout, "Payout not found\n[View all payouts|"],
  ["#/disputes", "No disputes\nA dispute appears here when a customer asks their bank to reverse a payment."],
  ["#/elsewhere", "Page not found\n[View all payments|"],
])("the screen at %s says that there is nothing: %s", async (hash, words) => {
  expect(await shown(hash, NOTHING())).toContain(words);
});

/** What only one access offers, by the screen that offers it. */
const OFFERS: [hash: string, offers: [Access, string][]][] = [
  [SCREENS.payment, [["money", "Capture…Cancel payment…"]]],
  ["#/events/evt_1Q3", [["manage", "[Resend event|"]]],
  [
    "#/endpoint/ep_0f3c51b7d2e84a96",
    [
      ["manage", "[Disable endpoint|"],
      ["manage", "[Resend 2 failed events|"],
    ],
  ],
  [
    "#/endpoint/ep_0f3c51b7d2e84a96?tab=settings",
    [
      ["setup", "[Save URL|"],
      ["setup", "[Roll secret|"],
      ["setup", "[Save subscriptions|"],
    ],
  ],
];

it.each(OFFERS)("only a session with the right access is offered at %s: %j", async (hash, offers) => {
  for (const access of ["read", "money", "manage", "setup"] as const) {
    const text = await shown(hash, {}, access);
    for (const [needed, words] of offers) expect(text.includes(words), access).toBe(access === needed);
  }
});

it("the screen keys names each key with its state, preset and scopes", async () => {
  expect(await shown("#/keys", {})).toContain(
    "web shop…x7Q2 · [(good) Live|tone=good] · checkoutpayments:read, payments:write · ",
  );
});
