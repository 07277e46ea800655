import { isId } from "../../address/ids.ts";
import { StripeLink } from "../../parts/stripe-link.tsx";

type DisputeLinkProps = { id: string; isDue: boolean; class?: string };

/** Disputes are answered at the processor. */
export const DisputeLink = ({ id, isDue, ...rest }: DisputeLinkProps) =>
  isId("dispute", id) ? (
    <StripeLink to={`disputes/${id}`} verb={isDue ? "Respond" : "View"} {...rest} />
  ) : null;
