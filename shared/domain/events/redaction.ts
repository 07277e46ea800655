import { isCurrency } from "../payments/currency.ts";
import { METADATA_TERMS } from "../payments/payment-fields.ts";
import { PAYMENT_STATUSES } from "../payments/status.ts";
import { RECORDED_EVENTS } from "./event-types.ts";

/**
 * A processor's event as a person in the console may see it: what happened, to which objects, in which numbers. What a
 * buyer or a merchant has written is hidden, and so is every text that is not known to be harmless.
 */
export const HIDDEN = "•••";

/** Merchants choose names of metadata too, and may have put a person's there. These names are ours. */
const OUR_METADATA = new Set([
  "svcPaymentId",
  "svcEnv",
  "svcMerchantId",
  "svcOperationId",
  ...METADATA_TERMS,
]);

const API_VERSION = /^\d{4}-\d{2}-\d{2}(\.[a-z]{1,20})?$/;

/** Everything below these is about a person or a company, numbers included. */
const PRIVATE = new Set(["billing_details", "shipping", "customer_details", "individual", "company"]);

/**
 * By kind of object, the fields in which only the processor's own words stand, also words that it adds later. A test
 * compares the names with those of the processor's library.
 */
export const WORDED_FIELDS = {
  charge: ["object", "status", "failure_code"],
  dispute: ["object", "status", "reason"],
  payment_intent: ["object", "status", "capture_method", "confirmation_method", "cancellation_reason"],
  payout: ["object", "status", "type", "method", "source_type", "failure_code", "reconciliation_status"],
  "radar.early_fraud_warning": ["object", "fraud_type"],
  refund: ["object", "status", "reason", "failure_reason", "pending_reason"],
} as const;

const isWord = (value: unknown): boolean =>
  typeof value === "string" && /^[a-z][a-z0-9_]{0,60}$/.test(value) && !value.includes("_secret_");

function wordedFieldsOf(object: object): readonly string[] {
  const kind = "object" in object ? String(object.object) : "";
  return Object.hasOwn(WORDED_FIELDS, kind) ? WORDED_FIELDS[kind as keyof typeof WORDED_FIELDS] : [];
}

export function redactedEvent(body: string): string {
  try {
    return JSON.stringify(redacted(JSON.parse(body)), null, 2);
  } catch {
    // Not JSON, or nested too deep.
    return HIDDEN;
  }
}

function redacted(value: unknown): unknown {
  if (typeof value === "string") return isHarmless(value) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  const worded = wordedFieldsOf(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      shownName(name),
      worded.includes(name) && isWord(inner) ? inner : redactedPart(name, inner),
    ]),
  );
}

function redactedPart(name: string, inner: unknown): unknown {
  if (inner === null) return null;
  if (name === "metadata") return redactedMetadata(inner);
  if (name === "api_version" && API_VERSION.test(String(inner))) return inner;
  return PRIVATE.has(name) ? HIDDEN : redacted(inner);
}

/** Names and short texts only: any other form is not the processor's. */
function redactedMetadata(metadata: unknown): unknown {
  if (typeof metadata !== "object" || Array.isArray(metadata)) return HIDDEN;
  return Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, value]) =>
      OUR_METADATA.has(name) ? [name, redactedNote(name, value)] : [HIDDEN, HIDDEN],
    ),
  );
}

/** A payment's order is shown in every list of the console too. */
function redactedNote(name: string, value: unknown): unknown {
  if (typeof value === "object") return HIDDEN;
  return name === "orderRef" && isShownOrderRef(value) ? value : redacted(value);
}

export const isShownOrderRef = (value: unknown): boolean =>
  typeof value === "string" && !value.includes("_secret_");

const shownName = (name: string): string => (/^[A-Za-z][A-Za-z0-9_]{0,60}$/.test(name) ? name : HIDDEN);

const isHarmless = (text: string): boolean => isId(text) || ENUMERATIONS.has(text) || isCurrencyCode(text);

const isCurrencyCode = (text: string): boolean => /^[a-z]{3}$/.test(text) && isCurrency(text);

/** By their known prefixes: secrets have other ones, or contain `_secret_`. */
const ID =
  /^(acct|ba|ca|card|ch|cus|dp|du|evt|evt_test|fee|fr|issfr|link|loc|mandate|pi|pm|po|py|pyr|re|req|seti|src|svcpay|tmr|tr|trr|txn)_[A-Za-z0-9]{8,64}$/;

const isId = (text: string): boolean => ID.test(text) && !text.includes("_secret_");

/** Words of the processor that identify no person. */
const WORDS = `
  account application application_fee balance_transaction callback_test charge dispute event fee_refund list
  payment_intent payment_method payout radar.early_fraud_warning refund terminal.location terminal.reader
  pending failed paid unpaid expired active inactive lost won needs_response under_review charge_refunded prevented
  warning_needs_response warning_under_review warning_closed
  automatic automatic_async manual on_session off_session redirect_to_url use_stripe_sdk
  in_transit bank_account supported unsupported declined
  card card_present us_bank_account sepa_debit acss_debit link klarna ideal bancontact
  visa mastercard amex discover diners jcb unionpay unknown credit debit prepaid
  pass fail unavailable unchecked required optional not_supported any if_required
  approved_by_network declined_by_network not_sent_to_network reversed_after_approval
  authorized issuer_declined blocked invalid normal elevated highest not_assessed
  card_error invalid_request_error api_error idempotency_error card_declined expired_card do_not_honor
  generic_decline insufficient_funds lost_card stolen_card incorrect_cvc processing_error fraudulent
  authentication_required payment_intent_authentication_failure duplicate requested_by_customer abandoned general
  expired_uncaptured_charge void_invoice product_not_received product_unacceptable subscription_canceled unrecognized
  credit_not_processed bank_cannot_process debit_not_authorized
  standard express custom none stripe full`;

const ENUMERATIONS: ReadonlySet<string> = new Set([
  ...RECORDED_EVENTS,
  ...PAYMENT_STATUSES,
  ...WORDS.trim().split(/\s+/),
]);
