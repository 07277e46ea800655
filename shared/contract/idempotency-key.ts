/** What both the Idempotency-Key header and the processor's own key may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
