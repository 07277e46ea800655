import { createHmac } from "node:crypto";
import type { Random } from "./credential.ts";

/**
 * Standard Webhooks (standardwebhooks.com), whose libraries verify our callbacks as they are. It differs from
 * Svc-Signature in three ways: three headers instead of one, the id is signed too, and the key is not the secret's
 * text but the bytes that its base64 stands for.
 */
const SECRET_BYTES = 32;
const PREFIX = "whsec_";

export const newCallbackSecret = (random: Random): string =>
  `${PREFIX}${Buffer.from(random(SECRET_BYTES)).toString("base64")}`;

export const standardKeyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

export type StandardMessage = { id: string; seconds: number; rawBody: Uint8Array };

export function standardHeaders(
  { id, seconds, rawBody }: StandardMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) =>
    createHmac("sha256", standardKeyOf(secret)).update(`${id}.${seconds}.`).update(rawBody).digest("base64"),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}

export const looksLikeStandardHeader = (header: string): boolean => /^\s*v1a?,[A-Za-z0-9+/]/.test(header);
