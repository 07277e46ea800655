import type { StoredReply } from "../../contract/answer.ts";
import { refundPayment as contract } from "../../contract/payment-operations.ts";
import { isFailure, isRefusal } from "../../domain/failure.ts";
import { isResumed, keyAttemptOf, type LookupResult } from "../../domain/payments/claim.ts";
import { entryOf, isRefused, type Refund, type RefundWish } from "../../domain/payments/operation.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { decideRefund, requireMade } from "../../domain/payments/refund.ts";
import { type OperationRecord, requirePayment } from "../../ledger/payments.ts";
import {
  createRefund,
  fetchRefund,
  type MadeRefund,
  searchLostRefund,
  searchRefund,
} from "../../processor/refunds.ts";
import { askOnce, endClaim } from "../once/ask-once.ts";
import { type ClaimVisit, visitClaim } from "../once/visit-claim.ts";
import {
  answerWith,
  askWithoutKey,
  type ClaimedOperation,
  claimOperation,
  explained,
  fetchFacts,
  intentOf,
  type OperationCall,
  type OperationRequest,
  processorKeyFor,
  reopenOperation,
  resumeOperation,
  writtenOrProjected,
} from "./claim-operation.ts";
import { watchRefund } from "./record-attention.ts";
import { fetchFor, syncPayment } from "./sync-payment.ts";

/*
 * A refund: read → decide → claim → ask → write → answer. Each step may be the last one that happens.
 *
 *   read    the payment and its version.
 *   decide  on the ledger. Before the ledger refuses, what stands under the key is resumed, or the intent is fetched.
 *   claim   where an Idempotency-Key came: the decision is frozen, and every later attempt does the same.
 *   ask     under a key that follows from the claim. After a death here a retry asks again under the same key, or finds
 *           what was made (once/ask-once.ts).
 *   write   what the processor said, onto the version read. After a death here a retry finds its refund in the list.
 *   answer  completes the claim. A failure before this frees the key, or keeps the claim open (endClaim).
 */

/** "Refund what is left" may find that less is left than the ledger knew; each round knows more. */
const MAX_ROUNDS = 3;

export async function refundPayment(request: OperationRequest<RefundWish>): Promise<StoredReply> {
  for (let round = 1; ; round++) {
    try {
      return await refundOnce(inRound(request, round));
    } catch (error) {
      const lessIsLeft = request.body.amountCents === undefined && isFailure(error, "refund_exceeds_charge");
      if (!lessIsLeft || round === MAX_ROUNDS) throw error;
      await syncPayment(await requirePayment(request.merchantId, request.svcPaymentId));
    }
  }
}

/** Without a key the token is the processor's key, and another amount needs another one. */
const inRound = (request: OperationRequest<RefundWish>, round: number): OperationRequest<RefundWish> =>
  round === 1 ? request : { ...request, ownerToken: `${request.ownerToken}.${round}` };

async function refundOnce(request: OperationRequest<RefundWish>): Promise<StoredReply> {
  const { merchantId, svcPaymentId, at } = request;
  const payment = await requirePayment(merchantId, svcPaymentId);
  const claimed = await decideAndClaim({ name: "refund", request, payment });
  if (claimed.kind === "replay") return { ...claimed.answer, replayed: true };
  const { operation } = claimed;
  const written = await askAndWrite(operation, at).catch(endClaim(operation.record, at));
  return answerWith(contract, operation.record, written);
}

/** The ledger may be behind the processor, so it refuses nothing by itself. */
async function decideAndClaim(call: OperationCall<RefundWish>) {
  const { payment, request } = call;
  const decided = decideRefund(payment, request.body);
  if (!isRefused(decided)) return claimOperation(call, decided);
  const standing = await resumeOperation<Refund>(call);
  if (standing.kind !== "nothing_to_resume") return standing;
  return claimOperation(call, decideRefund(await fetchFacts(payment), request.body));
}

const askAndWrite = async (operation: ClaimedOperation<Refund>, at: number): Promise<Payment> =>
  write(operation, await ask(operation, at), at);

/** With a key at most once over all attempts; without one by one call, which is never repeated. */
async function ask(operation: ClaimedOperation<Refund>, at: number): Promise<MadeRefund> {
  const { payment, decided, record } = operation;
  try {
    if (!record) return await askWithoutKey(() => send(operation, 1), "GET /v1/payments/{id}/refunds");
    const lost = await findLostRefund(operation);
    if (lost) return lost;
    return await askOnce(record, at, {
      send: (claimed) => send(operation, keyAttemptOf(claimed)),
      findAtProcessor: () => findRefund(operation, at, "request"),
      pauseMs: PAUSE_MS,
    });
  } catch (error) {
    // A refund that the processor accepted and could not carry out is explained by nothing in the payment's state.
    if (!isRefusal(error) || error.code === "refund_failed") throw error;
    const facts = await fetchFacts(payment).catch(() => undefined);
    throw facts ? explained(error, decideRefund(facts, decided)) : error;
  }
}

