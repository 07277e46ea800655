import { useContext, useState } from "preact/hooks";
import { isLocal } from "../../address/is-local.ts";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Lacks } from "../../parts/lacks.tsx";
import { Later } from "../../parts/later.tsx";
import { SessionContext, useMay } from "../../state/session-context.ts";
import { RespondLink } from "../disputes/respond-link.tsx";
import type { FailedRefund } from "../payments/money/move-form.tsx";
import { hasOpenForm } from "../payments/money/open-form.ts";
import { REMEDIES, remedyOf, targetOf } from "./remedies.ts";

type Item = Schemas["Attention"];

const loadMoney = async () => (await import("./money-of.tsx")).MoneyOf;

/** The payment's own form, in a session that may use it; a form that was interrupted is still open. Else where to look. */
export function Remedy({ item }: { item: Item }) {
  const session = useContext(SessionContext);
  const { svcPaymentId } = item.subject;
  const [isOpen, setOpen] = useState(
    () => svcPaymentId !== undefined && hasOpenForm(sessionStorage, svcPaymentId),
  );
  const mayMoveMoney = useMay("money");
  const remedy = session && mayMoveMoney ? remedyOf(item, session.scopes) : undefined;
  if (!svcPaymentId || !remedy) return <View item={item} isLacking={!mayMoveMoney} />;
  if (isOpen)
    return (
      <Later load={loadMoney} props={{ id: svcPaymentId, first: remedy.first, failed: failedOf(item) }} />
    );
  return (
    <button type="button" class="button" onClick={() => setOpen(true)}>
      {remedy.text}…
    </button>
  );
}

function View({ item: { kind, subject }, isLacking }: { item: Item; isLacking: boolean }) {
  const hasDashboard = useContext(SessionContext)?.dashboardUrl || isLocal();
  const { Link, id, noun } = targetOf(subject);
  const remedy = REMEDIES[kind];
  if (subject.disputeId && hasDashboard) return <RespondLink id={subject.disputeId} isDue class="button" />;
  return (
    <>
      {remedy && isLacking && <Lacks permission="refund" to={remedy.text.toLowerCase()} />}
      <Link id={id} class="button">
        View {noun}
      </Link>
    </>
  );
}

const failedOf = ({ kind, subject: { refundId }, amountCents }: Item): FailedRefund | undefined =>
  kind === "refund_failed" && refundId && amountCents !== null ? { refundId, cents: amountCents } : undefined;

export function Resolve({ item: { attentionId }, reload }: { item: Item; reload: () => void }) {
  const mayResolve = useMay("money", "refunds:write");
  if (!attentionId || !mayResolve) return null;
  return (
    <ActionButton
      text="Mark as resolved"
      question={{
        title: "Mark as resolved?",
        text: "It is taken off this list. No money is moved.",
      }}
      act={async () => {
        await api.resolve(attentionId);
        reload();
      }}
    />
  );
}
