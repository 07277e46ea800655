import { expect, it } from "vitest";
import { paymentView as operatorPaymentView } from "../../../infra/operator/views.ts";
import type { DeliveryStanding, EventRecord } from "../../../shared/ledger/events.ts";
import type { EventsWork } from "../../../shared/ledger/events-work.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { callbackEndpointView, endpointViewFor } from "../../../shared/views/callback-endpoint.ts";
import { consoleKeyView, sessionView } from "../../../shared/views/console-session.ts";
import { eventView, eventViewFor, fedEventView } from "../../../shared/views/event.ts";
import { disputeView } from "../../../shared/views/full-payment.ts";
import { paymentDetailsView } from "../../../shared/views/payment-details.ts";
import { paymentListItemFor } from "../../../shared/views/payment-list.ts";
import { payoutView } from "../../../shared/views/payout.ts";
import {
  PROBLEM_PAGE_STYLE,
  problemIndexPage,
  problemTypePage,
  problemTypesView,
  problemTypeView,
} from "../../../shared/views/problem-type.ts";
import { acceptedRecoveryView, recoveryView } from "../../../shared/views/recovery.ts";
import { serviceBody, servicePayment } from "../../../shared/views/service-event.ts";
import { statementSummary } from "../../../shared/views/statement.ts";

/** What merchants, operators and their servers are shown of a record, and what is kept from whom. */

const MS = Date.UTC(2026, 6, 1, 12);
const ISO = "2026-07-01T12:00:00.000Z";

const BODY = JSON.stringify({ id: "evt_1", data: { object: { billing_details: { email: "a@b.example" } } } });

const event = (given: object = {}): EventRecord =>
  ({
    eventId: "evt_1",
    type: "charge.refunded",
    traceId: "trace-1",
    delivery: "delivered",
    receivedAt: MS,
    attempts: 1,
    log: [],
    ...given,
  }) as unknown as EventRecord;

const logged = { at: MS, deliveryRound: 1, attempt: 1, milliseconds: 84, answer: "Thanks" };

it("an event shows how it stands at each endpoint, where it stands worst, and every attempt", () => {
  const ids = { id: "evt_1", type: "charge.refunded", traceId: "trace-1" };
  const subject = { orderRef: "o-1", amountCents: null, currency: null };
  const none = { delivery: "none", endpointId: null, attemptCount: 0, nextAttemptAt: null };
  const bare = { applied: null, svcPaymentId: null, payload: null, version: null, endpointIds: [] };
  const shown = { ...ids, receivedAt: ISO, ...bare, ...none };
  const nothing = { orderRef: null, amountCents: null, currency: null };
  expect(eventView(event(), undefined, [])).toEqual({ ...shown, ...nothing, deliveries: [], body: "" });

  const object = { metadata: { orderRef: "o-1" } };
  const told = JSON.stringify({ data: { object } });
  const full = {
    status: 500,
    error: "status",
    nextAttemptAt: MS,
    payload: "service",
    version: 3,
    bodySha256: "b",
  };
  const standing = {
    endpointId: "ep_1",
    delivery: "pending",
    deliveryRound: 1,
    attempts: 2,
    nextAttemptAt: MS,
  };
  const log = [logged, { ...logged, attempt: 2, ...full }];
  const deliveries = [{ ...standing, log }] as unknown as DeliveryStanding[];
  const record = event({ svcPaymentId: "svcpay_1", applied: "applied", endpoints: ["ep_1"] });
  const state = { endpointId: "ep_1", delivery: "pending", attemptCount: 2, nextAttemptAt: ISO };
  const attempt = { ...logged, at: ISO, status: null, error: null, nextAttemptAt: null };
  expect(eventView(record, Buffer.from(told), deliveries)).toEqual({
    ...{ ...shown, svcPaymentId: "svcpay_1", applied: "applied", endpointIds: ["ep_1"], ...subject },
    ...{ ...state, payload: "service", version: 3, body: told },
    deliveries: [
      {
        ...state,
        attempts: [
          { ...attempt, payload: "processor", version: null, bodySha256: null },
          { ...attempt, attempt: 2, ...full, nextAttemptAt: ISO },
        ],
      },
    ],
  });
  const plain = [{ ...standing, log: [logged] }] as unknown as DeliveryStanding[];
  expect(eventView(record, undefined, plain).payload).toBe("processor");
  const twice = [
    { endpointId: "ep_0", delivery: "delivered", log: [] } as unknown as DeliveryStanding,
    ...plain,
  ];
  expect(eventView(record, undefined, twice)).toMatchObject({ delivery: "pending", endpointId: "ep_1" });
});

