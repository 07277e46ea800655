import { requireEnabledCallback } from "../../domain/events/callback-endpoint.ts";
import { isOwnEvent, judgeRedelivery, type RedeliveryRefusal } from "../../domain/events/event.ts";
import { bodyFor } from "../../domain/events/service-payload.ts";
import { Failure } from "../../domain/failure.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { resumeEvent } from "../events/resume-event.ts";
import { deliverAgain } from "../events/start-delivery.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { getEvent } from "./get-event.ts";

/**
 * A merchant, or an operator for it, wants an event again: from the ledger, with eight fresh attempts and the same
 * Svc-Event-Id. One that is on its way is left alone; one whose message never reached the queue is not on its way.
 * An operator may insist on a waiting one too (`pendingToo`), but not while it is being sent.
 */
export async function redeliverEvent(
  merchant: Merchant,
  eventId: string,
  { force, pendingToo = false, ...change }: Change & { force: boolean; pendingToo?: boolean },
): Promise<void> {
  const event = await getEvent(merchant.merchantId, eventId);
  requireEnabledCallback(merchant);
  if (bodyFor(event, merchant) === "none") throw new Failure("not_redeliverable", REASONS.not_shown);
  const judged = judgeRedelivery(event, force);
  const verdict = judged === "on_its_way" && force && pendingToo ? "send" : judged;
  if (verdict !== "send") throw new Failure("not_redeliverable", REASONS[verdict]);
  await recordAudit(merchant.merchantId, { action: "redeliver-event", subject: eventId }, change);
  // What was never applied is applied first: the merchant must not hear of what the ledger does not know.
  if (event.finishedAt === undefined && !isOwnEvent(event)) {
    const { forwarded } = await resumeEvent(event, change.at);
    // What had no callback yet has been sent by these steps; what has had one is sent again.
    if (forwarded || event.delivery === "held") return;
  }
  if (!(await deliverAgain(event, change.at))) throw new Failure("not_redeliverable", REASONS.on_its_way);
}

const REASONS: Record<RedeliveryRefusal | "not_shown", string> = {
  not_shown: "The service payload does not cover this event: it is not about a payment of this service.",
  on_its_way: "The event is already being delivered.",
  delivered_already: 'The event was delivered. Send {"force": true} to deliver it again.',
  not_chosen: 'The endpoint did not choose this event type. Send {"force": true} to deliver it anyway.',
  not_deliverable: "Events of this type are never delivered.",
};
