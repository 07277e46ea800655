import { receiverAt } from "../../domain/events/callback-endpoint.ts";
import { type EndpointPause, pausedWaitMs } from "../../domain/events/endpoint-pause.ts";
import type { CallbackRecord } from "../../ledger/event-record.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { claimProbe, endPause, findPause, pauseEndpoint } from "../../ledger/pauses.ts";

/*
 * An endpoint whose post timed out is paused: each post to it holds a place of the sender for ten seconds, and five such
 * endpoints would leave the other merchants none. After ten seconds one delivery is the probe. If it is answered, with
 * whatever status, the pause ends; if it times out too, the pause goes on. All others wait, and no attempt is counted.
 *
 * A probe whose function dies leaves the pause's end, after which the next delivery is the probe. A new URL is not paused.
 */

export type Passage =
  /** `probe`: the pause that this delivery is the probe of. */
  { kind: "attempt"; probe?: EndpointPause } | { kind: "wait"; waitMs: number };

/** Asked before the attempt is claimed. */
export async function askPause(callback: CallbackRecord, now: number): Promise<Passage> {
  const pause = await findPause(callback, now);
  if (!pause) return { kind: "attempt" };
  const merchant = await findMerchant(callback.merchantId);
  const endpoint = merchant && receiverAt(merchant, callback.endpointId).callback;
  // To a disabled endpoint nothing is sent, so its attempt can go on.
  if (endpoint?.url !== pause.url || endpoint.disabled) return { kind: "attempt" };
  const probe = pause.until <= now ? await claimProbe(callback, pause, now) : undefined;
  return probe ? { kind: "attempt", probe } : { kind: "wait", waitMs: pausedWaitMs(pause, now) };
}

/** Without a URL nothing was posted. */
type Posted = { url: string | undefined; isTimedOut: boolean; probe: EndpointPause | undefined };

/** Beside the outcome: if the function dies in between, that costs a post or a probe. */
export async function notePost(
  callback: CallbackRecord,
  { url, isTimedOut, probe }: Posted,
  at: number,
): Promise<void> {
  if (url === undefined) return;
  if (isTimedOut) await pauseEndpoint(callback, { url, since: probe?.since ?? at, at });
  else if (probe) await endPause(callback, probe, at);
}
