import type { Random } from "../access/credential.ts";
import type { SecretBox } from "../access/signing-secret.ts";
import { Failure } from "../failure.ts";
import { DAY_MS, DAY_SECONDS } from "../time.ts";
import type { DeliveryState, EventSource } from "./event.ts";
import {
  EVENT_NAMES,
  type EventChoice,
  type EventType,
  isChosen,
  type Payload,
  rowOf,
  TEST_EVENT_TYPE,
} from "./event-types.ts";

export const SECRET_GRACE_SECONDS = { standard: DAY_SECONDS, longest: 7 * DAY_SECONDS };

export type CallbackSecret = {
  box: SecretBox;
  createdAt: number;
  /** null: the current one. */
  endsAt: number | null;
};

/** What was never chosen is absent. */
export type CallbackEndpoint = EventChoice & {
  endpointId: string;
  url: string;
  secrets: CallbackSecret[];
  /** A disabled endpoint's events are held in the ledger until it is enabled. */
  disabled: boolean;
  setUps?: SetUp[];
};

/** All of them on one version, so that two requests at once do not make a sixth. `setUps`: deletions, which leave no endpoint. */
export type CallbackEndpoints = { version: number; list: readonly CallbackEndpoint[]; setUps?: SetUp[] };

export const MAX_ENDPOINTS = 5;

/** An event names every endpoint that it was sent to, also those that were deleted since. */
export const MAX_ENDPOINTS_OF_EVENT = 20;

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
export const recentSetUpsOf = ({ callbackEndpoints }: Receiver, at: number): PlacedSetUp[] =>
  [
    ...recentSetUps(callbackEndpoints ?? {}, at),
    ...endpointsOf({ callbackEndpoints }).flatMap((endpoint) =>
      recentSetUps(endpoint, at).map((setUp) => ({ ...setUp, url: endpoint.url })),
    ),
  ]
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

type Receiver = { callbackEndpoints?: CallbackEndpoints | undefined };

/** The oldest one first. */
export const endpointsOf = ({ callbackEndpoints }: Receiver): readonly CallbackEndpoint[] =>
  callbackEndpoints?.list ?? [];

/** undefined: there is none, or it was deleted. */
export const findEndpoint = (merchant: Receiver, endpointId: string): CallbackEndpoint | undefined =>
  endpointsOf(merchant).find((endpoint) => endpoint.endpointId === endpointId);

/** Unknown and another merchant's cannot be told apart. */
export function requireEndpoint(merchant: Receiver, endpointId: string): CallbackEndpoint {
  const endpoint = findEndpoint(merchant, endpointId);
  if (endpoint) return endpoint;
  throw new Failure("not_found", "There is no such callback endpoint.");
}

/** The named one. Where there is only one, it needs no name. */
export function requireNamedOrOnly(merchant: Receiver, endpointId?: string): CallbackEndpoint {
  if (endpointId !== undefined) return requireEndpoint(merchant, endpointId);
  const [only, ...others] = endpointsOf(merchant);
  if (!only) throw new Failure("no_callback_endpoint", "The merchant has no callback endpoint yet.");
  if (others.length === 0) return only;
  const ids = endpointsOf(merchant).map((endpoint) => endpoint.endpointId);
  throw new Failure("invalid_request", `Name one of the callback endpoints: ${ids.join(", ")}.`);
}

export function requireEnabled(endpoint: CallbackEndpoint): CallbackEndpoint {
  if (!endpoint.disabled) return endpoint;
  throw new Failure("no_callback_endpoint", "The callback endpoint is disabled. Enable it first.");
}

type Delivery = {
  endpointId: string;
  delivery: DeliveryState;
  nextAttemptAt?: number | undefined;
  leaseExpiresAt?: number | undefined;
};

/**
 * What has not arrived at an endpoint that was deleted is never sent. Deleting is one write, which touches no delivery. An
 * attempt that is being made now stays pending: it may arrive.
 */
export function standingOf<D extends Delivery>(delivery: D, merchant: Receiver): D {
  const { nextAttemptAt: _never, ...rest } = delivery;
  const isBeingSent = rest.delivery === "pending" && rest.leaseExpiresAt !== undefined;
  if (rest.delivery === "delivered" || isBeingSent || findEndpoint(merchant, rest.endpointId))
    return delivery;
  return { ...rest, delivery: "none" } as D;
}

/*
 * The service payload tells of a merchant's payments and its account in the service's own words. Under the processor's
 * payload the processor's bytes are sent as they came; only events of our own have one body under both.
 */

type ShownEvent = {
  type: string;
  source: EventSource;
  svcPaymentId?: string | undefined;
  accountId: string;
};
type Account = { processorAccountId: string } | null;

/**
 * What an endpoint is sent of an event: its bytes as they were received, a body that is rendered when it is sent, or
 * nothing. What is about no payment of ours (the merchant's own charges), or about an account that the merchant no longer has,
 * has nothing to be rendered from. An event of the processor's types that we made ourselves has no bytes of the processor.
 */
export function bodyFor(
  event: ShownEvent,
  endpoint: Pick<CallbackEndpoint, "payload">,
  account: Account,
): "as_received" | "rendered" | "none" {
  const { type, svcPaymentId, source } = event;
  const isReceived = source !== "service" || type === TEST_EVENT_TYPE;
  if (isReceived && endpoint.payload !== "service") return "as_received";
  const row = rowOf(type);
  if (row?.maker === "processor" && endpoint.payload !== "service") return "none";
  if (type === TEST_EVENT_TYPE || row?.about === "payout" || row?.about === "report") return "rendered";
  const isOurs = row?.about === "account" ? isOfAccount(event, account) : svcPaymentId !== undefined;
  return row && isOurs ? "rendered" : "none";
}

/**
 * Our own event says that the merchant's account has changed, and its body shows the account of now. The processor goes on
 * telling of a former account, which the body cannot show.
 */
const isOfAccount = ({ source, accountId }: ShownEvent, account: Account): boolean =>
  source === "service" || account?.processorAccountId === accountId;

/** Which endpoints are told of an event; their choice counts when it is recorded. undefined: none. */
export function endpointsFor(
  event: ShownEvent,
  merchant: Receiver & { account: Account },
): string[] | undefined {
  const told = endpointsOf(merchant).filter(
    (endpoint) => isChosen(event.type, endpoint) && bodyFor(event, endpoint, merchant.account) !== "none",
  );
  return told.length > 0 ? told.map(({ endpointId }) => endpointId) : undefined;
}
