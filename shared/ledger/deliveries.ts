import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { DAY_SECONDS } from "../domain/time.ts";
import { ENDED_ATTEMPT, firstVisit, notBeingSent } from "./attempts.ts";
import { getItems } from "./client.ts";
import type { DeliveryRecord, EventRecord } from "./events.ts";
import {
  absent,
  absentOr,
  appended,
  below,
  lacks,
  NOT_ERASED,
  present,
  RECORDED,
  ungrown,
  updateItem,
} from "./expressions.ts";
import { listItems } from "./lists.ts";
import { DUE_ATTRIBUTES, deliveryKey, dueAt, eventKey, expiryAt, timeSort } from "./table.ts";

/*
 * Deliveries: one item for each event and endpoint, beside the event, whose bytes they send. ledger/events.ts makes them, and
 * ledger/attempts.ts moves one along its attempts; here they are listed, and sent again.
 */

export const DEATH = ["diedAt", "deadShard", "deadSort", "deadLetteredAt"] as const;

/** What a redelivery needs: about a day of attempts, and the two weeks for which a dead letter waits. */
const REDELIVERY_TTL_SECONDS = 15 * DAY_SECONDS;

/** In seconds; never sooner than before. */
export const extendedLife = ({ expiresAt }: { expiresAt: number }, at: number): number =>
  Math.max(expiresAt, expiryAt(at, REDELIVERY_TTL_SECONDS));

/** Many at once; those that are gone are left out. */
export const findDeliveries = (asked: { eventId: string; endpointId: string }[]): Promise<DeliveryRecord[]> =>
  getItems(asked.map(({ eventId, endpointId }) => deliveryKey(eventId, endpointId)));

/** Of these events, to every endpoint. Those without an endpoint cost no read. */
export const findDeliveriesOf = (
  events: Pick<EventRecord, "eventId" | "endpoints">[],
): Promise<DeliveryRecord[]> =>
  findDeliveries(
    events.flatMap(({ eventId, endpoints = [] }) => endpoints.map((endpointId) => ({ eventId, endpointId }))),
  );

export type DeliveryWindow = {
  endpointId: string;
  sinceMs?: number;
  untilMs?: number;
  before?: string | undefined;
};

type DeliveryPage = { items: DeliveryRecord[]; hasMore: boolean; next?: string | undefined };

/** To one endpoint, newest first. `next`, if there is more: the `before` of the next page. */
export function listDeliveries(
  { endpointId, sinceMs, untilMs, before }: DeliveryWindow,
  limit: number,
): Promise<DeliveryPage> {
  return listItems<DeliveryRecord>({
    index: "deliveries-by-endpoint",
    partition: endpointId,
    limit,
    before: before ?? (untilMs === undefined ? undefined : timeSort(untilMs)),
    since: sinceMs === undefined ? undefined : timeSort(sinceMs),
  });
}

/**
 * An endpoint that did not choose the event is told of it on request. The event names all of its deliveries, and is on the
 * due list again: its visit makes this one if the caller dies.
 */
export async function addEndpoint(
  { eventId, ...event }: EventRecord,
  endpointId: string,
  at: number,
): Promise<void> {
  if (event.endpoints?.includes(endpointId)) return;
  const key = eventKey(eventId);
  await updateItem<EventRecord>(key, {
    set: { endpoints: appended(endpointId), ...dueAt(key, at + FIRST_VISIT_MS.event) },
    onlyIf: [RECORDED, NOT_ERASED, { endpoints: absentOr(lacks(endpointId)) }],
  });
}

/** Of a finished event: the deliveries to these endpoints are made. One that was added meanwhile keeps it on the list. */
export const endEventVisits = ({ eventId, endpoints }: EventRecord): Promise<unknown> =>
  updateItem<EventRecord>(eventKey(eventId), {
    remove: DUE_ATTRIBUTES,
    onlyIf: { finishedAt: present, endpoints: endpoints ? ungrown(endpoints) : absent },
  });

/** The event has the bytes: it must live as long as a delivery that is sent again. */
export async function keepEventFor(
  delivery: Pick<EventRecord, "eventId" | "expiresAt">,
  at: number,
): Promise<void> {
  const expiresAt = extendedLife(delivery, at);
  if (expiresAt === delivery.expiresAt) return;
  await updateItem<EventRecord>(eventKey(delivery.eventId), {
    set: { expiresAt },
    onlyIf: [RECORDED, { expiresAt: below(expiresAt) }],
  });
}

/**
 * Messages of the old round that are still in the queue will be dropped. The condition makes two calls at once start
 * one round. The same write puts the delivery on the due list, whose sweep sends its message at `sendAt`, or later if
 * the caller has not sent it. undefined: another call was faster, or it is being sent.
 */
export async function startDeliveryRound(
  delivery: DeliveryRecord,
  at: number,
  sendAt?: number,
): Promise<DeliveryRecord | undefined> {
  await keepEventFor(delivery, at);
  const next = delivery.deliveryRound + 1;
  const outcome = await updateItem<DeliveryRecord>(delivery, {
    set: {
      delivery: "pending",
      deliveryRound: next,
      roundStartedAt: at,
      attempts: 0,
      expiresAt: extendedLife(delivery, at),
      ...(sendAt === undefined ? firstVisit(delivery, at) : dueAt(delivery, sendAt)),
    },
    remove: [...DEATH, ...ENDED_ATTEMPT],
    onlyIf: [
      { deliveryRound: delivery.deliveryRound, delivery: delivery.delivery },
      NOT_ERASED,
      notBeingSent(at),
    ],
  });
  if (outcome.written) return outcome.item;
  // Our own write whose reply was lost. One that another call made in the same millisecond is equal to it.
  const { existing } = outcome;
  return existing?.deliveryRound === next && existing.roundStartedAt === at ? existing : undefined;
}

/** A held one whose endpoint is still disabled: enabling it releases what is held. */
export const takeOffTheList = (delivery: DeliveryRecord): Promise<unknown> =>
  updateItem<DeliveryRecord>(delivery, {
    remove: DUE_ATTRIBUTES,
    onlyIf: { deliveryRound: delivery.deliveryRound, delivery: delivery.delivery },
  });
