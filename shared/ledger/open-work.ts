import { EVENT_ID, PAYMENT_ID } from "../domain/id-forms.ts";
import type { Cancel, Capture, Charge, MoneyOperation, Refund } from "../domain/payments/operation.ts";
import type { AccountCreation } from "./accounts.ts";
import type { AttentionRecord } from "./attention.ts";
import { getItem } from "./client.ts";
import type { DueItem } from "./due.ts";
import type { DeliveryRecord, EventRecord } from "./events.ts";
import type { EventsWork } from "./events-work.ts";
import type { OperationRecord, PaymentRecord } from "./payments.ts";
import type { PayoutWork } from "./payout-work.ts";
import type { PayoutRecord } from "./payouts.ts";
import type { StatementWork } from "./statement-work.ts";
import {
  accountCreationKey,
  attentionPartition,
  deliveryKey,
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
  charge: OperationRecord<Charge>;
  capture: OperationRecord<Capture>;
  refund: OperationRecord<Refund>;
  cancel: OperationRecord<Cancel>;
  account: AccountCreation;
  event: EventRecord;
  delivery: DeliveryRecord;
  events_work: EventsWork;
  statement_work: StatementWork;
  payout: PayoutRecord;
  payout_work: PayoutWork;
  attention: AttentionRecord;
};

export type OpenWorkKind = keyof OpenRecords;

export type OpenRecord<K extends OpenWorkKind> = OpenRecords[K] & DueItem;

export type OpenWork<K extends OpenWorkKind = OpenWorkKind> = {
  [P in K]: { kind: P; record: OpenRecord<P> };
}[K];

type KindRow<K extends OpenWorkKind> = {
  pk: string;
  sk: string;
  /** The id that operators use, and its form. */
  id: (record: OpenRecord<K>) => string;
  form?: RegExp;
  keyOf?: (first: string, second: string) => Key;
  /** Of an operation: what was decided. */
  decided?: MoneyOperation["kind"];
};

const operation = <K extends MoneyOperation["kind"]>(decided: K): KindRow<K> => ({
  pk: "PAYMENT#",
  sk: "OPERATION#",
  id: ({ svcPaymentId, operationId }) => `${svcPaymentId}/${operationId}`,
  form: /^(svcpay_[0-9a-f]{32})\/(op_[0-9a-f]{32})$/,
  keyOf: operationKey,
  decided,
});

const KINDS: { [K in OpenWorkKind]: KindRow<K> } = {
  payment: {
    pk: "PAYMENT#",
    sk: "PAYMENT",
    id: ({ svcPaymentId }) => svcPaymentId,
    form: PAYMENT_ID,
    keyOf: paymentKey,
  },
  charge: operation("charge"),
  capture: operation("capture"),
  refund: operation("refund"),
  cancel: operation("cancel"),
  account: {
    pk: "ONBOARDING#",
    sk: "OPERATION#",
    id: ({ merchantId }) => merchantId,
    form: /^(mer_\w+)$/,
    keyOf: accountCreationKey,
  },
  event: { pk: "EVENT#", sk: "EVENT", id: ({ eventId }) => eventId, form: EVENT_ID, keyOf: eventKey },
  delivery: {
    pk: "EVENT#",
    sk: "DELIVERY#",
    id: ({ eventId, endpointId }) => `${eventId}/${endpointId}`,
    form: /^(evt_\w+)\/(ep_[0-9a-f]+)$/,
    keyOf: deliveryKey,
  },
  events_work: {
    pk: "WORK#",
    sk: "EVENTS#",
    id: ({ merchantId, progress }) => `${merchantId}/${progress.kind}`,
    form: /^(mer_\w+)\/(recover|release)$/,
    keyOf: eventsWorkKey,
  },
  statement_work: {
    pk: "WORK#",
    sk: "STATEMENT#",
    id: ({ merchantId, progress }) => `${merchantId}/${progress.date}`,
    form: /^(mer_\w+)\/(\d{4}-\d{2}-\d{2})$/,
    keyOf: statementWorkKey,
  },
  payout: {
    pk: "PAYOUTS#",
    sk: "PAYOUT#",
    id: ({ merchantId, facts }) => `${merchantId}/${facts.payoutId}`,
    form: /^(mer_\w+)\/(po_\w+)$/,
    keyOf: payoutKey,
  },
  /** Its id is the payout's, whose visit does the same. */
  payout_work: {
    pk: "WORK#",
    sk: "PAYOUT#",
    id: ({ merchantId, progress }) => `${merchantId}/${progress.payoutId}`,
  },
  attention: {
    pk: "ATTENTION#",
    sk: "",
    id: ({ merchantId, sk }) => `${merchantId}/${sk}`,
    form: /^(mer_\w+)\/((?:HOLD|DISPUTE|WARNING|REFUND|PAYOUT)#\w+)$/,
    keyOf: (merchantId, sk) => ({ pk: attentionPartition(merchantId), sk }),
  },
};

/** undefined: of a kind that a later release has put on the list. */
export function openWorkOf(item: DueItem): OpenWork | undefined {
  const { decided: done } = item as Partial<OperationRecord<MoneyOperation>>;
  const found = Object.entries(KINDS).find(
    ([, { pk, sk, decided }]) =>
      item.pk.startsWith(pk) && item.sk.startsWith(sk) && (!decided || decided === done?.kind),
  );
  // The key's form says which record was stored, which the compiler cannot know.
  return found && ({ kind: found[0], record: item } as OpenWork);
}

/** The id that operators use; `keyOfOpenWork` reads it. */
export const idOf = <K extends OpenWorkKind>({ kind, record }: OpenWork<K>): string => KINDS[kind].id(record);

/** undefined: no item on the list can have this id. */
export function keyOfOpenWork(id: string): Key | undefined {
  for (const { form, keyOf } of Object.values(KINDS)) {
    const [whole = "", first = whole, second = ""] = form?.exec(id) ?? [];
    if (first && keyOf) return keyOf(first, second);
  }
  return undefined;
}

export async function findOpenWork(key: Key): Promise<OpenWork | undefined> {
  const item = await getItem<DueItem>(key);
  return item && openWorkOf(item);
}