/**
 * A refund that the processor answered with a 500 may still be made minutes later, and a second one under a new key
 * would pay twice. The processor names no bound; after this time we no longer expect it.
 */
const PAUSE_MS = 15 * 60_000;

async function send(operation: ClaimedOperation<Refund>, keyAttempt: number): Promise<MadeRefund> {
  const { payment, operationId, record } = operation;
  const { kind, ...decided } = operation.decided;
  const made = await createRefund({
    ...intentOf(payment),
    ...decided,
    svcPaymentId: payment.svcPaymentId,
    operationId,
    keyAttempt,
    processorKey: processorKeyFor(operation, keyAttempt),
  });
  requireMade(made.refund);
  if (!record || !isResumed(record)) return made;
  // The processor may have repeated its first answer; the refund may have moved on since.
  const current = await fetchRefund(payment.connectedAccountId, made.refund.refundId);
  requireMade(current.refund);
  return current;
}

/** A request has seconds and hears of a failure, a visit has minutes and ends the claim. */
type FoundBy = "request" | "visit";

/** A page holds 100; a list that does not end within the bound says nothing. */
const MAX_PAGES: Record<FoundBy, number> = { request: 100, visit: 500 };

/**
 * What was made under the key before the ledger was restored from a backup, and is forgotten by ledger and processor
 * alike: a second refund would pay twice. It is looked for at every attempt, because an earlier attempt may have ended
 * before it came this far. Only where something was refunded already can it be this one: one listing, and only then.
 * It trusts the ledger's refundedCents, which after a restore may be 0 until `reconcile payments` has brought it up.
 */
async function findLostRefund({
  payment,
  operationId,
}: ClaimedOperation<Refund>): Promise<MadeRefund | undefined> {
  if (payment.refundedCents === 0) return undefined;
  const refund = await searchLostRefund({
    ...intentOf(payment),
    operationId,
    maxPages: MAX_PAGES.request,
  });
  return refund && { snapshot: await fetchFor(payment), refund };
}

/**
 * By the operation's id among all refunds of the payment. That it is not among them says something only if the list
 * accounts for every cent that the charge has given back.
 */
async function findRefund(
  { payment, operationId, record }: ClaimedOperation<Refund>,
  now: number,
  by: FoundBy,
): Promise<LookupResult<MadeRefund>> {
  const found = await searchRefund({
    ...intentOf(payment),
    operationId,
    keyAttempt: record ? keyAttemptOf(record) : 1,
    firstAt: record?.claimedAt ?? now,
    now,
    maxPages: MAX_PAGES[by],
  });
  if (found.kind === "failed") {
    // The client hears it, however late, as if the processor had just said so; sent again it would be a second refund.
    if (by === "request") requireMade(found.refund);
    return { kind: "impossible" };
  }
  const snapshot = await fetchFor(payment);
  if (found.kind === "made") return { kind: "made", value: { snapshot, refund: found.refund } };
  const refundedCents = snapshot.charge?.refundedCents ?? 0;
  const addsUp = found.leastCents <= refundedCents && refundedCents <= found.mostCents;
  return { kind: addsUp ? "not_made" : "unsettled" };
}

const write = (operation: ClaimedOperation<Refund>, made: MadeRefund, now: number): Promise<Payment> =>
  writtenOrProjected(operation, made.snapshot, save(operation, made, now));

/** A refund that succeeds at once, as most do, needs no person's attention, and costs no further call. */
async function save(
  operation: ClaimedOperation<Refund>,
  { snapshot, refund }: MadeRefund,
  now: number,
): Promise<Payment> {
  const isSettled = refund.status === "succeeded";
  const entry = {
    ...entryOf("refund", operation, operation.decided.amountCents),
    ...(!isSettled && { refundStatus: refund.status }),
  };
  const payment = await syncPayment(operation.payment, { known: snapshot, entry });
  if (!isSettled) await watchRefund(payment, refund, now);
  return payment;
}

/**
 * A keyed refund that was left open: the visit enters where ask looks at the processor, and goes on with the write. It
 * never sends, and never takes over. The client's retry is then answered from the record.
 */
export async function visitRefund(record: OperationRecord<Refund>, now: number): Promise<ClaimVisit> {
  const operation = await reopenOperation(record);
  return visitClaim(
    record,
    { at: now, accountId: operation.payment.connectedAccountId },
    {
      findAtProcessor: () => findRefund(operation, now, "visit"),
      complete: async (_, made) => answerWith(contract, record, await write(operation, made, now)),
    },
  );
}
