import { callbackUrlFault, POST_TOTAL_MS } from "../../../shared/domain/events/callback-delivery.ts";
import { callOutside } from "../world/outside.ts";
import { partsOf } from "../world/parts.ts";
import { current, invocations } from "../world/simulation.ts";

/** Takes the place of shared/callbacks/post.ts: the merchants' servers are data. */

export const permissions = () => ({ loopback: false });

type PostResult = {
  ok: boolean;
  milliseconds: number;
  status?: number;
  error?: string;
  retryAfterSeconds?: number | undefined;
};

export async function post(
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
): Promise<PostResult> {
  const fault = callbackUrlFault(url, permissions());
  if (fault) return { ok: false, milliseconds: 0, error: "rejected_url" };
  const { clock } = current();
  const caller = invocations.getStore();
  const isZombie = caller?.isZombie ?? false;
  const startedAt = clock.now;
  const since = caller?.startedAt ?? startedAt;
  try {
    const answer = await callOutside({
      to: "receiver",
      what: () => `POST ${url} ${headers["Svc-Event-Id"]} attempt ${headers["Svc-Attempt"]}`,
      apply: () => partsOf().receive({ url, headers, body, isZombie, since }),
      latencyMs: [20, 300],
      timeoutMs: POST_TOTAL_MS,
      lost: () => new Error("timeout"),
    });
    if (answer.latencyMs > 0) await clock.sleep(Math.min(answer.latencyMs, POST_TOTAL_MS));
    const milliseconds = clock.now - startedAt;
    if (answer.latencyMs >= POST_TOTAL_MS) return { ok: false, milliseconds, error: "timeout" };
    const ok = answer.status >= 200 && answer.status < 300;
    const { status, retryAfterSeconds } = answer;
    return { ok, milliseconds, status, retryAfterSeconds, ...(!ok && { error: `status_${status}` }) };
  } catch {
    return { ok: false, milliseconds: clock.now - startedAt, error: "timeout" };
  }
}
