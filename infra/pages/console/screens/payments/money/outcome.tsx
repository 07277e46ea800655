import { HEADLINES } from "../../../../../../shared/domain/payments/headline.ts";
import type { CallError } from "../../../api/call.ts";
import type { MoneyOperation, Schemas } from "../../../api/types.ts";
import { Chip } from "../../../parts/chip.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Money } from "../../../parts/money.tsx";
import { Text } from "../../../parts/text.tsx";

export type Outcome =
  | {
      kind: "done";
      operation: MoneyOperation;
      payment: Schemas["Payment"];
      /** What was asked for; a payment that is canceled has no such amount. */
      cents: number | undefined;
      isReplayed: boolean;
    }
  | { kind: "rejected"; operation: MoneyOperation; error: CallError };

const DONE: Record<MoneyOperation, string> = {
  refund: "Refunded",
  capture: "Captured",
  cancel: "Canceled",
};

export const ShownOutcome = ({ outcome }: { outcome: Outcome }) =>
  outcome.kind === "rejected" ? (
    <TitledFailure error={outcome.error} />
  ) : (
    <div class="outcome" role="status">
      <p class="answer">
        <Icon name="good" /> {DONE[outcome.operation]}
        {outcome.cents !== undefined && (
          <>
            {" "}
            <Money cents={outcome.cents} currency={outcome.payment.currency} />
          </>
        )}
        . Status: <Chip of={HEADLINES} value={outcome.payment.status} />
      </p>
      {outcome.isReplayed && <p>It was already done, and was not repeated.</p>}
      {outcome.operation === "refund" && (
        <p class="hint">A refund can take days to arrive and can still fail. The timeline shows it.</p>
      )}
    </div>
  );

export const TitledFailure = ({ error }: { error: CallError }) => (
  <>
    {error.title && (
      <h3>
        <Text value={error.title} />
      </h3>
    )}
    <Failure error={error} />
  </>
);
