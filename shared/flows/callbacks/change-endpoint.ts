import { permissions } from "../../callbacks/post.ts";
import { callbackUrlFault } from "../../domain/access/callback-url.ts";
import { requireGrace } from "../../domain/access/grace.ts";
import { newCallbackSecret } from "../../domain/access/standard-webhooks.ts";
import { requireNotErased } from "../../domain/erasure.ts";
import {
  type CallbackEndpoint,
  type CallbackSecret,
  type EndpointChoice,
  liveSecrets,
  MAX_LIVE_SECRETS,
  requireCallback,
  SECRET_GRACE_SECONDS,
  withChoice,
  withNewSecret,
  withSetUp,
} from "../../domain/events/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import type { EventsWork } from "../../ledger/events-work.ts";
import { type Merchant, saveCallbackEndpoint } from "../../ledger/merchants.ts";
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
  const fault = callbackUrlFault(url, permissions());
  if (fault) {
    const errors = [{ pointer: "/url", detail: fault }];
    throw new Failure("invalid_request", `The callback URL is invalid. ${fault}`, { errors });
  }
  const { callback, merchantId } = merchant;
  const action = "set-callback-url";
  if (callback) {
    const chosen = withChoice({ ...callback, url }, choice);
    return { endpoint: await save(merchantId, chosen, { ...change, action }) };
  }
  const { secret, sealed } = await makeSecret(merchantId, change);
  const first = withChoice({ url, secrets: [sealed], disabled: false, version: 0 }, choice);
  return { endpoint: await save(merchantId, first, { ...change, action }), secret };
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
): Promise<{ endpoint: CallbackEndpoint; secret: string; previousEndsAt: number }> {
  requireGrace(graceSeconds, SECRET_GRACE_SECONDS.longest);
  const callback = requireCallback(merchant);
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
  const endpoint = await save(merchant.merchantId, rotated, { ...change, action: "rotate-callback-secret" });
  return { endpoint, secret, previousEndsAt };
}

/** The endpoint, and the long work that brings earlier events in line with it. */
export type Switched = { endpoint: CallbackEndpoint; work: EventsWork };

/** From now on events are held in the ledger, those too that wait for their next attempt. */
export async function disableCallbacks(merchant: Merchant, change: Change): Promise<Switched> {
  const { merchantId } = merchant;
  const endpoint = { ...requireCallback(merchant), disabled: true };
  await audit(merchantId, endpoint, { ...change, action: "disable-callbacks" });
  const saved = await store(merchantId, endpoint);
  return { endpoint: saved, work: await startHolding(merchantId, change) };
}

/** Enabling again what is enabled does no harm, and finds what an interrupted call has left held. */
export async function enableCallbacks(merchant: Merchant, change: Change): Promise<Switched> {
  const { merchantId } = merchant;
  const endpoint = { ...requireCallback(merchant), disabled: false };
  await audit(merchantId, endpoint, { ...change, action: "enable-callbacks" });
  const work = await startRelease(merchantId, change);
  return { endpoint: await store(merchantId, endpoint), work };
}

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
  merchantId: string,
  endpoint: CallbackEndpoint,
  change: EndpointChange,
): Promise<CallbackEndpoint> {
  await audit(merchantId, endpoint, change);
  return store(merchantId, noted(endpoint, change));
}

/** Only a change made in a console session has a maker. */
const noted = (endpoint: CallbackEndpoint, { at, action, actor, maker }: EndpointChange): CallbackEndpoint =>
  actor !== undefined && maker !== undefined
    ? withSetUp(endpoint, { at, action, sessionId: actor })
    : endpoint;

const audit = (
  merchantId: string,
  endpoint: CallbackEndpoint,
  { action, ...change }: EndpointChange,
): Promise<void> => recordAudit(merchantId, { action, subject: describeChoice(endpoint) }, change);

/** Only the origin: a path or a query may hold a secret of the merchant's own. */
function describeChoice({ url, events, payload }: CallbackEndpoint): string {
  const chosen = events ? `events: ${events.join(", ") || "none"}` : undefined;
  return [new URL(url).origin, chosen, payload && `payload: ${payload}`].filter(Boolean).join("; ");
}

async function store(merchantId: string, endpoint: CallbackEndpoint): Promise<CallbackEndpoint> {
  const next = { ...endpoint, version: endpoint.version + 1 };
  if (await saveCallbackEndpoint(merchantId, next)) return next;
  throw new Failure(
    "service_unavailable",
    "The callback endpoint changed at the same time. Send the request again.",
    {
      retryAfterSeconds: 1,
    },
  );
}
