import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * <prefix><locator><secret><checksum>. The locator names the record, so one read finds it. The checksum rejects typos
 * before any I/O. Only the salted hash of the secret is stored.
 */
export type CredentialForm = { prefix: string; pattern: RegExp };

/** 28 characters of 62 are 166 bits: far above the 128 that make guessing hopeless and slow hashes pointless. */
const SECRET_CHARACTERS = 28;
const CHECKSUM_CHARACTERS = 6;
const SALT_BYTES = 16;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export type Random = (size: number) => Uint8Array;

export const credentialForm = (prefix: string, locatorCharacters: number): CredentialForm => ({
  prefix,
  pattern: new RegExp(
    `^${prefix}([0-9A-Za-z]{${locatorCharacters}})([0-9A-Za-z]{${SECRET_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
  ),
});

/** A byte has a bias of 1/62 at most here, which costs less than a bit overall. */
export function base62(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

export function composeCredential({ prefix }: CredentialForm, locator: string, random: Random) {
  const secret = base62(random(SECRET_CHARACTERS));
  return { secret, text: prefix + locator + secret + checksum(locator + secret) };
}

export function parseCredential({ pattern }: CredentialForm, text: string) {
  const [, locator, secret, check] = pattern.exec(text) ?? [];
  return locator && secret && check === checksum(locator + secret) ? { locator, secret } : undefined;
}

export type SecretHash = { salt: string; hash: string };

export const hashSecret = (secret: string, salt: string): string =>
  createHmac("sha256", salt).update(secret).digest("hex");

export function saltAndHash(secret: string, random: Random): SecretHash {
  const salt = Buffer.from(random(SALT_BYTES)).toString("hex");
  return { salt, hash: hashSecret(secret, salt) };
}

export function secretMatches(secret: string, stored: SecretHash): boolean {
  return timingSafeEqual(
    Buffer.from(hashSecret(secret, stored.salt), "hex"),
    Buffer.from(stored.hash, "hex"),
  );
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
