import * as api from "../../api/api.ts";
import type { ListedPayment, MoneyOperation } from "../../api/types.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { MoneyButtons, MoneyCard } from "../payments/money/money-card.tsx";
import type { FailedRefund } from "../payments/money/move-form.tsx";
import { useMoney } from "../payments/money/use-money.ts";

type MoneyOfProps = { id: string; first: MoneyOperation | undefined; failed: FailedRefund | undefined };

/** The list is not asked for again: the outcome would go with its row. */
export function MoneyOf({ id, ...rest }: MoneyOfProps) {
  const payment = useFetched(api.payment(id));
  return (
    <Loaded of={payment}>
      {(found) => <KnownMoney payment={found} reload={payment.reload} {...rest} />}
    </Loaded>
  );
}

type KnownMoneyProps = Omit<MoneyOfProps, "id"> & { payment: ListedPayment; reload: () => void };

function KnownMoney({ payment, reload, first, failed }: KnownMoneyProps) {
  const money = useMoney({ svcPaymentId: payment.svcPaymentId, payment, reload, first });
  if (!money) return null;
  if (!money.open && !money.outcome && money.moves.length === 0)
    return <p class="answer">No action is possible on this payment now.</p>;
  return (
    <>
      <MoneyCard of={money} {...{ payment, reload, failed }} />
      <div class="actions">
        <MoneyButtons of={money} />
      </div>
    </>
  );
}
