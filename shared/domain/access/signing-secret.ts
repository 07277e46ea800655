import { createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual } from "node:crypto";
import type { CallbackKeys } from "./callback-keys.ts";
import type { Random } from "./credential.ts";

/* A signing secret: what it signs and verifies, how it is made, and how it is kept at rest. */

/** The scheme is the same in both directions: `t=<unix seconds>,v1=<hex>`, an HMAC-SHA256 over `<t>.<raw body>`. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

export type SignatureVerdict = "valid" | "malformed" | "too_old" | "too_new" | "mismatch";

/** The key is the whole secret as text, whsec_ included; bytes are only for the doctor, who tries other forms. */
type SigningKey = string | Uint8Array;

const signature = (rawBody: Uint8Array, secret: SigningKey, seconds: number): string =>
  createHmac("sha256", secret).update(`${seconds}.`).update(rawBody).digest("hex");

/** During a rotation there are two secrets, and one signature for each. */
export function signatureHeader(rawBody: Uint8Array, secrets: readonly string[], seconds: number): string {
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${signature(rawBody, secret, seconds)}`)].join(",");
}

export function verifySignature(
  message: { rawBody: Uint8Array; header: string | undefined },
  secrets: readonly SigningKey[],
  nowSeconds: number,
): SignatureVerdict {
  const parsed = parseHeader(message.header ?? "");
  if (!parsed) return "malformed";
  const genuine = secrets.some((secret) => {
    const expected = signature(message.rawBody, secret, parsed.seconds);
    return parsed.signatures.some((given) => sameHex(given, expected));
  });
  if (!genuine) return "mismatch";
  // A signed time in the future is as wrong as an old one: both ways, unlike the processor's own SDK.
  if (nowSeconds - parsed.seconds > SIGNATURE_TOLERANCE_SECONDS) return "too_old";
  if (parsed.seconds - nowSeconds > SIGNATURE_TOLERANCE_SECONDS) return "too_new";
  return "valid";
}

export const signedAtSeconds = (header: string): number | undefined => parseHeader(header)?.seconds;

function parseHeader(header: string): { seconds: number; signatures: string[] } | undefined {
  const pairs = header.split(",").map((part) => part.trim().split("="));
  const time = pairs.find(([name]) => name === "t")?.[1] ?? "";
  const signatures = pairs.filter(([name]) => name === "v1").map(([, value]) => value ?? "");
  if (!/^\d{1,12}$/.test(time) || !signatures.some((given) => /^[0-9a-f]{64}$/.test(given))) return undefined;
  return { seconds: Number(time), signatures };
}

function sameHex(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

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

// at rest

/** AES-256-GCM, bound to its merchant: a box does not open in another merchant's record. `keyId`: which key sealed it. */
export type SecretBox = { nonce: string; sealed: string; keyId: string };

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

/** With the current key. */
export const sealSecret = (
  plain: string,
  { current: keyId, keys }: CallbackKeys,
  { merchantId, random }: { merchantId: string; random: Random },
): SecretBox => seal(plain, { key: keys[keyId] ?? "", keyId, merchantId, nonce: random(NONCE_BYTES) });

/** Each with the key that it names. */
export const openSecrets = (boxes: SecretBox[], { keys }: CallbackKeys, merchantId: string): string[] =>
  boxes.map((box) => unseal(box, { key: keys[box.keyId] ?? "", merchantId }));
