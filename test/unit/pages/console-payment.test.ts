import { afterAll, beforeAll, expect, it } from "vitest";
import type { components } from "../../../shared/client/generated/contract.ts";
import { leaveNoon, linesBetween, standAtNoon, visitConsole } from "../../support/visit-console.ts";

/** What the screen of a payment says of its money, its server and its story, state by state. */

type Schemas = components["schemas"];

beforeAll(standAtNoon);
afterAll(leaveNoon);

const ID = `svcpay_${"1".padStart(32, "0")}`;
const AT = "2026-11-15T11:00:00.000Z";
const traceId = "9e1b2c3d-0000-4000-8000-000000000001";

type Shown = { payment?: object; timeline?: readonly object[] };

async function textOf({ payment = {}, timeline = [] }: Shown): Promise<string> {
  const { FULL } = await import("../../support/console-answers.ts");
  const plain = { status: "succeeded", captureBefore: null, disputes: [], refundedCents: 0 };
  const shown = { ...(FULL[`payments/${ID}`] as object), ...plain, ...payment };
  const has = { [`payments/${ID}`]: shown, [`payments/${ID}/timeline`]: timeline };
  return (await visitConsole(`#/payments/${ID}`, { has })).text;
}

const event = (
  given: Partial<Schemas["TimelineProcessorEvent"]> = {},
): Schemas["TimelineProcessorEvent"] => ({
  kind: "processor_event",
  at: AT,
  receivedAt: AT,
  traceId,
  eventId: "evt_1Q1",
  type: "payment_intent.succeeded",
  applied: "applied",
  delivery: "delivered",
  declineCode: null,
  refundedCents: null,
  captureBefore: null,
  ...given,
});

const attempt = (given: Partial<Schemas["TimelineCallbackAttempt"]>): Schemas["TimelineCallbackAttempt"] => ({
  kind: "callback_attempt",
  at: AT,
  traceId,
  eventId: "evt_1Q1",
  type: "payment_intent.succeeded",
  attempt: 3,
  milliseconds: 84,
  status: 500,
  error: "status_500",
  nextAttemptAt: null,
  version: null,
  ...given,
});

const call = (operation: string, amountCents: number) => ({
  kind: "api_call",
  at: AT,
  traceId,
  operation,
  amountCents,
});
const payoutEntry = (status: string) => ({
  kind: "payout",
  at: AT,
  payoutId: "po_1QExample",
  status,
  arrivesOn: "2026-11-12",
  failureCode: null,
});
const dispute = { disputeId: "dp_1", status: "won", reason: "fraudulent", amountCents: 4999, dueBy: null };
const refund = { refundId: "re_1", amountCents: 700, failureReason: null, status: "pending" };
const facts = { status: "succeeded", amountCents: 4999, refundedCents: 0, applicationFeeCents: 155 };

const APPLIED = "[(good) Applied|tone=good|title=The ledger followed it.]The ledger followed it.";
const HEARD =
  "[(good) Delivered|tone=good|title=Your server has accepted it.]Your server has accepted it. [See the event|href=#/events/evt_1Q1]";

