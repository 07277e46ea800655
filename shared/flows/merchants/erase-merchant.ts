import type { ChainedEntry } from "../../domain/access/audit-chain.ts";
import {
  type ErasureOutcome,
  eraseAccountCreation,
  eraseApiKey,
  eraseAttention,
  eraseAuditEntry,
  eraseConsoleSession,
  eraseDelivery,
  eraseEvent,
  eraseMerchantRecord,
  eraseOperation,
  erasePayment,
} from "../../ledger/erasure.ts";
import { type DeliveryRecord, type EventRecord, findEvent } from "../../ledger/events.ts";
import { type KeptRecord, keptRecordPages } from "../../ledger/kept-records.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import type { Key } from "../../ledger/table.ts";
import { visitEvent } from "../events/apply-event.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/*
 * A merchant is forgotten, as far as the books allow:
 *
 *   mark    the merchant. From here on no key opens anything, no event of its accounts is taken, no endpoint is known.
 *   settle  what had begun before has ended: requests, webhooks, revocations.
 *   erase   item by item, everything that the ledger holds of it.
 *   mark    once more, for what a request that was under way has brought back.
 *
 * Every write may be repeated. When the command dies, running it again goes through everything and writes only where
 * something is left, or has come back. An event that is recorded and not applied keeps its bytes, which are all that the
 * ledger knows of it: it is finished first, and `left` where that fails. A claim that a visit may still complete is `left`,
 * too, because an erased claim is never completed. A later run takes what was left.
 */

export type Erasure = { items: number; erased: number; left: number };

/** `settle`: waits until what has begun has ended. */
export async function eraseMerchant(
  merchant: Merchant,
  change: Change,
  settle: () => Promise<void>,
): Promise<Erasure> {
  await recordAudit(merchant.merchantId, { action: "erase-merchant" }, change);
  await eraseMerchantRecord(merchant.merchantId, change.at);
  await settle();
  const total: Erasure = { items: 0, erased: 0, left: 0 };
  for await (const page of keptRecordPages(merchant)) {
    const outcomes = await Promise.all(page.map((record) => eraseRecord(record, change.at)));
    total.items += page.length;
    total.erased += outcomes.filter((outcome) => outcome === "erased").length;
    total.left += outcomes.filter((outcome) => outcome === "not_finished").length;
  }
  await eraseMerchantRecord(merchant.merchantId, change.at);
  return total;
}

const eraseRecord = async ({ kind, item }: KeptRecord, at: number): Promise<ErasureOutcome> =>
  (await ERASERS[kind]?.(item, at)) ?? "nothing_personal";

const ERASERS: Partial<Record<KeptRecord["kind"], (item: Key, at: number) => Promise<ErasureOutcome>>> = {
  account_creation: eraseAccountCreation,
  attention: eraseAttention,
  api_key: eraseApiKey,
  console_session: eraseConsoleSession,
  payment: erasePayment,
  operation: eraseOperation,
  event: (item, at) => eraseFinished(item as EventRecord, at),
  delivery: (item, at) => eraseDelivery(item as DeliveryRecord, at),
  audit_entry: (item, at) => eraseAuditEntry(item as ChainedEntry & Key, at),
};

async function eraseFinished(event: EventRecord, at: number): Promise<ErasureOutcome> {
  if (event.finishedAt !== undefined) return eraseEvent(event, at);
  await visitEvent(event, at, { nth: 1 }).catch(() => undefined);
  const visited = await findEvent(event.eventId);
  return visited ? eraseEvent(visited, at) : "nothing_personal";
}
