import type * as z from "zod/mini";
import type { CallbackAttempt, EventSummary, RecordedEvent } from "../contract/events.ts";
import type { ConsoleSession } from "../domain/access/console-session.ts";
import { worstOf } from "../domain/events/callback-health.ts";
import { subjectOf } from "../domain/events/event-subject.ts";
import type { Payload } from "../domain/events/event-types.ts";
import { redactedAnswer } from "../domain/events/redacted-answer.ts";
import { redactedEvent } from "../domain/events/redaction.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { AttemptRecord, DeliveryStanding, EventRecord } from "../ledger/events.ts";

/** `shown`: the delivery whose state is shown; absent: there is none. */
export type ListedEvent = { event: EventRecord; shown?: DeliveryStanding | undefined };

const eventSummary = ({ event, shown }: ListedEvent): z.output<typeof EventSummary> => ({
  id: event.eventId,
  type: event.type,
  svcPaymentId: event.svcPaymentId ?? null,
  receivedAt: isoTime(event.receivedAt),
  applied: event.applied ?? null,
  delivery: shown?.delivery ?? "none",
  endpointId: shown?.endpointId ?? null,
  attemptCount: shown?.attempts ?? 0,
  nextAttemptAt: isoTimeOrNull(shown?.nextAttemptAt),
  payload: lastPayloadOf(shown),
  version: shown?.log.at(-1)?.version ?? null,
  endpointIds: event.endpoints ?? [],
  traceId: event.traceId,
});

/** With the order and the amount that its body tells of. */
export const listedEventView = (
  listed: ListedEvent,
  rawBody: Uint8Array | undefined,
): z.output<typeof EventSummary> => ({
  ...eventSummary(listed),
  ...subjectOf(listed.event.type, textOf(rawBody)),
});

const textOf = (rawBody: Uint8Array = new Uint8Array()): string => Buffer.from(rawBody).toString("utf8");

/** With its body as the endpoint would be sent it now, if asked for; null: there is none to send. */
export type FedEvent = ListedEvent & { body?: { text: string; payload: string } | null | undefined };

/** Only full keys see the processor's body as it is. No operator sees what a merchant wrote on a payment. */
export function fedEventView(
  { cursor, ...fed }: FedEvent & { cursor: string },
  { isExact, isOperator }: { isExact: boolean; isOperator: boolean },
): z.output<typeof EventSummary> {
  const { body } = fed;
  const summary = { ...eventSummary(fed), cursor };
  if (body === undefined) return summary;
  if (body === null) return { ...summary, body: null };
  const isShownAsIs = isExact || (body.payload === "service" && !isOperator);
  return { ...summary, body: isShownAsIs ? body.text : redactedEvent(body.text) };
}

function lastPayloadOf(delivery: DeliveryStanding | undefined): Payload | null {
  const last = delivery?.log.at(-1);
  return last ? (last.payload ?? "processor") : null;
}

export const eventView = (
  event: EventRecord,
  rawBody: Uint8Array | undefined,
  deliveries: DeliveryStanding[],
): z.output<typeof RecordedEvent> => ({
  ...listedEventView({ event, shown: worstOf(deliveries) }, rawBody),
  deliveries: deliveries.map(deliveryView),
  body: textOf(rawBody),
});

const deliveryView = ({ endpointId, delivery, attempts, nextAttemptAt, log }: DeliveryStanding) => ({
  endpointId,
  delivery,
  attemptCount: attempts,
  nextAttemptAt: isoTimeOrNull(nextAttemptAt),
  attempts: log.map(attemptView),
});

type EventView = z.output<typeof RecordedEvent>;

/**
 * For every key but a full one: a body contains client secrets and customers' addresses, and an answer may quote it.
 */
export const redactedEventView = (view: EventView): EventView => ({
  ...withAnswers(view, (answer) => answer && redactedAnswer(answer, view.body)),
  body: redactedEvent(view.body),
});

/** Of every attempt, to whichever endpoint. */
const withAnswers = (view: EventView, shown: (answer: string | null) => string | null): EventView => ({
  ...view,
  deliveries: view.deliveries.map((delivery) => ({
    ...delivery,
    attempts: delivery.attempts.map((attempt) => ({ ...attempt, answer: shown(attempt.answer) })),
  })),
});

/** Only the merchant sees what its server answered, not operators. */
export function eventViewFor({ maker }: Pick<ConsoleSession, "maker">, view: EventView): EventView {
  const redacted = redactedEventView(view);
  if (maker.kind === "key") return redacted;
  return withAnswers(redacted, () => null);
}

const attemptView = (attempt: AttemptRecord): z.output<typeof CallbackAttempt> => ({
  at: isoTime(attempt.at),
  deliveryRound: attempt.deliveryRound,
  attempt: attempt.attempt,
  milliseconds: attempt.milliseconds,
  status: attempt.status ?? null,
  error: attempt.error ?? null,
  answer: attempt.answer ?? null,
  nextAttemptAt: isoTimeOrNull(attempt.nextAttemptAt),
  payload: attempt.payload ?? "processor",
  version: attempt.version ?? null,
  bodySha256: attempt.bodySha256 ?? null,
});
