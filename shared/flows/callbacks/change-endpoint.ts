import { permissions } from "../../callbacks/post.ts";
import { requireGrace } from "../../domain/access/grace.ts";
import { newCallbackSecret, sealSecret } from "../../domain/access/signing-secret.ts";
import { requireNotErased } from "../../domain/erasure.ts";
import { callbackUrlFault, canonicalUrl } from "../../domain/events/callback-delivery.ts";
import {
  type CallbackEndpoint,
  type CallbackEndpoints,
  type CallbackSecret,
  type EndpointChoice,
  endpointsOf,
  liveSecrets,
  MAX_ENDPOINTS,
  MAX_LIVE_SECRETS,
  newEndpointId,
  requireEndpoint,
  SECRET_GRACE_SECONDS,
  withChoice,
  withNewSecret,
  withSetUp,
} from "../../domain/events/callback-endpoint.ts";
import { LONGEST_CHANGE_MS } from "../../domain/events/recovery.ts";
import { Failure } from "../../domain/failure.ts";
import type { EventsWork } from "../../ledger/events-work.ts";
import { type Merchant, saveCallbackEndpoints } from "../../ledger/merchants.ts";
import { readCallbackKeys } from "../../runtime/secrets.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { startRelease } from "./recover-events.ts";

/*
 * Where a merchant's callbacks go, which events and how. An event's own record says where it is sent: what came before a
 * change stays as it was. Each change is audited, and then one write of the whole list, on the version that was read.
 */

type NewEndpoint = { endpoint: CallbackEndpoint; secret: string };

/** With a secret of its own that is shown this once. */
export async function createCallbackEndpoint(
  merchant: Merchant,
  { url, ...choice }: { url: string } & EndpointChoice,
  change: Change,
): Promise<NewEndpoint> {
  const { merchantId } = merchant;
  requireNotErased(merchant);
  requireUrl(url);
  requireOtherUrl(merchant, url);
  const others = endpointsOf(merchant);
  if (others.length >= MAX_ENDPOINTS)
    throw new Failure(
      "invalid_request",
      `A merchant has at most ${MAX_ENDPOINTS} callback endpoints. Delete one first.`,
    );
  const endpointId = newEndpointId(change.random);
  const { secret, sealed } = await makeSecret(merchantId, change);
  const made = withChoice({ endpointId, url, secrets: [sealed], disabled: false }, choice);
  const noting = { ...change, action: "create-callback-endpoint" };
  const endpoint = noted(made, noting);
  await audit(merchantId, endpoint, noting);
  await store(merchant, [...others, endpoint], noting);
  return { endpoint, secret };
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
  return save(merchant, chosen, { ...change, action: actionOf(endpoint, chosen) });
}

/** People look twice at a URL that was changed: what is chosen at the same URL has a name of its own. */
const actionOf = (before: CallbackEndpoint, after: CallbackEndpoint): string =>
  before.url === after.url ? "choose-callback-events" : "set-callback-url";

function requireUrl(url: string): void {
  const fault = callbackUrlFault(url, permissions());
  if (fault) throw invalidUrl(fault);
}

const invalidUrl = (detail: string): Failure =>
  new Failure("invalid_request", detail, { errors: [{ pointer: "/url", detail }] });

/** The same URL twice would get every event twice, under two secrets. Another spelling of it is the same. */
function requireOtherUrl(merchant: Merchant, url: string, exceptId?: string): void {
  const same = endpointsOf(merchant).find(
    (other) => other.endpointId !== exceptId && canonicalUrl(other.url) === canonicalUrl(url),
  );
  if (same === undefined) return;
  const detail = `The endpoint ${same.endpointId} has this URL already.`;
  throw invalidUrl(detail);
}

/** What is on its way to it ends at its next attempt, without a post. */
export async function deleteCallbackEndpoint(
  merchant: Merchant,
  endpointId: string,
  change: Change,
): Promise<void> {
  const endpoint = requireEndpoint(merchant, endpointId);
  const noting = { ...change, action: "delete-callback-endpoint" };
  await audit(merchant.merchantId, endpoint, noting);
  const others = endpointsOf(merchant).filter((other) => other.endpointId !== endpointId);
  await store(merchant, others, noting, (next) => noted(next, noting));
}

/**
 * Old and new sign together until the grace is over, so that a receiver can change over in its own time. A rotation
 * whose answer was lost may be repeated: a third signs beside them. Without a grace every earlier secret ends now, even
 * one that is in a grace already: so a secret that leaked can be stopped.
 */
