import { expect, it } from "vitest";
import type { components } from "../../../shared/client/generated/contract.ts";
import { attemptAt, callAt, eventAt } from "../../support/timeline-entries.ts";
import {
  answerWith,
  type ConsoleVisit,
  FULL,
  linesBetween,
  useNoon,
  visitConsole,
} from "../../support/visit-console.ts";

/** What the screen of a payment says of its money, its server and its story, state by state. */

type Schemas = components["schemas"];

useNoon();

const ID = `svcpay_${"1".padStart(32, "0")}`;
const AT = "2026-11-15T11:00:00.000Z";
const traceId = "9e1b2c3d-0000-4000-8000-000000000001";

type Shown = {
  payment?: object;
  timeline?: readonly object[];
  session?: object;
  details?: object;
  access?: ConsoleVisit["access"];
};

async function textOf({
  payment = {},
  timeline = [],
  session = {},
  details,
  access = "read",
}: Shown): Promise<string> {
  const plain = { status: "succeeded", captureBefore: null, disputes: [], refundedCents: 0 };
  const shown = { ...(FULL[`payments/${ID}`] as object), ...plain, ...payment };
  const has = {
    [`payments/${ID}`]: shown,
    [`payments/${ID}/timeline`]: timeline,
    [`payments/${ID}/details`]: details,
  };
  return (await visitConsole(`#/payments/${ID}`, { has, session, access })).text;
}

const event = (given: Partial<Schemas["TimelineProcessorEvent"]> = {}) =>
  eventAt(AT, { eventId: "evt_1Q1", ...given });
const attempt = (given: Partial<Schemas["TimelineCallbackAttempt"]>) =>
  attemptAt(AT, { eventId: "evt_1Q1", attempt: 3, ...given });
const call = (operation: string, amountCents: number) => callAt(AT, operation as "refund", amountCents);
const payoutEntry = (status: string) => ({
  ...{ kind: "payout", at: AT, payoutId: "po_1QExample", status, arrivesOn: "2026-11-12", failureCode: null },
});
const dispute = { disputeId: "dp_1", status: "won", reason: "fraudulent", amountCents: 4999, dueBy: null };
const refund = { refundId: "re_1", amountCents: 700, failureReason: null, status: "pending" };
const facts = { status: "succeeded", amountCents: 4999, refundedCents: 0, applicationFeeCents: 155 };

const HEARD = "[(good) Webhook delivered|tone=good] [View event|href=#/events/evt_1Q1]";

