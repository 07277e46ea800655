import { permissions } from "../../callbacks/post.ts";
import { callbackUrlFault, canonicalUrl } from "../../domain/access/callback-url.ts";
import { requireGrace } from "../../domain/access/grace.ts";
import { newCallbackSecret } from "../../domain/access/standard-webhooks.ts";
import { requireNotErased } from "../../domain/erasure.ts";
import {
  type CallbackEndpoint,
  type CallbackSecret,
  type EndpointChoice,
  endpointIdsOf,
  FIRST_ENDPOINT_ID,
  type FurtherEndpoint,
  type FurtherEndpoints,
  furtherEndpointsOf,
  liveSecrets,
  MAX_ENDPOINTS,
  MAX_LIVE_SECRETS,
  newEndpointId,
  requireCallback,
  requireEndpoint,
  SECRET_GRACE_SECONDS,
  withChoice,
  withNewSecret,
  withSetUp,
} from "../../domain/events/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import type { EventsWork } from "../../ledger/events-work.ts";
import { type Merchant, saveCallbackEndpoint, saveFurtherEndpoints } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { sealSecret } from "./open-secrets.ts";
import { startHolding, startRelease } from "./recover-events.ts";

/**
 * Where a merchant's callbacks go, which events and how; what is not chosen anew stays as it is. The first time a signing
 * secret is made, and shown this once. An event's own record says whether it is sent: what came before stays as it was.
 */
export async function setCallbackEndpoint(
  merchant: Merchant,
  { url, ...choice }: { url: string } & EndpointChoice,
  change: Change,
): Promise<{ endpoint: CallbackEndpoint; secret?: string }> {
  requireNotErased(merchant);
  requireUrl(url);
  requireOtherUrl(merchant, url, FIRST_ENDPOINT_ID);
  const { callback, merchantId } = merchant;
  if (callback) {
    const chosen = withChoice({ ...callback, url }, choice);
    const action = actionOf(callback, chosen);
    return { endpoint: await save(merchant, chosen, { ...change, action }) };
  }
  const { secret, sealed } = await makeSecret(merchantId, change);
  const first = withChoice({ url, secrets: [sealed], disabled: false, version: 0 }, choice);
  return { endpoint: await save(merchant, first, { ...change, action: SET_URL }), secret };
}

const SET_URL = "set-callback-url";

/** People look twice at a URL that was changed: what is chosen at the same URL has a name of its own. */
const actionOf = (before: CallbackEndpoint, after: CallbackEndpoint): string =>
  before.url === after.url ? "choose-callback-events" : SET_URL;

function requireUrl(url: string): void {
  const fault = callbackUrlFault(url, permissions());
  if (fault) throw invalidUrl(fault);
}

const invalidUrl = (detail: string): Failure =>
  new Failure("invalid_request", detail, { errors: [{ pointer: "/url", detail }] });

type NewEndpoint = { endpointId: string; endpoint: CallbackEndpoint; secret: string };

/** The next one, with a secret of its own that is shown this once. Where there is none yet, it is the first. */
export async function createCallbackEndpoint(
  merchant: Merchant,
  wanted: { url: string } & EndpointChoice,
  change: Change,
): Promise<NewEndpoint> {
  const { merchantId } = merchant;
  if (!merchant.callback) {
    const { endpoint, secret = "" } = await setCallbackEndpoint(merchant, wanted, change);
    return { endpointId: FIRST_ENDPOINT_ID, endpoint, secret };
  }
  requireNotErased(merchant);
  const { url, ...choice } = wanted;
  requireUrl(url);
  requireOtherUrl(merchant, url);
  if (endpointIdsOf(merchant).length >= MAX_ENDPOINTS)
    throw new Failure(
      "invalid_request",
      `A merchant has at most ${MAX_ENDPOINTS} callback endpoints. Delete one first.`,
    );
  const endpointId = newEndpointId(change.random);
  const { secret, sealed } = await makeSecret(merchantId, change);
  const made = withChoice({ url, secrets: [sealed], disabled: false, version: 1 }, choice);
  const action = "create-callback-endpoint";
  const endpoint = noted(made, { ...change, action });
  await audit(merchantId, endpoint, { ...change, action }, endpointId);
  await storeFurther(merchant, [...furtherEndpointsOf(merchant), { ...endpoint, endpointId }]);
  return { endpointId, endpoint, secret };
}

