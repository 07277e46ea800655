import { useState } from "preact/hooks";
import * as api from "../../../api/api.ts";
import { CallError } from "../../../api/call.ts";
import type { ListedPayment } from "../../../api/types.ts";
import { useAction } from "../../../parts/action-button.tsx";
import { type FormPlace, isOutcome, markSent, type OpenForm, readForm } from "./open-form.ts";
import type { Outcome } from "./outcome.tsx";

type Move = {
  payment: ListedPayment;
  place: FormPlace;
  form: OpenForm;
  show: (outcome: Outcome) => void;
  /** The payment is not what the form shows: this is what it is now. */
  changed: (now: ListedPayment) => void;
};

export const UNANSWERED =
  "The request was sent, but its outcome is unknown. Retry: it is the same request and runs only once.";

/** undefined: the person has not confirmed it. */
type Wanted = OpenForm["sent"];

/** Asks for what the form says, once; and again for the same, as long as no outcome has come. */
export function useMove({ payment, place, form, show, changed }: Move) {
  const [opened] = useState(form);
  const [wasSent, setSent] = useState(opened.sent !== undefined);
  const { operation } = place;

  const ask = async (wanted: Wanted): Promise<void> => {
    if (!wanted) throw new CallError("The amounts do not match.");
    // As it is kept: a first click may have sent it already. One that was sent when it was opened keeps its key: its
    // answer may have come to the screen that was left, which forgets the form.
    const kept = opened.sent ? opened : (readForm(place) ?? form);
    const body = kept.sent ?? wanted;
    if (!kept.sent) await requireUnchanged(payment);
    const { key } = markSent(place, kept, body);
    setSent(true);
    const { data, isReplayed } = await api.move(payment.svcPaymentId, operation, { key, body });
    if (!data) throw new CallError("The response was incomplete.");
    show({ kind: "done", operation, payment: data, cents: body.amountCents, isReplayed });
  };
  const fail = (rejection: CallError): void => {
    if (rejection instanceof Changed) changed(rejection.now);
    // The service's words for an unknown outcome are a program's.
    if (rejection.status === 503 && readForm(place)?.sent)
      throw new CallError(UNANSWERED, 503, rejection.traceId);
    if (!isOutcome(rejection)) throw rejection;
    show({ kind: "rejected", operation, error: rejection });
  };
  return { wasSent, ...useAction((wanted: Wanted) => ask(wanted).catch(fail)) };
}

class Changed extends CallError {
  readonly now: ListedPayment;

  constructor(now: ListedPayment) {
    super("The payment has changed since you opened this form. Nothing was done. Check it and try again.");
    this.now = now;
  }
}

/** In another tab, or by a colleague: the sentence would no longer be true. */
async function requireUnchanged(shown: ListedPayment): Promise<void> {
  const now = await api.payment(shown.svcPaymentId).ask();
  if (factsOf(now) === factsOf(shown)) return;
  throw new Changed(now);
}

const factsOf = ({ status, amountCents, refundedCents }: ListedPayment): string =>
  `${status} ${amountCents} ${refundedCents}`;
