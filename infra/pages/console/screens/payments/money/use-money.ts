import { useContext, useState } from "preact/hooks";
import type { ListedPayment, MoneyOperation, Session } from "../../../api/types.ts";
import { SessionContext, useMay } from "../../../state/session-context.ts";
import { MONEY_OPERATIONS, movesOf } from "./moves.ts";
import { type FormPlace, forgetForm, readForm } from "./open-form.ts";
import type { Outcome } from "./outcome.tsx";

export type Money = {
  session: Session;
  /** What can be chosen now: nothing while a form is open. */
  moves: readonly MoneyOperation[];
  /** Whose form is open. */
  open: MoneyOperation | undefined;
  /** Whose form was left last: its button takes the focus again. */
  left: MoneyOperation | undefined;
  outcome: Outcome | undefined;
  placeOf: (operation: MoneyOperation) => FormPlace;
  choose: (operation: MoneyOperation) => void;
  show: (outcome: Outcome) => void;
  close: (operation: MoneyOperation) => void;
};

type MoneyOptions = {
  svcPaymentId: string;
  /** undefined: not known yet. */
  payment: ListedPayment | undefined;
  reload: () => void;
  /** What is open from the start, if it is possible. */
  first?: MoneyOperation | undefined;
};

/**
 * Refund, capture and cancel, for a session that may; undefined for any other. One form is open at a time; one that was
 * interrupted is still open.
 */
export function useMoney({ svcPaymentId, payment, reload, first }: MoneyOptions): Money | undefined {
  const session = useContext(SessionContext);
  const placeOf = (operation: MoneyOperation) => ({ storage: sessionStorage, svcPaymentId, operation });
  const moves = payment ? movesOf(payment, session?.scopes ?? []) : [];
  const [open, setOpen] = useState(
    () =>
      MONEY_OPERATIONS.find((operation) => readForm(placeOf(operation))) ??
      moves.find((operation) => operation === first),
  );
  const [left, setLeft] = useState<MoneyOperation>();
  const [outcome, setOutcome] = useState<Outcome>();
  const mayMoveMoney = useMay("money");
  if (!session || !mayMoveMoney) return undefined;
  return {
    ...{ session, open, left, outcome, placeOf },
    moves: open ? [] : moves,
    choose: (operation) => {
      setOutcome(undefined);
      setOpen(operation);
    },
    show: (shown) => {
      setOutcome(shown);
      setOpen(undefined);
      setLeft(undefined);
      // Only now: what was asked for has an outcome, and the person has it on the screen.
      forgetForm(placeOf(shown.operation));
      reload();
    },
    close: (operation) => {
      setOpen(undefined);
      setLeft(operation);
      forgetForm(placeOf(operation));
    },
  };
}