it.each([
  ["a capture of all", call("capture", 4999), ["[(call)", "Captured: $49.99 USD", AT]],
  [
    "a capture of a part",
    call("capture", 4998),
    ["[(call)", "Captured: $49.98 USD", AT, "Of $49.99 USD authorized. The rest was released."],
  ],
  ["a creation", call("create", 4999), ["[(call)", "Payment created: $49.99 USD", AT]],
  ["a refund of a part", call("refund", 1000), ["[(call)", "Refunded: $10.00 USD", AT]],
  [
    "a refund with its reason",
    { ...call("refund", 1000), reason: "requested_by_customer" },
    ["[(call)", "Refunded: $10.00 USD", AT, "Reason: requested by customer"],
  ],
  ["a cancel", call("cancel", 4999), ["[(call)", "Canceled: $49.99 USD", AT]],
  ["a call of a later version", call("adjust", 4999), ["[(call)", "adjust $49.99 USD", AT]],
  [
    "a fee that came back",
    { kind: "fee_returned", at: AT, traceId, amountCents: 31 },
    ["[(refresh)", "Platform fee refunded: $0.31 USD", AT],
  ],
  ["an event", event(), ["[(good)", "Succeeded", AT, HEARD]],
  [
    "an event that no callback tells of",
    event({ delivery: "none", applied: "unknown_payment" }),
    [
      "[(bad)",
      "Succeeded",
      AT,
      "[(bad) Ignored|tone=bad|title=The related object was not found.]The related object was not found.",
    ],
  ],
  [
    "an event that came in a minute late",
    event({ receivedAt: "2026-11-15T11:01:00.000Z" }),
    ["[(good)", "Succeeded", AT, "Received 1 minute late.", HEARD],
  ],
  [
    "an event that came in less than a minute late",
    event({ receivedAt: "2026-11-15T11:00:59.999Z" }),
    ["[(good)", "Succeeded", AT, HEARD],
  ],
  [
    "an event of a dispute",
    event({ type: "charge.dispute.closed", dispute }),
    ["[(good)", "Dispute won", AT, "$49.99 USD was returned to you.", HEARD],
  ],
  [
    "a dispute that was lost",
    event({ type: "charge.dispute.closed", dispute: { ...dispute, status: "lost" } }),
    ["[(bad)", "Dispute lost", AT, "$49.99 USD is not returned.", HEARD],
  ],
  [
    "an inquiry that was closed",
    event({ type: "charge.dispute.closed", dispute: { ...dispute, status: "warning_closed" } }),
    ["[(bad)", "Inquiry closed", AT, "Nothing was withdrawn.", HEARD],
  ],
  [
    "a dispute that was opened",
    event({ type: "charge.dispute.created", dispute: { ...dispute, status: "needs_response", dueBy: AT } }),
    ["[(bad)", "Dispute opened", AT, "Respond by Nov 15, 11:00 AM.", HEARD],
  ],
  [
    "an event of a refund",
    event({ type: "refund.updated", refund }),
    ["[(events)", "Refund updated", AT, "$7.00 USD: pending", HEARD],
  ],
  [
    "an event of a refund that failed",
    event({
      type: "refund.failed",
      refund: { ...refund, status: "failed", failureReason: "expired_or_canceled_card" },
    }),
    ["[(bad)", "Refund failed", AT, "$7.00 USD: failed, expired or canceled card", HEARD],
  ],
  [
    "an attempt that was answered",
    attempt({ status: 204, error: null }),
    ["[(send)", "Attempt 3: HTTP 204 in 84 ms", AT],
  ],
  [
    "an attempt that nobody answered, of which the next one is to come",
    attempt({ status: null, error: "timeout", nextAttemptAt: "2026-11-15T12:30:00.000Z" }),
    ["[(send)", "Attempt 3: Timed out after 84 ms", AT, "Next attempt: 2026-11-15T12:30:00.000Z (clock)"],
  ],
  [
    "an attempt of which the next one has been made",
    attempt({ nextAttemptAt: "2026-11-15T11:30:00.000Z" }),
    ["[(send)", "Attempt 3: HTTP 500 in 84 ms", AT],
  ],
  ...[
    ["paid", "Arrived ", "[(good) Paid|tone=good|title=It arrived. A bank can still return it.]"],
    [
      "failed",
      "Was due ",
      "[(bad) Failed|tone=bad|title=The bank returned it. The amount is in a later payout.]",
    ],
    ["canceled", "Was due ", "[(quiet) Canceled|tone=quiet|title=The amount is in a later payout.]"],
  ].map(([status = "", words = "", chip = ""]): [string, object, string[]] => [
    `a payout that is ${status}`,
    payoutEntry(status),
    [
      "[(payouts)",
      status === "paid" ? "Payout created" : "Payout returned",
      AT,
      `${chip} ${words}Thu, Nov 12, 2026. [View payout|href=#/payouts/po_1QExample]`,
    ],
  ]),
] as [string, object, string[]][])("the story tells %s", async (_, entry, lines) => {
  const text = await textOf({ timeline: [entry] });
  expect(linesBetween(text, "Timeline", "IDs")).toEqual(lines);
});

it("the story says why a payment had to be brought in line, where the processor's metadata was edited", async () => {
  const after = { ...facts, refundedCents: 700 };
  const reconciled = { kind: "reconciled", at: AT, traceId, before: facts, after };
  const edited = "Its metadata was edited at the processor, so no event was sent.";
  const text = await textOf({ timeline: [{ ...reconciled, reason: "edited_metadata" }] });
  expect(text).toContain(edited);
  expect(text).toContain("Refunded · $0.00 USD · $7.00 USD ·");
  expect(await textOf({ timeline: [reconciled] })).not.toContain(edited);
});

