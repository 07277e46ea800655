import { base62 } from "../../domain/access/credential.ts";
import { requireEnabled, requireEndpoint } from "../../domain/events/callback-endpoint.ts";
import { MAX_PENDING_TESTS, TEST_RESERVED_MS } from "../../domain/events/event.ts";
import { TEST_EVENT_TYPE } from "../../domain/events/event-types.ts";
import { Failure } from "../../domain/failure.ts";
import { findDeliveries } from "../../ledger/deliveries.ts";
import { recordEvent } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { findTestEvents, type SentTest, saveTestEvents } from "../../ledger/test-events.ts";
import { finishOwnEvent } from "../deliveries/finish-event.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** An event of our own that travels the real path: recorded, queued, signed, retried. Answers its id. */
export async function sendTestEvent(
  merchant: Merchant,
  endpointId: string,
  { traceId, ...change }: Change & { traceId: string },
): Promise<string> {
  requireEnabled(requireEndpoint(merchant, endpointId));
  const eventId = `evt_test_${base62(change.random(24))}`;
  const { merchantId } = merchant;
  await reservePlace({ merchantId, endpointId }, { eventId, at: change.at });
  const subject = `${eventId}/${endpointId}`;
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
    endpoints: [endpointId],
  });
  // The id is random: a record that stands in the way is our own, whose reply was lost.
  const record = recorded.written ? recorded.item : recorded.existing;
  if (!record) throw new Error("A test event disappeared from the ledger.");
  await finishOwnEvent(record, change.at);
  return eventId;
}

/** Each round is lost to a request that has taken a place: after so many there is hardly one left. */
const MAX_ROUNDS = MAX_PENDING_TESTS + 1;

/** Each endpoint has its own places, so that a dead one leaves the others theirs. */
type Receiver = { merchantId: string; endpointId: string };

/** A dead endpoint keeps a test event on its way for a day: without a bound these would fill the queue. */
async function reservePlace(receiver: Receiver, test: SentTest): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) if (await takePlace(receiver, test)) return;
  throw new Failure("service_unavailable", "Too many test events were sent at the same time. Retry.", {
    retryAfterSeconds: 1,
  });
}

/** On the version that was read. false: another request was faster. */
async function takePlace(receiver: Receiver, test: SentTest): Promise<boolean> {
  const { version, sent } = await findTestEvents(receiver);
  const { endpointId } = receiver;
  const deliveries = await findDeliveries(sent.map(({ eventId }) => ({ eventId, endpointId })));
  const standing = sent.filter(({ eventId, at }) => {
    const delivery = deliveries.find((one) => one.eventId === eventId);
    return delivery ? delivery.delivery === "pending" : test.at - at < TEST_RESERVED_MS;
  });
  if (standing.length >= MAX_PENDING_TESTS)
    throw new Failure(
      "in_progress",
      `${MAX_PENDING_TESTS} test events to this endpoint are pending already. Wait until they are delivered or fail.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  return saveTestEvents(receiver, { version, sent: standing }, test);
}

const RETRY_SECONDS = 30;
