import { permissions } from "../../callbacks/post.ts";
import { NONCE_BYTES, seal } from "../../callbacks/secret-box.ts";
import { callbackKeyConfig } from "../../config.ts";
import {
  type CallbackEndpoint,
  type CallbackSecret,
  liveSecrets,
  requireCallback,
  SECRET_GRACE_SECONDS,
  withNewSecret,
} from "../../domain/callback-endpoint.ts";
import { callbackUrlFault } from "../../domain/callback-url.ts";
import { Failure } from "../../domain/failure.ts";
import { requireGrace } from "../../domain/grace.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { readSecret } from "../../secrets.ts";
import type { Edge } from "../merchants/record-audit.ts";
import { saveCallbackEndpoint } from "./save-callback-endpoint.ts";

const SECRET_BYTES = 32;

/** Points a merchant's callbacks at a URL. The first time a signing secret is made, and shown this once. */
export async function setCallbackUrl(
  merchant: Merchant,
  url: string,
  edge: Edge,
): Promise<{ endpoint: CallbackEndpoint; secret?: string }> {
  const fault = callbackUrlFault(url, permissions());
  if (fault) {
    const errors = [{ pointer: "/url", detail: fault }];
    throw new Failure("invalid_request", `The callback URL is refused. ${fault}`, { errors });
  }
  const { callback, merchantId } = merchant;
  const change = { ...edge, action: "set-callback-url" } as const;
  if (callback) return { endpoint: await saveCallbackEndpoint(merchantId, { ...callback, url }, change) };
  const { secret, sealed } = await newSecret(merchantId, edge);
  const first = { url, secrets: [sealed], disabled: false, version: 0 };
  return { endpoint: await saveCallbackEndpoint(merchantId, first, change), secret };
}

/**
 * Old and new sign together until the grace is over, so that a receiver can change over in its own time. Without a
 * grace every earlier secret ends now, even one that is in a grace already: so a secret that leaked can be stopped.
 */
export async function rotateCallbackSecret(
  merchant: Merchant,
  graceSeconds: number,
  edge: Edge,
): Promise<{ endpoint: CallbackEndpoint; secret: string; previousEndsAt: number }> {
  requireGrace(graceSeconds, SECRET_GRACE_SECONDS.longest);
  const callback = requireCallback(merchant);
  if (graceSeconds > 0 && liveSecrets(callback, edge.at).length > 1) {
    throw new Failure(
      "rotation_in_progress",
      "An earlier rotation is still in its grace; two secrets sign already.",
    );
  }
  const { secret, sealed } = await newSecret(merchant.merchantId, edge);
  const previousEndsAt = edge.at + graceSeconds * 1000;
  const secrets = withNewSecret(callback, sealed, { at: edge.at, previousEndsAt });
  const change = { ...edge, action: "rotate-callback-secret" } as const;
  const endpoint = await saveCallbackEndpoint(merchant.merchantId, { ...callback, secrets }, change);
  return { endpoint, secret, previousEndsAt };
}

async function newSecret(
  merchantId: string,
  { at, random }: Edge,
): Promise<{ secret: string; sealed: CallbackSecret }> {
  const secret = `whsec_${Buffer.from(random(SECRET_BYTES)).toString("base64url")}`;
  const key = await readSecret(callbackKeyConfig().CALLBACK_KEY_SECRET_ARN);
  const box = seal(secret, { key, merchantId, nonce: random(NONCE_BYTES) });
  return { secret, sealed: { box, createdAt: at, endsAt: null } };
}
