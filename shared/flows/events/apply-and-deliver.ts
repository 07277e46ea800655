import { isDeepStrictEqual } from "node:util";
import type { Applied } from "../../domain/events/event.ts";
import type { EventType } from "../../domain/events/event-types.ts";
import { findDeliveriesOf } from "../../ledger/deliveries.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { log, note } from "../../runtime/logger.ts";
import { count } from "../../runtime/metrics.ts";
import { type AppliedEvent, deliverAndFinish, type Receipt } from "../deliveries/finish-event.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { upsertPayoutAttention } from "../payouts/record-failed-payout.ts";
import { syncPayout } from "../payouts/sync-payout.ts";
import { applyToPayment } from "./apply-to-payment.ts";
import { type Identified, tooEarly } from "./identify-event.ts";

/*
 * What becomes of a recorded event: apply → deliver → finish. The webhook and the pull take these steps right after
 * `record`; a visit takes them for an event that an earlier call has left unfinished.
 * Each step can be repeated, and two calls at once do no harm: see flows/webhook/receive-event.ts.
 */

export const applyAndDeliver = async (
  event: EventRecord,
  identified: Identified,
  at: number,
): Promise<Receipt> => deliverAndFinish(event, await applyEvent(event, identified, at), at);

// apply

/** The payment, the merchant's account or the payout follows the processor. */
export async function applyEvent(
  event: EventRecord,
  identified: Identified,
  at: number,
): Promise<AppliedEvent> {
  const applied = await applySubject(event, identified, at).catch((error) => classify(error, identified));
  note({ outcome: applied.kind });
  if (applied.kind === "not_understood") reportNotUnderstood(identified.event);
  return applied;
}

async function applySubject(event: EventRecord, identified: Identified, at: number): Promise<AppliedEvent> {
  const { merchant, accountId, about, source } = identified;
  switch (about.kind) {
    case "payment":
      return applyToPayment(about.subject, { ...about, source, at, merchant });
    case "account":
      if (merchant.account?.processorAccountId !== accountId) return { kind: "not_about_a_payment" };
      await syncAccount(merchant, { isTold: await tellsAccount(event) });
      return { kind: "applied" };
    case "payout": {
      // Not only of the account that the merchant has now: a former one is still paid out.
      const { before, now } = await syncPayout({ merchant, accountId }, about.payoutId, at);
      // Also where nothing has changed: an earlier try may have died here.
      await upsertPayoutAttention(now, at);
      return { kind: isDeepStrictEqual(before?.facts, now.facts) ? "unchanged" : "applied" };
    }
    default:
      return { kind: about.as };
  }
}

/** Not if its callbacks were made before it could be applied: they show the account as it was. */
const tellsAccount = async (event: EventRecord): Promise<boolean> =>
  event.type === ("account.updated" satisfies EventType) && (await findDeliveriesOf([event])).length === 0;

/** What the processor does not know of a fresh event it may know a moment later. */
async function classify(error: unknown, { event, accountId, isFresh }: Identified): Promise<AppliedEvent> {
  const { kind } = await classifyReadFailure(error, accountId);
  if (kind === "passing") throw error;
  if (kind !== "missing") return { kind };
  if (isFresh) throw tooEarly(event);
  return { kind: UNKNOWN[event.subject.kind] ?? "unknown_payment" };
}

const UNKNOWN: Record<string, Applied> = { dispute: "unknown_dispute", payout: "unknown_payout" };

export function reportNotUnderstood({ eventId, type }: { eventId: string; type: string }): void {
  count("EventsNotUnderstood");
  log("error", "an event is not understood", { eventId, eventType: type });
}
