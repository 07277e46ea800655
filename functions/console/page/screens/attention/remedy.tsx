import { useContext, useState } from "preact/hooks";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { SessionContext, useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { MoneyCard } from "../payments/money/money-card.tsx";
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
  if (isOpen) return <MoneyOf id={svcPaymentId} failedCents={failedCentsOf(item)} />;
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {remedy.text}…
      </button>
    </div>
  );
}

/** What the customer has not received. */
const failedCentsOf = ({ kind, amountCents }: Item): number | undefined =>
  kind === "refund_failed" ? (amountCents ?? undefined) : undefined;

/** The list is not asked for again: the outcome would go with its row. */
function MoneyOf({ id, failedCents }: { id: string; failedCents: number | undefined }) {
  const payment = useFetched(`payment to move ${id}`, (signal) => api.payment(id, signal));
  return (
    <Loaded of={payment}>
      {(found) => (
        <MoneyCard
          payment={found}
          reload={payment.reload}
          refundCents={failedCents}
          otherwise={<p class="answer">No action is possible on this payment now.</p>}
        />
      )}
    </Loaded>
  );
}
