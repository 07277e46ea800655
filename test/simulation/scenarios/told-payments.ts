import { signatureHeader } from "../../../infra/simulator/webhooks/due-deliveries.ts";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { newPaymentRecord } from "../../../shared/ledger/payments.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { WEBHOOK_SECRET } from "../world/processor.ts";
import type { ScenarioMerchant, ScenarioWorld } from "./scenario-world.ts";

const AMOUNT_CENTS = 4_200;

/**
 * A payment of the merchant is in the ledger, and the processor tells that it was paid. false: not acknowledged and applied. Then
 * the payment has served: a day's worth of them would take more memory than the events.
 */
export async function tellOfPayment(
  { simulation, table, door }: ScenarioWorld,
  { merchantId, accountId }: ScenarioMerchant,
  eventId: string,
): Promise<boolean> {
  const { now } = simulation.clock;
  const svcPaymentId = paymentIdFor(merchantId, eventId);
  const intentId = `pi_${eventId}`;
  const terms = {
    connectedAccountId: accountId,
    amountCents: AMOUNT_CENTS,
    applicationFeeCents: 0,
    currency: "usd",
    captureMethod: "automatic" as const,
  };
  table.put(
    {
      ...newPaymentRecord({ svcPaymentId, merchantId, terms, traceId: "trace", at: now }),
      state: "completed",
      keyNumber: 1,
      status: "requires_payment_method",
      amountCents: AMOUNT_CENTS,
      applicationFeeCents: 0,
      refundedCents: 0,
      processorPaymentIntentId: intentId,
      processorChargeId: null,
      captureBefore: null,
    },
    {},
  );
  const body = JSON.stringify({
    id: eventId,
    object: "event",
    type: "payment_intent.succeeded",
    account: accountId,
    livemode: false,
    created: Math.floor(now / 1000),
    data: { object: paidIntent(intentId, svcPaymentId) },
  });
  const signature = signatureHeader(WEBHOOK_SECRET, body, Math.floor(now / 1000));
  const webhook = { eventId, type: "payment_intent.succeeded", account: accountId, body, signature };
  const isAcknowledged = await door.deliver(webhook);
  door.acknowledged.length = 0;
  const { status } = table.peek(paymentKey(svcPaymentId)) ?? {};
  table.expire(paymentKey(svcPaymentId));
  return isAcknowledged && status === "succeeded";
}

const paidIntent = (id: string, svcPaymentId: string) => ({
  id,
  object: "payment_intent",
  amount: AMOUNT_CENTS,
  amount_capturable: 0,
  amount_received: AMOUNT_CENTS,
  application_fee_amount: null,
  capture_method: "automatic",
  currency: "usd",
  latest_charge: `ch_${id}`,
  livemode: false,
  metadata: { svcPaymentId, svcEnv: "simulation" },
  status: "succeeded",
});