it.each([
  ["a capture of all", call("capture", 4999), ["[(call)", "Captured $49.99 USD", AT]],
  [
    "a capture of a part",
    call("capture", 4998),
    ["[(call)", "Captured $49.98 USD", AT, "Of $49.99 USD that was authorized; the rest was released."],
  ],
  ["a creation", call("create", 4999), ["[(call)", "Your backend created the payment, for $49.99 USD", AT]],
  ["a refund of a part", call("refund", 1000), ["[(call)", "Refunded $10.00 USD", AT]],
  [
    "a refund that the processor has not made yet",
    { ...call("refund", 1000), refundStatus: "requires_action" },
    [
      "[(call)",
      "Asked for a refund of $10.00 USD",
      AT,
      "Not settled at once: the processor answered requires_action.",
    ],
  ],
  ["a cancel", call("cancel", 4999), ["[(call)", "Canceled, for $49.99 USD", AT]],
  ["a call of a later version", call("adjust", 4999), ["[(call)", "adjust $49.99 USD", AT]],
  [
    "a fee that came back",
    { kind: "fee_returned", at: AT, traceId, amountCents: 31 },
    ["[(heal)", "Of the platform's fee $0.31 USD has come back in all", AT],
  ],
  ["an event", event(), ["[(events)", "The buyer has paid", AT, APPLIED, HEARD]],
  [
    "an event that no callback tells of",
    event({ delivery: "none", applied: "unknown_payment" }),
    [
      "[(bad)",
      "The buyer has paid",
      AT,
      "[(bad) Ignored|tone=bad|title=The ledger has no such payment.]The ledger has no such payment.",
    ],
  ],
  [
    "an event that came in a minute late",
    event({ receivedAt: "2026-11-15T11:01:00.000Z" }),
    ["[(events)", "The buyer has paid", AT, "It came in 1 minute after it had happened.", APPLIED, HEARD],
  ],
  [
    "an event that came in less than a minute late",
    event({ receivedAt: "2026-11-15T11:00:59.999Z" }),
    ["[(events)", "The buyer has paid", AT, APPLIED, HEARD],
  ],
  [
    "an event of a dispute",
    event({ type: "charge.dispute.closed", dispute }),
    ["[(events)", "The dispute was decided", AT, "Dispute won: $49.99 is yours again.", APPLIED, HEARD],
  ],
  [
    "an event of a refund",
    event({ type: "refund.updated", refund }),
    ["[(events)", "A refund was updated", AT, "$7.00 USD: pending", APPLIED, HEARD],
  ],
  [
    "an event of a refund that failed",
    event({
      type: "refund.failed",
      refund: { ...refund, status: "failed", failureReason: "expired_or_canceled_card" },
    }),
    ["[(events)", "A refund has failed", AT, "$7.00 USD: failed, expired_or_canceled_card", APPLIED, HEARD],
  ],
  [
    "an attempt that was answered",
    attempt({ status: 204, error: null }),
    ["[(send)", "Your server was told, and accepted: The buyer has paid", AT, "Answered 204 in 84 ms."],
  ],
  [
    "an attempt that nobody answered, of which the next one is to come",
    attempt({ status: null, error: "timeout", nextAttemptAt: "2026-11-15T12:30:00.000Z" }),
    [
      "[(send)",
      "Attempt 3 to tell your server failed: The buyer has paid",
      AT,
      "No answer in 84 ms. It did not answer in time. The next attempt: 2026-11-15T12:30:00.000Z (clock).",
    ],
  ],
  [
    "an attempt of which the next one has been made",
    attempt({ nextAttemptAt: "2026-11-15T11:30:00.000Z" }),
    ["[(send)", "Attempt 3 to tell your server failed: The buyer has paid", AT, "Answered 500 in 84 ms."],
  ],
  ...[
    [
      "paid",
      "Paid out, to arrive on ",
      "[(good) Paid|tone=good|title=It has arrived. A bank can still return it.]",
    ],
    [
      "failed",
      "The payout failed that was to arrive on ",
      "[(bad) Failed|tone=bad|title=It came back; its money is part of a later payout.]",
    ],
    [
      "canceled",
      "The payout was canceled that was to arrive on ",
      "[(bad) Canceled|tone=bad|title=Its money is part of a later payout.]",
    ],
  ].map(([status = "", words = "", chip = ""]): [string, object, string[]] => [
    `a payout that is ${status}`,
    payoutEntry(status),
    ["[(payouts)", `${words}Thu, Nov 12, 2026`, AT, `${chip} [See the payout|href=#/payouts/po_1QExample]`],
  ]),
] as [string, object, string[]][])("the story tells %s", async (_, entry, lines) => {
  const text = await textOf({ timeline: [entry] });
  expect(linesBetween(text, "What happened", "Ids")).toEqual(lines);
});

