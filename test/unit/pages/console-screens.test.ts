import { afterAll, beforeAll, expect, it } from "vitest";
import { leaveNoon, standAtNoon, visitConsole } from "../../support/visit-console.ts";

/*
 * Everything that the console's screens say, of money above all, written out in a file for each: a word, a sign or a
 * condition that changes there shows in the difference. After a change that is meant: `npx vitest run test/unit/pages/console-screens.test.ts -u`,
 * and read what has changed.
 */

let answers: typeof import("../../support/console-answers.ts");
beforeAll(async () => {
  standAtNoon();
  answers = await import("../../support/console-answers.ts");
});
afterAll(leaveNoon);

const PAYMENT = `svcpay_${"1".padStart(32, "0")}`;

const FULL = {
  overview: "#/overview",
  attention: "#/attention",
  payments: "#/payments",
  payment: `#/payments/${PAYMENT}`,
  events: "#/events",
  event: "#/events/evt_1Q3",
  endpoints: "#/endpoint",
  endpoint: "#/endpoint/ep_first",
  "event-of-two": "#/events/evt_1Q4",
  statements: "#/statements",
  statement: "#/statements/2026-11-12",
  month: "#/month",
  payouts: "#/payouts",
  payout: "#/payouts/po_1QExample",
  disputes: "#/disputes",
  keys: "#/keys",
  access: "#/access",
};

const EMPTY = { ...FULL, "payments-filtered": "#/payments?status=refunded", nowhere: "#/elsewhere" };

/** Other states of the same screens: what is different of the answers, by path. */
const variants = (): Record<string, [string, Record<string, object>]> => {
  const { FULL: full } = answers;
  const other = (path: string, given: object) => ({ [path]: { ...(full[path] as object), ...given } });
  const health = (given: object): [string, Record<string, object>] => [
    FULL.endpoint,
    other("callback-endpoints/ep_first/health", given),
  ];
  return {
    "an endpoint without events": health({ events: 0, dead: 0, p50AnswerMilliseconds: null }),
    "an endpoint with one event": health({ events: 1, dead: 1, p50AnswerMilliseconds: 1_000 }),
    "an endpoint that is disabled, of no events": [
      FULL.endpoint,
      other("callback-endpoints/ep_first", {
        disabled: true,
        events: [],
        payload: "service",
        setUps: [],
        previousSecretExpiresAt: null,
      }),
    ],
    "an endpoint of two events": [
      FULL.endpoint,
      other("callback-endpoints/ep_first", { events: ["charge.refunded", "refund.failed"] }),
    ],
    "a statement that agrees": [
      FULL.statement,
      other("statements/2026-11-12", {
        differences: [],
        differencesOmitted: 0,
        unreachableAccounts: [],
        merchantsOwn: 0,
        unexplained: 0,
        payouts: [],
      }),
    ],
    "a statement that is not final": [
      FULL.statement,
      other("statements/2026-11-12", { final: false, totals: [] }),
    ],
    "a month that is incomplete": [FULL.month, { "reports/balance": answers.INCOMPLETE_MONTH }],
    "a payout that failed": [
      FULL.payout,
      other("payouts/po_1QExample", {
        status: "failed",
        failureCode: "account_closed",
        automatic: false,
        method: "instant",
        traceId: null,
        unexplainedCents: 45,
      }),
    ],
    "a payout that is not taken apart yet": [
      FULL.payout,
      other("payouts/po_1QExample", {
        composition: "pending",
        totals: {},
        lineCount: 0,
        status: "in_transit",
      }),
    ],
    "an event that was never sent": [
      FULL.event,
      other("events/evt_1Q3", { attempts: [], delivery: "none", svcPaymentId: null, body: null }),
    ],
    ...Object.fromEntries(
      STATUSES.map((status) => [
        `a payment that is ${status}`,
        [
          FULL.payment,
          other(`payments/${PAYMENT}`, {
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
  };
};

const STATUSES = [
  "succeeded",
  "processing",
  "requires_payment_method",
  "requires_capture",
  "partially_refunded",
  "refunded",
  "canceled",
];

type Access = Parameters<typeof answers.aSession>[0];

const shown = async (hash: string, has: Record<string, unknown>, access?: Access): Promise<string> =>
  (await visitConsole(hash, { has, ...(access && { access }) })).text;

const NOTHING = () => ({
  ...Object.fromEntries(Object.keys(answers.FULL).map((path) => [path, undefined])),
  ...answers.EMPTY,
});

const file = (name: string) => `console-screens/${name}.txt`;

it.each(Object.entries(FULL))("the screen %s says what there is", async (name, hash) => {
  await expect(await shown(hash, {})).toMatchFileSnapshot(file(name));
});

it.each(Object.entries(EMPTY))("the screen %s says that there is nothing", async (name, hash) => {
  await expect(await shown(hash, NOTHING())).toMatchFileSnapshot(file(`${name}-empty`));
});

it.each(["money", "manage", "setup"] as const)(
  "a session with the access %s is offered what it may do",
  async (access) => {
    const screens = ["payment", "event", "endpoint", "access"] as const;
    const all = [];
    for (const screen of screens) all.push(`== ${screen}`, await shown(FULL[screen], {}, access));
    await expect(all.join("\n")).toMatchFileSnapshot(file(`access-${access}`));
  },
);

it("every state of a screen says what is so", async () => {
  const all: string[] = [];
  for (const [name, [hash, different]] of Object.entries(variants()))
    all.push(`== ${name}`, await shown(hash, different, "money"));
  await expect(all.join("\n")).toMatchFileSnapshot(file("variants"));
});
