import { moneyText } from "../words/money.ts";
import { Text } from "./text.tsx";

type MoneyProps = {
  cents: number;
  /** undefined: not said, so the number stands in its smallest unit. */
  currency: string | undefined;
};

export const Money = ({ cents, currency }: MoneyProps) =>
  currency === undefined ? (
    <span class="money">{cents}</span>
  ) : (
    <span class="money">
      <Text value={moneyText(cents, currency)} />{" "}
      <span class="currency">
        <Text value={currency.toUpperCase()} />
      </span>
    </span>
  );
