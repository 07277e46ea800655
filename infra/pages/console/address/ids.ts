import {
  DATE,
  DISPUTE_ID,
  ENDPOINT_ID,
  EVENT_ID,
  PAYMENT_ID,
  PAYOUT_ID,
  SESSION_ID,
} from "../../../../shared/domain/id-forms.ts";

/** Ids that come out of the address are used only if they have their pattern. */
const PATTERNS = {
  payment: PAYMENT_ID,
  event: EVENT_ID,
  endpoint: ENDPOINT_ID,
  /** A payment intent of the processor's. */
  intent: /^pi_\w{1,250}$/,
  dispute: DISPUTE_ID,
  session: SESSION_ID,
  /** A locator, a secret and a checksum: shared/domain/access/credential.ts, which no browser can load. */
  code: /^svc_code_[0-9A-Za-z]{70}$/,
  date: DATE,
  payout: PAYOUT_ID,
} as const;

export type IdKind = keyof typeof PATTERNS;

export const isId = (kind: IdKind, text: string): boolean => PATTERNS[kind].test(text);
