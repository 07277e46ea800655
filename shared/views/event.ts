import type * as z from "zod/mini";
import type { CallbackAttempt, EventSummary, RecordedEvent } from "../contract/events.ts";
import type { ConsoleSession } from "../domain/access/console-session.ts";
import { subjectOf } from "../domain/events/event-subject.ts";
import type { Payload } from "../domain/events/event-types.ts";
import { redactedAnswer } from "../domain/events/redacted-answer.ts";
import { redactedEvent } from "../domain/events/redaction.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { AttemptRecord, DeliveryRecord, EventRecord } from "../ledger/event-record.ts";

export const eventSummary = (event: EventRecord): z.output<typeof EventSummary> => ({
  id: event.eventId,
  type: event.type,
  svcPaymentId: event.svcPaymentId ?? null,
  receivedAt: isoTime(event.receivedAt),
  applied: event.applied ?? null,
  delivery: event.delivery,
  ...(event.endpointId && { endpointId: event.endpointId }),
  attemptCount: event.attempts,
  nextAttemptAt: isoTimeOrNull(event.nextAttemptAt),
  payload: lastPayloadOf(event),
  version: event.log.at(-1)?.version ?? null,
  ...(event.endpoints && { furtherEndpointIds: event.endpoints }),
  traceId: event.traceId,
});

/** With the order and the amount that its body tells of. */
export const listedEventView = (
  event: EventRecord,
  rawBody: Uint8Array | undefined,
): z.output<typeof EventSummary> => ({
  ...eventSummary(event),
  ...subjectOf(event.type, textOf(rawBody)),
});

const textOf = (rawBody: Uint8Array = new Uint8Array()): string => Buffer.from(rawBody).toString("utf8");

/** With its body as the endpoint would be sent it now, if asked for; null: there is none to send. */
export type FedEvent = { event: EventRecord; body?: { text: string; payload: string } | null | undefined };

/** Only full keys see the processor's body as it is. */
export function fedEventView(
  { event, body, cursor }: FedEvent & { cursor: string },
  isExact: boolean,
): z.output<typeof EventSummary> {
  const summary = { ...eventSummary(event), cursor };
  if (body === undefined) return summary;
  if (body === null) return { ...summary, body: null };
  const isShownAsIs = isExact || body.payload === "service";
  return { ...summary, body: isShownAsIs ? body.text : redactedEvent(body.text) };
}

function lastPayloadOf({ log }: EventRecord): Payload | null {
  const last = log.at(-1);
  return last ? (last.payload ?? "processor") : null;
}

export const eventView = (
  event: EventRecord,
  rawBody: Uint8Array | undefined,
  deliveries: DeliveryRecord[] = [],
): z.output<typeof RecordedEvent> => ({
  ...listedEventView(event, rawBody),
  attempts: event.log.map(attemptView),
  ...(event.endpoints && { furtherDeliveries: deliveries.map(deliveryView) }),
  body: textOf(rawBody),
});

const deliveryView = ({ endpointId, delivery, attempts, nextAttemptAt, log }: DeliveryRecord) => ({
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
function withAnswers(view: EventView, shown: (answer: string | null) => string | null): EventView {
  const withShown = <T extends Pick<EventView, "attempts">>(of: T): T => ({
    ...of,
    attempts: of.attempts.map((attempt) => ({ ...attempt, answer: shown(attempt.answer) })),
  });
  const { furtherDeliveries, ...event } = withShown(view);
  return { ...event, ...(furtherDeliveries && { furtherDeliveries: furtherDeliveries.map(withShown) }) };
}

/** Only the merchant sees what its server answered, not operators. */
export function eventViewFor({ maker }: Pick<ConsoleSession, "maker">, view: EventView): EventView {
  const redacted = redactedEventView(view);
  if (maker.kind === "key") return redacted;
  return withAnswers(redacted, () => null);
}

const attemptView = (attempt: AttemptRecord): z.output<typeof CallbackAttempt> => ({
  at: isoTime(attempt.at),
  generation: attempt.generation,
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
