import { EVENT_ID, PAYMENT_ID } from "../domain/id-forms.ts";
import type { NothingLeft, ToDo } from "../domain/payments/operation.ts";
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

type OpenRecords = {
  payment: PaymentRecord;
  operation: OperationRecord<ToDo | NothingLeft>;
  account: AccountCreation;
  event: EventRecord;
  events_work: EventsWork;
  statement_work: StatementWork;
  payout: PayoutRecord;
  payout_work: PayoutWork;
  attention: AttentionRecord;
  /** Of a later release, which was rolled back or runs beside this one: left to it, and never in the others' way. */
  unknown: { merchantId: string };
};

type Kind = keyof OpenRecords;

/** What can stand on the due list, by what it is. */
export type OpenWork = { [K in Kind]: { kind: K; record: OpenRecords[K] & DueItem } }[Kind];

/** How the keys of each kind begin. */
const KINDS: readonly (readonly [pk: string, sk: string, kind: Kind])[] = [
  ["PAYMENT#", "PAYMENT", "payment"],
  ["PAYMENT#", "OPERATION#", "operation"],
  ["ONBOARDING#", "OPERATION#", "account"],
  ["EVENT#", "EVENT", "event"],
  ["WORK#", "EVENTS#", "events_work"],
  ["WORK#", "STATEMENT#", "statement_work"],
  ["WORK#", "PAYOUT#", "payout_work"],
  ["PAYOUTS#", "PAYOUT#", "payout"],
  ["ATTENTION#", "", "attention"],
];

/** Which kind of open work an item is: its key says so. */
export function openWorkOf(item: DueItem): OpenWork {
  const [, , kind = "unknown"] =
    KINDS.find(([pk, sk]) => item.pk.startsWith(pk) && item.sk.startsWith(sk)) ?? [];
  // What stands under a key of this form was written as this kind of record, which no compiler can know.
  return { kind, record: { ...item, merchantId: item.merchantId ?? "" } } as OpenWork;
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
