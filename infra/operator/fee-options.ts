import { type Command, InvalidArgumentError } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { amountText, isCurrency } from "../../shared/domain/payments/currency.ts";
import {
  applicationFeeCents,
  currenciesOf,
  type FeePolicy,
  feePolicyText,
} from "../../shared/domain/payments/fee-policy.ts";
import { parseWhole } from "./arguments.ts";
import { table } from "./output.ts";

type CentsByCurrency = Record<string, number>;

export type FeeOptions = {
  bps?: number;
  fixed?: CentsByCurrency;
  min?: CentsByCurrency;
  max?: CentsByCurrency;
};

export const addFeeOptions = (command: Command): Command =>
  command
    .option("--bps <n>", "the percentage in basis points: 250 is 2.5%", parseWhole)
    .option("--fixed <usd=cents>", "a fixed amount in this currency; repeat it per currency", collectCents)
    .option("--min <usd=cents>", "the minimum fee in this currency", collectCents)
    .option("--max <usd=cents>", "the maximum fee in this currency", collectCents);

/** A fixed amount means nothing without its currency: 30 is 0.30 dollars, and thirty yen. */
function collectCents(text: string, earlier: CentsByCurrency = {}): CentsByCurrency {
  const [, code = "", digits = ""] = /^([a-z]{3})=(-?\d{1,15})$/i.exec(text) ?? [];
  const currency = code.toLowerCase();
  if (!code) throw new InvalidArgumentError("It must be a currency and its smallest units, such as usd=30.");
  if (!isCurrency(currency))
    throw new InvalidArgumentError(`${code} is not an ISO 4217 currency code, such as usd.`);
  if (currency in earlier) throw new InvalidArgumentError(`${code} is given twice.`);
  return { ...earlier, [currency]: Number(digits) };
}

/** undefined when no fee is named. A policy is set as a whole: what is not named is not kept from before. */
export function readFeePolicy({ bps, fixed, min, max }: FeeOptions): FeePolicy | undefined {
  if ([bps, fixed, min, max].every((value) => value === undefined)) return undefined;
  if (bps === undefined) throw new Failure("invalid_request", "A fee needs --bps, which may be 0.");
  const currencies = new Set([fixed, min, max].flatMap((given) => Object.keys(given ?? {})));
  const entries = [...currencies].map((currency) => {
    const terms = {
      fixedCents: fixed?.[currency] ?? 0,
      minCents: min?.[currency] ?? 0,
      maxCents: max?.[currency] ?? null,
    };
    return [currency, terms] as const;
  });
  return { bps, byCurrency: Object.fromEntries(entries) };
}

export const describeFee = (policy: FeePolicy | null): string =>
  policy ? feePolicyText(policy) : "the environment's default";

const EXAMPLE_CENTS = [1_000, 10_000, 100_000];

/** What the fee comes to, in the currencies that the policy names: a typing error shows here. */
export function feeTable(policy: FeePolicy): string {
  const named = currenciesOf(policy).map(([currency]) => currency);
  const currencies = named.length > 0 ? named : ["usd"];
  const rows = currencies.map((currency) => [
    currency,
    ...EXAMPLE_CENTS.map((amountCents) => {
      const feeCents = applicationFeeCents(amountCents, currency, policy);
      return `${amountText(feeCents, currency)} of ${amountText(amountCents, currency)}`;
    }),
  ]);
  return table(["CURRENCY", ...EXAMPLE_CENTS.map((_, column) => (column === 0 ? "FEE" : ""))], rows);
}
