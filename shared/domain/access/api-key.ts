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
import { isPreset, type Preset } from "./preset.ts";

/** The locator names the record and, by its first part, the merchant, so one read finds both. */
const MERCHANT_CHARACTERS = 16;
const LOCATOR_CHARACTERS = 26;
const FORM = credentialForm("svc_live_", LOCATOR_CHARACTERS);

/** How long a rotated key lives on beside its successor. */
export const KEY_GRACE_SECONDS = { standard: DAY_SECONDS, longest: 30 * DAY_SECONDS };

export type ApiKeyParts = { keyId: string; merchantId: string; secret: string };

export const newMerchantId = (random: Random): string => `mer_${base62(random(MERCHANT_CHARACTERS))}`;

export function composeApiKey(merchantId: string, random: Random) {
  const locator = merchantId.slice("mer_".length) + base62(random(LOCATOR_CHARACTERS - MERCHANT_CHARACTERS));
  const { secret, text: apiKey } = composeCredential(FORM, locator, random);
  return { keyId: `key_${locator}`, secret, apiKey };
}

/** undefined for anything that cannot be a key of ours. */
export function parseApiKey(text: string): ApiKeyParts | undefined {
  const parts = parseCredential(FORM, text);
  if (!parts) return undefined;
  const keyId = `key_${parts.locator}`;
  return { keyId, merchantId: merchantIdOf(keyId), secret: parts.secret };
}

export const merchantIdOf = (keyId: string): string => `mer_${keyId.slice(4, 4 + MERCHANT_CHARACTERS)}`;

/** The preset that a presented secret opens; undefined where it opens nothing: a preset of a later release does not. */
export const presetOpened = (key: SecretHash & { preset: string }, secret: string): Preset | undefined =>
  secretMatches(secret, key) && isPreset(key.preset) ? key.preset : undefined;

/**
 * The table removes expired items late; the clock decides, not their presence. A revocation does not wait for a
 * clock: that of the machine it was made on may be ahead of ours.
 */
export const isLive = (key: { endsAt: number | null; revokedAt?: number | undefined }, at: number): boolean =>
  key.revokedAt === undefined && (key.endsAt === null || key.endsAt > at);
