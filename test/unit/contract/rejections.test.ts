import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { ENDPOINTS } from "../../../infra/topology.ts";
import { listAttention } from "../../../shared/contract/attention.ts";
import { createCallbackEndpoint, diagnoseCallback } from "../../../shared/contract/callback-endpoints.ts";
import { enterConsole, listConsoleSessions } from "../../../shared/contract/console.ts";
import { createPayment } from "../../../shared/contract/create-payment.ts";
import { listEvents, recoverEvents } from "../../../shared/contract/events.ts";
import { previewFee } from "../../../shared/contract/fee-preview.ts";
import { createAccount, createOnboardingLink } from "../../../shared/contract/onboarding.ts";
import { listPayments } from "../../../shared/contract/payment-lists.ts";
import { listPayoutLines, listPayouts } from "../../../shared/contract/payouts.ts";
import { listRefunds } from "../../../shared/contract/refund-list.ts";
import { listStatements } from "../../../shared/contract/statements.ts";
import { listLocations, listReaders } from "../../../shared/contract/terminal.ts";
import { Failure } from "../../../shared/domain/failure.ts";
import { validation } from "../../../shared/lambda/validation.ts";

/** What a caller is told of a field that does not fit, and where the line is drawn: written out, not taken from the code. */
function complaints(schema: z.ZodMiniType, given: object): string[] {
  try {
    validation({ body: schema } as never).before?.({ event: { facts: { sentBody: given } } } as never);
  } catch (error) {
    if (error instanceof Failure) return error.extras.errors?.map(({ detail }) => detail) ?? [];
    throw error;
  }
  return [];
}

type Rejected = [schema: z.ZodMiniType, given: object, complaint: string];

const payment = (given: object) => ({ amountCents: 1000, ...given });
const linkTo = (returnUrl: string) => ({ returnUrl, refreshUrl: "https://shop.example.com" });

describe("a body", () => {
  it.each<Rejected>([
    [createPayment.body, { amountCents: 5_000_001 }, "amountCents must be at most 5000000 (50,000.00 USD)."],
    [
      createPayment.body,
      { amountCents: 5_000_001, currency: "JPY" },
      "amountCents must be at most 5000000 (5,000,000 JPY).",
    ],
    [createPayment.body, { amountCents: 49 }, "amountCents must be at least 50 (0.50 USD)."],
    [createPayment.body, payment({ currency: "usdd" }), "currency must be three letters, such as usd."],
    [createPayment.body, payment({ currency: "us" }), "currency must be three letters, such as usd."],
    [
      createPayment.body,
      payment({ currency: "xxx" }),
      "currency must be an ISO 4217 currency code, such as usd.",
    ],
    [
      createPayment.body,
      payment({ orderRef: "👟".repeat(251) }),
      "orderRef must have at most 500 characters; an emoji counts as two.",
    ],
    [createPayment.body, payment({ orderRef: "\ud83d" }), "orderRef must be well-formed Unicode."],
    [
      createPayment.body,
      payment({ description: "👟".repeat(501) }),
      "description must have at most 1000 characters; an emoji counts as two.",
    ],
    [
      createPayment.body,
      payment({ idempotencyKey: "a b" }),
      "idempotencyKey must be at most 255 visible ASCII characters.",
    ],
    [createAccount.body, { email: "nobody" }, "email must be an email address."],
    [createAccount.body, { country: "USA" }, "country must be two letters, such as US."],
    [createAccount.body, { country: "U" }, "country must be two letters, such as US."],
    [
      createOnboardingLink.body,
      linkTo("http://shop.example.com"),
      "returnUrl must be an https URL (http only for localhost).",
    ],
    [
      createCallbackEndpoint.body,
      { url: "x", payload: "other" },
      "payload must be one of: processor, service.",
    ],
    [recoverEvents.body, { until: "2026-07-02T00:00:00Z" }, "since is required when until is given."],
    [recoverEvents.body, { since: "2026-07-02T00:00:00Z" }, "until is required when since is given."],
    [
      recoverEvents.body,
      { since: "2026-07-02T00:00:00Z", until: "2026-07-02T00:00:00Z" },
      "until must be later than since.",
    ],
    [
      recoverEvents.body,
      { since: "2026-07-01T00:00:00Z", until: "2026-08-01T00:00:00.001Z" },
      "until must be at most 31 days after since.",
    ],
    [
      recoverEvents.body,
      { since: "yesterday", until: "2026-08-01T00:00:00Z" },
      "since must be an ISO 8601 time, such as 2026-07-01T12:00:00Z.",
    ],
  ])("a body is rejected with its reason: $2", (schema, given, complaint) => {
    expect(complaints(schema, given)).toEqual([complaint]);
  });

  it.each<[string, z.ZodMiniType, object]>([
    [
      "as many characters as the processor keeps",
      createPayment.body,
      payment({ orderRef: "👟".repeat(250) }),
    ],
    ["an address of the longest form", createAccount.body, { email: `${"a".repeat(308)}@example.com` }],
    ["an address that the processor is to judge", createAccount.body, { email: '"用 户"@localhost' }],
    ["no address", createAccount.body, { email: null }],
    ["an empty address", createAccount.body, { email: "" }],
    ["an address of this machine", createOnboardingLink.body, linkTo("http://localhost:3000/done")],
    ["the longest web address", createOnboardingLink.body, linkTo(`https://a.example/${"x".repeat(2030)}`)],
    ["the longest callback address", createCallbackEndpoint.body, { url: "x".repeat(4000) }],
    [
      "as many events as there may be",
      createCallbackEndpoint.body,
      { url: "x", events: Array(200).fill("charge.refunded") },
    ],
    [
      "a window of 31 days",
      recoverEvents.body,
      { since: "2026-07-01T00:00:00Z", until: "2026-08-01T00:00:00Z" },
    ],
    ["no window", recoverEvents.body, {}],
    ["the longest header", diagnoseCallback.body, { rawBody: "", signatureHeader: "x".repeat(1000) }],
  ])("a body may have %s", (_, schema, given) => {
    expect(complaints(schema, given)).toEqual([]);
  });

  it.each<[string, z.ZodMiniType, object]>([
    ["a longer e-mail address", createAccount.body, { email: `${"a".repeat(309)}@example.com` }],
    ["a longer web address", createOnboardingLink.body, linkTo(`https://a.example/${"x".repeat(2031)}`)],
    ["a longer callback address", createCallbackEndpoint.body, { url: "x".repeat(4001) }],
    ["no callback address", createCallbackEndpoint.body, { url: "" }],
    ["more events", createCallbackEndpoint.body, { url: "x", events: Array(201).fill("charge.refunded") }],
    ["a longer header", diagnoseCallback.body, { rawBody: "", signatureHeader: "x".repeat(1001) }],
  ])("a body may not have %s", (_, schema, given) => {
    expect(complaints(schema, given)).toHaveLength(1);
  });

  it("a body to be diagnosed may have 300 kB, and no other body has a limit of its own", () => {
    const limits = ENDPOINTS.flatMap(({ name, maxBodyBytes }) =>
      maxBodyBytes ? [[name, maxBodyBytes]] : [],
    );
    expect(limits).toEqual([["diagnose-callback", 307_200]]);
  });

  it("a body of a link whose code cannot be one is taken as that of a wrong one", () => {
    expect(enterConsole.body.parse({ code: "x".repeat(200) })).toEqual({ code: "x".repeat(200) });
    for (const code of ["x".repeat(201), 7, null])
      expect(enterConsole.body.parse({ code })).toEqual({ code: "" });
  });
});

