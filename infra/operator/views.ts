import {
  type CallbackEndpoint,
  liveSecrets,
  payloadOf,
} from "../../shared/domain/events/callback-endpoint.ts";
import { onboardingOf } from "../../shared/domain/onboarding.ts";
import { disputesOf, type Payment } from "../../shared/domain/payments/payment.ts";
import { isoTime, isoTimeOrNull } from "../../shared/domain/time.ts";
import type { ApiKeyRecord } from "../../shared/ledger/api-keys.ts";
import type { ListedAudit } from "../../shared/ledger/audit.ts";
import type { AttemptRecord, DeliveryRecord } from "../../shared/ledger/events.ts";
import type { Merchant } from "../../shared/ledger/merchants.ts";
import type { ListedEvent } from "../../shared/views/event.ts";

/** Records as an operator sees them: chosen field by field, so that no hash, box or client secret slips through. */

export const merchantView = (merchant: Merchant) => ({
  merchantId: merchant.merchantId,
  name: merchant.name,
  createdAt: isoTime(merchant.createdAt),
  feePolicy: merchant.feePolicy,
  processorAccountId: merchant.account?.processorAccountId ?? null,
  ...onboardingOf(merchant.account),
});

export type KeyState = "live" | "in_grace" | "expired" | "revoked";

export const keyView = (key: ApiKeyRecord, at: number) => ({
  keyId: key.keyId,
  label: key.label ?? null,
  preset: key.preset,
  state: keyState(key, at),
  createdAt: isoTime(key.createdAt),
  endsAt: isoTimeOrNull(key.endsAt),
  successorId: key.successorId ?? null,
});

function keyState({ revokedAt, endsAt, successorId }: ApiKeyRecord, at: number): KeyState {
  if (revokedAt !== undefined) return "revoked";
  if (endsAt !== null && endsAt <= at) return "expired";
  return successorId ? "in_grace" : "live";
}

export const endpointView = (endpoint: CallbackEndpoint, at: number) => ({
  endpointId: endpoint.endpointId,
  url: endpoint.url,
  events: endpoint.events ?? null,
  payload: payloadOf(endpoint),
  disabled: endpoint.disabled,
  secrets: liveSecrets(endpoint, at).map(({ createdAt, endsAt }) => ({
    createdAt: isoTime(createdAt),
    endsAt: isoTimeOrNull(endsAt),
  })),
});

export const auditView = ({ at, actor, maker, action, subject = "", reason, remark, more }: ListedAudit) => ({
  at: isoTime(at),
  actor,
  ...(maker !== undefined && { maker }),
  ...(remark !== undefined && { remark }),
  action,
  subject,
  ...(reason !== undefined && { reason }),
  ...(more !== undefined && { more }),
});

/** With the delivery whose state is shown. */
export const eventView = ({ event, shown }: ListedEvent) => ({
  ...subjectOf(event),
  applied: event.applied ?? "not_finished",
  endpointIds: event.endpoints ?? [],
  ...standingView(shown),
});

export const deliveryView = (delivery: DeliveryRecord) => ({
  ...subjectOf(delivery),
  ...standingView(delivery),
});

const subjectOf = (
  event: Pick<DeliveryRecord, "eventId" | "type" | "merchantId" | "svcPaymentId" | "receivedAt">,
) => ({
  eventId: event.eventId,
  type: event.type,
  merchantId: event.merchantId,
  svcPaymentId: event.svcPaymentId ?? null,
  receivedAt: isoTime(event.receivedAt),
});

export const standingView = (delivery: ListedEvent["shown"]) => ({
  endpointId: delivery?.endpointId ?? null,
  delivery: delivery?.delivery ?? ("none" as const),
  deliveryRound: delivery?.deliveryRound ?? 0,
  attempts: delivery?.attempts ?? 0,
  nextAttemptAt: isoTimeOrNull(delivery?.nextAttemptAt),
  lastError: delivery?.log.at(-1)?.error ?? null,
});

/** Without what the receiver answered: that is its merchant's business. */
export const attemptView = (attempt: AttemptRecord) => ({
  deliveryRound: attempt.deliveryRound,
  attempt: attempt.attempt,
  at: isoTime(attempt.at),
  milliseconds: attempt.milliseconds,
  status: attempt.status ?? null,
  error: attempt.error ?? null,
  nextAttemptAt: isoTimeOrNull(attempt.nextAttemptAt),
});

export const paymentView = (payment: Payment) => ({
  svcPaymentId: payment.svcPaymentId,
  merchantId: payment.merchantId,
  status: payment.status,
  amountCents: payment.amountCents,
  refundedCents: payment.refundedCents,
  applicationFeeCents: payment.applicationFeeCents,
  currency: payment.currency,
  captureMethod: payment.captureMethod,
  orderRef: payment.orderRef,
  connectedAccountId: payment.connectedAccountId,
  processorPaymentIntentId: payment.processorPaymentIntentId,
  disputes: disputesOf(payment).map(({ disputeId, status }) => ({ disputeId, status })),
});
