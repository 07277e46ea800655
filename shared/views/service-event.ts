import type * as z from "zod/mini";
import type { ServicePayment } from "../contract/service-events.ts";
import { EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from "../domain/events/event-types.ts";
import { disputesOf, type Payment } from "../domain/payments/payment.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import { paymentView } from "./payment.ts";
import { disputeView } from "./payment-list.ts";

/** What an event's type is called in the service payload. */
export const serviceTypeOf = (type: EventType | typeof TEST_EVENT_TYPE): string =>
  type === TEST_EVENT_TYPE ? TEST_EVENT_TYPE : EVENT_TYPES[type].service;

/** A payment as the service payload shows it: all that a receiver needs to replace its own copy. */
export const servicePayment = (payment: Payment): z.output<typeof ServicePayment> => ({
  ...paymentView(payment),
  refundedCents: payment.refundedCents,
  captureBefore: isoTimeOrNull(payment.captureBefore),
  disputes: disputesOf(payment).map(disputeView),
  version: payment.revision,
});

/** The envelope says why a receiver is called, what follows it says what is true. */
export const serviceBody = (
  event: { eventId: string; type: string; createdAt: number; declineCode?: string | undefined },
  about: object,
): Buffer =>
  Buffer.from(
    JSON.stringify({
      payload: "service",
      id: event.eventId,
      type: event.type,
      createdAt: isoTime(event.createdAt),
      ...about,
      ...(event.declineCode !== undefined && { declineCode: event.declineCode }),
    }),
  );