it.each([
  ["the processor's body to a full key as it is", "processor", { isExact: true, isOperator: false }, true],
  [
    "the processor's body to any other key without what is personal",
    "processor",
    { isExact: false, isOperator: false },
    false,
  ],
  ["the service's own body to every key", "service", { isExact: false, isOperator: false }, true],
  [
    "the service's own body to an operator without what is personal",
    "service",
    { isExact: false, isOperator: true },
    false,
  ],
])("the feed shows %s", (_, payload, reader, isShown) => {
  const { body } = fedEventView({ event: event(), cursor: "c", body: { text: BODY, payload } }, reader);
  expect(body?.includes("a@b.example")).toBe(isShown);
});

it("the feed has a body where one was asked for, and says where there is none", () => {
  const fullKey = { isExact: true, isOperator: false };
  expect(fedEventView({ event: event(), cursor: "c" }, fullKey)).not.toHaveProperty("body");
  expect(fedEventView({ event: event(), cursor: "c", body: null }, fullKey)).toHaveProperty("body", null);
});

it("what a merchant's server answered is shown in the merchant's own session, and to no operator", () => {
  const attempts = [{ ...logged, at: ISO, status: 200, error: null, nextAttemptAt: null, version: null }];
  const view = { deliveries: [{ attempts }], body: BODY } as never;
  const shownTo = (maker: object) =>
    eventViewFor({ maker } as never, view).deliveries[0]?.attempts.map(({ answer }) => answer);
  expect(shownTo({ kind: "key", keyId: "key_1" })).toEqual(["Thanks"]);
  expect(shownTo({ kind: "operator", name: "olivia", reason: "why" })).toEqual([null]);
});

const endpoint = (secrets: object[]) => ({
  url: "https://shop.example.com/callbacks?token=secret",
  disabled: false,
  secrets,
});

it("an endpoint says since when its secret signs, and until when any earlier one does", () => {
  const box = { nonce: "", sealed: "" };
  const secrets = [
    { box, createdAt: MS, endsAt: null },
    { box, createdAt: MS - 2_000, endsAt: MS + 60_000 },
    { box, createdAt: MS - 3_000, endsAt: MS + 3_600_000 },
  ];
  expect(callbackEndpointView(endpoint(secrets) as never, MS)).toMatchObject({
    secretCreatedAt: ISO,
    previousSecretExpiresAt: "2026-07-01T13:00:00.000Z",
    events: null,
    payload: "processor",
  });
  const [current, earlier] = secrets;
  const withOne = callbackEndpointView(endpoint([current ?? {}, earlier ?? {}]) as never, MS);
  expect(withOne.previousSecretExpiresAt).toBe("2026-07-01T12:01:00.000Z");
  expect(callbackEndpointView(endpoint([current ?? {}]) as never, MS).previousSecretExpiresAt).toBeNull();
});

it("an operator sees of an address its host alone, and everybody else all of it", () => {
  const view = callbackEndpointView(endpoint([{ box: {}, createdAt: MS, endsAt: null }]) as never, MS);
  const urlFor = (kind?: string) =>
    endpointViewFor(kind ? ({ maker: { kind } } as never) : undefined, view).url;
  expect(urlFor("operator")).toBe("https://shop.example.com/…");
  expect([urlFor("key"), urlFor()]).toEqual([view.url, view.url]);
});

it("a session names its key or support's reason, never both", () => {
  const session = (maker: object) =>
    sessionView(
      { session: { sessionId: "ses_1", access: "read", maker, createdAt: MS, endsAt: MS } } as never,
      MS,
    );
  expect(session({ kind: "operator", name: "olivia", reason: "Ticket 1" })).toMatchObject({
    keyId: null,
    reason: "Ticket 1",
  });
});

it("a session shows what it may do until when, and no time before its link was used", () => {
  const may = (given: object) =>
    sessionView(
      {
        session: {
          ...{ sessionId: "ses_1", access: "developer", createdAt: MS, endsAt: MS + 8 * 3_600_000 },
          ...{ maker: { kind: "operator", name: "olivia", reason: "Ticket 1" }, ...given },
        },
      } as never,
      MS,
    ).may;
  expect(may({ enteredAt: MS })).toEqual({
    manage: "2026-07-01T13:00:00.000Z",
    setup: "2026-07-01T12:15:00.000Z",
  });
  expect(may({})).toEqual({ manage: null, setup: null });
  expect(may({ access: "finance" })).toEqual({});
});

it("a key is shown by its last four characters", () => {
  const key = { keyId: "key_ABCDEFGH", preset: "full", createdAt: MS };
  expect(consoleKeyView(key as never, MS)).toMatchObject({ idEnd: "EFGH", label: null });
});

