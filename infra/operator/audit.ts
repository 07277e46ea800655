import type { Command } from "commander";
import { verifyAudit } from "../../shared/flows/merchants/verify-audit.ts";
import { getMerchant, type Merchant, merchantPages } from "../../shared/ledger/merchants.ts";
import { example } from "./example.ts";
import { sections, table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addAudit(program: Command): void {
  program
    .command("audit")
    .description("Check the record of who changed what.")
    .addHelpText("after", example("audit verify"))
    .command("verify")
    .description("Check that no entry was changed or removed since it was written. Exits with 1 if one was.")
    .option("--merchant <merchantId>", "only this merchant's (default: all)")
    .addHelpText("after", example("audit verify --merchant mer_…"))
    .action(run(verify));
}

async function verify({ options, session }: Input<[], { merchant?: string }>): Promise<void> {
  const audits = [];
  for await (const merchants of chosen(options.merchant))
    for (const merchant of merchants) audits.push(await view(merchant));
  const changed = audits.filter(({ faults }) => faults.length > 0);
  const rows = changed.flatMap(({ merchantId, faults }) =>
    faults.map(({ number, fault }) => [merchantId, String(number), MEANINGS[fault]]),
  );
  const entries = audits.reduce((sum, { number }) => sum + number, 0);
  const end = changed.length > 0 ? "See infra/runbooks/changed-audits.md." : "Nothing was changed.";
  session.show(
    { audits },
    sections(
      rows.length > 0 ? table(["MERCHANT", "ENTRY", "WHAT IS WRONG"], rows) : "",
      `${entries} entries of ${audits.length} merchants. ${end}`,
    ),
  );
  if (changed.length > 0) process.exitCode = 1;
}

const MEANINGS = {
  missing: "it is not there",
  changed: "it is not as it was written",
  rewritten: "it is not as the last daily check found it",
};

async function* chosen(merchantId: string | undefined): AsyncGenerator<Merchant[]> {
  if (merchantId === undefined) yield* merchantPages();
  else yield [await getMerchant(merchantId)];
}

async function view(merchant: Merchant) {
  const { head, faults, known } = await verifyAudit(merchant);
  return { merchantId: merchant.merchantId, ...head, checkedTo: known?.number ?? 0, faults };
}
