import { DAY_SECONDS } from "../time.ts";
import {
  base62,
  composeCredential,
  credentialForm,
  parseCredential,
  type Random,
  type SecretHash,
  secretMatches,
} from "./credential.ts";

/** The locator names the record and, by its first part, the merchant, so one read finds both. */
const MERCHANT_CHARACTERS = 16;
const LOCATOR_CHARACTERS = 26;
const FORM = credentialForm("svc_live_", LOCATOR_CHARACTERS);

export const KEY_GRACE_SECONDS = { standard: DAY_SECONDS, longest: 30 * DAY_SECONDS };

export type ApiKeyParts = { keyId: string; merchantId: string; secret: string };

export const newMerchantId = (random: Random): string => `mer_${base62(random(MERCHANT_CHARACTERS))}`;

export function composeApiKey(merchantId: string, random: Random) {
  const locator = merchantId.slice("mer_".length) + base62(random(LOCATOR_CHARACTERS - MERCHANT_CHARACTERS));
  const { secret, text: apiKey } = composeCredential(FORM, locator, random);
  return { keyId: `key_${locator}`, secret, apiKey };
}

export function parseApiKey(text: string): ApiKeyParts | undefined {
  const parts = parseCredential(FORM, text);
  if (!parts) return undefined;
  const keyId = `key_${parts.locator}`;
  return { keyId, merchantId: merchantIdOf(keyId), secret: parts.secret };
}

export const merchantIdOf = (keyId: string): string => `mer_${keyId.slice(4, 4 + MERCHANT_CHARACTERS)}`;

type Ending = { endsAt: number | null; revokedAt?: number | undefined };

export const isOpenedBy = (secret: string, key: SecretHash & Ending, at: number): boolean =>
  isLive(key, at) && secretMatches(secret, key);

/**
 * The table removes expired items late, so the clock decides. A revocation takes effect at once: the clock of the
 * machine that made it may be ahead of ours.
 */
export const isLive = (key: Ending, at: number): boolean =>
  key.revokedAt === undefined && (key.endsAt === null || key.endsAt > at);