it("the story leaves the day out where it is the same, and says how much later the next thing was", async () => {
  const timeline = ["2026-11-13T10:00:00.000Z", "2026-11-13T10:30:00.000Z", "2026-11-15T10:30:00.000Z"].map(
    (at) => event({ at, receivedAt: at }),
  );
  const moments = (await textOf({ timeline })).split("\n").filter((line) => /^2026-11-1\dT10/.test(line));
  expect(moments).toEqual([
    "2026-11-13T10:00:00.000Z",
    "2026-11-13T10:30:00.000Z (clock)30 minutes later",
    "2026-11-15T10:30:00.000Z2 days later",
  ]);
});

it.each([
  ["delivered", "[(good) Delivered|tone=good]"],
  ["dead", "Eight attempts failed. Fix your server, then resend the event."],
  ["held", "The endpoint is disabled. Enable it to send the event."],
  ["pending", "Your endpoint has not accepted the event yet."],
] as const)(
  "whether the server has heard of a payment is said of its last event, which is %s",
  async (delivery, words) => {
    const timeline = [event({ eventId: "evt_1Q0", delivery: "dead" }), event({ delivery })];
    const lines = linesBetween(await textOf({ timeline }), "Webhook delivery", "Timeline");
    expect(lines).toContain(words);
    expect(lines).toContain("Last event: [payment_intent.succeeded|href=#/events/evt_1Q1]");
  },
);

it("what can be done with a payment stands in its head, as far as the session may do it", async () => {
  const timeline = [event({ delivery: "dead" })];
  const head = async (access: "owner" | "read" | "money") =>
    linesBetween(await textOf({ access, timeline }), "[(back) Payments|href=#/payments]", "Details").slice(1);
  expect(await head("owner")).toEqual([
    "Refund…Send receipt…[Resend event|aria-disabled=false](refresh) Refresh",
    "Times in UTC",
  ]);
  expect(await head("money")).toEqual([
    "Refund…Send receipt…(refresh) Refresh",
    "Times in UTC",
    "You need webhook permission to resend its event.",
  ]);
  expect(await head("read")).toEqual([
    "(refresh) Refresh",
    "Times in UTC",
    "You need refund permission to refund it.",
    "You need webhook permission to resend its event.",
  ]);
});

it("the last event of a payment is resent from its head", async () => {
  const has = { ...FULL, [`payments/${ID}/timeline`]: [event({ delivery: "dead" })] };
  const { changes } = await visitConsole(`#/payments/${ID}`, {
    access: "owner",
    has,
    steps: [{ click: "Resend event" }],
  });
  expect(changes).toMatchObject([{ path: "events/evt_1Q1/redeliver", body: { force: false } }]);
});

it.each([
  [{ status: 503 }, "Attempt 3 of 8, 2026-11-15T11:00:00.000Z: HTTP 503 in 84 ms"],
  [
    { status: null, error: "econnrefused", nextAttemptAt: "2026-11-15T12:30:00.000Z" },
    "Attempt 3 of 8, 2026-11-15T11:00:00.000Z: Connection rejected after 84 ms. Next attempt: 2026-11-15T12:30:00.000Z",
  ],
])("the last attempt to tell the server is told: %j", async (given, line) => {
  const timeline = [event({ delivery: "pending" }), attempt(given)];
  expect((await textOf({ timeline })).split("\n")).toContain(line);
});

it("what a server was not told because its endpoint has not chosen it is named", async () => {
  const untold = event({ type: "refund.failed", delivery: "none" });
  const words = "Not subscribed: refund.failed. [View subscriptions|href=#/endpoint]";
  expect(await textOf({ timeline: [untold] })).toContain(words);
  expect(await textOf({ timeline: [untold] })).toContain("No events sent.");
  expect(await textOf({ timeline: [event()] })).not.toContain("Not subscribed");
});

const failure = event({ type: "payment_intent.payment_failed", declineCode: "insufficient_funds" });

