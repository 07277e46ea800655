/**
 * What the Idempotency-Key header may be. No comma: a header that was sent twice arrives joined by one, and would be
 * another key.
 */
export const IDEMPOTENCY_KEY = /^[\x21-\x2b\x2d-\x7e]{1,255}$/;
