import { useContext } from "preact/hooks";
import { isId } from "../../address/ids.ts";
import { SessionContext } from "../../state/session-context.ts";

const DASHBOARD = /^https:\/\/dashboard\.stripe\.com(\/test)?$/;

/** Disputes are answered at the processor. No other address is linked to, whatever an answer says. */
export function DisputeLink({ id, isDue }: { id: string; isDue: boolean }) {
  const base = useContext(SessionContext)?.dashboardUrl ?? "";
  return DASHBOARD.test(base) && isId("dispute", id) ? (
    <>
      {" "}
      <a href={`${base}/disputes/${id}`} target="_blank" rel="noreferrer">
        {isDue ? "Respond" : "View"} in Stripe{"\u00a0↗"}
      </a>
    </>
  ) : null;
}
