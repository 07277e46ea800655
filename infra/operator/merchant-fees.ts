import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import type { AnyCurrencyPolicy } from "../../shared/domain/payments/fee-policy.ts";
import { getMerchant } from "../../shared/flows/get-merchant.ts";
import { setFeePolicy } from "../../shared/flows/merchants/set-fee-policy.ts";
import { type Merchant, merchantPages } from "../../shared/ledger/merchants.ts";
import { example } from "./example.ts";
import { addFeeOptions, describeFee, type FeeOptions, feeTable, readFeePolicy } from "./fee-options.ts";
import { sections, table } from "./output.ts";
import { type Input, run } from "./session.ts";
import { merchantView } from "./views.ts";

export function addMerchantFees(merchants: Command): void {
  const fee = merchants
    .command("set-fee")
    .description("Set a merchant's fee, as a whole, for payments from now on.")
    .argument("<merchantId>");
  addFeeOptions(fee)
    .option("--default", "the environment's default again")
    .addHelpText(
      "after",
      example("merchants set-fee mer_… --bps 290 --fixed usd=30 --fixed eur=25 --min usd=50"),
    )
    .action(run(setFee));

  merchants
    .command("fee-report")
    .description(
      "Merchants whose policy is of an older release: its cents are the same number in every currency.",
    )
    .addHelpText("after", example("merchants fee-report"))
    .action(run(reportFees));
}

type SetFeeOptions = FeeOptions & { default?: boolean };

async function setFee({
  args: [merchantId],
  options,
  session,
}: Input<[string], SetFeeOptions>): Promise<void> {
  const policy = readFeePolicy(options);
  if ((policy === undefined) !== (options.default === true)) {
    throw new Failure("invalid_request", "Give either a fee (--bps, and --fixed usd=30 …) or --default.");
  }
  const before = await getMerchant(merchantId);
  const merchant = await setFeePolicy(before, policy ?? null, session.change());
  session.show(
    merchantView(merchant),
    sections(
      `${merchant.name} pays ${describeFee(merchant.feePolicy)}. Before, it was ${describeFee(before.feePolicy)}.`,
      merchant.feePolicy ? feeTable(merchant.feePolicy) : "",
    ),
  );
}

/** More than this is a matter for the export, and for a person with time. */
const MAX_PAGES = 1_000;

type OfBefore = { feePolicy: AnyCurrencyPolicy };

async function reportFees({ session }: Input): Promise<void> {
  const found: (Merchant & OfBefore)[] = [];
  let pages = 0;
  for await (const merchants of merchantPages()) {
    found.push(...merchants.filter(paysTheSameInEveryCurrency));
    if (++pages === MAX_PAGES) break;
  }
  const rows = found.map(({ merchantId, name, feePolicy: { bps, fixedCents } }) => [
    merchantId,
    name,
    `${bps / 100} %`,
    ...["usd", "jpy", "kwd"].map((currency) => amountText(fixedCents, currency)),
  ]);
  session.show(
    { merchants: found.map(merchantView) },
    found.length === 0
      ? "Every policy says what it means in its currencies."
      : sections(
          table(["MERCHANT", "NAME", "SHARE", "FIXED IN USD", "IN JPY", "IN KWD"], rows),
          "Set them anew with merchants set-fee; until then they earn what they earned.",
        ),
  );
}

const paysTheSameInEveryCurrency = <M extends Merchant>(merchant: M): merchant is M & OfBefore =>
  merchant.feePolicy !== null && !("byCurrency" in merchant.feePolicy);
