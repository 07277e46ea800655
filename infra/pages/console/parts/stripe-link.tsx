import { useContext } from "preact/hooks";
import { SessionContext } from "../state/session-context.ts";

const DASHBOARD = /^https:\/\/dashboard\.stripe\.com(\/test)?$/;

/** What is done at the processor. No other address is linked to, whatever an answer says. */
export function StripeLink({ to, verb = "View", ...rest }: { to: string; verb?: string; class?: string }) {
  const base = useContext(SessionContext)?.dashboardUrl ?? "";
  return DASHBOARD.test(base) ? (
    <>
      {" "}
      <a href={`${base}/${to}`} target="_blank" rel="noreferrer" {...rest}>
        {verb} in Stripe{"\u00a0↗"}
      </a>
    </>
  ) : null;
}
