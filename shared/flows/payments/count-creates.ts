import { Failure } from "../../domain/failure.ts";
import {
  type CreateCounts,
  isAboveShare,
  isBusy,
  isCounted,
  secondsToNextWindow,
  windowOf,
} from "../../domain/payments/create.ts";
import { addCreate, findCreateCounts } from "../../ledger/creations.ts";
import { findPaymentRecord } from "../../ledger/payments.ts";
import { warmMap } from "../../runtime/invocation.ts";
import { count, describeError, log } from "../../runtime/logger.ts";

type NewPayment = { merchantId: string; svcPaymentId: string; at: number };

/** By window, as this function has last seen them. */
const seen = /* @__PURE__ */ warmMap<number, CreateCounts>("creates of ten seconds");

/**
 * Rejects a create of a merchant above its share (domain/payments/create.ts). The counts are read only where this
 * function has seen many creates, now or ten seconds ago, so in calm hours it costs nothing. What was begun before is
 * never rejected. If the counter fails, nobody is.
 */
export async function requireCreateShare({ merchantId, svcPaymentId, at }: NewPayment): Promise<void> {
  const window = windowOf(at);
  const known = [seen().get(window), seen().get(window - 1)];
  if (!known.some((counts) => counts && isBusy(counts))) return;
  const counts = await findCreateCounts(window).catch(ignore);
  if (!counts) return;
  remember(window, counts);
  if (!isAboveShare(counts, merchantId) || (await findPaymentRecord(svcPaymentId))) return;
  count("RateLimitedRequests");
  const retryAfterSeconds = secondsToNextWindow(at);
  const detail = `The platform creates too many payments at the moment, and this merchant has used its share. Nothing was done. Send the same request again in ${retryAfterSeconds} s.`;
  throw new Failure("rate_limited", detail, { retryAfterSeconds });
}

/** Called beside the processor's call, so that no request waits for it. Never throws. */
export async function countCreate({ merchantId, svcPaymentId, at }: NewPayment): Promise<void> {
  if (!isCounted(svcPaymentId)) return;
  const window = windowOf(at);
  const counts = await addCreate(window, merchantId).catch(ignore);
  if (counts) remember(window, counts);
}

function remember(window: number, counts: CreateCounts): void {
  for (const other of seen().keys()) if (other < window - 1) seen().delete(other);
  seen().set(window, counts);
}

const ignore = (error: unknown): undefined => {
  log("warn", "creates could not be counted", describeError(error));
};
