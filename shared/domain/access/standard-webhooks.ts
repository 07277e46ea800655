import { createHmac } from "node:crypto";
import type { Random } from "./credential.ts";

/**
 * Standard Webhooks (standardwebhooks.com), whose libraries verify our callbacks as they are. It differs from
 * Svc-Signature in three ways: three headers instead of one, the id is signed too, and the key is not the secret's
 * text but the bytes that its base64 stands for.
 */
const SECRET_BYTES = 32;
const SECRET_FORM = /^whsec_([A-Za-z0-9+/]{43}=)$/;

export const newCallbackSecret = (random: Random): string =>
  `whsec_${Buffer.from(random(SECRET_BYTES)).toString("base64")}`;

/** undefined for a secret of an older release: those are base64url without padding, which the libraries do not read. */
export function standardKeyOf(secret: string): Buffer | undefined {
  const [, base64] = SECRET_FORM.exec(secret) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, "base64");
}

export type StandardMessage = { id: string; seconds: number; rawBody: Uint8Array };

/** All three headers, with a signature of each secret that has the form; none of them where no secret has. */
export function standardHeaders(
  { id, seconds, rawBody }: StandardMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets
    .flatMap((secret) => standardKeyOf(secret) ?? [])
    .map((key) => createHmac("sha256", key).update(`${id}.${seconds}.`).update(rawBody).digest("base64"));
  if (signatures.length === 0) return {};
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}

/** What stands in webhook-signature, and never in Svc-Signature. */
export const looksLikeStandardHeader = (header: string): boolean => /^\s*v1a?,[A-Za-z0-9+/]/.test(header);