const payment = (given: object = {}) => ({
  svcPaymentId: "svcpay_1",
  status: "succeeded",
  amountCents: 4000,
  orderedCents: 4999,
  refundedCents: 0,
  version: 7,
  createdAt: MS,
  disputes: {},
  failedRefunds: {},
  description: "A lamp",
  ...given,
});
const dispute = {
  disputeId: "du_1",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 4000,
  dueBy: MS,
};

it("a listed payment shows what its reader may see, and what was asked for", () => {
  const shownTo = (reader: object, given: object = {}) =>
    paymentListItemFor(
      { seesDisputes: true, isOperator: false, ...reader },
      payment({ disputes: { du_1: dispute }, ...given }) as never,
    );
  expect(shownTo({})).toMatchObject({ description: "A lamp", customerRef: null, disputes: [{ dueBy: ISO }] });
  expect(shownTo({})).not.toHaveProperty("delivery");
  expect(shownTo({}, { delivery: "dead" })).toMatchObject({ delivery: "dead" });
  expect(shownTo({}, { delivery: null })).toMatchObject({ delivery: null });
  // A decline is over once the payment has gone on.
  const told = { delivery: null, lastDecline: "expired_card", cancellationReason: "duplicate" };
  for (const [status, shown] of [
    ["requires_payment_method", { lastDecline: "expired_card", cancellationReason: null }],
    ["succeeded", { lastDecline: null, cancellationReason: null }],
    ["canceled", { lastDecline: null, cancellationReason: "duplicate" }],
  ] as const)
    expect(shownTo({}, { ...told, status })).toMatchObject(shown);
  expect(shownTo({ seesDisputes: false })).not.toHaveProperty("disputes");
});

it("a listed payment hides from an operator what the merchant has written, and which card it was", () => {
  const written = { description: "A lamp", customerRef: "c-1", branch: "North", metadata: { basket: "b-7" } };
  const method = { type: "card", brand: "visa", last4: "4242" };
  const shownTo = (isOperator: boolean, given: object) =>
    paymentListItemFor({ seesDisputes: true, isOperator }, payment(given) as never);
  const given = { ...written, method, delivery: null };
  expect(shownTo(false, given)).toMatchObject({ ...written, method });
  const hidden = { description: "•••", customerRef: "•••", branch: "•••" };
  expect(shownTo(true, given)).toMatchObject({ ...hidden, method: { ...method, last4: null } });
  expect(shownTo(true, given)).not.toHaveProperty("metadata");
  expect(shownTo(true, {})).toMatchObject({ customerRef: null });
});

it("a payment's details show fees to who may see them, and to an operator not which card it was", () => {
  const card = { type: "card", last4: "4242", expMonth: 12, expYear: 2034 };
  const details = { method: card, decline: null, captureBefore: MS, receiptUrl: "https://r.example/" };
  const shownTo = (reader: object) =>
    paymentDetailsView({ seesFees: false, isOperator: false, ...reader }, {
      ...details,
      statementDescriptor: "SHOP",
      fees: { netCents: 5, availableAt: MS },
    } as never);
  expect(shownTo({})).toEqual({ ...details, statementDescriptor: "SHOP", captureBefore: ISO });
  expect(shownTo({ seesFees: true }).fees).toEqual({ netCents: 5, availableOn: ISO });
  expect(shownTo({ isOperator: true })).toMatchObject({
    ...{ method: { type: "card", last4: null, expMonth: null, expYear: null }, receiptUrl: null },
  });
});

it("a payment shows its disputes and its failed refunds the oldest first, in whatever order the table gives them back", () => {
  const opened = (disputeId: string, openedAt?: number) => [disputeId, { ...dispute, disputeId, openedAt }];
  const failed = (refundId: string, createdAt?: number) => [
    refundId,
    { refundId, amountCents: 1, failureReason: null, ...(createdAt && { createdAt }) },
  ];
  const shown = payment({
    disputes: Object.fromEntries([opened("du_b", 2), opened("du_d", 1), opened("du_c", 1), opened("du_a")]),
    failedRefunds: Object.fromEntries([
      failed("re_b", 2),
      failed("re_c", 1),
      failed("re_a", 3),
      failed("re_d"),
    ]),
  }) as never;
  const listed = paymentListItemFor({ seesDisputes: true, isOperator: false }, shown);
  const inOrder = ["du_a", "du_c", "du_d", "du_b"];
  expect(listed.disputes?.map(({ disputeId }) => disputeId)).toEqual(inOrder);
  expect(servicePayment(shown).disputes.map(({ disputeId }) => disputeId)).toEqual(inOrder);
  expect(operatorPaymentView(shown).disputes.map(({ disputeId }) => disputeId)).toEqual(inOrder);
  expect(listed.failedRefunds).toEqual(
    ["re_d", "re_c", "re_b", "re_a"].map((refundId) => ({ refundId, amountCents: 1, failureReason: null })),
  );
});

