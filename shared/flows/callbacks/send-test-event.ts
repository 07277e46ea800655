import { base62 } from "../../domain/access/credential.ts";
import {
  FIRST_ENDPOINT_ID,
  findEndpoint,
  receiverAt,
  requireEnabledCallback,
  requireEndpoint,
} from "../../domain/events/callback-endpoint.ts";
import { MAX_PENDING_TESTS, TEST_RESERVED_MS } from "../../domain/events/event.ts";
import { TEST_EVENT_TYPE } from "../../domain/events/event-types.ts";
import { Failure } from "../../domain/failure.ts";
import { findAllCallbacks } from "../../ledger/deliveries.ts";
import { recordEvent } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findTestEvents, type SentTest, saveTestEvents } from "../../ledger/test-events.ts";
import { finishOwnEvent } from "../deliveries/finish-event.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** An event of our own that travels the real path: recorded, queued, signed, retried. Answers its id. */
export async function sendTestEvent(
  merchant: Merchant,
  { traceId, endpointId, ...change }: Change & { traceId: string; endpointId?: string },
): Promise<string> {
  const isFirst = endpointId === undefined || endpointId === FIRST_ENDPOINT_ID;
  if (endpointId !== undefined) requireEndpoint(merchant, endpointId);
  requireEnabledCallback(receiverAt(merchant, endpointId));
  const eventId = `evt_test_${base62(change.random(24))}`;
  const { merchantId } = merchant;
  await reservePlace(merchant, { eventId, at: change.at, ...(!isFirst && { endpointId }) });
  const subject = isFirst ? eventId : `${eventId}/${endpointId}`;
  await recordAudit(merchantId, { action: "send-test-event", subject }, change);
  const accountId = merchant.account?.processorAccountId ?? "";
  const event = {
    id: eventId,
    object: "event",
    type: TEST_EVENT_TYPE,
    created: Math.floor(change.at / 1000),
    livemode: false,
    data: {
      object: { object: "callback_test", message: "If you can read and verify this, callbacks work." },
    },
  };
  const recorded = await recordEvent({
    eventId,
    type: TEST_EVENT_TYPE,
    merchantId,
    accountId,
    source: "service",
    traceId,
    rawBody: JSON.stringify(event, null, 2),
    receivedAt: change.at,
    ...(isFirst ? { delivery: "pending" } : { delivery: "none", endpoints: [endpointId] }),
  });
  // The id is random: a record that stands in the way is our own, whose reply was lost.
  const record = recorded.written ? recorded.item : recorded.existing;
  if (!record) throw new Error("A test event disappeared from the ledger.");
  await finishOwnEvent(record, change.at);
  return eventId;
}

/** Each round is lost to a request that has taken a place: after so many there is hardly one left. */
const MAX_ROUNDS = MAX_PENDING_TESTS + 1;

/** A dead endpoint keeps a test event on its way for a day: without a bound these would fill the queue. */
async function reservePlace(merchant: Merchant, place: SentTest): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) if (await takePlace(merchant, place)) return;
  throw new Failure("service_unavailable", "Too many test events were sent at the same time. Retry.", {
    retryAfterSeconds: 1,
  });
}

/**
 * On the version that was read. false: another request was faster. What is on its way to an endpoint that was deleted has no
 * place: it ends at its next attempt, which may be hours away.
 */
async function takePlace(merchant: Merchant, place: SentTest): Promise<boolean> {
  const { merchantId } = merchant;
  const { version, sent: all } = await findTestEvents(merchantId);
  const sent = all.filter(({ endpointId }) => findEndpoint(merchant, endpointId) !== undefined);
  const callbacks = await findAllCallbacks(sent);
  const standing = sent.filter(({ eventId, at }) => {
    const event = callbacks.find((callback) => callback.eventId === eventId);
    return event ? event.delivery === "pending" : place.at - at < TEST_RESERVED_MS;
  });
  if (standing.length >= MAX_PENDING_TESTS)
    throw new Failure(
      "in_progress",
      `${MAX_PENDING_TESTS} test events are pending already. Wait until they are delivered or fail.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  return saveTestEvents(merchantId, { version, sent: [place, ...standing] });
}

const RETRY_SECONDS = 30;