/** What is left out stays as it is. */
export async function updateCallbackEndpoint(
  merchant: Merchant,
  endpointId: string,
  { url, ...choice }: { url?: string | undefined } & EndpointChoice,
  change: Change,
): Promise<CallbackEndpoint> {
  const endpoint = requireEndpoint(merchant, endpointId);
  if (url !== undefined) {
    requireUrl(url);
    requireOtherUrl(merchant, url, endpointId);
  }
  const chosen = withChoice({ ...endpoint, ...(url !== undefined && { url }) }, choice);
  return save(merchant, chosen, { ...change, action: actionOf(endpoint, chosen) }, endpointId);
}

/** What is on its way to it ends at its next attempt, without a post. */
export async function deleteCallbackEndpoint(
  merchant: Merchant,
  endpointId: string,
  change: Change,
): Promise<void> {
  const endpoint = requireEndpoint(merchant, endpointId);
  if (endpointId === FIRST_ENDPOINT_ID)
    throw new Failure(
      "invalid_request",
      "The first endpoint cannot be deleted. Disable it, or change its URL.",
    );
  const action = "delete-callback-endpoint";
  await audit(merchant.merchantId, endpoint, { ...change, action }, endpointId);
  const endpoints = furtherEndpointsOf(merchant).filter((further) => further.endpointId !== endpointId);
  await storeFurther(merchant, endpoints, (further) => noted(further, { ...change, action }));
}

/** The same URL twice would get every event twice, under two secrets. Another spelling of it is the same. */
function requireOtherUrl(merchant: Merchant, url: string, exceptId?: string): void {
  const same = endpointIdsOf(merchant).find(
    (id) => id !== exceptId && canonicalUrl(requireEndpoint(merchant, id).url) === canonicalUrl(url),
  );
  if (same === undefined) return;
  const detail = `The endpoint ${same} has this URL already.`;
  throw invalidUrl(detail);
}

/**
 * Old and new sign together until the grace is over, so that a receiver can change over in its own time. A rotation
 * whose answer was lost may be repeated: a third signs beside them. Without a grace every earlier secret ends now, even
 * one that is in a grace already: so a secret that leaked can be stopped.
 */
export async function rotateCallbackSecret(
  merchant: Merchant,
  graceSeconds: number,
  change: Change,
  endpointId?: string,
): Promise<{ endpoint: CallbackEndpoint; secret: string; previousEndsAt: number }> {
  requireGrace(graceSeconds, SECRET_GRACE_SECONDS.longest);
  const callback = requireNamed(merchant, endpointId);
  if (graceSeconds > 0 && liveSecrets(callback, change.at).length >= MAX_LIVE_SECRETS) {
    throw new Failure(
      "rotation_in_progress",
      `${MAX_LIVE_SECRETS} secrets are live already. Wait until one ends, or rotate with graceSeconds 0.`,
    );
  }
  const { secret, sealed } = await makeSecret(merchant.merchantId, change);
  const previousEndsAt = change.at + graceSeconds * 1000;
  const secrets = withNewSecret(callback, sealed, { at: change.at, previousEndsAt });
  const rotated = { ...callback, secrets };
  const action = "rotate-callback-secret";
  const endpoint = await save(merchant, rotated, { ...change, action }, endpointId);
  return { endpoint, secret, previousEndsAt };
}

/** The endpoint, and the long work that brings earlier events in line with it. */
export type Switched = { endpoint: CallbackEndpoint; work: EventsWork };

/** From now on events are held in the ledger, those too that wait for their next attempt. */
export async function disableCallbacks(merchant: Merchant, change: Change): Promise<Switched> {
  const { merchantId } = merchant;
  const endpoint = { ...requireCallback(merchant), disabled: true };
  await audit(merchantId, endpoint, { ...change, action: "disable-callbacks" });
  const saved = await store(merchant, endpoint);
  return { endpoint: saved, work: await startHolding(merchantId, change) };
}

