import type Stripe from "stripe";
import { expect, it } from "vitest";
import { SERVICE_EVENTS } from "../../../shared/contract/service-events.ts";
import type { EventType } from "../../../shared/domain/events/event-types.ts";
import type { PayoutFacts } from "../../../shared/domain/finance/payout.ts";
import { createPayout } from "../../../shared/ledger/payouts.ts";
import { pack, paymentKey } from "../../../shared/ledger/table.ts";
import { putEvents } from "../../support/events.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);

const PAID_OUT: PayoutFacts = {
  payoutId: "po_paid",
  accountId: "acct_1",
  status: "paid",
  amountCents: 4820,
  currency: "usd",
  automatic: true,
  method: "standard",
  createdAt: Date.UTC(2026, 6, 1, 8),
  arrivesAt: Date.UTC(2026, 6, 3),
  traceId: "trace-1",
  isTracePending: false,
  failureCode: null,
  reconciliation: "completed",
};
const RETURNED: PayoutFacts = {
  ...PAID_OUT,
  payoutId: "po_failed",
  status: "failed",
  automatic: false,
  traceId: null,
  failureCode: "account_closed",
  reconciliation: "not_applicable",
};

const DISPUTE = {
  disputeId: "du_1",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 1000,
  dueBy: Date.UTC(2026, 6, 9),
};

const REFUND = {
  object: "refund",
  id: "re_1",
  amount: 400,
  currency: "usd",
  failure_reason: "expired_or_canceled_card",
} as const satisfies Partial<Stripe.Refund>;

/** What the processor's event is about, and what stands in the body beside envelope and payment. */
type Case = {
  object: Partial<
    | Stripe.PaymentIntent
    | Stripe.Charge
    | Stripe.Dispute
    | Stripe.Radar.EarlyFraudWarning
    | Stripe.Refund
    | Stripe.Payout
    | Stripe.Account
    | { object: "report"; id: string }
  >;
  declineCode?: string;
  told: { type: string; showsPayment: boolean; beside?: object };
};

const aboutPayment = (type: string, beside = {}): Case => ({
  object: { object: "payment_intent", id: "pi_1" },
  told: { type, showsPayment: true, beside },
});
const aboutDispute = (type: string): Case => ({
  object: { object: "dispute", id: DISPUTE.disputeId },
  told: {
    type,
    showsPayment: true,
    beside: { dispute: { ...DISPUTE, dueBy: "2026-07-09T00:00:00.000Z" } },
  },
});

/** By every type that there is: a new one without its body here does not compile. */
const aboutPaidOut = (type: string): Case => ({
  object: { object: "payout", id: PAID_OUT.payoutId },
  told: {
    type,
    showsPayment: false,
    beside: {
      payout: {
        payoutId: "po_paid",
        status: "paid",
        amountCents: 4820,
        currency: "usd",
        automatic: true,
        method: "standard",
        createdAt: "2026-07-01T08:00:00.000Z",
        arrivesOn: "2026-07-03",
        traceId: "trace-1",
        returnedAt: null,
        failureCode: null,
        composition: "waiting",
        totals: {},
        lineCount: 0,
        unexplainedCents: null,
        version: expect.any(Number),
      },
    },
  },
});

const CASES: Record<EventType, Case> = {
  "payment_intent.succeeded": aboutPayment("payment.succeeded"),
  "payment_intent.processing": aboutPayment("payment.processing"),
  "payment_intent.payment_failed": {
    ...aboutPayment("payment.failed", { declineCode: "insufficient_funds" }),
    declineCode: "insufficient_funds",
  },
  "payment_intent.amount_capturable_updated": aboutPayment("payment.authorized"),
  "payment_intent.canceled": aboutPayment("payment.canceled"),
  "charge.refunded": { ...aboutPayment("payment.refunded"), object: { object: "charge", id: "ch_1" } },
  "radar.early_fraud_warning.created": {
    ...aboutPayment("payment.fraud_warning"),
    object: { object: "radar.early_fraud_warning", id: "issfr_1" },
  },
  "payment.hold_expiring": aboutPayment("payment.hold_expiring"),
  "payment.updated": aboutPayment("payment.updated"),
  "charge.dispute.created": aboutDispute("dispute.created"),
  "charge.dispute.updated": aboutDispute("dispute.updated"),
  "charge.dispute.closed": aboutDispute("dispute.closed"),
  "dispute.response_due": aboutDispute("dispute.response_due"),
  "refund.failed": {
    object: REFUND,
    told: {
      type: "refund.failed",
      showsPayment: true,
      beside: {
        refund: {
          refundId: "re_1",
          amountCents: 400,
          currency: "usd",
          failureReason: "expired_or_canceled_card",
        },
      },
    },
  },
  "payout.paid": aboutPaidOut("payout.paid"),
  "payout.updated": aboutPaidOut("payout.updated"),
  "report.ready": {
    object: { object: "report", id: "2026-02" },
    told: {
      type: "report.ready",
      showsPayment: false,
      beside: { report: { month: "2026-02", from: "2026-02-01", to: "2026-02-28" } },
    },
  },
  "payout.failed": {
    object: { object: "payout", id: RETURNED.payoutId },
    told: {
      type: "payout.failed",
      showsPayment: false,
      beside: {
        payout: {
          payoutId: "po_failed",
          status: "failed",
          amountCents: 4820,
          currency: "usd",
          automatic: false,
          method: "standard",
          createdAt: "2026-07-01T08:00:00.000Z",
          arrivesOn: "2026-07-03",
          traceId: null,
          returnedAt: null,
          failureCode: "account_closed",
          composition: "unknown",
          totals: {},
          lineCount: 0,
          unexplainedCents: null,
          version: expect.any(Number),
        },
      },
    },
  },
  "account.updated": {
    object: { object: "account", id: "acct_1" },
    told: { type: "account.updated", showsPayment: false },
  },
};

