import { type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import { Failure, isFailure, isRefusal, processorSays } from "../../domain/failure.ts";
import { fingerprint } from "../../domain/fingerprint.ts";
import { operationIdFor } from "../../domain/id.ts";
import { isResumed, type Sighting, type StoredAnswer } from "../../domain/payments/claim.ts";
import {
  type Decision,
  entryOf,
  isNothingLeft,
  isRefused,
  isShownDone,
  type NothingLeft,
  type ToDo,
} from "../../domain/payments/operation.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { markMoneyMayHaveMoved } from "../../invocation.ts";
import { complete } from "../../ledger/claim-ends.ts";
import { claim, resume } from "../../ledger/claims.ts";
import {
  findOperation,
  findPayment,
  newOperationRecord,
  type OperationRecord,
} from "../../ledger/payments.ts";
import { describeError, log } from "../../logger.ts";
import { paymentView } from "../../views/payment.ts";
import { askOnce } from "../ask-once.ts";
import { type ClaimVisit, visitClaim } from "../visit-claim.ts";
import { workUnderClaim } from "../work-under-claim.ts";
import { type Begun, type Done, factsFrom, OPERATIONS, type OperationRow } from "./capture-refund-cancel.ts";
import { getPayment } from "./get-payment.ts";
import { watchRefund } from "./record-attention.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/*
 * How a payment is captured, refunded or canceled: read → decide → claim → ask → write. What is particular to one of
 * the three is a row of the table in capture-refund-cancel.ts. Each step may be the last one that happens:
 *
 *   read    the payment and its version. Nothing has happened.
 *   decide  on the ledger, or on the fetched intent where the ledger cannot tell ("capture all that is authorized").
 *           Where it refuses, the ledger may be behind: what stands under the key is replayed or resumed, and otherwise
 *           the intent is fetched and decided on. Nothing has happened.
 *   claim   where an Idempotency-Key came: the decision is frozen, and every later attempt does the same.
 *   ask     the processor, under a key that follows from the claim. After a death here the next retry asks again under
 *           the same key, or looks for what was done (ask-once.ts). Before a refund under a key, on a payment of which
 *           the ledger shows a refund, the refunds are listed: this one may be among them (recall).
 *   write   what the processor said onto the version read, then complete the claim with the answer. After a death in
 *           between, a retry finds its refund in the list, or hears the same of a capture, and writes the same.
 *
 * A failure on the way ends the claim as refused, or keeps it and ends its lease: see work-under-claim.ts.
 * A visit enters at the look: see visitOperation.
 */

export type OperationRequest<W> = {
  merchantId: string;
  svcPaymentId: string;
  /** Without one, every request is a new operation. */
  idempotencyKey: string | undefined;
  /** The wish, with its defaults filled in. */
  body: W;
  /** The body before defaults: what the fingerprint is taken of. */
  sentBody: unknown;
  /** Random. */
  ownerToken: string;
  traceId: string;
  at: number;
};

export async function runOperation<W extends object, D extends ToDo & W>(
  row: OperationRow<W, D>,
  request: OperationRequest<W>,
): Promise<StoredReply> {
  const payment = await getPayment(request.merchantId, request.svcPaymentId);
  const beginning = await (request.idempotencyKey === undefined
    ? decideWithoutKey(row, request, payment)
    : decideAndClaim(row, request, payment, request.idempotencyKey));
  if (beginning.kind === "replay") return { ...beginning.answer, replayed: true };
  const { begun } = beginning;
  const written = await workUnderClaim(begun.record, request.at, async () =>
    write(begun, await ask(row, begun, request.at), request.at),
  );
  // Not under workUnderClaim: the money has moved and is written down, so that no failure here may free the key.
  return completeWithAnswer(row, begun, written);
}

type Beginning<D extends ToDo> =
  | { kind: "begun"; begun: Begun<D> }
  | { kind: "replay"; answer: StoredAnswer };

/**
 * Without a key the request's own token is the operation's id, and the processor's key. Such an id does not begin with
 * op_: what it has made is never taken for a keyed operation's.
 */
async function decideWithoutKey<W, D extends ToDo>(
  row: OperationRow<W, D>,
  { body, ownerToken: operationId, at, traceId }: OperationRequest<W>,
  payment: Payment,
): Promise<Beginning<D>> {
  const first = await decideFirst(row, payment, body);
  const decided = isRefused(first) ? await decideOnIntent(row, payment, body) : first;
  if (isRefused(decided)) throw decided.failure;
  return { kind: "begun", begun: { payment, decided, operationId, at, traceId } };
}

/** What was begun or completed under the key counts more than what the ledger would decide now. */
async function decideAndClaim<W extends object, D extends ToDo>(
  row: OperationRow<W, D>,
  { merchantId, body, sentBody, ownerToken, traceId, at }: OperationRequest<W>,
  payment: Payment,
  idempotencyKey: string,
): Promise<Beginning<D>> {
  const { svcPaymentId } = payment;
  const operationId = operationIdFor(svcPaymentId, row.name, idempotencyKey);
  const terms = { amountCents: wishedCentsOf(body) };
  const attempt = { merchantId, fingerprint: fingerprint(sentBody), terms, ownerToken, at };
  const claimFor = (decided: Decision<D>) => {
    if (isRefused(decided)) throw decided.failure;
    return claim(newOperationRecord<D | NothingLeft>({ operationId, payment, decided, traceId }), attempt);
  };
  const first = await decideFirst(row, payment, body);
  const standing = isRefused(first)
    ? await resume(await findOperation<D | NothingLeft>(svcPaymentId, operationId), attempt)
    : await claimFor(first);
  const claimed =
    standing.kind === "nothing_to_resume"
      ? await claimFor(await decideOnIntent(underKey(row, operationId), payment, body))
      : standing;
  if (claimed.kind === "replay") return claimed;
  const { record } = claimed;
  return { kind: "begun", begun: { payment, decided: record.decided, operationId, record, at, traceId } };
}

const underKey = <W, D extends ToDo>({ decideUnderKey }: OperationRow<W, D>, operationId: string) => ({
  decide: (facts: Payment, wish: W) => decideUnderKey(facts, wish, operationId),
});

const wishedCentsOf = (wish: object): number | undefined =>
  "amountCents" in wish && typeof wish.amountCents === "number" ? wish.amountCents : undefined;

const decideFirst = async <W, D extends ToDo>(
  row: OperationRow<W, D>,
  payment: Payment,
  wish: W,
): Promise<Decision<D>> =>
  row.needsIntent?.(payment, wish) ? decideOnIntent(row, payment, wish) : row.decide(payment, wish);

/**
 * Before the ledger's status refuses anything, the intent is fetched: the buyer may be ahead of the webhook. What it
 * says only serves the decision; writing it down is the webhook's business, or that of the call that follows.
 */
const decideOnIntent = async <W, D extends ToDo>(
  { decide }: Pick<OperationRow<W, D>, "decide">,
  payment: Payment,
  wish: W,
): Promise<Decision<D>> => decide(factsFrom(payment, await fetchFor(payment)), wish);

/**
 * What the processor's answer means. `done_by_another`: it refused, because another request had fulfilled the same
 * wish. `nothing_to_do`: it was not asked, because the wish was fulfilled already.
 */
type Asked =
  | { kind: "done"; done: Done }
  | { kind: "done_by_another"; done: Done }
  | { kind: "nothing_to_do" };

/** With a key at most once over all attempts; without one by one call, which is never repeated. */
async function ask<W, D extends ToDo & W>(
  row: OperationRow<W, D>,
  begun: Begun<D>,
  at: number,
): Promise<Asked> {
  const { record, payment, decided } = begun;
  if (isNothingLeft(decided)) return { kind: "nothing_to_do" };
  try {
    if (!record)
      return {
        kind: "done",
        done: await askWithoutKey(row.name, () => row.send(begun, decided, processorKeyFor(begun, 1))),
      };
    const recalled = await row.recall?.(begun);
    if (recalled) return { kind: "done", done: recalled };
    const done = await askOnce(record, at, {
      send: async ({ generation }) => {
        const answered = await row.send(begun, decided, processorKeyFor(begun, generation));
        // On a resume the processor may repeat its first answer; payment and refund may have moved on since.
        return isResumed(record) ? row.refetch(payment, answered) : answered;
      },
      look: () => row.look(begun, decided, { now: at, lookedBy: "request" }),
      pauseMs: row.pauseMs,
    });
    return { kind: "done", done };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The processor accepted this refund and could not carry it out: the payment's state has nothing to explain.
    if (error.code === "refund_failed") throw error;
    const { decide } = record ? underKey(row, begun.operationId) : row;
    return explainRefusal(payment, error, (facts) => decide(facts, decided));
  }
}

/** A new generation has a new key: under the old one the processor would repeat what it saved. */
const processorKeyFor = ({ operationId, record }: Begun<ToDo>, generation: number) => ({
  processorKey: record ? `${operationId}.${generation}` : operationId,
  generation,
});

/** Without a key a repetition would be a second operation: once the call may have left, no answer invites one. */
async function askWithoutKey(name: ToDo["kind"], call: () => Promise<Done>): Promise<Done> {
  markMoneyMayHaveMoved();
  try {
    return await call();
  } catch (error) {
    // Where our own key lacks a right, nothing was done.
    if (processorSays(error) === "no_right") throw error;
    throw isFailure(error, "processor_unavailable") ? outcomeUnknown(name, error) : error;
  }
}

const outcomeUnknown = (name: ToDo["kind"], cause: unknown): Failure => {
  const where = name === "refund" ? "GET /v1/payments/{id}/refunds" : "GET /v1/payments/{id}";
  const detail = `The outcome is unknown. Check ${where} before you repeat the request, and send an Idempotency-Key with it.`;
  return new Failure("outcome_unknown", detail, { cause });
};

/**
 * The payment's state decides what a refusal means, never the refusal's text: a wrong state, too much, or a wish that
 * another request has fulfilled meanwhile. What the state does not explain is the processor's own word.
 */
async function explainRefusal(
  payment: Payment,
  refusal: Failure,
  decide: (facts: Payment) => Decision<ToDo>,
): Promise<Asked> {
  const snapshot = await fetchFor(payment).catch(() => undefined);
  if (!snapshot) throw refusal;
  const decision = decide(factsFrom(payment, snapshot));
  if (isRefused(decision))
    throw new Failure(decision.failure.code, decision.failure.message, { cause: refusal });
  if (isNothingLeft(decision)) return { kind: "done_by_another", done: { snapshot } };
  throw refusal;
}

/** Writes what the processor said onto the version that was read, and which API call it was. */
async function write<D extends ToDo>(begun: Begun<D>, asked: Asked, now: number): Promise<Payment> {
  const { payment, decided, record } = begun;
  // The ledger's payment is the answer only if it shows that nothing was left: it may be behind what was decided on.
  if (isNothingLeft(decided) || asked.kind === "nothing_to_do")
    return isShownDone(payment, decided) ? payment : syncPayment(payment);
  const { snapshot, refund } = asked.done;
  const entry = asked.kind === "done" ? entryOf(decided, begun, refund) : undefined;
  const written = syncPayment(payment, { known: snapshot, entry }).then(async (after) => {
    // A refund that succeeds at once, as most do, needs no person's attention, and costs no call here.
    if (refund && refund.status !== "succeeded") await watchRefund(after, refund, now);
    return after;
  });
  if (record) return written;
  // The processor has done it. Without a key a failure of ours must not invite a second one: the webhook brings the
  // ledger in line.
  return written.catch((error: unknown) => {
    log("error", "an operation was done, but not written down", {
      svcPaymentId: payment.svcPaymentId,
      merchantId: payment.merchantId,
      ...describeError(error),
    });
    return factsFrom(payment, snapshot);
  });
}

/** Under a key the answer is stored for every repetition of the request. */
async function completeWithAnswer<W, D extends ToDo>(
  { contract }: OperationRow<W, D>,
  { record }: Begun<D>,
  payment: Payment,
): Promise<StoredReply> {
  const stored = toStoredAnswer(contract, paymentView(payment));
  return record ? complete(record, stored) : { ...stored, replayed: false };
}

/**
 * A keyed operation that was left open. The visit enters at the look, and goes on with the write: it never sends, and
 * never takes over. The client's retry will then be answered from the record, and write nothing.
 */
export function visitOperation(
  record: OperationRecord<ToDo | NothingLeft>,
  now: number,
): Promise<ClaimVisit> {
  const { decided } = record;
  switch (decided.kind) {
    case "capture":
    case "already_captured":
      return visitRow(OPERATIONS.capture, { ...record, decided }, now);
    case "refund":
      return visitRow(OPERATIONS.refund, { ...record, decided }, now);
    case "cancel":
    case "already_canceled":
      return visitRow(OPERATIONS.cancel, { ...record, decided }, now);
  }
}

async function visitRow<W, D extends ToDo>(
  row: OperationRow<W, D>,
  record: OperationRecord<D | NothingLeft>,
  now: number,
): Promise<ClaimVisit> {
  const payment = await findPayment(record.svcPaymentId);
  if (!payment) throw new Error("An operation's payment is not in the ledger.");
  const { decided, operationId, claimedAt: at, traceId = operationId } = record;
  const begun: Begun<D> = { payment, decided, operationId, record, at, traceId };
  const where = { at: now, accountId: payment.connectedAccountId };
  return visitClaim(record, where, {
    look: async (): Promise<Sighting<Asked>> => {
      if (isNothingLeft(decided)) return { kind: "made", value: { kind: "nothing_to_do" } };
      const seen = await row.look(begun, decided, { now, lookedBy: "visit" });
      if (seen.kind !== "made") return seen;
      return { kind: "made", value: { kind: "done", done: seen.value } };
    },
    complete: async (_, asked) => completeWithAnswer(row, begun, await write(begun, asked, now)),
  });
}