it("the story says why a payment had to be brought in line, where the processor's metadata was edited", async () => {
  const reconciled = {
    kind: "reconciled",
    at: AT,
    traceId,
    before: facts,
    after: { ...facts, refundedCents: 700 },
  };
  const edited = "At the processor its metadata was edited, so that no event told of it.";
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
  ["delivered", "Yes. Your server has accepted the last event."],
  ["dead", "No. Eight attempts failed; repair your server, then send the event again."],
  ["held", "Not yet. The endpoint is disabled, and the event waits."],
  ["pending", "Not yet. The event is on its way."],
] as const)(
  "whether the server has heard of a payment is said of its last event, which is %s",
  async (delivery, words) => {
    const timeline = [event({ eventId: "evt_1Q0", delivery: "dead" }), event({ delivery })];
    const lines = linesBetween(await textOf({ timeline }), "Did your server hear of it?", "What happened");
    expect(lines).toContain(words);
    expect(lines).toContain("The last event is [payment_intent.succeeded|href=#/events/evt_1Q1].");
  },
);

it.each([
  [{ status: 503 }, "Attempt 3 of 8, 2026-11-15T11:00:00.000Z: answered 503 in 84 ms."],
  [
    { status: null, nextAttemptAt: "2026-11-15T12:30:00.000Z" },
    "Attempt 3 of 8, 2026-11-15T11:00:00.000Z: no answer in 84 ms; the next one 2026-11-15T12:30:00.000Z.",
  ],
])("the last attempt to tell the server is told: %j", async (given, line) => {
  const timeline = [event({ delivery: "pending" }), attempt(given)];
  expect((await textOf({ timeline })).split("\n")).toContain(line);
});

it("what a server was not told because its endpoint has not chosen it is named", async () => {
  const untold = event({ type: "refund.failed", delivery: "none" });
  const words = "Not told, because the endpoint has not chosen it: refund.failed.";
  expect(await textOf({ timeline: [untold] })).toContain(words);
  expect(await textOf({ timeline: [untold] })).toContain(
    "Nothing has been sent: no event so far is one that",
  );
  expect(await textOf({ timeline: [untold] })).toContain(
    "Choose in [Callbacks|href=#/endpoint], in a session for setup, or with your API key",
  );
  expect(await textOf({ timeline: [event()] })).not.toContain("Not told");
});

it.each([
  [
    "was captured in part",
    { amountCents: 4000 },
    ["Authorized", "$49.99 USD", "Platform fee", "$1.55 USD", "After platform fee", "$38.45 USD"],
  ],
  ["was captured whole", {}, ["Platform fee", "$1.55 USD", "After platform fee", "$48.44 USD"]],
  [
    "was canceled",
    { status: "canceled" },
    ["Platform fee", "$0.00 USD, as nothing was taken", "After platform fee", "$0.00 USD"],
  ],
  [
    "is held",
    { status: "requires_capture", captureBefore: "2026-11-20T12:00:00.000Z" },
    ["Capture before", "2026-11-20T12:00:00.000Z", "Platform fee", "$1.55 USD once it is paid"],
  ],
  [
    "is processing, and was held before",
    { status: "processing", captureBefore: "2026-11-20T12:00:00.000Z" },
    ["Platform fee", "$1.55 USD once it is paid"],
  ],
  [
    "was refunded by a cent",
    { status: "partially_refunded", refundedCents: 1 },
    [
      "Refunded",
      "$0.01 USD",
      "Platform fee",
      "$1.55 USD when it was paid; refunds return their share, which the day's statement shows",
    ],
  ],
])("the money of a payment that %s is told to the cent", async (_, payment, lines) => {
  expect(linesBetween(await textOf({ payment }), "north", "Payment id")).toEqual(lines);
});

it("what came back of a fee is told once a statement has found it", async () => {
  const timeline = [event(), { kind: "fee_returned", at: AT, traceId, amountCents: 31 }];
  const text = await textOf({ payment: { status: "partially_refunded", refundedCents: 1000 }, timeline });
  expect(text).toContain("$1.55 USD when it was paid; $0.31 of it came back, by the statements so far");
});

it("a payment that was given nothing along says nothing of it", async () => {
  const payment = { orderRef: null, description: null, customerRef: null, branch: null };
  const lines = linesBetween(await textOf({ payment }), "Created", "Platform fee");
  expect(lines).toEqual(["2026-11-15T11:52:20.000Z", "Order", "none"]);
});
