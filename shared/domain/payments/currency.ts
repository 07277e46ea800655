import { Failure } from "../failure.ts";

/** Amounts are whole cents; products of an amount and basis points stay far below 2^53. */
export const MIN_AMOUNT_CENTS = 50;
export const MAX_AMOUNT_CENTS = 5_000_000;

export const BPS_PER_WHOLE = 10_000;

/** numerator / denominator, rounded half up, without leaving the integers. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

/**
 * The one table of currencies, for amounts, fees, the console and files. Its codes are the active ones of ISO 4217,
 * without metals, bond units, test and "no currency" codes: a list of our own because the runtime's (Intl) still carries
 * withdrawn currencies and differs between versions. Marked pure, so that the console's page leaves the codes out.
 */
const ISO_4217 = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF " +
    "CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD " +
    "HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD " +
    "LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK " +
    "PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS " +
    "TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
  ).split(" "),
);

/**
 * How the processor counts: an amount's smallest unit is 10^-decimals, and an amount must be a multiple of the step. Where
 * nothing else is said it is a hundredth and 1.
 */
type Units = { decimals: 0 | 2 | 3; stepCents: 1 | 10 | 100 };

const HUNDREDTHS: Units = { decimals: 2, stepCents: 1 };
const WHOLE: Units = { decimals: 0, stepCents: 1 };

/** Thousandths, of which the last digit must be 0. */
const THOUSANDTHS: Units = { decimals: 3, stepCents: 10 };

/** A currency without decimals that the processor, for old clients' sake, still takes with two, which must be 00. */
const WHOLE_IN_HUNDREDTHS: Units = { decimals: 2, stepCents: 100 };

const OTHER_UNITS = new Map<string, Units>([
  ..."BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ").map(unitsIn(WHOLE)),
  ..."BHD JOD KWD OMR TND".split(" ").map(unitsIn(THOUSANDTHS)),
  ["ISK", WHOLE_IN_HUNDREDTHS],
]);

function unitsIn(units: Units) {
  return (code: string): [string, Units] => [code, units];
}

/** The processor lists it with decimals and without. Until one was charged for real, an amount might be off by 100. */
const UNTRIED = new Set(["UGX"]);

export const isCurrency = (code: string): boolean => ISO_4217.has(code.toUpperCase());

export const unitsOf = (currency: string): Units => OTHER_UNITS.get(currency.toUpperCase()) ?? HUNDREDTHS;

/** An amount that the processor would reject for its currency's unit; undefined where it would not. */
export function wrongUnit(amountCents: number, currency: string): Failure | undefined {
  const detail = amountFault(amountCents, currency);
  if (detail === undefined) return undefined;
  return new Failure("invalid_request", "The amount does not fit its currency.", {
    errors: [{ pointer: "/amountCents", detail }],
  });
}

/** Which rule of its currency an amount breaks, so that the processor would reject it; undefined when it breaks none. */
export function amountFault(amountCents: number, currency: string): string | undefined {
  const code = currency.toUpperCase();
  if (UNTRIED.has(code)) return `Payments in ${code} are not supported yet.`;
  const { decimals, stepCents } = unitsOf(code);
  if (amountCents % stepCents === 0) return undefined;
  return decimals === 3
    ? `amountCents must be a multiple of ${stepCents}: the third decimal of ${code} must be 0.`
    : `amountCents must be a multiple of ${stepCents}: the two decimals of ${code} must be 00.`;
}

/** An amount as its decimal number, with the currency's decimals: no division, so no rounding. */
export function amountText(amountCents: number, currency: string): string {
  const { decimals } = unitsOf(currency);
  const digits = String(Math.abs(amountCents)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const sign = amountCents < 0 ? "-" : "";
  return `${sign}${whole}${decimals ? `.${digits.slice(-decimals)}` : ""}`;
}

/** A limit as errors name it: 5000000 (50,000.00 USD). */
export function limitText(amountCents: number, { currency }: { currency: string }): string {
  const [whole = "", ...decimals] = amountText(amountCents, currency).split(".");
  const money = [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
  return `${amountCents} (${money} ${currency.toUpperCase()})`;
}
