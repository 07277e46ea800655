/** What ids look like. Nothing is imported here: the console's page, which runs in a browser, judges ids by these too. */
export const PAYMENT_ID = /^svcpay_[0-9a-f]{32}$/;

/** Of a charge, capture, refund or cancellation. */
export const OPERATION_ID = /^op_[0-9a-f]{32}$/;

/** The processor's own, and ours for test events. */
export const EVENT_ID = /^evt_[0-9A-Za-z_]{1,250}$/;

/** The first one's, or a random one's. */
export const ENDPOINT_ID = /^ep_[0-9a-f]{16}$/;

export const RECOVERY_ID = /^rcv_[0-9a-f]{32}$/;

/** Merchant, key, place and a random part: domain/access/console-session.ts. */
export const SESSION_ID = /^ses_[0-9A-Za-z]{26}[0-9]{2}[0-9A-Za-z]{8}$/;

/** Of a failed refund or payout, or a warning of fraud, that needs a person: the processor's id behind our prefix. */
export const ATTENTION_ID = /^att_(re|pyr|po|issfr)_[0-9A-Za-z_]{1,250}$/;

export const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const DISPUTE_ID = /^d[pu]_[0-9A-Za-z_]{1,250}$/;
export const REFUND_ID = /^(re|pyr)_[0-9A-Za-z]{1,64}$/;
/** A customer and a saved payment method, at the processor. */
export const CUSTOMER_ID = /^cus_[0-9A-Za-z]{1,250}$/;
export const METHOD_ID = /^pm_[0-9A-Za-z_]{1,250}$/;
export const PAYOUT_ID = /^po_[0-9A-Za-z_]{1,250}$/;
export const WALLET_DOMAIN_ID = /^pmd_[A-Za-z0-9]{1,100}$/;