const CREATED_SECONDS = Date.UTC(2026, 6, 1, 12) / 1000;
const idOf = (type: string) => `evt_${type.replaceAll(".", "_")}`;

async function recordOneOfEach(svcPaymentId: string, accountId: string): Promise<void> {
  const aboutNoPayment = /^(payout|account)\./;
  await putEvents(
    service,
    Object.entries(CASES).map(([type, { object, declineCode }]) => ({
      eventId: idOf(type),
      type,
      merchantId: shop.merchantId,
      accountId,
      delivery: "none" as const,
      receivedAt: Date.now() - 60_000,
      body: pack(
        JSON.stringify({
          id: idOf(type),
          object: "event",
          type,
          created: CREATED_SECONDS,
          account: accountId,
          livemode: false,
          data: { object },
        }),
      ),
      ...(declineCode !== undefined && { declineCode }),
      ...(!aboutNoPayment.test(type) && { svcPaymentId }),
    })),
  );
}

it("every type of the list is rendered in the service's own words, field by field", async () => {
  const { svcPaymentId } = await sell(service, shop);
  const table = { table: service.table, tableName: service.stack.tableName };
  await changeItem(table, paymentKey(svcPaymentId), { disputes: { [DISPUTE.disputeId]: DISPUTE } });
  for (const facts of [PAID_OUT, RETURNED]) await createPayout(shop.merchantId, facts, Date.now());
  await shop.api.setEndpoint({ url: shop.receiver.url, payload: "service" });
  const { authorizedCents, description, customerRef, branch, failedRefunds, ...shown } = (
    await shop.api.get(svcPaymentId)
  ).json;
  const { json: account } = await shop.api.call("GET", "/v1/onboarding/status");
  await recordOneOfEach(svcPaymentId, String(account.processorAccountId));

  const { json } = await shop.api.call("GET", "/v1/events?order=ascending&include=body");
  const fed = json as unknown as { id: string; type: string; body: string }[];
  const bodies = new Map(fed.map(({ type, body }) => [type, JSON.parse(body)]));
  const payment = {
    ...shown,
    refundedCents: 0,
    captureBefore: null,
    disputes: [{ ...DISPUTE, dueBy: "2026-07-09T00:00:00.000Z" }],
  };
  for (const [type, { told }] of Object.entries(CASES)) {
    const beside =
      type === "account.updated" ? { account: { ...account, version: expect.any(Number) } } : told.beside;
    expect(bodies.get(type), type).toEqual({
      payload: "service",
      id: idOf(type),
      type: told.type,
      createdAt: "2026-07-01T12:00:00.000Z",
      ...(told.showsPayment && { payment }),
      ...beside,
    });
    expect(SERVICE_EVENTS.get(type)?.safeParse(bodies.get(type)).error, type).toBeUndefined();
    expect(JSON.stringify(bodies.get(type)), type).not.toMatch(/stripe/i);
  }
  const { json: types } = await shop.api.call("GET", "/v1/event-types");
  const listed = types as unknown as { name: string; serviceName: string }[];
  expect(Object.fromEntries(listed.map(({ name, serviceName }) => [name, serviceName]))).toEqual(
    Object.fromEntries(Object.entries(CASES).map(([type, { told }]) => [type, told.type])),
  );
});
