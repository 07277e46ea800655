import fc from "fast-check";
import type { Stripe } from "stripe";
import { describe, expect, expectTypeOf, it } from "vitest";
import { redactedEvent, WORDED_FIELDS } from "../../../../shared/domain/events/redaction.ts";

const redact = (value: unknown): unknown => JSON.parse(redactedEvent(JSON.stringify(value)));

const EVENT = {
  id: "evt_1QExample0000000",
  object: "event",
  api_version: "2026-09-30.dahlia",
  account: "acct_1QExample0000000",
  created: 1_782_907_200,
  livemode: true,
  type: "payment_intent.succeeded",
  data: {
    object: {
      id: "pi_3QExample000000000",
      object: "payment_intent",
      amount: 4999,
      currency: "usd",
      status: "succeeded",
      client_secret: "pi_3QExample000000000_secret_abcdefgh",
      description: "Roses for Anna",
      receipt_email: "anna@example.com",
      customer: null,
      payment_method_types: ["card"],
      metadata: {
        svcPaymentId: `svcpay_${"0".repeat(32)}`,
        orderRef: "order-1001",
        "anna@example.com": "visa",
        anna_muster: "visa",
      },
      shipping: { name: "Anna", address: { postal_code: "12345" }, phone: 1234 },
      latest_charge: {
        id: "ch_3QExample000000000",
        billing_details: { name: "Anna", email: "anna@example.com", tax_id: 77 },
        payment_method_details: { card: { brand: "visa", last4: "4242", exp_month: 4, country: "US" } },
        outcome: { network_status: "approved_by_network", seller_message: "Payment complete." },
      },
    },
  },
  request: { id: "req_abcdefgh1234", idempotency_key: "order-1001" },
};

it("shows what happened, to which objects, in which numbers; and nothing that somebody wrote", () => {
  expect(redact(EVENT)).toEqual({
    ...EVENT,
    data: {
      object: {
        ...EVENT.data.object,
        client_secret: "•••",
        description: "•••",
        receipt_email: "•••",
        metadata: {
          svcPaymentId: EVENT.data.object.metadata.svcPaymentId,
          orderRef: "order-1001",
          "•••": "•••",
        },
        shipping: "•••",
        latest_charge: {
          id: "ch_3QExample000000000",
          billing_details: "•••",
          payment_method_details: { card: { brand: "visa", last4: "•••", exp_month: 4, country: "•••" } },
          outcome: { network_status: "approved_by_network", seller_message: "•••" },
        },
      },
    },
    request: { id: "req_abcdefgh1234", idempotency_key: "•••" },
  });
});

it("says how a payout stands, and hides the bank's own reference", () => {
  const payout = {
    id: "po_1QExample0000000",
    object: "payout",
    amount: 9_000,
    status: "in_transit",
    type: "bank_account",
    method: "standard",
    source_type: "card",
    destination: "ba_1QExample0000000",
    reconciliation_status: "in_progress",
    failure_code: "account_closed",
    balance_transaction: "txn_1QExample0000000",
    statement_descriptor: "•••",
    trace_id: { status: "supported", value: "•••" },
  };
  const sent = {
    ...payout,
    statement_descriptor: "Anna's",
    trace_id: { status: "supported", value: "T-42" },
  };
  expect(redact(sent)).toEqual(payout);
});

describe("a field that only the processor words is shown, also where it adds a word,", () => {
  /** Written out here: a list that is compared with itself shows nothing. */
  it.each([
    ["charge", ["status", "failure_code"]],
    ["dispute", ["status", "reason"]],
    ["payment_intent", ["status", "capture_method", "confirmation_method", "cancellation_reason"]],
    ["payout", ["status", "type", "method", "source_type", "failure_code", "reconciliation_status"]],
    ["radar.early_fraud_warning", ["fraud_type"]],
    ["refund", ["status", "reason", "failure_reason", "pending_reason"]],
  ])("a %s shows such fields", (object, fields) => {
    const worded = Object.fromEntries(fields.map((field) => [field, "a_word_of_tomorrow"]));
    const sent = { ...worded, object };
    expect(redact(sent)).toEqual(sent);
    const written = Object.fromEntries(fields.map((field) => [field, "Anna wrote it"]));
    const hidden = Object.fromEntries(fields.map((field) => [field, "•••"]));
    expect(redact({ ...written, object })).toEqual({ ...hidden, object });
  });

  it("such a word is hidden in another field, in another object, and below it", () => {
    const word = "a_word_of_tomorrow";
    const hidden = {
      object: "payout",
      description: "•••",
      status: { status: "•••" },
      metadata: { branch: "•••" },
    };
    const sent = {
      object: "payout",
      description: word,
      status: { status: word },
      metadata: { branch: word },
    };
    expect(redact(sent)).toEqual(hidden);
    expect(redact({ object: "customer", status: word })).toEqual({ object: "•••", status: "•••" });
    expect(redact({ object: "payout", status: "pi_1_secret_x" })).toEqual({
      object: "payout",
      status: "•••",
    });
  });

  it("by names that the processor's library knows", () => {
    expectTypeOf(WORDED_FIELDS).toExtend<{
      charge: readonly (keyof Stripe.Charge)[];
      dispute: readonly (keyof Stripe.Dispute)[];
      payment_intent: readonly (keyof Stripe.PaymentIntent)[];
      payout: readonly (keyof Stripe.Payout)[];
      refund: readonly (keyof Stripe.Refund)[];
    }>();
  });
});

