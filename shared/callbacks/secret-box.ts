import { createCipheriv, createDecipheriv, hash } from "node:crypto";
import type { CallbackKeys } from "../domain/access/callback-keys.ts";
import type { Random } from "../domain/access/credential.ts";
import type { SecretBox } from "../domain/events/callback-endpoint.ts";
import { Failure } from "../domain/failure.ts";
import { log } from "../runtime/logger.ts";
import { forgetCallbackKeys, readCallbackKeys } from "../runtime/secrets.ts";

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

type Sealing = { merchantId: string; random: Random };

/** With the current key. */
export async function sealSecret(plain: string, { merchantId, random }: Sealing): Promise<SecretBox> {
  const { current: keyId, keys } = await readCallbackKeys();
  return seal(plain, { key: keys[keyId] ?? "", keyId, merchantId, nonce: random(NONCE_BYTES) });
}

/** Each with the key that it names. One that is not known may have been added since the secret was read: once more. */
export async function openSecrets(boxes: SecretBox[], merchantId: string): Promise<string[]> {
  let { keys } = await readCallbackKeys();
  if (boxes.some(({ keyId }) => !Object.hasOwn(keys, keyId))) {
    forgetCallbackKeys();
    ({ keys } = await readCallbackKeys());
  }
  return boxes.map((box) => unseal(box, { key: requireKey(box, keys), merchantId }));
}

function requireKey(box: SecretBox, keys: CallbackKeys["keys"]): string {
  const key = keys[box.keyId];
  if (key !== undefined) return key;
  log(
    "error",
    `A callback secret is sealed with the key ${box.keyId}, which is not among the callback keys.`,
  );
  const detail = "The service cannot read its settings. Send the same request again.";
  throw new Failure("service_unavailable", detail, { retryAfterSeconds: 30 });
}