describe("a query", () => {
  const events = (given: object) => complaints(listEvents.query, given);
  const EVENT = { startingAfter: "evt_1" };

  it.each<Rejected>([
    ...["0", "101", "-1", "1.5", "many", "1".repeat(10)].map(
      (limit): Rejected => [listPayments.query, { limit }, "limit must be a whole number from 1 to 100."],
    ),
    [listPayments.query, { startingAfter: "1" }, "startingAfter must be the id of a payment (svcpay_…)."],
    [listEvents.query, { startingAfter: "1" }, "startingAfter must be the id of an event (evt_…)."],
    [listPayouts.query, { startingAfter: "1" }, "startingAfter must be the id of a payout (po_…)."],
    [
      listPayoutLines.query,
      { startingAfter: "po_1" },
      "startingAfter must be a number of lines, from the Link header.",
    ],
    [listRefunds.query, { startingAfter: "1" }, "startingAfter must be the id of a refund (re_… or pyr_…)."],
    [listStatements.query, { startingAfter: "1" }, "startingAfter must be a date, such as 2026-07-01."],
    [listLocations.query, { startingAfter: "1" }, "startingAfter must be the id of a location (tml_…)."],
    [listReaders.query, { startingAfter: "1" }, "startingAfter must be the id of a reader (tmr_…)."],
    [
      listConsoleSessions.query,
      { startingAfter: "1" },
      "startingAfter must be the id of a console session (ses_…).",
    ],
    [
      listAttention.query,
      { startingAfter: "1" },
      "startingAfter must be a position in this list, from its Link header.",
    ],
    [previewFee.query, { amountCents: "ten" }, "amountCents must be a whole number from 50 to 5000000."],
    [
      previewFee.query,
      { amountCents: "1".repeat(10) },
      "amountCents must be a whole number from 50 to 5000000.",
    ],
    [
      listPayments.query,
      { since: "2026-07-02T00:00:00Z", until: "2026-07-02T00:00:00Z" },
      "until must be later than since.",
    ],
    [listEvents.query, { after: "x" }, "order must be ascending when after or include is given."],
    [listEvents.query, { include: "body" }, "order must be ascending when after or include is given."],
    [
      listEvents.query,
      { order: "ascending", ...EVENT },
      "startingAfter does not apply when order is ascending: use after.",
    ],
    [
      listEvents.query,
      { order: "ascending", svcPaymentId: `svcpay_${"0".repeat(32)}` },
      "svcPaymentId does not apply when order is ascending: the feed covers all payments.",
    ],
    [
      listEvents.query,
      { order: "ascending", delivery: "dead" },
      "delivery does not apply when order is ascending: an event's delivery changes after its place in the feed.",
    ],
  ])("a query is rejected with its reason: $2", (schema, given, complaint) => {
    expect(complaints(schema, given)).toEqual([complaint]);
  });

  it("a query of events may ask for the feed with its bodies, or for the list after an event", () => {
    expect(events({ order: "ascending", after: "x".repeat(600), include: "body" })).toEqual([]);
    expect(events({ order: "ascending", after: "x".repeat(601) })).toHaveLength(1);
    expect(events({ order: "descending", ...EVENT, svcPaymentId: `svcpay_${"0".repeat(32)}` })).toEqual([]);
    expect(events(EVENT)).toEqual([]);
  });

  it("a query of payments may ask from a time on, up to a time, or for both", () => {
    const [since, until] = ["2026-07-01T00:00:00Z", "2026-07-01T00:00:00.001Z"];
    for (const given of [{ since }, { until }, { since, until }, {}])
      expect(complaints(listPayments.query, given)).toEqual([]);
  });

  it("a query takes every place of its list, up to the longest", () => {
    const places = ["endpoint", "1782907200000#a", `DISPUTE#1782907200000#${"a#".repeat(150)}`];
    for (const startingAfter of places)
      expect(complaints(listAttention.query, { startingAfter })).toEqual([]);
    for (const startingAfter of ["178290720000#a", "1782907200000#", `1782907200000#${"a".repeat(301)}`])
      expect(complaints(listAttention.query, { startingAfter })).toHaveLength(1);
  });

  it("a query asks for as many as it says, and for a hundred unless told", () => {
    expect(listPayments.query.parse({})).toMatchObject({ limit: 100 });
    for (const limit of ["1", "100"])
      expect(listPayments.query.parse({ limit })).toEqual({ limit: Number(limit) });
  });
});

