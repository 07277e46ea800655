import { createCipheriv, createDecipheriv, hash } from "node:crypto";
import type { SecretBox } from "../domain/events/callback-endpoint.ts";

/**
 * AES-256-GCM under a key from Secrets Manager. Bound to its merchant: a box does not open in another merchant's
 * record.
 */
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;
/** Without it Node accepts shortened tags, which can be guessed. */
const WHOLE_TAG = { authTagLength: TAG_BYTES };
export const NONCE_BYTES = 12;

const keyOf = (secretText: string): Buffer => hash("sha256", secretText, "buffer");

export function seal(
  plain: string,
  context: { key: string; keyId: string; merchantId: string; nonce: Uint8Array },
): SecretBox {
  const cipher = createCipheriv(CIPHER, keyOf(context.key), context.nonce).setAAD(
    Buffer.from(context.merchantId),
  );
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return {
    nonce: Buffer.from(context.nonce).toString("base64"),
    sealed: sealed.toString("base64"),
    keyId: context.keyId,
  };
}

export function unseal(box: SecretBox, context: { key: string; merchantId: string }): string {
  const bytes = Buffer.from(box.sealed, "base64");
  const decipher = createDecipheriv(CIPHER, keyOf(context.key), Buffer.from(box.nonce, "base64"), WHOLE_TAG)
    .setAAD(Buffer.from(context.merchantId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
}
