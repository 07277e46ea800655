/** Where the processor's smallest unit is not a hundredth. ISK and UGX have none in life, and two there. */
const WITHOUT_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const WITH_THREE = new Set("BHD JOD KWD OMR TND".split(" "));

function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (WITHOUT_DECIMALS.has(code)) return 0;
  return WITH_THREE.has(code) ? 3 : 2;
}

/** An amount of the smallest unit as its decimal number: no division, so no rounding. */
function decimalText(amountCents: number, decimals: number): string {
  const digits = String(Math.abs(amountCents)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const sign = amountCents < 0 ? "-" : "";
  return `${sign}${whole}${decimals ? `.${digits.slice(-decimals)}` : ""}`;
}

const FORMATS = new Map<string, Intl.NumberFormat>();

/** As the reader's language writes it; a code that is not a currency is left as it is. */
export function moneyText(amountCents: number, currency: string, locale?: string): string {
  const decimals = decimalsOf(currency);
  const number = decimalText(amountCents, decimals);
  if (!/^[a-z]{3}$/i.test(currency)) return number;
  const key = `${locale} ${currency}`;
  const format = FORMATS.get(key) ?? currencyFormat(currency, decimals, locale);
  FORMATS.set(key, format);
  return format.format(number as `${number}`);
}

const currencyFormat = (currency: string, decimals: number, locale?: string) =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
