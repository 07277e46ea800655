import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import type { ListedPayment, MoneyOperation } from "../../../api/types.ts";
import { Card } from "../../../parts/fact.tsx";
import { SessionContext, useMay } from "../../../state/session-context.ts";
import { type FailedRefund, MoveForm } from "./move-form.tsx";
import { MONEY_OPERATIONS, movesOf, OPERATION_WORDS } from "./moves.ts";
import { forgetForm, openForm, readForm } from "./open-form.ts";
import { type Outcome, ShownOutcome } from "./outcome.tsx";

type MoneyCardProps = {
  payment: ListedPayment;
  reload: () => void;
  /** What is open from the start, if it is possible. */
  first?: MoneyOperation | undefined;
  /** A failed refund that a refund makes good: it begins with its amount, instead of all that is left. */
  failed?: FailedRefund | undefined;
  otherwise?: ComponentChildren;
};

/** Refund, capture and cancel, for a session that may. One form is open at a time; one that was interrupted is still open. */
export function MoneyCard({ payment, reload, first, failed, otherwise = null }: MoneyCardProps) {
  const session = useContext(SessionContext);
  const placeOf = (operation: MoneyOperation) => ({
    storage: sessionStorage,
    svcPaymentId: payment.svcPaymentId,
    operation,
  });
  const moves = movesOf(payment, session?.scopes ?? []);
  const [open, setOpen] = useState(
    () =>
      MONEY_OPERATIONS.find((operation) => readForm(placeOf(operation))) ??
      moves.find((operation) => operation === first),
  );
  const [outcome, setOutcome] = useState<Outcome>();
  const mayMoveMoney = useMay("money");
  if (!session || !mayMoveMoney) return null;
  if (!open && !outcome && moves.length === 0) return <>{otherwise}</>;
  const show = (shown: Outcome) => {
    setOutcome(shown);
    setOpen(undefined);
    // Only now: what was asked for has an outcome, and the person has it on the screen.
    forgetForm(placeOf(shown.operation));
    reload();
  };
  const close = (operation: MoneyOperation) => {
    setOpen(undefined);
    forgetForm(placeOf(operation));
  };
  return (
    <Card title="Actions">
      {outcome && <ShownOutcome outcome={outcome} />}
      {open ? (
        <MoveForm
          key={open}
          payment={payment}
          place={placeOf(open)}
          form={openForm(placeOf(open), () => crypto.randomUUID())}
          session={session}
          failed={open === "refund" ? failed : undefined}
          show={show}
          close={() => close(open)}
          reload={reload}
        />
      ) : (
        <Moves
          of={moves}
          choose={(operation) => {
            setOutcome(undefined);
            setOpen(operation);
          }}
        />
      )}
    </Card>
  );
}

type MovesProps = { of: readonly MoneyOperation[]; choose: (operation: MoneyOperation) => void };

const Moves = ({ of, choose }: MovesProps) => (
  <div class="actions">
    {of.map((operation) => (
      <button key={operation} type="button" class="button" onClick={() => choose(operation)}>
        {OPERATION_WORDS[operation]}…
      </button>
    ))}
  </div>
);
