import { gzipSync } from "node:zlib";
import { sendCallback } from "../../callbacks/queue.ts";
import { base62 } from "../../domain/api-key.ts";
import { requireEnabledCallback } from "../../domain/callback-endpoint.ts";
import { TEST_EVENT_TYPE } from "../../domain/event.ts";
import { finishEvent, recordEvent } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../merchants/record-audit.ts";

/** An event of our own that travels the real path: recorded, queued, signed, retried. Answers its id. */
export async function sendTestEvent(
  merchant: Merchant,
  { traceId, ...change }: Change & { traceId: string },
): Promise<string> {
  requireEnabledCallback(merchant);
  const eventId = `evt_test_${base62(change.random(24))}`;
  const { merchantId } = merchant;
  await recordAudit(merchantId, { action: "send-test-event", subject: eventId }, change);
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
  await recordEvent({
    eventId,
    type: TEST_EVENT_TYPE,
    merchantId,
    accountId,
    traceId,
    body: gzipSync(JSON.stringify(event, null, 2)),
    receivedAt: change.at,
    delivery: "pending",
  });
  await sendCallback({ eventId, generation: 1, merchantId });
  await finishEvent(eventId, {
    applied: "not_about_a_payment",
    finishedAt: change.at,
    enqueuedAt: change.at,
  });
  return eventId;
}
