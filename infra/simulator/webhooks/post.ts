import { render } from "../http/answer.ts";
import type { StoredEvent } from "../storage/kinds.ts";
import type { WebhookEndpoint } from "../world/world.ts";
import { signatureHeader } from "./signature.ts";

const TIMEOUT_MS = 10_000;

/** True if the endpoint has acknowledged the event. Every attempt is signed anew. */
export async function postEvent(
  endpoint: WebhookEndpoint,
  event: StoredEvent,
  stopped: AbortSignal,
): Promise<boolean> {
  const body = render(event);
  const signature = signatureHeader(endpoint.secret, body, Math.floor(Date.now() / 1000));
  try {
    const answer = await fetch(endpoint.url, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
      body,
      redirect: "manual",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // No connection, no answer in time: like a refusal, to be tried again.
    return false;
  }
}