it.each([
  [
    "is disputed",
    { disputes: [{ ...dispute, status: "needs_response", dueBy: AT }] },
    "Disputed",
    "Respond by Nov 15, 11:00 AM",
  ],
  ["is under review", { disputes: [{ ...dispute, status: "under_review" }] }, "Disputed", "Under review"],
  [
    "can no longer be answered",
    { disputes: [{ ...dispute, status: "needs_response" }] },
    "Disputed",
    "Deadline passed",
  ],
  ["was lost", { disputes: [{ ...dispute, status: "lost" }] }, "Dispute lost", ""],
  ["was won", { disputes: [dispute] }, "Succeeded", "Dispute won"],
  [
    "was held too long",
    { status: "requires_capture", captureBefore: AT },
    "Uncaptured",
    "Capture deadline passed",
  ],
  [
    "was declined",
    { status: "requires_payment_method", lastDecline: "insufficient_funds" },
    "Declined",
    "Insufficient funds",
  ],
  ["asks its customer", { status: "requires_action" }, "Waiting for customer", ""],
  ["was paid after a decline", {}, "Succeeded", ""],
  ["expired", { status: "canceled", cancellationReason: "expired" }, "Canceled", "Authorization expired"],
])(
  "a payment that %s has one status, and a line that says why or until when",
  async (_, payment, chip, line) => {
    const heading = (await textOf({ payment, timeline: [failure] }))
      .split("\n")
      .find((one) => one.startsWith("Payment of"));
    expect(heading).toMatch(new RegExp(`^Payment of \\$49\\.99 USD \\[\\(\\w+\\) ${chip}\\|[^\\]]*\\]`));
    expect(heading?.split("]")[1]).toBe(line);
  },
);

it.each([
  [
    "is processing, and was held before",
    { status: "processing", captureBefore: "2026-11-20T12:00:00.000Z" },
    ["Platform fee", "$1.55 USD if paid"],
  ],
  ["was captured in part", { amountCents: 4000 }, ["Authorized", "$49.99 USD", "Refundable", "$40.00 USD"]],
])("a payment that %s says what will be charged", async (_, payment, lines) => {
  const text = await textOf({ payment });
  expect(linesBetween(text, "north", "Payment ID")).toEqual(lines);
  expect(text.includes("Before Stripe fees")).toBe(!("status" in payment));
});

const lost = { ...dispute, status: "lost", amountCents: 4999 };

it.each([
  [
    "was refunded, with a returned fee",
    { status: "partially_refunded", refundedCents: 1000 },
    [{ kind: "fee_returned", at: AT, traceId, amountCents: 31 }],
    [
      "Gross · $49.99",
      "Refunds · -$10.00",
      "Platform fee · -$1.55",
      "Platform fee refunded · $0.31",
      "Before Stripe fees · $38.75",
    ],
  ],
  [
    "was lost to a dispute",
    { disputes: [lost] },
    [],
    ["Gross · $49.99", "Platform fee · -$1.55", "Disputes · -$49.99", "Before Stripe fees · -$1.55"],
  ],
])("the money of a payment that %s is told to the cent", async (_, payment, timeline, lines) => {
  const text = await textOf({ payment, timeline });
  const from = text.indexOf("\nMoney\n");
  const box = text.slice(from, text.indexOf("Stripe's fees and", from)).trim().split("\n").slice(1);
  // The processor does not say its fees.
  expect(box).toEqual([...lines.map((line) => `${line} USD ·`), "Net · Unavailable ·"]);
});

it("a dispute is answered at the processor, and no other address is linked to", async () => {
  const payment = { disputes: [{ ...dispute, status: "needs_response", dueBy: AT }] };
  const link = "Respond in Stripe ↗|href=";
  expect(await textOf({ payment })).toContain(`${link}https://dashboard.stripe.com/test/disputes/dp_1`);
  const of = async (dashboardUrl: string | null) => textOf({ payment, session: { dashboardUrl } });
  expect(await of("https://dashboard.stripe.com")).toContain(
    `${link}https://dashboard.stripe.com/disputes/dp_1`,
  );
  for (const other of [null, "https://dashboard.stripe.com.evil.example", "javascript:alert(1)//"])
    expect(await of(other)).not.toContain("in Stripe ↗");
});

const refundEvent = (status: string, amountCents = 4999, type = "refund.updated") =>
  event({ type, refund: { ...refund, status, amountCents }, refundedCents: 4999 });
const issued = (status: string, amountCents = 4999) => refundEvent(status, amountCents, "charge.refunded");
const NEXT = "Top up your balance, or ask the customer to follow Stripe's email.";
const NOT_RECEIVED = "Refund pending: the customer has not received $49.99 USD yet.";

