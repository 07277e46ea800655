import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * svc_live_<locator><secret><checksum>. The locator names the record and, by its first part, the merchant, so one
 * read finds both; the checksum refuses typos before any I/O; only the secret is secret, and only its hash is kept.
 */
const PREFIX = "svc_live_";
const MERCHANT_CHARACTERS = 16;
const LOCATOR_CHARACTERS = 26;
/** 28 characters of 62 are 166 bits: far above the 128 that make guessing hopeless and slow hashes pointless. */
const SECRET_CHARACTERS = 28;
const CHECKSUM_CHARACTERS = 6;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const FORM = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${LOCATOR_CHARACTERS}})([0-9A-Za-z]{${SECRET_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
);

/** How long a rotated key lives on beside its successor. */
export const KEY_GRACE_SECONDS = { standard: 86_400, longest: 30 * 86_400 };

export type ApiKeyParts = { keyId: string; merchantId: string; secret: string };

/** Random bytes come from the edge. A byte has a bias of 1/62 at most here, which costs less than a bit overall. */
export function base62(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

export const newMerchantId = (random: (size: number) => Uint8Array): string =>
  `mer_${base62(random(MERCHANT_CHARACTERS))}`;

export function composeApiKey(merchantId: string, random: (size: number) => Uint8Array) {
  const locator = merchantId.slice("mer_".length) + base62(random(LOCATOR_CHARACTERS - MERCHANT_CHARACTERS));
  const secret = base62(random(SECRET_CHARACTERS));
  return { keyId: `key_${locator}`, secret, apiKey: PREFIX + locator + secret + checksum(locator + secret) };
}

/** undefined for anything that cannot be a key of ours. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const [, locator, secret, check] = FORM.exec(text) ?? [];
  if (!locator || !secret || check !== checksum(locator + secret)) return undefined;
  return { keyId: `key_${locator}`, merchantId: merchantIdOf(`key_${locator}`), secret };
}

export const merchantIdOf = (keyId: string): string => `mer_${keyId.slice(4, 4 + MERCHANT_CHARACTERS)}`;

export const hashSecret = (secret: string, salt: string): string =>
  createHmac("sha256", salt).update(secret).digest("hex");

export function secretMatches(secret: string, stored: { salt: string; hash: string }): boolean {
  return timingSafeEqual(
    Buffer.from(hashSecret(secret, stored.salt), "hex"),
    Buffer.from(stored.hash, "hex"),
  );
}

/**
 * The table removes expired items late; the clock decides, not their presence. A revocation does not wait for a
 * clock: that of the machine it was made on may be ahead of ours.
 */
export const isLive = (key: { endsAt: number | null; revokedAt?: number | undefined }, at: number): boolean =>
  key.revokedAt === undefined && (key.endsAt === null || key.endsAt > at);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
