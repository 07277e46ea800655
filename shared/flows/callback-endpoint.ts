import { permissions } from "../callbacks/post.ts";
import { NONCE_BYTES, seal } from "../callbacks/secret-box.ts";
import { callbackKeyConfig } from "../config.ts";
import type { CallbackEndpoint, CallbackSecret } from "../domain/callback-endpoint.ts";
import { liveSecrets } from "../domain/callback-endpoint.ts";
import { callbackUrlFault } from "../domain/callback-url.ts";
import { Failure } from "../domain/failure.ts";
import { type Merchant, saveCallbackEndpoint } from "../ledger/merchants.ts";
import { readSecret } from "../secrets.ts";

const { CALLBACK_KEY_SECRET_ARN } = callbackKeyConfig();
const SECRET_BYTES = 32;

/** How long an old signing secret still signs beside the new one. */
export const SECRET_GRACE_SECONDS = { standard: 86_400, longest: 7 * 86_400 };

export type Edge = { at: number; random: (size: number) => Uint8Array };

/** Points a merchant's callbacks at a URL. The first time a signing secret is made, and shown this once. */
export async function setCallbackUrl(
  merchant: Merchant,
  url: string,
  edge: Edge,
): Promise<{ endpoint: CallbackEndpoint; secret?: string }> {
  const fault = callbackUrlFault(url, permissions);
  if (fault) {
    const errors = [{ pointer: "/url", detail: fault }];
    throw new Failure("invalid_request", `The callback URL is refused. ${fault}`, { errors });
  }
  const { callback, merchantId } = merchant;
  if (callback) return { endpoint: await save(merchantId, { ...callback, url }) };
  const { secret, sealed } = await newSecret(merchantId, edge);
  const endpoint = await save(merchantId, { url, secrets: [sealed], disabled: false, version: 0 });
  return { endpoint, secret };
}

/** Old and new sign together until the grace is over, so that a receiver can change over in its own time. */
export async function rotateCallbackSecret(
  merchant: Merchant,
  graceSeconds: number,
  edge: Edge,
): Promise<{ endpoint: CallbackEndpoint; secret: string; previousEndsAt: number }> {
  const callback = callbackOf(merchant);
  const live = liveSecrets(callback, edge.at);
  if (live.length > 1) {
    throw new Failure(
      "rotation_in_progress",
      "An earlier rotation is still in its grace; two secrets sign already.",
    );
  }
  const { secret, sealed } = await newSecret(merchant.merchantId, edge);
  const previousEndsAt = edge.at + graceSeconds * 1000;
  const ending = live.map((one): CallbackSecret => ({ ...one, endsAt: previousEndsAt }));
  const endpoint = await save(merchant.merchantId, { ...callback, secrets: [sealed, ...ending] });
  return { endpoint, secret, previousEndsAt };
}

/** Whoever enables it sends what was held meanwhile: see recoverEvents. */
export const setCallbackDisabled = (merchant: Merchant, disabled: boolean): Promise<CallbackEndpoint> =>
  save(merchant.merchantId, { ...callbackOf(merchant), disabled });

export function callbackOf({ callback }: Merchant): CallbackEndpoint {
  if (callback) return callback;
  throw new Failure("no_callback_endpoint", "The merchant has no callback endpoint yet.");
}

async function newSecret(
  merchantId: string,
  { at, random }: Edge,
): Promise<{ secret: string; sealed: CallbackSecret }> {
  const secret = `whsec_${Buffer.from(random(SECRET_BYTES)).toString("base64url")}`;
  const key = await readSecret(CALLBACK_KEY_SECRET_ARN);
  const box = seal(secret, { key, merchantId, nonce: random(NONCE_BYTES) });
  return { secret, sealed: { box, createdAt: at, endsAt: null } };
}

async function save(merchantId: string, endpoint: CallbackEndpoint): Promise<CallbackEndpoint> {
  const next = { ...endpoint, version: endpoint.version + 1 };
  if (await saveCallbackEndpoint(merchantId, next)) return next;
  throw new Failure("service_unavailable", "The callback endpoint was changed at the same time; retry.", {
    retryAfterSeconds: 1,
  });
}
