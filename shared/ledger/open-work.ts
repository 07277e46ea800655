import { EVENT_ID, PAYMENT_ID } from "../domain/id-forms.ts";
import type { AccountCreation } from "./accounts.ts";
import type { AttentionRecord } from "./attention.ts";
import { getItem } from "./client.ts";
import type { DueItem } from "./due.ts";
import type { EventRecord } from "./event-record.ts";
import type { EventsWork } from "./events-work.ts";
import type { OperationRecord, PaymentRecord } from "./payments.ts";
import type { PayoutWork } from "./payout-work.ts";
import type { PayoutRecord } from "./payouts.ts";
import type { StatementWork } from "./statement-work.ts";
import {
  accountCreationKey,
  attentionPartition,
  eventKey,
  eventsWorkKey,
  type Key,
  operationKey,
  paymentKey,
  payoutKey,
  statementWorkKey,
} from "./table.ts";

/** What can stand on the due list, by what it is. */
export type OpenWork =
  | { kind: "payment"; record: PaymentRecord & DueItem }
  | { kind: "operation"; record: OperationRecord<never> & DueItem }
  | { kind: "account"; record: AccountCreation & DueItem }
  | { kind: "event"; record: EventRecord & DueItem }
  | { kind: "events_work"; record: EventsWork & DueItem }
  | { kind: "statement_work"; record: StatementWork & DueItem }
  | { kind: "payout"; record: PayoutRecord & DueItem }
  | { kind: "payout_work"; record: PayoutWork & DueItem }
  | { kind: "attention"; record: AttentionRecord & DueItem }
  /** Of a later release, which was rolled back or runs beside this one: left to it, and never in the others' way. */
  | { kind: "unknown"; record: DueItem & { merchantId: string } };

/** Which kind of open work an item is: its key says so. */
export function openWorkOf(item: DueItem): OpenWork {
  if (item.sk === "PAYMENT") return { kind: "payment", record: item as PaymentRecord & DueItem };
  if (item.sk === "EVENT") return { kind: "event", record: item as EventRecord & DueItem };
  if (item.pk.startsWith("ATTENTION#"))
    return { kind: "attention", record: item as AttentionRecord & DueItem };
  if (item.pk.startsWith("WORK#") && item.sk.startsWith("EVENTS#"))
    return { kind: "events_work", record: item as EventsWork & DueItem };
  if (item.pk.startsWith("WORK#") && item.sk.startsWith("STATEMENT#"))
    return { kind: "statement_work", record: item as StatementWork & DueItem };
  if (item.pk.startsWith("WORK#") && item.sk.startsWith("PAYOUT#"))
    return { kind: "payout_work", record: item as PayoutWork & DueItem };
  if (item.pk.startsWith("PAYOUTS#")) return { kind: "payout", record: item as PayoutRecord & DueItem };
  if (item.pk.startsWith("ONBOARDING#"))
    return { kind: "account", record: item as AccountCreation & DueItem };
  if (item.sk.startsWith("OPERATION#"))
    return { kind: "operation", record: item as OperationRecord<never> & DueItem };
  return { kind: "unknown", record: { ...item, merchantId: item.merchantId ?? "" } };
}

/** What an operator calls it, and `keyOfOpenWork` understands. */
export function idOf({ kind, record }: OpenWork): string {
  switch (kind) {
    case "payment":
      return record.svcPaymentId;
    case "operation":
      return `${record.svcPaymentId}/${record.operationId}`;
    case "account":
      return record.merchantId;
    case "event":
      return record.eventId;
    case "events_work":
      return `${record.merchantId}/${record.progress.kind}`;
    case "statement_work":
      return `${record.merchantId}/${record.progress.date}`;
    case "payout":
      return `${record.merchantId}/${record.facts.payoutId}`;
    case "payout_work":
      return `${record.merchantId}/${record.progress.payoutId}`;
    case "attention":
      return `${record.merchantId}/${record.sk}`;
    case "unknown":
      return `${record.pk}/${record.sk}`;
  }
}

const KEYS: [RegExp, (first: string, second: string) => Key][] = [
  [PAYMENT_ID, paymentKey],
  [/^(svcpay_[0-9a-f]{32})\/(op_[0-9a-f]{32})$/, operationKey],
  [/^(mer_\w+)$/, accountCreationKey],
  [EVENT_ID, eventKey],
  [/^(mer_\w+)\/(recover|release|hold)$/, eventsWorkKey],
  [/^(mer_\w+)\/(po_\w+)$/, payoutKey],
  [/^(mer_\w+)\/(\d{4}-\d{2}-\d{2})$/, statementWorkKey],
  [
    /^(mer_\w+)\/((?:HOLD|DISPUTE|REFUND|PAYOUT)#\w+)$/,
    (merchantId, sk) => ({ pk: attentionPartition(merchantId), sk }),
  ],
];

/** undefined: nothing that could stand on the list is called so. */
export function keyOfOpenWork(id: string): Key | undefined {
  for (const [form, keyFor] of KEYS) {
    const [whole = "", first = whole, second = ""] = form.exec(id) ?? [];
    if (first) return keyFor(first, second);
  }
  return undefined;
}

/** undefined: it is gone. */
export async function findOpenWork(key: Key): Promise<OpenWork | undefined> {
  const item = await getItem<DueItem>(key);
  return item && openWorkOf(item);
}
