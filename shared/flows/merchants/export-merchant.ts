import { keptRecordPages, unpackedRecord } from "../../ledger/kept-records.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { exportedRecord } from "../../views/exported-record.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** All that the ledger holds of a merchant, page by page. It changes nothing, but is noted: it is everything. */
export async function* exportMerchant(
  merchant: Merchant,
  change: Change,
): AsyncGenerator<Record<string, unknown>[]> {
  await recordAudit(merchant.merchantId, { action: "export-merchant" }, change);
  for await (const page of keptRecordPages(merchant))
    yield page.map((record) => exportedRecord(unpackedRecord(record)));
}