it.each(["billing_details", "shipping", "customer_details", "individual", "company"])(
  "everything below a part that is about a person or a firm is hidden, numbers too: %s",
  (name) => {
    for (const inner of [
      { age: 41 },
      [1, 2],
      12_345,
      true,
      "visa",
      { deeper: { id: "pi_3QExample000000000" } },
    ])
      expect(redact({ [name]: inner })).toEqual({ [name]: "•••" });
    expect(redact({ [name]: null })).toEqual({ [name]: null });
  },
);

it("keeps a payment's order and the version of the processor's API, and nothing that only calls itself so", () => {
  const kept = { api_version: "2026-09-30.dahlia", metadata: { orderRef: "Anna's order 7" } };
  expect(redact(kept)).toEqual(kept);
  expect(redact({ api_version: `2026-09-30.${"anna".repeat(6)}` })).toEqual({ api_version: "•••" });
  expect(redact({ api_version: "anna", metadata: { orderRef: "pi_1_secret_x", branch: "Anna's" } })).toEqual({
    api_version: "•••",
    metadata: { orderRef: "•••", branch: "•••" },
  });
});

describe("in metadata merchants choose the names:", () => {
  const OURS = [
    "svcPaymentId",
    "svcEnv",
    "svcMerchantId",
    "svcOperationId",
    "orderRef",
    "branch",
    "customerRef",
  ];

  it.each(OURS)("%s is ours, and shown", (name) => {
    expect(redact({ metadata: { [name]: "card", anna_muster: "card" } })).toEqual({
      metadata: { [name]: "card", "•••": "•••" },
    });
  });

  it("every other one is hidden with what it says, wherever the metadata stands", () => {
    const metadata = { anna_muster: 41, Anna: null, customer_number: ["pi_3QExample000000000"] };
    expect(redact({ data: [{ previous_attributes: { metadata } }] })).toEqual({
      data: [{ previous_attributes: { metadata: { "•••": "•••" } } }],
    });
    expect(redact({ metadata: { orderRef: { anna_muster: 1 } } })).toEqual({ metadata: { orderRef: "•••" } });
    expect(redact({ metadata: null })).toEqual({ metadata: null });
    expect(redact({ metadata: {} })).toEqual({ metadata: {} });
    expect(redact({ metadata: [{ anna: 1 }] })).toEqual({ metadata: "•••" });
  });
});

describe("an id is one of a known kind, and no secret:", () => {
  it.each([
    "pi_3QExample000000000",
    "evt_test_abcdefgh",
    "acct_1QExample0000000",
    `svcpay_${"a".repeat(32)}`,
  ])("%s is shown", (id) => {
    expect(redact([id])).toEqual([id]);
  });

  it.each([
    "pi_3QExample000000000_secret_abcdefgh",
    "sk_test_abcdefghijkl",
    "rk_live_abcdefghijkl",
    "whsec_abcdefghijklmnop",
    "svc_live_abcdefghijklmnop",
    "svc_ses_abcdefghijklmnop",
    "anna_mustermann",
    "pi_anna",
    "pi_anna@example.com",
    "order_12345678",
    "pi_3QExample000000000\nAnna",
    `pi_${"a".repeat(65)}`,
  ])("%j is not", (text) => {
    expect(redact([text])).toEqual(["•••"]);
  });
});

it("a name that the processor could have given is shown, however short, and one that goes on and on is not", () => {
  expect(redact({ x: 1, [`a${"b".repeat(61)}`]: 2 })).toEqual({ x: 1, "•••": 2 });
});

it("a text of three letters is hidden where it is no currency, and a currency where nobody writes it so", () => {
  expect(redact(["usd", "eva", "USD"])).toEqual(["usd", "•••", "•••"]);
});

it("an event is shown in lines, as a person reads it", () => {
  expect(redactedEvent('{"amount":4999}')).toBe('{\n  "amount": 4999\n}');
});

it.each(["{", "not JSON", "", `${"[".repeat(200_000)}`])("what cannot be read is hidden whole", (body) => {
  expect(redactedEvent(body)).toBe("•••");
});

it("no text of a caller's own comes through, wherever it stands and whatever stands around it", () => {
  const canary = "Anna Muster <anna@example.com>";
  const leaf = fc.oneof(fc.constant(canary), fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.constant(canary), fc.constant("shipping"), fc.string()), tie("tree"), {
        maxKeys: 4,
      }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(redactedEvent(JSON.stringify({ value, [canary]: 1, list: [canary] }))).not.toContain("Anna");
    }),
  );
});