it("a dispute shows its deadline while an answer is wanted", () => {
  expect(disputeView(dispute as never).dueBy).toBe(ISO);
  expect(disputeView({ ...dispute, status: "won" } as never).dueBy).toBeNull();
});

it.each([
  ["not_applicable", "unknown"],
  ["in_progress", "waiting"],
])("a payout without lines, of which the processor says %s, is %s", (reconciliation, composition) => {
  const facts = { payoutId: "po_1", amountCents: 500, createdAt: MS, arrivesAt: MS, reconciliation };
  expect(payoutView({ facts } as unknown as PayoutRecord)).toMatchObject({
    composition,
    lineCount: 0,
    unexplainedCents: null,
    totals: {},
    arrivesOn: "2026-07-01",
  });
});

it("a statement counts the differences that it does not list", () => {
  const statement = {
    date: "2026-07-01",
    final: true,
    generatedAt: MS,
    totals: [],
    matched: 1,
    merchantsOwn: 0,
    unexplained: 0,
    differences: [{}, {}],
    differencesOmitted: 3,
    unreachableAccounts: [],
    balance: { opening: {}, closing: {}, moves: [], isChecked: true },
  };
  expect(statementSummary(statement as never)).toMatchObject({ differenceCount: 5 });
});

it("a recovery of all that is dead has no window, and any other is by receipt unless it says otherwise", () => {
  const work = (progress: object) => acceptedRecoveryView({ progress } as unknown as EventsWork);
  expect(work({ recoveryId: "rcv_1", sinceMs: MS, untilMs: MS + 1 })).toEqual({
    id: "rcv_1",
    since: ISO,
    until: "2026-07-01T12:00:00.001Z",
    by: "receipt",
  });
  expect(work({ recoveryId: "rcv_1", sinceMs: MS, untilMs: MS + 1, by: "death" }).by).toBe("death");
  const running = {
    state: "running",
    progress: { recoveryId: "rcv_1", sinceMs: MS, untilMs: MS, looked: 7, sent: 5 },
  };
  expect(recoveryView(running as unknown as EventsWork)).toMatchObject({
    state: "running",
    looked: 7,
    sent: 5,
  });
});

it("the service payload tells a decline's code where there is one, and calls events by its own names", () => {
  const told = { eventId: "evt_1", type: "payment_intent.payment_failed", createdAt: MS };
  const bodyOf = (given: object) => JSON.parse(serviceBody({ ...told, ...given }, {}).body.toString());
  const envelope = { payload: "service", id: "evt_1", type: "payment.failed", createdAt: ISO };
  expect(bodyOf({})).toEqual(envelope);
  expect(bodyOf({ declineCode: "expired_card" })).toEqual({ ...envelope, declineCode: "expired_card" });
  for (const [type, name] of [
    ["charge.refunded", "payment.refunded"],
    ["callback.test", "callback.test"],
  ] as const)
    expect(serviceBody({ ...told, type }, {}).type).toBe(name);
});

it("kinds of problems are explained one by one, and all by their status", () => {
  expect(() => problemTypeView("no-such-kind", "https://api.example")).toThrow(
    "There is no such problem type. GET /problems lists all.",
  );
  const inProgress = problemTypeView("in_progress", "https://api.example");
  expect(problemTypePage(inProgress)).toContain("<p>Yes, after a pause.</p>");
  expect(problemTypePage({ ...inProgress, retryable: false })).toContain("<p>No: it would fail again.</p>");
  const all = problemTypesView("https://api.example");
  const statuses = all.map(({ status }) => status);
  expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  const index = problemIndexPage([inProgress, { ...inProgress, retryable: false }]);
  expect(index.split("409, may be sent again")).toHaveLength(2);
  expect(index).toContain("Every type of problem that this service returns.");
});

it("every length in the style of a problem's page has its unit: a browser drops a rule without one", () => {
  const lengths = [...PROBLEM_PAGE_STYLE.matchAll(/(?:margin|margin-top|padding): ([^;}]+)/g)].flatMap(
    ([, values = ""]) => values.trim().split(" "),
  );
  expect(lengths.length).toBeGreaterThan(10);
  for (const length of lengths) expect(length).toMatch(/^(0|auto|[\d.]+(px|rem))$/);
});
