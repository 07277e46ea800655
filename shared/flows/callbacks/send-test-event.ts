import { gzipSync } from "node:zlib";
import { sendCallback } from "../../callbacks/queue.ts";
import { base62 } from "../../domain/api-key.ts";
import { requireEnabledCallback } from "../../domain/callback-endpoint.ts";
import { TEST_EVENT_TYPE } from "../../domain/event.ts";
import { finishEvent, recordEvent } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";

/** An event of our own that travels the real path: recorded, queued, signed, retried. Answers its id. */
export async function sendTestEvent(
  merchant: Merchant,
  edge: { at: number; traceId: string; random: (size: number) => Uint8Array },
): Promise<string> {
  requireEnabledCallback(merchant);
  const eventId = `evt_test_${base62(edge.random(24))}`;
  const { merchantId } = merchant;
  const accountId = merchant.account?.processorAccountId ?? "";
  const event = {
    id: eventId,
    object: "event",
    type: TEST_EVENT_TYPE,
    created: Math.floor(edge.at / 1000),
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
    traceId: edge.traceId,
    body: gzipSync(JSON.stringify(event, null, 2)),
    receivedAt: edge.at,
    delivery: "pending",
  });
  await sendCallback({ eventId, generation: 1, merchantId });
  await finishEvent(eventId, { applied: "not_about_a_payment", finishedAt: edge.at, enqueuedAt: edge.at });
  return eventId;
}
