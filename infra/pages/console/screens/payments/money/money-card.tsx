import type { ListedPayment } from "../../../api/types.ts";
import { Card } from "../../../parts/fact.tsx";
import { type FailedRefund, MoveForm } from "./move-form.tsx";
import { OPERATION_WORDS } from "./moves.ts";
import { openForm } from "./open-form.ts";
import { ShownOutcome } from "./outcome.tsx";
import type { Money } from "./use-money.ts";

const focus = (element: HTMLElement | null): void => element?.focus();

export const MoneyButtons = ({ of: { moves, choose, left } }: { of: Money }) =>
  moves.map((operation) => (
    <button
      key={operation}
      {...(operation === left && { ref: focus })}
      type="button"
      class="button"
      onClick={() => choose(operation)}
    >
      {OPERATION_WORDS[operation]}…
    </button>
  ));

type MoneyCardProps = {
  of: Money;
  payment: ListedPayment;
  reload: () => void;
  /** A failed refund that a refund makes good: it begins with its amount, instead of all that is left. */
  failed?: FailedRefund | undefined;
};

/** The form that is open, or what came of the last one. */
export function MoneyCard({ of, payment, reload, failed }: MoneyCardProps) {
  const { open, outcome, placeOf, session, show, close } = of;
  if (open)
    return (
      <Card title={OPERATION_WORDS[open]}>
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
      </Card>
    );
  if (!outcome) return null;
  return (
    <Card title={OPERATION_WORDS[outcome.operation]}>
      <div tabIndex={-1} ref={focus}>
        <ShownOutcome outcome={outcome} />
      </div>
    </Card>
  );
}