const ANY = "request_too_large internal_error service_unavailable";

/** They are in no document, so that nothing else tells when one of their rejections is lost. */
it.each([
  ["enter-console", `invalid_request unauthorized ${ANY}`],
  ["list-entered-consoles", `invalid_request unauthorized ${ANY}`],
  ["get-console-session", `invalid_request unauthorized ${ANY}`],
  ["list-console-keys", `invalid_request unauthorized ${ANY}`],
  ["leave-console", `invalid_request unauthorized ${ANY}`],
  ["webhook", `invalid_request invalid_signature ${ANY}`],
])("%s, of which no merchant reads, can be rejected as %s", (name, failures) => {
  const operation = ENDPOINTS.find((one) => one.name === name);
  expect(operation?.failures.join(" ")).toBe(failures);
  expect(Object.keys(operation?.answers ?? {})).toEqual(["200"]);
});

it("the example of a session that a browser is in is one that the page could be answered", () => {
  const entered = {
    sessionId: "ses_1ExampleMerchant1ExampleK0071Session",
    access: "money",
    may: { money: "2026-07-01T13:00:20.000Z" },
    scopes: ["payments:read", "events:read", "finance:read", "refunds:write", "console"],
    merchantId: "mer_1ExampleMerchant",
    merchantName: "Corner Shop",
    madeBy: "key",
    expiresAt: "2026-07-01T20:00:20.000Z",
    setUps: [],
    typedAboveCents: { usd: 50_000, eur: 50_000 },
    dashboardUrl: "https://dashboard.stripe.com",
  };
  const exampleOf = (name: string) => ENDPOINTS.find((one) => one.name === name)?.answers[200]?.example;
  expect(exampleOf("enter-console")).toEqual(entered);
  expect(exampleOf("get-console-session")).toEqual(entered);
  expect(exampleOf("list-entered-consoles")).toEqual([entered]);
  expect(exampleOf("list-console-keys")).toEqual([
    {
      idEnd: "leK0",
      label: "web shop",
      preset: "checkout",
      scopes: ["payments:read", "payments:write"],
      isLive: true,
      createdAt: "2026-07-01T12:00:00.000Z",
      endsAt: null,
    },
  ]);
});
