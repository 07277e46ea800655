import { NONCE_BYTES, seal, unseal } from "../../callbacks/secret-box.ts";
import type { CallbackKeys } from "../../domain/access/callback-keys.ts";
import type { Random } from "../../domain/access/credential.ts";
import type { SecretBox } from "../../domain/events/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import { log } from "../../runtime/logger.ts";
import { forgetCallbackKeys, readCallbackKeys } from "../../runtime/secrets.ts";

type Sealing = { merchantId: string; random: Random };

/** With the current key. */
export async function sealSecret(plain: string, { merchantId, random }: Sealing): Promise<SecretBox> {
  const { current: keyId, keys } = await readCallbackKeys();
  return seal(plain, { key: keys[keyId] ?? "", keyId, merchantId, nonce: random(NONCE_BYTES) });
}

/** Each with the key that it names. One that is not known may have been added since the secret was read: once more. */
export async function openSecrets(boxes: SecretBox[], merchantId: string): Promise<string[]> {
  let { keys } = await readCallbackKeys();
  if (boxes.some((box) => !isKnown(box, keys))) {
    forgetCallbackKeys();
    ({ keys } = await readCallbackKeys());
  }
  return boxes.map((box) => unseal(box, { key: requireKey(box, keys), merchantId }));
}

const isKnown = (box: SecretBox, keys: CallbackKeys["keys"]): boolean => Object.hasOwn(keys, box.keyId);

function requireKey(box: SecretBox, keys: CallbackKeys["keys"]): string {
  const key = keys[box.keyId];
  if (key !== undefined) return key;
  log(
    "error",
    `A callback secret is sealed with the key ${box.keyId}, which is not among the callback keys.`,
  );
  throw new Failure(
    "service_unavailable",
    "The service cannot read its settings. Send the same request again.",
    {
      retryAfterSeconds: 30,
    },
  );
}
