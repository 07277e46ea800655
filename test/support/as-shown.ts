type Item = Record<string, unknown>;
type Terms = { amountCents: number; applicationFeeCents: number };

/** A payment's item stores only what differs from its terms. */
export const asShown = (payment: Item): Item => {
  const { amountCents, applicationFeeCents } = payment.terms as Terms;
  const known = { amountCents, applicationFeeCents, refundedCents: 0, captureBefore: null };
  return { status: "requires_payment_method", ...known, ...payment };
};
