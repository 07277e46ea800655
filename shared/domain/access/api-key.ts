import { Failure } from "../failure.ts";
import type { Scope } from "../scope.ts";
import { DAY_SECONDS } from "../time.ts";
import { keysOf } from "../values.ts";
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

// what a key may do

/** A key's preset is chosen when it is issued, and never changes. */
const CHECKOUT = ["payments:read", "payments:write", "customers:read", "customers:write"] as const;
const READ = ["payments:read", "events:read", "finance:read"] as const;

/** A new scope does not compile before it is decided whether full keys and operators' sessions have it. */
const HOLDERS: Record<Scope, { full: boolean; operator: boolean }> = {
  "payments:read": { full: true, operator: true },
  "payments:write": { full: true, operator: true },
  "refunds:write": { full: true, operator: true },
  "charges:write": { full: true, operator: false },
  "customers:read": { full: true, operator: false },
  "customers:write": { full: true, operator: false },
  terminal: { full: true, operator: true },
  onboarding: { full: true, operator: true },
  "events:read": { full: true, operator: true },
  "finance:read": { full: true, operator: true },
  "callbacks:write": { full: true, operator: true },
  console: { full: true, operator: true },
};

/** An operator's session is limited by its access too. */
export const OPERATOR_SCOPES: readonly Scope[] = keysOf(HOLDERS).filter((scope) => HOLDERS[scope].operator);

const PRESET_SCOPES = {
  full: keysOf(HOLDERS).filter((scope) => HOLDERS[scope].full),
  checkout: CHECKOUT,
  till: ["payments:read", "payments:write", "terminal"],
  billing: [...CHECKOUT, "charges:write"],
  "back-office": [...READ, "refunds:write", "console"],
  read: READ,
} as const satisfies Record<string, readonly Scope[]>;

export type Preset = keyof typeof PRESET_SCOPES;

export const PRESETS = keysOf(PRESET_SCOPES);

const isPreset = (text: string): text is Preset => Object.hasOwn(PRESET_SCOPES, text);

export function requirePreset(text: string): Preset {
  if (isPreset(text)) return text;
  throw new Failure("invalid_request", `There is no preset ${text}. Presets: ${PRESETS.join(", ")}.`);
}

/** A preset that this release does not know, because a later one issued the key, opens nothing. */
export const scopesOf = (preset: string): readonly Scope[] => (isPreset(preset) ? PRESET_SCOPES[preset] : []);

export function requireScope(preset: Preset, requiredScope: Scope): void {
  if (scopesOf(preset).includes(requiredScope)) return;
  const detail = `This key's preset, ${preset}, does not have the scope ${requiredScope}.`;
  throw new Failure("insufficient_scope", detail, { requiredScope });
}

/** For a part of an answer that needs more than its operation does. */
export function requireFurtherScope(scopes: readonly Scope[], requiredScope: Scope, part: string): void {
  if (scopes.includes(requiredScope)) return;
  throw new Failure("insufficient_scope", `${part} needs the scope ${requiredScope}.`, { requiredScope });
}

/** Events contain client secrets and customers' addresses, so only a full key gets their exact bytes. */
export const seesExactEvents = (preset: Preset): boolean => preset === "full";
