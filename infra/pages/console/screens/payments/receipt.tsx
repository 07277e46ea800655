import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import type { ListedPayment } from "../../api/types.ts";
import { useAction } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Labeled, textIn } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useMay } from "../../state/session-context.ts";
import { TitledFailure } from "./money/outcome.tsx";
import { isPaid } from "./story.ts";

type Step = "open" | "left" | "sent";
type Receipt = { step: Step | undefined; go: (to: Step) => void };

/** For a session that may, once the payment is paid; undefined otherwise. */
export function useReceipt(payment: ListedPayment | undefined): Receipt | undefined {
  const [step, go] = useState<Step>();
  const rights = [useMay("money", "payments:write"), useMay("manage", "payments:write")];
  return rights.includes(true) && payment && isPaid(payment) ? { step, go } : undefined;
}

const focus = (element: HTMLElement | null): void => element?.focus();

export const ReceiptButton = ({ of: { step, go } }: { of: Receipt }) =>
  step === "open" ? null : (
    <button {...(step === "left" && { ref: focus })} type="button" class="button" onClick={() => go("open")}>
      Send receipt…
    </button>
  );

type ReceiptCardProps = { of: Receipt; svcPaymentId: string };

/** The form while it is open, or that the receipt was sent. */
export const ReceiptCard = ({ of: { step, go }, svcPaymentId }: ReceiptCardProps) =>
  step === "open" || step === "sent" ? (
    <Card title="Send receipt">
      {step === "open" ? (
        <ReceiptForm svcPaymentId={svcPaymentId} go={go} />
      ) : (
        <p class="answer" role="status" tabIndex={-1} ref={focus}>
          <Icon name="good" /> Stripe was asked to email the receipt.
        </p>
      )}
    </Card>
  ) : null;

/** The address is only in the field: it is gone with the form. */
function ReceiptForm({ svcPaymentId, go }: { svcPaymentId: string; go: Receipt["go"] }) {
  const { run, isBusy, error } = useAction(async (form: FormData) => {
    await api.sendReceipt(svcPaymentId, textIn(form, "email"));
    go("sent");
  });
  return (
    <form
      class="stacked"
      aria-label="Send receipt"
      onSubmit={(event) => {
        event.preventDefault();
        run(new FormData(event.currentTarget));
      }}
    >
      <Labeled label="Email address">
        <input ref={focus} name="email" type="email" autocomplete="off" required />
      </Labeled>
      <p class="hint">Stripe emails the receipt to this address. The address is not stored here.</p>
      {error && <TitledFailure error={error} />}
      <div class="actions">
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {isBusy ? "One moment…" : "Send receipt"}
        </button>
        {!isBusy && (
          <button type="button" class="button" onClick={() => go("left")}>
            Go back
          </button>
        )}
      </div>
    </form>
  );
}
