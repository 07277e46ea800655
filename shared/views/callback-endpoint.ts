import type * as z from "zod/mini";
import type { CallbackEndpoint as EndpointContract } from "../contract/callback-endpoint.ts";
import { type CallbackEndpoint, liveSecrets } from "../domain/callback-endpoint.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";

/** The endpoint as its merchant sees it: of the secrets only their times. */
export function callbackEndpointView(
  endpoint: CallbackEndpoint,
  at: number,
): z.output<typeof EndpointContract> {
  const live = liveSecrets(endpoint, at);
  const current = live.find(({ endsAt }) => endsAt === null);
  return {
    url: endpoint.url,
    disabled: endpoint.disabled,
    secretCreatedAt: isoTime(current?.createdAt ?? 0),
    previousSecretExpiresAt: isoTimeOrNull(live.find(({ endsAt }) => endsAt !== null)?.endsAt),
  };
}
