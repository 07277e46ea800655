import {
  type CallbackEndpoint,
  endpointsOf,
  requireEnabled,
  requireNamedOrOnly,
} from "../../domain/events/callback-endpoint.ts";
import {
  ALL_TIME,
  ENABLED_BY_THEN_MS,
  type EventsProgress,
  type EventsWorkKind,
  isAllDead,
  isSameWindow,
  LONGEST_CHANGE_MS,
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
import { sendVisits } from "../../queues/queue.ts";
import { describeError, log } from "../../runtime/logger.ts";
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

/** The named one, or all that are enabled. */
function requireEndpointsOf(merchant: Merchant, endpointId: string | undefined): string[] {
  const enabled = endpointsOf(merchant).filter(({ disabled }) => !disabled);
  if (endpointId !== undefined || enabled.length === 0)
    return [requireEnabled(requireNamedOrOnly(merchant, endpointId)).endpointId];
  return enabled.map((endpoint) => endpoint.endpointId);
}

/** A recovery works off some hundred events a second. */
const ANOTHER_RUNS_SECONDS = 30;

/**
 * Begun before the endpoint is enabled: if the call dies after that, the release is on the due list; if before, the
 * release ends once the call can no longer enable it.
 */
export const startRelease = (merchant: Merchant, endpointId: string, change: Change): Promise<EventsWork> =>
  restartEventsWork({
    ...newWork(
      merchant.merchantId,
      "release",
      { ...ALL_TIME, endpointIds: inOrderOfRelease(merchant, endpointId) },
      change,
    ),
    dueAtMs: change.at + ENABLED_BY_THEN_MS,
    notAfterMs: change.at + LONGEST_CHANGE_MS,
  });

/**
 * The one that is being enabled first. All others too: a release that is restarted for another endpoint must not end theirs,
 * nor that of one whose own call enables it in this moment. Those that are disabled cost one page, and come last.
 */
function inOrderOfRelease(merchant: Merchant, enabling: string): string[] {
  const rankOf = ({ endpointId, disabled }: CallbackEndpoint) =>
    endpointId === enabling ? 0 : disabled ? 2 : 1;
  return endpointsOf(merchant)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ endpointId }) => endpointId);
}

/** The first visit, without waiting for a sweep. If the message is lost, the sweep sends another. */
export const visitAtOnce = ({ pk, sk, merchantId }: EventsWork): Promise<void> =>
  sendVisits([{ pk, sk, visit: 1, merchantId }]).catch((error: unknown) =>
    log("warn", "a release is left to the due list", describeError(error)),
  );

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
  const recovery = await findEventsWork(merchantId, recoveryId);
  if (!recovery) throw new Failure("not_found", "There is no such recovery.");
  return recovery;
}
