import {
  endpointIdsOf,
  findEndpoint,
  receiverAt,
  requireEnabledCallback,
  requireEndpoint,
} from "../../domain/events/callback-endpoint.ts";
import {
  ALL_ENDPOINTS,
  ALL_TIME,
  type EventsProgress,
  type EventsWorkKind,
  isAllDead,
  isRecoveryId,
  isSameWindow,
  newEventsProgress,
  newRecoveryId,
  type RecoveryWindow,
  standingRecoveryId,
} from "../../domain/events/recovery.ts";
import { Failure } from "../../domain/failure.ts";
import { isoTime } from "../../domain/time.ts";
import {
  type EventsWork,
  findEventsWork,
  type NewEventsWork,
  restartEventsWork,
  startEventsWork,
} from "../../ledger/events-work.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { describeError, log } from "../../logger.ts";
import { sendVisits } from "../../queues/queue.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** `standing`: the same was asked for before, and is under way. */
export type StartedRecovery = { kind: "started" | "standing"; work: EventsWork };

/** A merchant has one running recovery, so that its requests cannot fill the due list. */
export async function recoverEvents(
  merchant: Merchant,
  window: RecoveryWindow,
  change: Change,
): Promise<StartedRecovery> {
  const endpointIds = requireEndpointsOf(merchant, window.endpointId);
  const { merchantId } = merchant;
  const { sinceMs, untilMs, endpointId } = window;
  const span = isAllDead(window) ? "everything dead" : `${isoTime(sinceMs)} to ${isoTime(untilMs)}`;
  const subject = endpointId ? `${span}; ${endpointId}` : span;
  await recordAudit(merchantId, { action: "recover-events", subject }, change);
  const started = await startEventsWork(newWork(merchantId, "recover", { ...window, endpointIds }, change));
  if (started.written) return { kind: "started", work: started.item };
  const standing = started.existing;
  if (standing && isSameWindow(standing.progress, window)) return { kind: "standing", work: standing };
  throw new Failure("in_progress", "Another recovery is running. Retry when it is done.", {
    retryAfterSeconds: ANOTHER_RUNS_SECONDS,
  });
}

/** undefined: the first one alone. Of all endpoints those that are enabled. */
function requireEndpointsOf(merchant: Merchant, endpointId: string | undefined): string[] | undefined {
  if (endpointId === undefined) {
    requireEnabledCallback(merchant);
    return undefined;
  }
  if (endpointId !== ALL_ENDPOINTS) {
    requireEndpoint(merchant, endpointId);
    requireEnabledCallback(receiverAt(merchant, endpointId));
    return [endpointId];
  }
  const enabled = endpointIdsOf(merchant).filter((id) => findEndpoint(merchant, id)?.disabled === false);
  if (enabled.length === 0) requireEnabledCallback(merchant);
  return enabled;
}

/** A recovery works off some hundred events a second. */
const ANOTHER_RUNS_SECONDS = 30;

/** Longer than the call that is about to enable the endpoint can live. */
const ENABLED_BY_THEN_MS = 30_000;

/**
 * Begun before the endpoint is enabled: if the call dies after that, the release is on the due list; if before, the
 * release ends at once.
 */
export function startRelease(
  merchant: Pick<Merchant, "merchantId" | "callback" | "further">,
  change: Change,
): Promise<EventsWork> {
  const { merchantId, further } = merchant;
  // Of all endpoints: a release that is restarted for another one must not end the first.
  const endpointIds = further ? { endpointIds: endpointIdsOf(merchant) } : {};
  return restartEventsWork({
    ...newWork(merchantId, "release", { ...ALL_TIME, ...endpointIds }, change),
    dueAtMs: change.at + ENABLED_BY_THEN_MS,
  });
}

/** The first visit, without waiting for a sweep. If the message is lost, the sweep sends another. */
export const visitAtOnce = ({ pk, sk, merchantId }: EventsWork): Promise<void> =>
  sendVisits([{ pk, sk, visit: 1, merchantId }]).catch((error: unknown) =>
    log("warn", "a release is left to the due list", describeError(error)),
  );

/** Has everything held that waits for its next attempt: nothing is sent to a disabled endpoint. */
export const startHolding = (merchantId: string, change: Change): Promise<EventsWork> =>
  restartEventsWork(newWork(merchantId, "hold", ALL_TIME, change));

function newWork(
  merchantId: string,
  kind: EventsWorkKind,
  window: RecoveryWindow & Pick<EventsProgress, "endpointIds">,
  { at, random }: Change,
): NewEventsWork {
  const runId = newRecoveryId(random);
  const recoveryId = kind === "recover" ? runId : standingRecoveryId(merchantId, kind);
  const progress = newEventsProgress({ ...window, recoveryId, kind });
  return { merchantId, progress, runId, at, dueAtMs: at };
}

/** Unknown and another merchant's cannot be told apart. */
export async function getRecovery(merchantId: string, recoveryId: string): Promise<EventsWork> {
  const recovery = isRecoveryId(recoveryId) ? await findEventsWork(merchantId, recoveryId) : undefined;
  if (!recovery) throw new Failure("not_found", "There is no such recovery.");
  return recovery;
}