it.each([
  [
    "that waits for the customer",
    [call("refund", 4999), issued("requires_action")],
    `${NOT_RECEIVED} ${NEXT}`,
  ],
  ["that is on its way", [call("refund", 4999), issued("pending")], NOT_RECEIVED],
  [
    "that came to wait for the customer",
    [issued("pending"), refundEvent("requires_action")],
    `${NOT_RECEIVED} ${NEXT}`,
  ],
  [
    "of which a part is on its way",
    [call("refund", 3999), call("refund", 1000), issued("pending", 1000)],
    NOT_RECEIVED.replace("49.99", "10.00"),
  ],
  ["that arrived", [issued("pending"), refundEvent("succeeded")], "Paid, then refunded in full."],
  ["that arrived at once", [call("refund", 4999)], "Paid, then refunded in full."],
])("a refund %s is told as what it is", async (_, timeline, answer) => {
  const text = await textOf({ payment: { status: "refunded", refundedCents: 4999 }, timeline });
  expect(linesBetween(text, "Details", "Created")).toEqual([answer]);
  const pending = /has not received (\S+ USD)/.exec(answer)?.[1];
  expect(text).toContain(pending ? `Refunds (${pending} pending) · -$49.99` : "Refunds · -$49.99");
  expect(text).not.toContain("requires_action");
});

it("the call of a refund and the event that says that it is pending are one entry of the timeline", async () => {
  const text = await textOf({ timeline: [call("refund", 4999), issued("requires_action")] });
  expect(linesBetween(text, "Timeline", "IDs")).toEqual([
    ...["[(call)", "Refunded: $49.99 USD", AT, "$49.99 USD: pending, waiting for the customer", HEARD],
  ]);
});

it("a refund that was made in Stripe, and that needs attention, is told as pending until its event", async () => {
  const item = {
    ...{ attentionId: null, kind: "refund_pending", orderRef: null, amountCents: 4999, currency: "usd" },
    ...{ subject: { svcPaymentId: ID, refundId: refund.refundId }, since: AT, dueBy: null, advice: "" },
  };
  const paidBack = { status: "refunded", refundedCents: 4999, disputes: [] };
  const shown = { ...(FULL[`payments/${ID}`] as object), ...paidBack };
  const answer = async (timeline: object[], svcPaymentId = ID) => {
    const waiting = { ...item, subject: { ...item.subject, svcPaymentId } };
    const has = {
      [`payments/${ID}`]: shown,
      [`payments/${ID}/timeline`]: timeline,
      [`payments/${ID}/details`]: undefined,
      attention: [waiting],
    };
    const { text } = await visitConsole(`#/payments/${ID}`, { has });
    return linesBetween(text, "Details", "Created");
  };
  expect(await answer([])).toEqual([`${NOT_RECEIVED} ${NEXT}`]);
  expect(await answer([issued("pending")])).toEqual([`${NOT_RECEIVED} ${NEXT}`]);
  expect(await answer([refundEvent("succeeded")])).toEqual(["Paid, then refunded in full."]);
  expect(await answer([], `svcpay_${"2".padStart(32, "0")}`)).toEqual(["Paid, then refunded in full."]);
});

it("a payment that was given nothing along says nothing of it", async () => {
  const payment = { orderRef: null, description: null, customerRef: null, branch: null, method: null };
  const lines = linesBetween(await textOf({ payment }), "Created", "Refundable");
  expect(lines).toEqual(["2026-11-14T11:00:00.000Z", "Order", "–"]);
});

const FEES = {
  ...{ currency: "usd", grossCents: 4999, refundsCents: 0, netCents: 4669 },
  ...{ processorFeeCents: 175, platformFeeCents: 155, platformFeeReturnedCents: 0 },
  ...{ disputesCents: 0, disputeFeesCents: 0, availableOn: "2026-11-17T00:00:00.000Z" },
  ...{ chargedCents: 4999, chargeCurrency: "usd", exchangeRate: null },
};
const METHOD = { type: "card", brand: "visa", last4: "4242", wallet: "apple_pay" };

it("the net of a refunded payment has the share of the platform fee that came back", async () => {
  const payment = { status: "partially_refunded", refundedCents: 1000 };
  const fees = { ...FEES, platformFeeReturnedCents: 31 };
  const text = await textOf({ payment, details: { method: METHOD, decline: null, fees } });
  expect(text).toMatch(/Platform fee refunded · \$0\.31/);
  expect(text).toMatch(/Net · \$37\.00/);
  expect(text).not.toContain("returned platform fees");
});

