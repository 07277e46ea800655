import { isId } from "../../address/ids.ts";
import { StripeLink } from "../../parts/stripe-link.tsx";

/** Disputes are answered at the processor. */
export const DisputeLink = ({ id, isDue }: { id: string; isDue: boolean }) =>
  isId("dispute", id) ? <StripeLink to={`disputes/${id}`} verb={isDue ? "Respond" : "View"} /> : null;
