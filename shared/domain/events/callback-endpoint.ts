import type { Random } from "../access/credential.ts";
import { Failure } from "../failure.ts";
import { DAY_MS, DAY_SECONDS } from "../time.ts";
import type { DeliveryState } from "./event.ts";
import { EVENT_NAMES, type EventChoice, type EventType, type Payload } from "./event-types.ts";

export const SECRET_GRACE_SECONDS = { standard: DAY_SECONDS, longest: 7 * DAY_SECONDS };

/** A secret at rest: encrypted, and bound to its merchant. `keyId`: which key sealed it. */
export type SecretBox = { nonce: string; sealed: string; keyId: string };

export type CallbackSecret = {
  box: SecretBox;
  createdAt: number;
  /** null: the current one. */
  endsAt: number | null;
};

/** What was never chosen is absent. */
export type CallbackEndpoint = EventChoice & {
  url: string;
  secrets: CallbackSecret[];
  /** A disabled endpoint's events are held in the ledger until it is enabled. */
  disabled: boolean;
  version: number;
  setUps?: SetUp[];
};

/** A merchant has one endpoint of its own name, `callback`, and up to four further ones. */
export const MAX_ENDPOINTS = 5;

/** An event names every further endpoint that it was sent to, also those that were deleted since. */
export const MAX_ENDPOINTS_OF_EVENT = 20;

export const FIRST_ENDPOINT_ID = "ep_first";

export type FurtherEndpoint = CallbackEndpoint & { endpointId: string };

/** All of them on one version, so that two requests at once do not make a sixth. `setUps`: deletions, which leave no endpoint. */
export type FurtherEndpoints = { version: number; endpoints: readonly FurtherEndpoint[]; setUps?: SetUp[] };

const ID_BYTES = 8;

export const newEndpointId = (random: Random): string =>
  `ep_${Buffer.from(random(ID_BYTES)).toString("hex")}`;

/** What a session changed stays visible after it ends, so that the merchant can notice it. */
export type SetUp = { at: number; action: string; sessionId: string };

const SHOWN_MS = 30 * DAY_MS;
const KEPT_SET_UPS = 5;

export const recentSetUps = ({ setUps = [] }: Pick<CallbackEndpoint, "setUps">, at: number): SetUp[] =>
  setUps.filter((setUp) => at - setUp.at < SHOWN_MS);

export const withSetUp = <T extends Pick<CallbackEndpoint, "setUps">>(endpoint: T, setUp: SetUp): T => ({
  ...endpoint,
  setUps: [setUp, ...recentSetUps(endpoint, setUp.at)].slice(0, KEPT_SET_UPS),
});

/** `url`: where its endpoint is now; undefined: it was deleted. */
type PlacedSetUp = SetUp & { url?: string };

/** Of all endpoints, and of those that were deleted. */
export const recentSetUpsOf = ({ callback, further }: Receiver, at: number): PlacedSetUp[] =>
  [callback, further, ...(further?.endpoints ?? [])]
    .flatMap((endpoint) =>
      endpoint
        ? recentSetUps(endpoint, at).map((setUp) => ({
            ...setUp,
            ...("url" in endpoint && { url: endpoint.url }),
          }))
        : [],
    )
    .sort((one, other) => other.at - one.at)
    .slice(0, KEPT_SET_UPS);

/** More would make the header long. */
export const MAX_LIVE_SECRETS = 3;

/** During a rotation the old secret still signs, beside the new one. */
export const liveSecrets = ({ secrets }: CallbackEndpoint, at: number): CallbackSecret[] =>
  secrets.filter(({ endsAt }) => endsAt === null || endsAt > at);

export const endedSecrets = ({ secrets }: CallbackEndpoint, at: number): CallbackSecret[] =>
  secrets.filter(({ endsAt }) => endsAt !== null && endsAt <= at);

/** Kept so that the signature doctor recognizes a receiver that still uses one. */
const KEPT_ENDED = 1;

/**
 * Newest first. The current secret signs until the given time, and those in a grace until its end, because the answer
 * to an earlier rotation may have been lost. Without a grace all of them end now.
 */
