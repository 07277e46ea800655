import type { MoneyOperation, Schemas, Scope } from "../../api/types.ts";
import { DisputeLink, EndpointLink, PaymentLink, PayoutLink } from "../../parts/links.tsx";

type Item = Schemas["Attention"];
/** `first`: the form that it opens, where there is only one. */
type Remedy = { text: string; scope: Scope; first?: MoneyOperation };

/** What moving money solves. Disputes are answered and bank accounts corrected at the processor. */
export const REMEDIES: Partial<Record<Item["kind"], Remedy>> = {
  hold_expiring: { text: "Capture or cancel", scope: "payments:write" },
  fraud_warning: { text: "Refund", scope: "refunds:write", first: "refund" },
  refund_failed: { text: "Refund again", scope: "refunds:write", first: "refund" },
};

/** What a session with these scopes can do about a row. */
export function remedyOf({ kind, subject }: Item, scopes: readonly Scope[]): Remedy | undefined {
  const remedy = REMEDIES[kind];
  return remedy && subject.svcPaymentId && scopes.includes(remedy.scope) ? remedy : undefined;
}

/** A payment has one form, however many of its refunds failed: the first of its rows has it. */
export const hasRemedyAbove = (items: readonly Item[], item: Item): boolean =>
  items.slice(0, items.indexOf(item)).some((above) => {
    const { svcPaymentId } = above.subject;
    return (
      REMEDIES[above.kind] !== undefined && !above.replacement && svcPaymentId === item.subject.svcPaymentId
    );
  });

/** What it is about: whose screen leads there, its id, and what it is called. */
export function targetOf({ disputeId, svcPaymentId, payoutId, endpointId = "" }: Item["subject"]) {
  if (disputeId) return { Link: DisputeLink, id: disputeId, noun: "dispute" };
  if (svcPaymentId) return { Link: PaymentLink, id: svcPaymentId, noun: "payment" };
  return payoutId
    ? { Link: PayoutLink, id: payoutId, noun: "payout" }
    : { Link: EndpointLink, id: endpointId, noun: "endpoint" };
}
