import { useContext, useState } from "preact/hooks";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { SessionContext } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { MoneyCard } from "../payments/money/money-card.tsx";
import { hasOpenForm } from "../payments/money/open-form.ts";

type Item = Schemas["Attention"];

/** What moving money helps against. Disputes are answered at the processor, bank accounts mended there. */
const REMEDIES: Partial<Record<Item["kind"], string>> = {
  hold_expiring: "Capture or cancel",
  refund_failed: "Refund again",
};

/** The payment's own form, in a session that may move money; a form that was interrupted is still open. */
export function Remedy({ item: { kind, subject } }: { item: Item }) {
  const session = useContext(SessionContext);
  const { svcPaymentId } = subject;
  const [isOpen, setOpen] = useState(
    () => svcPaymentId !== undefined && hasOpenForm(sessionStorage, svcPaymentId),
  );
  const text = REMEDIES[kind];
  if (session?.access !== "money" || !svcPaymentId || !text) return null;
  if (isOpen) return <MoneyOf id={svcPaymentId} />;
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {text}…
      </button>
    </div>
  );
}

/** The list is not asked for again: the outcome would go with its row. */
function MoneyOf({ id }: { id: string }) {
  const payment = useFetched(`payment to move ${id}`, (signal) => api.payment(id, signal));
  return <Loaded of={payment}>{(found) => <MoneyCard payment={found} reload={payment.reload} />}</Loaded>;
}