export async function rotateCallbackSecret(
  merchant: Merchant,
  endpointId: string,
  graceSeconds: number,
  change: Change,
): Promise<{ endpoint: CallbackEndpoint; secret: string; previousEndsAt: number }> {
  requireGrace(graceSeconds, SECRET_GRACE_SECONDS.longest);
  const endpoint = requireEndpoint(merchant, endpointId);
  if (graceSeconds > 0 && liveSecrets(endpoint, change.at).length >= MAX_LIVE_SECRETS) {
    throw new Failure(
      "rotation_in_progress",
      `${MAX_LIVE_SECRETS} secrets are live already. Wait until one ends, or rotate with graceSeconds 0.`,
    );
  }
  const { secret, sealed } = await makeSecret(merchant.merchantId, change);
  const previousEndsAt = change.at + graceSeconds * 1000;
  const secrets = withNewSecret(endpoint, sealed, { at: change.at, previousEndsAt });
  const action = "rotate-callback-secret";
  const rotated = await save(merchant, { ...endpoint, secrets }, { ...change, action });
  return { endpoint: rotated, secret, previousEndsAt };
}

/** What comes from now on is held in the ledger, and so is what waits, at its next attempt. */
export async function disableCallbackEndpoint(
  merchant: Merchant,
  endpointId: string,
  change: Change,
): Promise<CallbackEndpoint> {
  const endpoint = { ...requireEndpoint(merchant, endpointId), disabled: true };
  await audit(merchant.merchantId, endpoint, { ...change, action: "disable-callbacks" });
  return replace(merchant, endpoint, change);
}

/** Enabling again what is enabled does no harm, and finds what an interrupted call has left held. `work`: sends what was held. */
export async function enableCallbackEndpoint(
  merchant: Merchant,
  endpointId: string,
  change: Change,
): Promise<{ endpoint: CallbackEndpoint; work: EventsWork }> {
  const endpoint = { ...requireEndpoint(merchant, endpointId), disabled: false };
  await audit(merchant.merchantId, endpoint, { ...change, action: "enable-callbacks" });
  const work = await startRelease(merchant, endpointId, change);
  return { endpoint: await replace(merchant, endpoint, change), work };
}

async function makeSecret(
  merchantId: string,
  { at, random }: Change,
): Promise<{ secret: string; sealed: CallbackSecret }> {
  const secret = newCallbackSecret(random);
  const box = sealSecret(secret, await readCallbackKeys(), { merchantId, random });
  return { secret, sealed: { box, createdAt: at, endsAt: null } };
}

type EndpointChange = Change & { action: string };

async function save(
  merchant: Merchant,
  endpoint: CallbackEndpoint,
  change: EndpointChange,
): Promise<CallbackEndpoint> {
  await audit(merchant.merchantId, endpoint, change);
  return replace(merchant, noted(endpoint, change), change);
}

/** Only a change made in a console session has a maker. */
const noted = <T extends CallbackEndpoint | CallbackEndpoints>(
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
): Promise<void> =>
  recordAudit(merchantId, { action, subject: `${endpoint.endpointId}; ${describeChoice(endpoint)}` }, change);

/** Only the origin: a path or a query may hold a secret of the merchant's own. */
function describeChoice({ url, events, payload }: CallbackEndpoint): string {
  const chosen = events ? `events: ${events.join(", ") || "none"}` : undefined;
  return [new URL(url).origin, chosen, payload && `payload: ${payload}`].filter(Boolean).join("; ");
}

async function replace(
  merchant: Merchant,
  endpoint: CallbackEndpoint,
  change: Change,
): Promise<CallbackEndpoint> {
  const list = endpointsOf(merchant).map((one) => (one.endpointId === endpoint.endpointId ? endpoint : one));
  await store(merchant, list, change);
  return endpoint;
}

async function store(
  { merchantId, callbackEndpoints }: Merchant,
  list: readonly CallbackEndpoint[],
  { at }: Change,
  finish = (next: CallbackEndpoints): CallbackEndpoints => next,
): Promise<void> {
  const version = (callbackEndpoints?.version ?? 0) + 1;
  const next = finish({ ...callbackEndpoints, version, list });
  if (await saveCallbackEndpoints(merchantId, next, { notAfterMs: at + LONGEST_CHANGE_MS })) return;
  throw new Failure(
    "service_unavailable",
    "The callback endpoints changed at the same time, or the request took too long. Send it again.",
    { retryAfterSeconds: 1 },
  );
}
