import { signText } from "../words/money.ts";
import { None, Text } from "./text.tsx";

type MoneyProps = {
  cents: number | null;
  /** undefined: not said, so the number stands in its smallest unit. */
  currency: string | undefined;
};

/** As moneyText, with its code in small. */
export function Money({ cents, currency }: MoneyProps) {
  if (cents === null) return <None />;
  const text = currency === undefined ? `${cents}` : signText(cents, currency);
  const code = currency?.toUpperCase() ?? "";
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

/** What moved on other balances than the one of payments stands below a sum that it is no part of. */
export const OtherBalances = ({ cents = 0, currency }: { cents: number | undefined; currency: string }) =>
  cents === 0 ? null : (
    <p class="hint">
      Other balances (not in the total): <Money cents={cents} currency={currency} />
    </p>
  );
