import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { eraseMerchant } from "../../shared/flows/merchants/erase-merchant.ts";
import { recordAudit } from "../../shared/flows/record-audit.ts";
import { keptRecordPages, unpackedRecord } from "../../shared/ledger/kept-records.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { exportedRecord } from "../../shared/views/exported-record.ts";
import { parseDuration } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { example } from "./example.ts";
import { jsonText, print } from "./output.ts";
import { type Input, run } from "./session.ts";

/** A request lives for 25 seconds, and a revoked key is rejected everywhere after 30. */
const SETTLE_SECONDS = 60;

/** A timer that is set for more than 24 days ends at once. */
const LONGEST_SETTLE_SECONDS = 24 * 60 * 60;

export function addMerchantData(merchants: Command): void {
  merchants
    .command("export <merchantId>")
    .description(
      "Export all data of a merchant, one JSON document per line, without secrets. It has personal data: keep it safe.",
    )
    .addHelpText("after", example("merchants export mer_… > merchant.jsonl"))
    .action(run(exportAll));

  merchants
    .command("erase <merchantId>")
    .description(
      "Erase a merchant's personal data: revokes its keys and removes names, addresses, references, endpoint, secrets and event bodies. Keeps ids, amounts and times. Safe to repeat.",
    )
    .option(
      "--settle <duration>",
      `how long to wait for running requests (default: ${SETTLE_SECONDS}s; at most 24h)`,
      parseDuration,
      SETTLE_SECONDS,
    )
    .addHelpText("after", example("merchants erase mer_… --yes"))
    .action(run(erase));
}

/** It changes nothing, but is audited: it is everything. */
async function exportAll({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  await recordAudit(merchantId, { action: "export-merchant" }, session.change());
  for await (const records of keptRecordPages(merchant))
    for (const record of records) print(jsonText(exportedRecord(unpackedRecord(record))));
}

async function erase({
  args: [merchantId],
  options: { settle },
  session,
}: Input<[string], { settle: number }>): Promise<void> {
  if (settle > LONGEST_SETTLE_SECONDS) throw new Failure("invalid_request", "--settle must be at most 24h.");
  const merchant = await getMerchant(merchantId);
  await confirm(
    session,
    `${merchant.name} loses access at once, and the data cannot be restored. Erase ${merchantId}?`,
  );
  const erasure = await eraseMerchant(merchant, session.change(), () => pause(settle * 1000));
  const { items, erased, left } = erasure;
  session.show(
    { merchantId, ...erasure },
    `${merchantId} is erased: ${items} items checked, ${erased} changed.${left > 0 ? ` ${unfinished(left)}` : ""}`,
  );
  if (left > 0) process.exitCode = 1;
}

const unfinished = (left: number): string =>
  `${left} items are not finished and keep their data (open-work list). Run the command again in three hours.`;
