import { HIDDEN } from "../domain/events/redaction.ts";
import { WITHHELD_FIELDS, WITHHELD_TERMS } from "../domain/payments/payment-fields.ts";
import type { KeptRecord } from "../ledger/kept-records.ts";

/** Secrets, hashes of secrets, tokens that only functions know each other by, and keys of indexes. */
const WITHHELD = new Set([
  ...WITHHELD_FIELDS,
  "salt",
  "hash",
  "code",
  "opener",
  "runId",
  "attemptToken",
  "eventSort",
  "directory",
  "directorySort",
  "deadShard",
  "deadSort",
  "attentionSort",
]);

/** Wherever they stand in an event's body, a stored answer or a payment's terms. */
const SECRET_MEMBERS = new Set(["client_secret", "clientSecret", "box", "receipt_email", ...WITHHELD_TERMS]);

/** Client secrets, signing secrets, keys, codes and tokens: an answer may quote them, and so may a bank's address. */
const SECRETS = /\w+_secret_\w+|\b(?:whsec|[sr]k_(?:live|test)|svc_(?:live|code|ses))_[\w+/=]+/g;

export const exportedRecord = ({ kind, item }: KeptRecord): Record<string, unknown> => ({
  kind,
  ...Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !WITHHELD.has(name))
      .map(([name, value]) => [name, readable(value)]),
  ),
});

const readable = (value: unknown): unknown =>
  withoutSecrets(typeof value === "string" && /^[[{]/.test(value) ? parsed(value) : value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return value.replace(SECRETS, HIDDEN);
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET_MEMBERS.has(name))
      .map(([name, member]) => [name, readable(member)]),
  );
}
