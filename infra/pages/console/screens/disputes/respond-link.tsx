import { isId } from "../../address/ids.ts";
import { isLocal } from "../../address/is-local.ts";
import { StripeLink } from "../../parts/stripe-link.tsx";

type RespondLinkProps = { id: string; isDue: boolean; class?: string };

/** Disputes are answered at the processor; on a developer's machine, at a page of the demo that stands for it. */
export function RespondLink({ id, isDue, ...rest }: RespondLinkProps) {
  if (!isId("dispute", id)) return null;
  if (!isLocal()) return <StripeLink to={`disputes/${id}`} verb={isDue ? "Respond" : "View"} {...rest} />;
  return isDue ? (
    <>
      {" "}
      <a href={`/demo/disputes/${id}`} target="_blank" rel="noreferrer" {...rest}>
        Respond in the demo{"\u00a0↗"}
      </a>
    </>
  ) : null;
}
