import { useState } from "preact/hooks";
import { amountFault, amountText } from "../../../../../../shared/domain/payments/currency.ts";
import { CallError } from "../../../api/call.ts";
import type { ListedPayment, Session } from "../../../api/types.ts";
import { centsOf } from "../../../words/amount.ts";
import { moneyText } from "../../../words/money.ts";
import { AmountField } from "./amount-field.tsx";
import { mostCents, mustBeTyped, OPERATION_WORDS, sentenceOf } from "./moves.ts";
import type { FormPlace, OpenForm } from "./open-form.ts";
import { type Outcome, TitledFailure } from "./outcome.tsx";
import { useMove } from "./use-move.ts";

type MoveFormProps = {
  payment: ListedPayment;
  place: FormPlace;
  form: OpenForm;
  session: Session;
  /** With what the form begins, instead of the most that can be moved. */
  firstCents: number | undefined;
  show: (outcome: Outcome) => void;
  close: () => void;
  reload: () => void;
};

/** What is asked for, in words and in numbers, and one button that asks for it. */
export function MoveForm({ session, firstCents, close, reload, ...move }: MoveFormProps) {
  const { place, form } = move;
  // As it was when the form was opened. The screen goes on asking: were the form to follow it, a person could confirm
  // what has changed under the pointer.
  const [payment, setPayment] = useState(move.payment);
  const { operation } = place;
  const { currency } = payment;
  const most = mostCents(operation, payment);
  const [amount, setAmount] = useState(
    amountText(form.sent?.amountCents ?? Math.min(firstCents ?? most, most), currency),
  );
  const [typed, setTyped] = useState("");
  const { run, wasSent, isBusy, error, setError } = useMove({
    ...move,
    payment,
    changed: (now) => {
      setPayment(now);
      // It confirmed another sentence.
      setTyped("");
      reload();
    },
  });
  const hasAmount = operation !== "cancel";
  const cents = hasAmount ? centsOf(amount, currency) : most;
  const fault = faultOf(cents, most, currency);
  const asksTyping =
    !fault && cents !== undefined && mustBeTyped(operation, payment, cents, session.typedAboveCents);
  const isConfirmed = !asksTyping || centsOf(typed, currency) === cents;
  const submit = (): void => {
    const objection = fault ?? (isConfirmed ? undefined : "What you typed is not the amount above.");
    if (!wasSent && objection) setError(new CallError(objection));
    else run(hasAmount && cents !== undefined ? { amountCents: cents } : {});
  };
  return (
    <form
      class="stacked"
      aria-label={OPERATION_WORDS[operation]}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {hasAmount && (
        <AmountField label={amountLabel(currency)} value={amount} set={setAmount} isFixed={wasSent} />
      )}
      <p class="answer" role="status">
        {wasSent ? UNANSWERED : (fault ?? sentenceOf(operation, payment, cents ?? 0))}
      </p>
      {asksTyping && !wasSent && (
        <AmountField label={`Type ${amountText(cents, currency)} to confirm`} value={typed} set={setTyped} />
      )}
      {error && <TitledFailure error={error} />}
      <div class="actions">
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {isBusy
            ? "One moment…"
            : wasSent
              ? "Ask again"
              : textOf(operation, hasAmount ? cents : undefined, currency)}
        </button>
        {!wasSent && (
          <button type="button" class="button" onClick={close}>
            Never mind
          </button>
        )}
      </div>
    </form>
  );
}

const UNANSWERED =
  "This was asked for, and what became of it is not known here. Ask again: it is the same request, which is never " +
  "done twice.";

const amountLabel = (currency: string): string => `Amount in ${currency.toUpperCase()}`;

const textOf = (operation: FormPlace["operation"], cents: number | undefined, currency: string): string =>
  cents === undefined
    ? OPERATION_WORDS[operation]
    : `${OPERATION_WORDS[operation]} ${moneyText(cents, currency)}`;

function faultOf(cents: number | undefined, most: number, currency: string): string | undefined {
  if (cents === undefined) return `Write the amount as ${amountText(most, currency)}.`;
  if (cents === 0 || cents > most) return `Write an amount up to ${moneyText(most, currency)}.`;
  return amountFault(cents, currency);
}
