import type * as z from "zod/mini";
import type { TimelineEntry as EntryContract } from "../contract/payment-lists.ts";
import { worstOf } from "../domain/events/callback-health.ts";
import type { Applied, DeliveryState } from "../domain/events/event.ts";
import { dateOf } from "../domain/finance/day.ts";
import { inCausalOrder, type TimelineEvent } from "../domain/payments/causal-order.ts";
import { type FeeSettings, feePolicyNumbered } from "../domain/payments/fee-policy.ts";
import type { AlreadyDone, MoneyOperation, Refund } from "../domain/payments/operation.ts";
import type { Dispute } from "../domain/payments/payment.ts";
import type { StatementNote } from "../domain/payments/statement-note.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { AppliedRefund, DeliveryStanding, EventRecord } from "../ledger/events.ts";
import type { OperationRecord, PaymentRecord } from "../ledger/payments.ts";
import type { PayoutRecord } from "../ledger/payouts.ts";
import { disputeView } from "./full-payment.ts";

type PaidOut = {
  kind: "payout";
  at: number;
  payoutId: string;
  status: string;
  arrivesAt: number;
  failureCode: string | null;
};

export type TimelineEntry = TracedEntry | StatementNote | PaidOut;

type TracedEntry = { at: number; traceId: string } & (
  | {
      kind: "api_call";
      operation: "create" | MoneyOperation["kind"];
      reason?: NonNullable<Refund["reason"]>;
      amountCents: number;
      feePolicy?: number;
    }
  | {
      kind: "processor_event";
      receivedAt: number;
      eventId: string;
      type: string;
      applied: Applied | "not_finished";
      delivery: DeliveryState;
      /** Whose state it is: that of the endpoint where it is worst. */
      endpointId?: string;
      declineCode?: string | undefined;
      refundedCents?: number | undefined;
      captureBefore?: number | undefined;
      cancellationReason?: string | undefined;
      dispute?: Dispute | undefined;
      refund?: AppliedRefund | undefined;
    }
  | {
      kind: "callback_attempt";
      eventId: string;
      type: string;
      endpointId: string;
      attempt: number;
      milliseconds: number;
      status?: number | undefined;
      error?: string | undefined;
      nextAttemptAt?: number | undefined;
      version?: number | undefined;
    }
);

type DatedEvent = {
  event: EventRecord;
  deliveries: readonly DeliveryStanding[];
  createdSeconds: number | undefined;
};

type AroundPayment = {
  operations: OperationRecord<MoneyOperation | AlreadyDone>[];
  events: DatedEvent[];
  payout?: PayoutRecord | undefined;
};

export function timelineOf(
  record: PaymentRecord,
  { operations, events, payout }: AroundPayment,
): TimelineEntry[] {
  const entries = [
    creation(record),
    ...operations.flatMap(callEntries),
    ...(record.statementNotes ?? []),
    // Events come newest first; entries of the same time keep their order.
    ...events.toReversed().flatMap(eventEntries),
    ...paidOut(payout),
  ];
  return inCausalOrder(entries, timelineEventOf);
}

/** The processor counts whole seconds: an event happened within its second, and before it was received. */
function timelineEventOf(entry: TimelineEntry): TimelineEvent {
  const { at: atMs } = entry;
  if (entry.kind === "processor_event")
    return { name: entry.type, atMs, latestMs: Math.min(entry.receivedAt, atMs + 999) };
  return { name: entry.kind === "api_call" ? entry.operation : entry.kind, atMs, latestMs: atMs };
}

function paidOut(payout: PayoutRecord | undefined): TimelineEntry[] {
  if (!payout) return [];
  const { createdAt: at, payoutId, status, arrivesAt, failureCode } = payout.facts;
  return [{ kind: "payout", at, payoutId, status, arrivesAt, failureCode }];
}

function creation({ createdAt, traceId, terms }: PaymentRecord): TimelineEntry {
  const { amountCents, feePolicy } = terms;
  const call = { kind: "api_call", at: createdAt, traceId, operation: "create", amountCents } as const;
  return { ...call, ...(feePolicy !== undefined && { feePolicy }) };
}

/** Only what was done, and by the operation itself. */
function callEntries({
  state,
  decided,
  requestedAt: at,
  traceId,
}: AroundPayment["operations"][number]): TimelineEntry[] {
  if (state !== "completed" || decided.kind === "already_done") return [];
  const { kind: operation, amountCents } = decided;
  const reason = decided.kind === "refund" ? decided.reason : undefined;
  return [{ kind: "api_call", at, traceId, operation, amountCents, ...(reason && { reason }) }];
}

function eventEntries({ event, deliveries, createdSeconds }: DatedEvent): TimelineEntry[] {
  const { eventId, type, traceId, applied = "not_finished" } = event;
  const worst = worstOf(deliveries);
  const told: TimelineEntry = {
    kind: "processor_event",
    at: createdSeconds === undefined ? event.receivedAt : createdSeconds * 1000,
    receivedAt: event.receivedAt,
    traceId,
    eventId,
    type,
    applied,
    delivery: worst?.delivery ?? "none",
    ...(worst && { endpointId: worst.endpointId }),
    declineCode: event.declineCode,
    refundedCents: event.refundedCents,
    captureBefore: event.captureBefore,
    ...(event.cancellationReason && { cancellationReason: event.cancellationReason }),
    ...(event.dispute && { dispute: event.dispute }),
    ...(event.refund && { refund: event.refund }),
  };
  return [told, ...deliveries.flatMap((delivery) => attemptEntries(event, delivery))];
}

const attemptEntries = (
  { traceId, eventId, type }: EventRecord,
  { endpointId, log }: DeliveryStanding,
): TimelineEntry[] =>
  log.map(({ at, attempt, milliseconds, status, error, nextAttemptAt, version }) => ({
    kind: "callback_attempt",
    at,
    traceId,
    eventId,
    type,
    endpointId,
    attempt,
    milliseconds,
    status,
    error,
    nextAttemptAt,
    version,
  }));

export function timelineView(entry: TimelineEntry, fees: FeeSettings): z.output<typeof EntryContract> {
  const at = isoTime(entry.at);
  if (entry.kind === "api_call") {
    const { feePolicy: number, ...call } = entry;
    if (number === undefined) return { ...call, at };
    return { ...call, at, feePolicy: { number, text: feePolicyNumbered(fees, number)?.text ?? null } };
  }
  if (entry.kind === "reconciled" || entry.kind === "fee_returned") return { ...entry, at };
  if (entry.kind === "payout") {
    const { arrivesAt, ...payout } = entry;
    return { ...payout, at, arrivesOn: dateOf(arrivesAt) };
  }
  if (entry.kind === "processor_event") {
    const { declineCode = null, refundedCents = null, dispute, ...told } = entry;
    const receivedAt = isoTime(entry.receivedAt);
    const captureBefore = isoTimeOrNull(entry.captureBefore);
    return {
      ...told,
      at,
      receivedAt,
      declineCode,
      refundedCents,
      captureBefore,
      ...(dispute && { dispute: disputeView(dispute) }),
    };
  }
  const { status = null, error = null, nextAttemptAt, version = null } = entry;
  return { ...entry, at, status, error, nextAttemptAt: isoTimeOrNull(nextAttemptAt), version };
}
