import {
  type EndpointPause,
  judgePaused,
  PAUSE_MS,
  PAUSE_PATIENCE_MS,
  type PausedStep,
  PROBE_MS,
} from "../domain/events/callback-schedule.ts";
import { expiryAt } from "../domain/time.ts";
import { getItem } from "./client.ts";
import type { DeliveryRecord } from "./events.ts";
import { absentOr, below, updateItem } from "./expressions.ts";
import { type Key, pauseKey } from "./table.ts";

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

/* A pause only saves posts: where one of these writes is lost, an endpoint that hangs gets a post more, or a probe later. */

/** It counts until it expires, which is also how it ends. */
type PauseRecord = EndpointPause & { merchantId: string; expiresAt: number };

type Receiver = Pick<DeliveryRecord, "merchantId" | "endpointId">;

const keyFor = ({ merchantId, endpointId }: Receiver): Key => pauseKey(merchantId, endpointId);

/** Where nothing was sent for a while, the next timeout is another outage. */
const expiryOf = (until: number): number => expiryAt(until + PAUSE_PATIENCE_MS, 0);

export async function findPause(receiver: Receiver, now: number): Promise<EndpointPause | undefined> {
  const pause = await getItem<PauseRecord>(keyFor(receiver));
  return pause && pause.expiresAt * 1000 > now ? pause : undefined;
}

/** A post has timed out. `since`: that of the pause that it was the probe of. Of several posts the last one counts. */
export async function pauseEndpoint(
  receiver: Receiver,
  { since, at }: { since: number; at: number },
): Promise<void> {
  const { merchantId } = receiver;
  const until = at + PAUSE_MS;
  await updateItem<PauseRecord>(keyFor(receiver), {
    set: { merchantId, since, until, expiresAt: expiryOf(until) },
    onlyIf: { until: absentOr(below(until)) },
    returnItem: false,
    readsExisting: false,
  });
}

/** undefined: another delivery is the probe. */
export async function claimProbe(
  receiver: Receiver,
  { since, until: over }: EndpointPause,
  now: number,
): Promise<EndpointPause | undefined> {
  const until = now + PROBE_MS;
  const outcome = await updateItem<PauseRecord>(keyFor(receiver), {
    set: { until, expiresAt: expiryOf(until) },
    onlyIf: { until: over },
    returnItem: false,
    readsExisting: false,
  });
  return outcome.written ? { since, until } : undefined;
}

/** The probe was answered. A pause that began since stays. */
export async function endPause(receiver: Receiver, { until }: EndpointPause, at: number): Promise<void> {
  await updateItem<PauseRecord>(keyFor(receiver), {
    set: { until: at, expiresAt: expiryAt(at, 0) },
    onlyIf: { until },
    returnItem: false,
    readsExisting: false,
  });
}