export function withNewSecret(
  endpoint: CallbackEndpoint,
  fresh: CallbackSecret,
  { at, previousEndsAt }: { at: number; previousEndsAt: number },
): CallbackSecret[] {
  const ending = liveSecrets(endpoint, at).map((secret) => ({
    ...secret,
    endsAt: previousEndsAt <= at ? at : (secret.endsAt ?? previousEndsAt),
  }));
  return [fresh, ...ending, ...endedSecrets(endpoint, at).slice(0, KEPT_ENDED)];
}

export const payloadOf = ({ payload }: Pick<CallbackEndpoint, "payload">): Payload => payload ?? "processor";

/** undefined: unchanged. No events: the default ones. */
export type EndpointChoice = {
  events?: readonly EventType[] | null | undefined;
  payload?: Payload | undefined;
};

/** The default is stored as absent, like that of an endpoint that has never chosen. */
export function withChoice(
  endpoint: CallbackEndpoint,
  { events, payload }: EndpointChoice,
): CallbackEndpoint {
  const { events: before, payload: payloadBefore, ...rest } = endpoint;
  const chosen = events === undefined ? before : events;
  const form = payload ?? payloadBefore;
  return {
    ...rest,
    ...(chosen && { events: EVENT_NAMES.filter((type) => chosen.includes(type)) }),
    ...(form === "service" && { payload: form }),
  };
}

type Receiver = { callback?: CallbackEndpoint; further?: FurtherEndpoints };

export const furtherEndpointsOf = ({ further }: Pick<Receiver, "further">): readonly FurtherEndpoint[] =>
  further?.endpoints ?? [];

/** All of them, the first one first. */
export const endpointIdsOf = (merchant: Receiver): string[] => [
  ...(merchant.callback ? [FIRST_ENDPOINT_ID] : []),
  ...furtherEndpointsOf(merchant).map(({ endpointId }) => endpointId),
];

/** Without an id: the first one. undefined: there is none, or it was deleted. */
export const findEndpoint = (
  merchant: Receiver,
  endpointId: string = FIRST_ENDPOINT_ID,
): CallbackEndpoint | undefined =>
  endpointId === FIRST_ENDPOINT_ID
    ? merchant.callback
    : furtherEndpointsOf(merchant).find((further) => further.endpointId === endpointId);

type Delivery = {
  endpointId: string;
  delivery: DeliveryState;
  nextAttemptAt?: number | undefined;
  leaseExpiresAt?: number | undefined;
};

/**
 * What waits for an endpoint that was deleted is never sent. Deleting is one write, which touches no delivery, so the
 * record may still say held or pending. An attempt that is being made now stays pending: it may arrive.
 */
export function standingOf<D extends Delivery>(delivery: D, merchant: Receiver): D {
  const { endpointId, nextAttemptAt: _never, ...rest } = delivery;
  const isBeingSent = rest.leaseExpiresAt !== undefined;
  const isWaiting = rest.delivery === "held" || (rest.delivery === "pending" && !isBeingSent);
  if (!isWaiting || findEndpoint(merchant, endpointId)) return delivery;
  return { ...rest, endpointId, delivery: "none" } as D;
}

/** The merchant as one endpoint sees it: what is sent there follows from that endpoint alone. */
export function receiverAt<M extends Receiver>(merchant: M, endpointId?: string): M {
  if (endpointId === undefined || endpointId === FIRST_ENDPOINT_ID) return merchant;
  const { callback: _first, ...rest } = merchant;
  const callback = findEndpoint(merchant, endpointId);
  return { ...rest, ...(callback && { callback }) } as M;
}

/** Unknown and another merchant's cannot be told apart. */
export function requireEndpoint(merchant: Receiver, endpointId: string): CallbackEndpoint {
  const endpoint = findEndpoint(merchant, endpointId);
  if (endpoint) return endpoint;
  throw new Failure("not_found", "There is no such callback endpoint.");
}

export function requireCallback({ callback }: Receiver): CallbackEndpoint {
  if (callback) return callback;
  throw new Failure("no_callback_endpoint", "The merchant has no callback endpoint yet.");
}

export function requireEnabledCallback(merchant: Receiver): CallbackEndpoint {
  const callback = requireCallback(merchant);
  if (!callback.disabled) return callback;
  throw new Failure("no_callback_endpoint", "The callback endpoint is disabled. Enable it first.");
}
