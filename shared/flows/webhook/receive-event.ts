import { gzipSync } from "node:zlib";
import { sendCallback } from "../../callbacks/queue.ts";
import { webhookConfig } from "../../config.ts";
import { type Applied, type DeliveryState, isFollowed, isForwarded } from "../../domain/event.ts";
import { Failure } from "../../domain/failure.ts";
import { verifySignature } from "../../domain/signature.ts";
import { finishEvent, recordEvent } from "../../ledger/events.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { toPayment } from "../../ledger/payments.ts";
import { log } from "../../logger.ts";
import { count } from "../../metrics.ts";
import { processorKeys } from "../../processor/client.ts";
import { type ProcessorEvent, readEvent } from "../../processor/events.ts";
import { readSecret } from "../../secrets.ts";
import { releaseIfEnabled } from "../callbacks/redeliver-event.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { applyToPayment } from "./apply-event.ts";
import { merchantOfAccount } from "./identify-merchant.ts";
import { type EventPayment, findEventPayment } from "./identify-payment.ts";

/** The payment of a fresh event may still be on its way into the ledger; that of an old one is not coming. */
const AWAIT_PAYMENT_MS = 15 * 60_000;

export type Incoming = { rawBody: Uint8Array; signature: string | undefined; traceId: string; at: number };
export type Receipt = { received: true; forwarded: boolean };

const IGNORED: Receipt = { received: true, forwarded: false };

/**
 * Verify → record → apply → enqueue → mark. It is acknowledged only when all that has happened; anything that
 * fails before is a 5xx, and the processor's own retry finishes it.
 */
export async function receiveEvent(incoming: Incoming): Promise<Receipt> {
  await verify(incoming);
  const event = readEvent(incoming.rawBody);
  if (!isFollowed(event.type) || !(await isOurMode(event))) return IGNORED;
  const merchant = event.accountId && (await merchantOfAccount(event.accountId));
  if (!merchant || !event.accountId) return IGNORED;
  const { merchantId } = merchant;
  const about = await findEventPayment(event, { merchantId, accountId: event.accountId });
  if (about.kind === "elsewhere") return IGNORED;
  if (about.kind === "unknown") awaitPayment(event, incoming.at);

  const delivery = deliveryFor(event, merchant);
  const recorded = await recordEvent({
    eventId: event.eventId,
    type: event.type,
    merchantId,
    accountId: event.accountId,
    svcPaymentId: about.kind === "payment" ? about.record.svcPaymentId : undefined,
    traceId: incoming.traceId,
    body: gzipSync(incoming.rawBody),
    receivedAt: incoming.at,
    delivery,
  });
  const record = recorded.written ? recorded.item : recorded.existing;
  // Seen and finished: a duplicate. Seen and unfinished: somebody died, or is still at it; all of it can be repeated.
  if (!record || record.finishedAt) return IGNORED;
  const applied = await apply(event, about, merchant);
  const forwarded = record.delivery === "pending";
  const { generation } = record;
  if (forwarded) await sendCallback({ eventId: event.eventId, generation, merchantId });
  const finishedAt = Date.now();
  await finishEvent(event.eventId, { applied, finishedAt, ...(forwarded && { enqueuedAt: finishedAt }) });
  if (record.delivery === "held")
    await releaseIfEnabled(event.eventId, await findMerchant(merchantId), finishedAt);
  return { received: true, forwarded };
}

async function verify({ rawBody, signature, at }: Incoming): Promise<void> {
  const { secrets } = JSON.parse(await readSecret(webhookConfig().WEBHOOK_SECRET_ARN)) as {
    secrets: string[];
  };
  const verdict = verifySignature({ rawBody, header: signature }, secrets, Math.floor(at / 1000));
  if (verdict === "valid") return;
  count("SignatureFailures");
  throw new Failure("invalid_signature", "The signature does not match the body, or its time is off.");
}

/** A test event must not touch real money's ledger, nor the other way round. */
async function isOurMode({ livemode }: ProcessorEvent): Promise<boolean> {
  const { secretKey } = await processorKeys();
  return livemode === /^[sr]k_live_/.test(secretKey);
}

function awaitPayment({ createdAt, eventId, type }: ProcessorEvent, at: number): void {
  if (at - createdAt > AWAIT_PAYMENT_MS) return;
  log("warn", "an event's payment is not in the ledger yet", { eventId, eventType: type });
  throw new Failure("service_unavailable", "The payment is not in the ledger yet.", { retryAfterSeconds: 5 });
}

function deliveryFor({ type }: ProcessorEvent, { callback }: Merchant): DeliveryState {
  if (!isForwarded(type) || !callback) return "none";
  return callback.disabled ? "held" : "pending";
}

async function apply(event: ProcessorEvent, about: EventPayment, merchant: Merchant): Promise<Applied> {
  if (event.subject.kind === "account" && merchant.account?.processorAccountId === event.accountId) {
    await syncAccount(merchant);
    return "applied";
  }
  if (about.kind === "payment") return applyToPayment(toPayment(about.record), about.intentId, event.subject);
  if (about.kind === "mismatch") return "not_this_payment";
  return about.kind === "unknown" ? "unknown_payment" : "not_about_a_payment";
}
