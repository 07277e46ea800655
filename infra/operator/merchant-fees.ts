import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { setFeePolicy } from "../../shared/flows/merchants/change-merchant.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { example } from "./example.ts";
import { addFeeOptions, describeFee, type FeeOptions, feeTable, readFeePolicy } from "./fee-options.ts";
import { sections } from "./output.ts";
import { type Input, run } from "./session.ts";
import { merchantView } from "./views.ts";

export function addMerchantFees(merchants: Command): void {
  const fee = merchants
    .command("set-fee")
    .description("Set a merchant's fee policy for new payments. Replaces the whole policy.")
    .argument("<merchantId>");
  addFeeOptions(fee)
    .option("--default", "use the environment's default")
    .addHelpText(
      "after",
      example("merchants set-fee mer_… --bps 290 --fixed usd=30 --fixed eur=25 --min usd=50"),
    )
    .action(run(setFee));
}

type SetFeeOptions = FeeOptions & { default?: boolean };

async function setFee({
  args: [merchantId],
  options,
  session,
}: Input<[string], SetFeeOptions>): Promise<void> {
  const policy = readFeePolicy(options);
  if ((policy === undefined) !== (options.default === true)) {
    throw new Failure("invalid_request", "Pass either a fee (--bps, and --fixed usd=30 …) or --default.");
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
