import {
  type EndpointPause,
  judgePaused,
  type PausedStep,
  PROBE_MS,
} from "../../domain/events/endpoint-pause.ts";
import type { DeliveryRecord } from "../../ledger/event-record.ts";
import { claimProbe, endPause, findPause, pauseEndpoint } from "../../ledger/pauses.ts";

/*
 * An endpoint whose post timed out is paused: each post to it holds a place of the sender for ten seconds, and five such
 * endpoints would leave the other merchants none. After ten seconds one delivery is the probe. If it is answered, with
 * whatever status, the pause ends; if it times out too, the pause goes on. All others wait, and no attempt is counted.
 * What has waited for two minutes, or finds a pause of two minutes, fails without a post. So eight attempts end here too.
 *
 * A probe whose function dies leaves the pause's end, after which the next delivery is the probe.
 */

/** `probe`: the pause that this delivery is the probe of. */
export type Passage = { kind: "send"; probe?: EndpointPause } | PausedStep;

/** Asked before the attempt is claimed. */
export async function askPause(delivery: DeliveryRecord, now: number): Promise<Passage> {
  const pause = await findPause(delivery, now);
  if (!pause) return { kind: "send" };
  const isOver = pause.until <= now;
  const probe = isOver ? await claimProbe(delivery, pause, now) : undefined;
  if (probe) return { kind: "send", probe };
  const until = isOver ? now + PROBE_MS : pause.until;
  return judgePaused({ ...pause, until }, delivery.nextAttemptAt ?? delivery.roundStartedAt, now);
}

/** Beside the outcome: if the function dies in between, that costs a post or a probe. */
export async function notePost(
  delivery: DeliveryRecord,
  { isTimedOut, probe }: { isTimedOut: boolean; probe: EndpointPause | undefined },
  at: number,
): Promise<void> {
  if (isTimedOut) await pauseEndpoint(delivery, { since: probe?.since ?? at, at });
  else if (probe) await endPause(delivery, probe, at);
}
