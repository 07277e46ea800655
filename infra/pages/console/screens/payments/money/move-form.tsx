import { useState } from "preact/hooks";
import { amountFault, amountText } from "../../../../../../shared/domain/payments/currency.ts";
import { worded } from "../../../../../../shared/domain/payments/method-words.ts";
import type { ListedPayment, Session } from "../../../api/types.ts";
import { Labeled, Select } from "../../../parts/form.tsx";
import { centsOf, codeText, moneyText } from "../../../words/money.ts";
import { mostCents, mustBeTyped, OPERATION_WORDS, sentenceOf } from "./moves.ts";
import type { FormPlace, OpenForm } from "./open-form.ts";
import { type Outcome, TitledFailure } from "./outcome.tsx";
import { UNANSWERED, useMove } from "./use-move.ts";

export type FailedRefund = { refundId: string; cents: number };

type MoveFormProps = {
  payment: ListedPayment;
  place: FormPlace;
  form: OpenForm;
  session: Session;
  /** What a refund is to make good; its amount is what the form begins with, instead of the most that can be moved. */
  failed: FailedRefund | undefined;
  show: (outcome: Outcome) => void;
  close: () => void;
  reload: () => void;
};

export function MoveForm(props: MoveFormProps) {
  const { operation } = props.place;
  const { payment, most, amount, typed, wasSent, isBusy, error, run } = useAsked(props);
  const [reason, setReason] = useState(props.form.sent?.reason ?? "");
  const { currency } = payment;
  const cents = amount ? centsOf(amount.value, currency) : most;
  const fault = wasSent ? undefined : faultOf(cents, most, currency);
  const asksTyping =
    !fault && cents !== undefined && mustBeTyped(operation, payment, cents, props.session.typedAboveCents);
  const isConfirmed = !asksTyping || centsOf(typed.value, currency) === cents;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (fault) return;
    const body =
      amount && cents !== undefined
        ? { ...bodyOf(cents, props.failed), ...(operation === "refund" && reason && { reason }) }
        : {};
    run(wasSent || isConfirmed ? body : undefined);
  };
  return (
    <form
      class="stacked"
      aria-label={OPERATION_WORDS[operation]}
      onSubmit={submit}
      onKeyDown={refuseRepeated}
    >
      {amount && (
        <AmountField label={amountLabel(currency)} {...amount} isFixed={wasSent} fault={fault} isFirst />
      )}
      {operation === "refund" && !wasSent && (
        <Select name="reason" label="Reason" value={reason} options={REASONS} choose={setReason} />
      )}
      {!fault && error?.message !== UNANSWERED && (
        <p class="answer" role="status">
          {wasSent ? UNANSWERED : sentenceOf(operation, payment, cents ?? 0)}
        </p>
      )}
      {asksTyping && !wasSent && (
        <AmountField label={`Type ${amountText(cents, currency)} to confirm`} {...typed} />
      )}
      {error && <TitledFailure error={error} />}
      <div class="actions">
        <button
          {...(!amount && { ref: focus })}
          type="submit"
          class="button primary"
          aria-disabled={isBusy || fault !== undefined}
        >
          {isBusy
            ? "One moment…"
            : wasSent
              ? "Retry"
              : textOf(operation, amount && !fault ? cents : undefined, currency)}
        </button>
        {!wasSent && (
          <button type="button" class="button" onClick={props.close}>
            Go back
          </button>
        )}
      </div>
    </form>
  );
}

/** The key that opened the form is held down still: it would send what nobody has read yet. */
const refuseRepeated = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
};

/** As the processor names them. */
const REASONS = {
  "": "None",
  requested_by_customer: "Requested by customer",
  duplicate: "Duplicate",
  fraudulent: "Fraudulent",
};

const focus = (element: HTMLElement | null): void => element?.focus();

/** What the person has written so far, and the payment of which they wrote it. */
function useAsked({ failed, reload, ...move }: MoveFormProps) {
  const { operation } = move.place;
  // As it was when the form was opened. The screen goes on asking: were the form to follow it, a person could confirm
  // what has changed under the pointer.
  const [payment, setPayment] = useState(move.payment);
  const most = mostCents(operation, payment);
  const [value, set] = useState(
    amountText(move.form.sent?.amountCents ?? Math.min(failed?.cents ?? most, most), payment.currency),
  );
  const [typed, setTyped] = useState("");
  const asking = useMove({
    ...move,
    payment,
    changed: (now) => {
      setPayment(now);
      // It confirmed another sentence.
      setTyped("");
      reload();
    },
  });
  // All of a hold is let go at once.
  const amount = operation === "cancel" ? undefined : { value, set };
  return { ...asking, payment, most, amount, typed: { value: typed, set: setTyped } };
}

/** A smaller refund makes nothing good. */
const bodyOf = (amountCents: number, failed: FailedRefund | undefined) => ({
  amountCents,
  ...(failed && amountCents >= failed.cents && { replaces: failed.refundId }),
});

const amountLabel = (currency: string): string => `Amount in ${codeText(currency)}`;

const textOf = (operation: FormPlace["operation"], cents: number | undefined, currency: string): string =>
  cents === undefined
    ? OPERATION_WORDS[operation]
    : `${OPERATION_WORDS[operation]} ${moneyText(cents, currency)}`;

function faultOf(cents: number | undefined, most: number, currency: string): string | undefined {
  if (cents === undefined) return `Use a format like ${amountText(most, currency)}`;
  if (cents === 0 || cents > most) return `Enter an amount up to ${moneyText(most, currency)}.`;
  // Without the API's name of the field.
  const rule = amountFault(cents, currency)?.replace(/^amountCents .+: /, "");
  return rule && worded(rule);
}

type AmountFieldProps = {
  label: string;
  value: string;
  set: (value: string) => void;
  isFixed?: boolean;
  fault?: string | undefined;
  /** Whether it takes the focus when it appears. */
  isFirst?: boolean;
};

const AmountField = ({ label, value, set, isFixed = false, fault, isFirst }: AmountFieldProps) => (
  <Labeled label={label}>
    <input
      {...(isFirst && { ref: focus })}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      required
      readOnly={isFixed}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
      {...(fault && { "aria-invalid": true })}
    />
    {fault && (
      <span class="fault" role="alert">
        {fault}
      </span>
    )}
  </Labeled>
);
