import { FIRST_ENDPOINT_ID } from "../domain/events/callback-endpoint.ts";
import { type EndpointPause, PAUSE_MS, PROBE_MS } from "../domain/events/endpoint-pause.ts";
import { expiryAt } from "../domain/time.ts";
import { getItem } from "./client.ts";
import type { CallbackRecord } from "./event-record.ts";
import { absentOr, below, not } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { type Key, pauseKey } from "./table.ts";

/* A pause only saves posts: where one of these writes is lost, an endpoint that hangs gets a post more, or a probe later. */

/** Longer than a delivery waits for it. An outage that begins after that is another one. */
const KEPT_SECONDS = 60 * 60;

/** It counts until it expires, which is also how it ends. */
export type PauseRecord = EndpointPause & { merchantId: string; expiresAt: number };

type Receiver = Pick<CallbackRecord, "merchantId" | "endpointId">;

const keyFor = ({ merchantId, endpointId = FIRST_ENDPOINT_ID }: Receiver): Key =>
  pauseKey(merchantId, endpointId);

export async function findPause(receiver: Receiver, now: number): Promise<EndpointPause | undefined> {
  const pause = await getItem<PauseRecord>(keyFor(receiver));
  return pause && pause.expiresAt * 1000 > now ? pause : undefined;
}

/** A post has timed out. `since`: that of the pause that it was the probe of. Of several posts the last one counts. */
export async function pauseEndpoint(
  receiver: Receiver,
  { url, since, at }: { url: string; since: number; at: number },
): Promise<void> {
  const { merchantId } = receiver;
  const until = at + PAUSE_MS;
  await updateItem<PauseRecord>(keyFor(receiver), {
    set: { merchantId, url, since, until, expiresAt: expiryAt(until, KEPT_SECONDS) },
    onlyIf: { anyOf: [{ url: absentOr(not(url)) }, { until: below(until) }] },
    returnItem: false,
    readsExisting: false,
  });
}

/** undefined: another delivery is the probe. */
export async function claimProbe(
  receiver: Receiver,
  { url, since, until: over }: EndpointPause,
  now: number,
): Promise<EndpointPause | undefined> {
  const until = now + PROBE_MS;
  const outcome = await updateItem<PauseRecord>(keyFor(receiver), {
    set: { until, expiresAt: expiryAt(until, KEPT_SECONDS) },
    onlyIf: { url, until: over },
    returnItem: false,
    readsExisting: false,
  });
  return outcome.written ? { url, since, until } : undefined;
}

/** The probe was answered. A pause that began since stays. */
export async function endPause(receiver: Receiver, { until }: EndpointPause, at: number): Promise<void> {
  await updateItem<PauseRecord>(keyFor(receiver), {
    set: { expiresAt: expiryAt(at, 0) },
    onlyIf: { until },
    returnItem: false,
    readsExisting: false,
  });
}
