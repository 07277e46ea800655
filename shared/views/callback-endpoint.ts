import type * as z from "zod/mini";
import type {
  CallbackEndpoint as EndpointContract,
  EventType as EventTypeContract,
  CallbackHealth as HealthContract,
} from "../contract/callback-endpoint.ts";
import type { SetUp as SetUpContract } from "../contract/set-ups.ts";
import { type ConsoleSession, isOperators } from "../domain/access/console-session.ts";
import {
  type CallbackEndpoint,
  liveSecrets,
  payloadOf,
  recentSetUps,
  type SetUp,
} from "../domain/events/callback-endpoint.ts";
import type { HealthReport } from "../domain/events/callback-health.ts";
import { EVENT_NAMES, EVENT_TYPES } from "../domain/events/event-types.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";

/** Of the secrets only their times. */
export function callbackEndpointView(
  endpoint: CallbackEndpoint,
  at: number,
): z.output<typeof EndpointContract> {
  const live = liveSecrets(endpoint, at);
  const current = live.find(({ endsAt }) => endsAt === null);
  // There may be two earlier ones; this is until when any of them signs.
  const ends = live.flatMap(({ endsAt }) => endsAt ?? []);
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    disabled: endpoint.disabled,
    events: endpoint.events ? [...endpoint.events] : null,
    payload: payloadOf(endpoint),
    secretCreatedAt: isoTime(current?.createdAt ?? 0),
    previousSecretExpiresAt: ends.length > 0 ? isoTime(Math.max(...ends)) : null,
    setUps: recentSetUps(endpoint, at).map((setUp) => setUpView({ ...setUp, url: endpoint.url })),
  };
}

export const eventTypeViews = (): z.output<typeof EventTypeContract>[] =>
  EVENT_NAMES.map((name) => {
    const { service: serviceName, meaning, defaultFor } = EVENT_TYPES[name];
    return { name, serviceName, meaning, defaultFor: [...defaultFor] };
  });

/** Only the origin: a path may hold a secret of the merchant's, and every session reads this. */
export const setUpView = ({
  at,
  action,
  sessionId,
  url,
}: SetUp & { url?: string }): z.output<typeof SetUpContract> => ({
  at: isoTime(at),
  action,
  sessionId,
  endpointOrigin: url === undefined ? null : new URL(url).origin,
});

type EndpointView = z.output<typeof EndpointContract>;

/** Operators must not see the path or the query, which may hold a secret of the merchant's. */
export const endpointViewFor = (
  session: Pick<ConsoleSession, "maker"> | undefined,
  view: EndpointView,
): EndpointView => (isOperators(session) ? { ...view, url: `${new URL(view.url).origin}/…` } : view);

export const callbackHealthView = (
  { since, lookedBackTo, ...counts }: HealthReport,
  at: number,
): z.output<typeof HealthContract> => ({
  asOf: isoTime(at),
  since: isoTime(since),
  lookedBackTo: isoTimeOrNull(lookedBackTo),
  ...counts,
});