it("the money goes to the net once Stripe's fee is known, and the card is named with its wallet", async () => {
  const text = await textOf({ details: { method: METHOD, decline: null, fees: FEES } });
  expect(text).toContain("Visa •••• 4242, Apple Pay");
  expect(text).toMatch(/Stripe fees · -\$1\.75/);
  expect(text).toMatch(/Net · \$46\.69/);
  expect(text).toContain("Available 2026-11-17");
  expect(text).not.toContain("Before Stripe fees");
});

it("the money of a disputed payment goes to the net, with what the dispute cost", async () => {
  const fees = { ...FEES, disputesCents: 4999, disputeFeesCents: 1500 };
  const payment = { disputes: [{ ...dispute, status: "lost", dueBy: null }] };
  const text = await textOf({ payment, details: { method: null, decline: null, fees } });
  expect(text).toMatch(/Disputes · -\$49\.99/);
  expect(text).toMatch(/Dispute fees · -\$15\.00/);
  expect(text).toContain("Dispute lost: $49.99 USD was withdrawn. Cost with the fee: $64.99 USD.");
  expect(text).toMatch(/Net · -\$18\.30/);
});

it("a sale in another currency is told as it was charged and as it was settled", async () => {
  const foreign = { currency: "eur", grossCents: 4000, platformFeeCents: 124, processorFeeCents: 140 };
  const fees = { ...FEES, ...foreign, exchangeRate: 0.8 };
  const text = await textOf({ details: { method: null, decline: null, fees } });
  expect(text).toContain("Charged $49.99 USD, settled as €40.00 EUR.");
  expect(text).toMatch(/Gross · €40\.00/);
  expect(text).toMatch(/Net · €37\.36/);
});

it.each([
  [
    "is known",
    { refundsCents: 810, platformFeeReturnedCents: 25 },
    ["Refunds · -€8.10", "Platform fee · -€1.24", "Platform fee refunded · €0.25"],
    "Net · €29.51",
  ],
  ["is not known", { refundsCents: null }, ["Platform fee · -€1.24"], "Net before refunds · €37.36"],
  [
    "is known, and not what was returned of the fee",
    { refundsCents: 810, platformFeeReturnedCents: null },
    ["Refunds · -€8.10", "Platform fee · -€1.24"],
    "Net before the platform fee's refund · €29.26",
  ],
])("the net of a refunded sale in another currency whose refund %s", async (_, given, lines, net) => {
  const foreign = { currency: "eur", grossCents: 4000, platformFeeCents: 124, processorFeeCents: 140 };
  const fees = { ...FEES, ...foreign, exchangeRate: 0.8, platformFeeReturnedCents: 25, ...given };
  const payment = { refundedCents: 1000, status: "partially_refunded" };
  const text = await textOf({ payment, details: { method: null, decline: null, fees } });
  const from = text.indexOf("\nGross");
  const box = text.slice(from, text.indexOf("Available", from)).trim().split("\n");
  expect(box).toEqual(
    ["Gross · €40.00", ...lines, "Stripe fees · -€1.40", net].map((line) => `${line} EUR ·`),
  );
});

it.each([
  ["is not booked yet", { fees: null }, ["Net · Not known yet ·"]],
  ["is not shown to this session", {}, null],
])("no amount is called the net where Stripe's fee %s", async (_, given, net) => {
  const text = await textOf({ details: { method: null, decline: null, ...given } });
  expect(text).toContain("Before Stripe fees");
  expect(text).not.toMatch(/^Stripe fees ·/m);
  expect(text.match(/^Net.*$/gm)).toEqual(net);
});

it("a receipt that is no page of the web is not linked to", async () => {
  const visit = (receiptUrl: string) =>
    visitConsole(`#/payments/${ID}`, { has: answerWith(`payments/${ID}/details`, { receiptUrl }) });
  expect((await visit("https://pay.example/1")).text).toContain("[View receipt|href=https://pay.example/1]");
  expect((await visit("javascript:alert(1)")).text).not.toContain("receipt|href");
});
