import type { DueDelivery } from "../webhooks/due-deliveries.ts";

const TIMEOUT_MS = 10_000;

/** True if the endpoint has acknowledged the event. */
export async function postWebhook(due: DueDelivery, stopped: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(due.endpoint.url, {
      method: "POST",
      headers: due.headers,
      body: due.body,
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