/** Of a further one, the next attempt of what is on its way finds it disabled, and holds it. */
export async function disableOneEndpoint(
  merchant: Merchant,
  endpointId: string,
  change: Change,
): Promise<CallbackEndpoint> {
  if (endpointId === FIRST_ENDPOINT_ID) {
    requireEndpoint(merchant, endpointId);
    return (await disableCallbacks(merchant, change)).endpoint;
  }
  const endpoint = { ...requireEndpoint(merchant, endpointId), disabled: true };
  await audit(merchant.merchantId, endpoint, { ...change, action: "disable-callbacks" }, endpointId);
  return store(merchant, endpoint, endpointId);
}

/** Enabling again what is enabled does no harm, and finds what an interrupted call has left held. */
export async function enableCallbacks(
  merchant: Merchant,
  change: Change,
  endpointId?: string,
): Promise<Switched> {
  const endpoint = { ...requireNamed(merchant, endpointId), disabled: false };
  await audit(merchant.merchantId, endpoint, { ...change, action: "enable-callbacks" }, endpointId);
  const work = await startRelease(merchant, change, endpointId);
  return { endpoint: await store(merchant, endpoint, endpointId), work };
}

/** Without an id: the first one. */
const requireNamed = (merchant: Merchant, endpointId: string | undefined): CallbackEndpoint =>
  endpointId === undefined ? requireCallback(merchant) : requireEndpoint(merchant, endpointId);

async function makeSecret(
  merchantId: string,
  { at, random }: Change,
): Promise<{ secret: string; sealed: CallbackSecret }> {
  const secret = newCallbackSecret(random);
  const box = await sealSecret(secret, { merchantId, random });
  return { secret, sealed: { box, createdAt: at, endsAt: null } };
}

type EndpointChange = Change & { action: string };

async function save(
  merchant: Merchant,
  endpoint: CallbackEndpoint,
  change: EndpointChange,
  endpointId?: string,
): Promise<CallbackEndpoint> {
  await audit(merchant.merchantId, endpoint, change, endpointId);
  return store(merchant, noted(endpoint, change), endpointId);
}

/** Only a change made in a console session has a maker. */
const noted = <T extends CallbackEndpoint | FurtherEndpoints>(
  endpoint: T,
  { at, action, actor, maker }: EndpointChange,
): T =>
  actor !== undefined && maker !== undefined
    ? withSetUp(endpoint, { at, action, sessionId: actor })
    : endpoint;

const audit = (
  merchantId: string,
  endpoint: CallbackEndpoint,
  { action, ...change }: EndpointChange,
  endpointId?: string,
): Promise<void> => {
  const chosen = describeChoice(endpoint);
  const subject = isFurther(endpointId) ? `${endpointId}; ${chosen}` : chosen;
  return recordAudit(merchantId, { action, subject }, change);
};

const isFurther = (endpointId: string | undefined): endpointId is string =>
  endpointId !== undefined && endpointId !== FIRST_ENDPOINT_ID;

/** Only the origin: a path or a query may hold a secret of the merchant's own. */
function describeChoice({ url, events, payload }: CallbackEndpoint): string {
  const chosen = events ? `events: ${events.join(", ") || "none"}` : undefined;
  return [new URL(url).origin, chosen, payload && `payload: ${payload}`].filter(Boolean).join("; ");
}

async function store(
  merchant: Merchant,
  endpoint: CallbackEndpoint,
  endpointId?: string,
): Promise<CallbackEndpoint> {
  const next = { ...endpoint, version: endpoint.version + 1 };
  if (isFurther(endpointId)) {
    const replaced = furtherEndpointsOf(merchant).map((further) =>
      further.endpointId === endpointId ? { ...further, ...next } : further,
    );
    await storeFurther(merchant, replaced);
    return next;
  }
  if (await saveCallbackEndpoint(merchant, next)) return next;
  throw changedMeanwhile();
}

async function storeFurther(
  merchant: Merchant,
  endpoints: readonly FurtherEndpoint[],
  finish = (next: FurtherEndpoints): FurtherEndpoints => next,
): Promise<void> {
  const { further } = merchant;
  const next = finish({ ...further, version: (further?.version ?? 0) + 1, endpoints });
  if (!(await saveFurtherEndpoints(merchant, next))) throw changedMeanwhile();
}

const changedMeanwhile = (): Failure =>
  new Failure(
    "service_unavailable",
    "The callback endpoint changed at the same time. Send the request again.",
    {
      retryAfterSeconds: 1,
    },
  );
