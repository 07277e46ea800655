import { moneyText } from "../words/money.ts";
import { Text } from "./text.tsx";

/** With its code, because several currencies have one sign. */
function MoneyWithCode({ cents, currency }: { cents: number; currency: string }) {
  const text = moneyText(cents, currency);
  const code = currency.toUpperCase();
  return (
    <span class="money">
      <Text value={text} />
      {!text.includes(code) && (
        <span class="currency">
          {" "}
          <Text value={code} />
        </span>
      )}
    </span>
  );
}

type MoneyProps = {
  cents: number;
  /** undefined: not said, so the number stands in its smallest unit. */
  currency: string | undefined;
};

export const Money = ({ cents, currency }: MoneyProps) =>
  currency === undefined ? (
    <span class="money">{cents}</span>
  ) : (
    <MoneyWithCode cents={cents} currency={currency} />
  );
