import type * as z from "zod/mini";
import type {
  CallbackEndpoint as EndpointContract,
  CallbackHealth as HealthContract,
} from "../contract/callback-endpoint.ts";
import { type CallbackEndpoint, liveSecrets } from "../domain/events/callback-endpoint.ts";
import type { CallbackHealth } from "../domain/events/callback-health.ts";
import { isoTime } from "../domain/time.ts";

/** The endpoint as its merchant sees it: of the secrets only their times. */
export function callbackEndpointView(
  endpoint: CallbackEndpoint,
  at: number,
): z.output<typeof EndpointContract> {
  const live = liveSecrets(endpoint, at);
  const current = live.find(({ endsAt }) => endsAt === null);
  // There may be two earlier ones; this is until when any of them signs.
  const ends = live.flatMap(({ endsAt }) => endsAt ?? []);
  return {
    url: endpoint.url,
    disabled: endpoint.disabled,
    secretCreatedAt: isoTime(current?.createdAt ?? 0),
    previousSecretExpiresAt: ends.length > 0 ? isoTime(Math.max(...ends)) : null,
  };
}

export const callbackHealthView = ({
  since,
  ...counts
}: CallbackHealth & { since: number }): z.output<typeof HealthContract> => ({
  since: isoTime(since),
  ...counts,
});
