import { useContext, useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { SessionContext, useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { MoneyCard } from "../payments/money/money-card.tsx";
import type { FailedRefund } from "../payments/money/move-form.tsx";
import { hasOpenForm } from "../payments/money/open-form.ts";
import { remedyOf } from "./remedies.ts";

type Item = Schemas["Attention"];

/** The payment's own form, in a session that may use it; a form that was interrupted is still open. */
export function Remedy({ item }: { item: Item }) {
  const session = useContext(SessionContext);
  const { svcPaymentId } = item.subject;
  const [isOpen, setOpen] = useState(
    () => svcPaymentId !== undefined && hasOpenForm(sessionStorage, svcPaymentId),
  );
  const mayMoveMoney = useMay("money");
  const remedy = session && mayMoveMoney ? remedyOf(item, session.scopes) : undefined;
  if (!svcPaymentId || !remedy) return null;
  if (isOpen) return <MoneyOf id={svcPaymentId} failed={failedOf(item)} />;
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {remedy.text}…
      </button>
    </div>
  );
}

const failedOf = ({ kind, subject: { refundId }, amountCents }: Item): FailedRefund | undefined =>
  kind === "refund_failed" && refundId && amountCents !== null ? { refundId, cents: amountCents } : undefined;

export function Resolve({ item: { attentionId }, reload }: { item: Item; reload: () => void }) {
  const mayResolve = useMay("money", "refunds:write");
  if (!attentionId || !mayResolve) return null;
  return (
    <div class="actions">
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
    </div>
  );
}

/** The list is not asked for again: the outcome would go with its row. */
function MoneyOf({ id, failed }: { id: string; failed: FailedRefund | undefined }) {
  const payment = useFetched(`payment to move ${id}`, (signal) => api.payment(id, signal));
  return (
    <Loaded of={payment}>
      {(found) => (
        <MoneyCard
          payment={found}
          reload={payment.reload}
          failed={failed}
          otherwise={<p class="answer">No action is possible on this payment now.</p>}
        />
      )}
    </Loaded>
  );
}
