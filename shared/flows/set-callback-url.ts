import { permissions } from "../callbacks/post.ts";
import { NONCE_BYTES, seal } from "../callbacks/secret-box.ts";
import { callbackKeyConfig } from "../config.ts";
import type { CallbackEndpoint } from "../domain/callback-endpoint.ts";
import { callbackUrlFault } from "../domain/callback-url.ts";
import { Failure } from "../domain/failure.ts";
import { type Merchant, saveCallbackEndpoint } from "../ledger/merchants.ts";
import { readSecret } from "../secrets.ts";

const { CALLBACK_KEY_SECRET_ARN } = callbackKeyConfig();
const SECRET_BYTES = 32;

export type Randomness = (size: number) => Uint8Array;

/** Points a merchant's callbacks at a URL. The first time a signing secret is made, and shown this once. */
export async function setCallbackUrl(
  merchant: Merchant,
  url: string,
  edge: { at: number; random: Randomness },
): Promise<{ endpoint: CallbackEndpoint; secret?: string }> {
  const fault = callbackUrlFault(url, permissions);
  if (fault) {
    throw new Failure("invalid_request", "The callback URL is refused.", {
      errors: [{ pointer: "/url", detail: fault }],
    });
  }
  const { callback, merchantId } = merchant;
  if (callback)
    return { endpoint: await save(merchantId, { ...callback, url, version: callback.version + 1 }) };
  const { secret, sealed } = await newCallbackSecret(merchantId, edge);
  const endpoint = await save(merchantId, { url, secrets: [sealed], disabled: false, version: 1 });
  return { endpoint, secret };
}

export async function newCallbackSecret(
  merchantId: string,
  { at, random }: { at: number; random: Randomness },
) {
  const secret = `whsec_${Buffer.from(random(SECRET_BYTES)).toString("base64url")}`;
  const key = await readSecret(CALLBACK_KEY_SECRET_ARN);
  const box = seal(secret, { key, merchantId, nonce: random(NONCE_BYTES) });
  return { secret, sealed: { box, createdAt: at, endsAt: null } };
}

async function save(merchantId: string, endpoint: CallbackEndpoint): Promise<CallbackEndpoint> {
  if (await saveCallbackEndpoint(merchantId, endpoint)) return endpoint;
  throw new Failure("service_unavailable", "The callback endpoint was changed at the same time; retry.", {
    retryAfterSeconds: 1,
  });
}
