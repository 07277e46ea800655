import { permissions } from "../../callbacks/post.ts";
import { NONCE_BYTES, seal } from "../../callbacks/secret-box.ts";
import {
  type CallbackEndpoint,
  type CallbackSecret,
  liveSecrets,
  MAX_LIVE_SECRETS,
  requireCallback,
  SECRET_GRACE_SECONDS,
  withNewSecret,
} from "../../domain/callback-endpoint.ts";
import { callbackUrlFault } from "../../domain/callback-url.ts";
import { Failure } from "../../domain/failure.ts";
import { requireGrace } from "../../domain/grace.ts";
import { newCallbackSecret } from "../../domain/standard-webhooks.ts";
import { type Merchant, saveCallbackEndpoint } from "../../ledger/merchants.ts";
import { readCallbackKey } from "../../secrets.ts";
import { type Change, recordAudit } from "../merchants/record-audit.ts";
import { releaseHeld, startRelease } from "./recover-events.ts";

/** Points a merchant's callbacks at a URL. The first time a signing secret is made, and shown this once. */
export async function setCallbackUrl(
  merchant: Merchant,
  url: string,
  change: Change,
): Promise<{ endpoint: CallbackEndpoint; secret?: string }> {
  const fault = callbackUrlFault(url, permissions());
  if (fault) {
    const errors = [{ pointer: "/url", detail: fault }];
    throw new Failure("invalid_request", `The callback URL is refused. ${fault}`, { errors });
  }
  const { callback, merchantId } = merchant;
  const action = "set-callback-url";
  if (callback) return { endpoint: await save(merchantId, { ...callback, url }, { ...change, action }) };
  const { secret, sealed } = await makeSecret(merchantId, change);
  const first = { url, secrets: [sealed], disabled: false, version: 0 };
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
      "Earlier rotations are still in their grace; three secrets sign already.",
    );
  }
  const { secret, sealed } = await makeSecret(merchant.merchantId, change);
  const previousEndsAt = change.at + graceSeconds * 1000;
  const secrets = withNewSecret(callback, sealed, { at: change.at, previousEndsAt });
  const rotated = { ...callback, secrets };
  const endpoint = await save(merchant.merchantId, rotated, { ...change, action: "rotate-callback-secret" });
  return { endpoint, secret, previousEndsAt };
}

/** From now on events are held in the ledger. */
export const disableCallbacks = (merchant: Merchant, change: Change): Promise<CallbackEndpoint> =>
  switchCallbacks(merchant, true, change);

/** Enabling again what is enabled does no harm, and finds what an interrupted call has left held. */
export async function enableCallbacks(merchant: Merchant, change: Change): Promise<CallbackEndpoint> {
  const endpoint = await switchCallbacks(merchant, false, change);
  await startRelease(merchant.merchantId, change.at);
  return endpoint;
}

/** The same for a caller that waits until all that was held is in the queue, and wants to know how much it was. */
export async function enableCallbacksAndWait(
  merchant: Merchant,
  change: Change,
  onSent: (count: number) => void,
): Promise<{ endpoint: CallbackEndpoint; sent: number }> {
  const endpoint = await switchCallbacks(merchant, false, change);
  return { endpoint, sent: await releaseHeld(merchant.merchantId, change.at, onSent) };
}

function switchCallbacks(merchant: Merchant, disabled: boolean, change: Change): Promise<CallbackEndpoint> {
  const endpoint = { ...requireCallback(merchant), disabled };
  const action = disabled ? "disable-callbacks" : "enable-callbacks";
  return save(merchant.merchantId, endpoint, { ...change, action });
}

async function makeSecret(
  merchantId: string,
  { at, random }: Change,
): Promise<{ secret: string; sealed: CallbackSecret }> {
  const secret = newCallbackSecret(random);
  const key = await readCallbackKey();
  const box = seal(secret, { key, merchantId, nonce: random(NONCE_BYTES) });
  return { secret, sealed: { box, createdAt: at, endsAt: null } };
}

async function save(
  merchantId: string,
  endpoint: CallbackEndpoint,
  { action, ...change }: Change & { action: string },
): Promise<CallbackEndpoint> {
  // Only the origin: a path or a query may hold a secret of the merchant's own.
  await recordAudit(merchantId, { action, subject: new URL(endpoint.url).origin }, change);
  const next = { ...endpoint, version: endpoint.version + 1 };
  if (await saveCallbackEndpoint(merchantId, next)) return next;
  throw new Failure("service_unavailable", "The callback endpoint was changed at the same time; retry.", {
    retryAfterSeconds: 1,
  });
}
