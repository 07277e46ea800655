import type { Payload } from "../../domain/events/callback-endpoint.ts";
import {
  EVENT_TYPES,
  type EventType,
  isChoosable,
  TEST_EVENT_TYPE,
} from "../../domain/events/event-types.ts";
import { canBeTold, isRendered } from "../../domain/events/service-payload.ts";
import { type EventRecord, readableBody } from "../../ledger/event-record.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findPaymentRecord, toPayment } from "../../ledger/payments.ts";
import { findPayout } from "../../ledger/payouts.ts";
import { type ProcessorEvent, parseEvent, type RefundDetails } from "../../processor/events.ts";
import { connectedAccountView } from "../../views/onboarding.ts";
import { payoutView } from "../../views/payout.ts";
import { serviceBody, servicePayment, serviceTypeOf } from "../../views/service-event.ts";

/*
 * What a callback's body is. Under the processor's payload it is the event's bytes as they came, which is of the event's
 * time. Under the service payload it is rendered at each attempt from the ledger: so a retry and a redelivery tell the
 * state of now, and the version in it says which of two bodies is newer, in whatever order they arrive.
 */

export type Rendered =
  | { kind: "rendered"; payload: Payload; type: string; body: Uint8Array; version?: number }
  /** It is about nothing that the service payload can show, such as the merchant's own charges. */
  | { kind: "not_shown" }
  /** What it is about is not in the ledger now; its creation may still end, and a rebuild may bring it back. */
  | { kind: "missing" }
  /** What is stored is not the event's bytes any more. */
  | { kind: "damaged" };

export async function renderEvent(event: EventRecord, merchant: Merchant): Promise<Rendered> {
  const body = readableBody(event);
  if (!body) return { kind: "damaged" };
  const { type } = event;
  if (!isRendered(type, merchant.callback ?? {}))
    return { kind: "rendered", payload: "processor", type, body };
  if (!canBeTold(event, merchant)) return { kind: "not_shown" };
  const told = parseEvent(body);
  return isChoosable(type) ? renderAbout({ ...event, type }, told, merchant) : rendered(event, told, {});
}

type ChosenEvent = EventRecord & { type: EventType };

async function renderAbout(event: ChosenEvent, told: ProcessorEvent, merchant: Merchant): Promise<Rendered> {
  const { about } = EVENT_TYPES[event.type];
  if (about === "account")
    return merchant.account
      ? rendered(event, told, { account: connectedAccountView(merchant.account) })
      : { kind: "not_shown" };
  if (about === "payout") return renderPayout(event, told);
  const record = await findPaymentRecord(event.svcPaymentId ?? "");
  // A creation that has not ended is no payment yet, which retrieve says too.
  if (record?.merchantId !== event.merchantId || record.state !== "completed") return { kind: "missing" };
  const payment = servicePayment(toPayment(record));
  if (about === "payment") return rendered(event, told, { payment });
  if (about === "dispute") return renderDispute(event, told, payment);
  const { subject } = told;
  const refund = (subject.kind === "refund" && subject.details) || appliedRefund(event, payment);
  return refund ? rendered(event, told, { refund, payment }) : { kind: "not_shown" };
}

/** Where the event is of a shape of the future: what was fetched when it was applied. */
const appliedRefund = ({ refund }: EventRecord, { currency }: ServiceForm): RefundDetails | undefined =>
  refund && {
    refundId: refund.refundId,
    amountCents: refund.amountCents,
    currency,
    failureReason: refund.failureReason,
  };

/**
 * The event says which one it is, and the ledger how it stands now. An event that could not be applied yet is sent all
 * the same: then the ledger does not know its dispute, and a later attempt may tell of it.
 */
function renderDispute(event: ChosenEvent, told: ProcessorEvent, payment: ServiceForm): Rendered {
  const { subject } = told;
  if (subject.kind !== "dispute") return { kind: "not_shown" };
  const dispute = payment.disputes.find(({ disputeId }) => disputeId === subject.disputeId);
  return dispute ? rendered(event, told, { dispute, payment }) : { kind: "missing" };
}

async function renderPayout(event: ChosenEvent, told: ProcessorEvent): Promise<Rendered> {
  const { subject } = told;
  if (subject.kind !== "payout") return { kind: "not_shown" };
  const record = await findPayout(event.merchantId, subject.payoutId);
  return record ? rendered(event, told, { payout: payoutView(record) }) : { kind: "missing" };
}

type ServiceForm = ReturnType<typeof servicePayment>;

function rendered(
  { eventId, type, declineCode }: EventRecord,
  { createdAt }: ProcessorEvent,
  about: { payment?: { version: number }; [name: string]: unknown },
): Rendered {
  const name = serviceTypeOf(isChoosable(type) ? type : TEST_EVENT_TYPE);
  const body = serviceBody({ eventId, type: name, createdAt, declineCode }, about);
  const { payment } = about;
  return {
    kind: "rendered",
    payload: "service",
    type: name,
    body,
    ...(payment && { version: payment.version }),
  };
}
