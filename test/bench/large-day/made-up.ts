import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Stripe from "stripe";
import { hashSecret } from "../../../shared/domain/access/credential.ts";
import { projectIntent } from "../../../shared/domain/payments/payment.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { apiKeyKey, type Key, merchantKey, paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import { toPaidSnapshot } from "../../../shared/processor/snapshot.ts";
import {
  type ConditionInput,
  FakeTable,
  type QueryInput,
  type UpdateInput,
} from "../../simulation/ledger/fake-table.ts";
import type { Item } from "../../simulation/ledger/values.ts";

/*
 * A day of one merchant that is as large as is asked for, made up at every question: so whatever is held was held by the
 * flow. Every payment was paid, every fiftieth was refunded in part half a day later. Loaded before the service.
 */
export const DATE = "2026-01-04";
export const MERCHANT = `mer_${"1".repeat(16)}`;
export const ACCOUNT = "acct_1";
const DAY_MS = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 0, 4);
const NOW = MIDNIGHT + 2 * DAY_MS;
const PAGE = 100;
const REFUNDED_EVERY = 50;

let payments = 0;
export const makeUp = (count: number): void => {
  payments = count;
};

const PAGES_BETWEEN_LOOKS = 97;
const PARTS_BETWEEN_LOOKS = 23;
let peakBytes = 0;
let calls = 0;

const digits = (nth: number, length: number) => String(nth).padStart(length, "0");
const idOf = (nth: number) => `svcpay_${digits(nth, 32)}`;
const atMs = (nth: number) => MIDNIGHT + Math.floor((nth * DAY_MS) / payments);
const chargeOf = (nth: number) =>
  ({
    ...{ id: `ch_${digits(nth, 24)}`, object: "charge", status: "succeeded", currency: "usd", amount: 1000 },
    ...{ amount_captured: 1000, amount_refunded: 0, captured: true, application: null },
    ...{ application_fee_amount: 51, payment_intent: `pi_${digits(nth, 24)}` },
    ...{ metadata: { svcPaymentId: idOf(nth), svcEnv: "bench" }, payment_method_details: { type: "card" } },
  }) as unknown as Stripe.Charge;

function recordOf(nth: number): PaymentRecord {
  const terms = { connectedAccountId: ACCOUNT, amountCents: 1000, applicationFeeCents: 51, currency: "usd" };
  return {
    ...paymentKey(idOf(nth)),
    ...{
      svcPaymentId: idOf(nth),
      merchantId: MERCHANT,
      state: "completed",
      version: 1,
      createdAt: atMs(nth),
    },
    ...{
      terms: { ...terms, captureMethod: "automatic" },
      paymentSort: `${timeSort(atMs(nth))}#${idOf(nth)}`,
    },
    ...projectIntent(toPaidSnapshot(chargeOf(nth), `pi_${digits(nth, 24)}`)),
  } as unknown as PaymentRecord;
}

// The ledger: small items in memory, packed ones on disk.

const folder = mkdtempSync(join(tmpdir(), "large-day-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const table = new FakeTable({ now: () => NOW, indexLagMs: () => 0 });
const fileOf = ({ pk, sk }: Key) => join(folder, Buffer.from(`${pk} ${sk}`).toString("base64url"));

const get = (key: Key): Item | undefined => {
  const [, nth] = /^PAYMENT#svcpay_(\d+)$/.exec(key.pk) ?? [];
  if (nth !== undefined) return recordOf(Number(nth)) as unknown as Item;
  const item = table.get(key);
  if (!item?.isOnDisk) return item;
  look(PARTS_BETWEEN_LOOKS);
  return { ...item, bytes: readFileSync(fileOf(key)) };
};
const put = (item: Item & Key, condition: ConditionInput) => {
  if (!(item.bytes instanceof Uint8Array)) return table.put(item, condition);
  writeFileSync(fileOf(item), item.bytes);
  return table.put({ pk: item.pk, sk: item.sk, isOnDisk: true }, condition);
};
const largeDayLedger = {
  getItem: async (key: Key) => get(key),
  getItems: async (keys: Key[]) => keys.flatMap((key) => get(key) ?? []),
  sendPut: async (item: Item & Key, condition: ConditionInput) => put(item, condition),
  sendUpdate: async (key: Key, input: UpdateInput) => table.update(key, input),
  putNewItem: async (item: Item & Key) => put(item, { ConditionExpression: "attribute_not_exists(pk)" }),
  sendQuery: async (query: QueryInput) => ({ items: table.query(query), isCutOff: false }),
};

const largeDayLists = {
  /** Newest first. */
  listPayments: async (_: object, { limit, after }: { limit: number; after?: PaymentRecord }) => {
    look(PAGES_BETWEEN_LOOKS);
    const [, last = String(payments)] = /#svcpay_(\d+)$/.exec(after?.paymentSort ?? "") ?? [];
    const from = Number(last) - 1;
    const items = Array.from({ length: Math.min(limit, from + 1) }, (_, offset) => recordOf(from - offset));
    return { items, hasMore: from - limit >= 0 };
  },
};

// The processor: lines by time.

const listLines = async ({ created, starting_after: after }: Stripe.BalanceTransactionListParams) => {
  look(PAGES_BETWEEN_LOOKS);
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = (created ?? {}) as Stripe.RangeQueryParam;
  const [from, until] = [gte, lt].map((seconds) => firstSince(seconds * 1000)) as [number, number];
  const next = after === undefined ? from : Number(after.slice(4)) + 1;
  const data = Array.from(
    { length: Math.max(0, Math.min(PAGE, until - next)) },
    (_, offset) => next + offset,
  );
  return { data: data.flatMap(linesOf), has_more: next + PAGE < until };
};
const firstSince = (ms: number) => {
  const nth = Math.ceil(((Math.min(ms, MIDNIGHT + DAY_MS) - MIDNIGHT) * payments) / DAY_MS);
  return Math.max(0, Math.min(payments, nth));
};

/** With each payment's line, at times the refund of one that was paid half a day before. */
function linesOf(nth: number): object[] {
  const line = {
    ...{ object: "balance_transaction", balance_type: "payments", created: Math.floor(atMs(nth) / 1000) },
    ...{ currency: "usd", exchange_rate: null, id: `txn_${digits(nth, 24)}` },
  };
  const fee_details = [
    { amount: 51, type: "application_fee" },
    { amount: 59, type: "stripe_fee" },
  ];
  const charge = { ...line, amount: 1000, fee: 110, net: 890, fee_details, source: chargeOf(nth) };
  const paid = { ...charge, reporting_category: "charge", type: "charge" };
  const refunded = nth - Math.floor(payments / 2);
  if (refunded < 0 || refunded % REFUNDED_EVERY !== 0) return [paid];
  const source = { id: `re_${refunded}`, object: "refund", payment_intent: `pi_${digits(refunded, 24)}` };
  const refund = {
    ...line,
    id: `txn_re_${refunded}`,
    amount: -100,
    fee: 0,
    net: -100,
    fee_details: [],
    source,
  };
  return [{ ...refund, reporting_category: "refund", type: "refund" }, paid];
}

const largeDayProcessor = {
  balanceTransactions: { list: listLines },
  balance: { retrieve: async () => ({ available: [], pending: [] }) },
  // All of them were paid: the list has nothing that money has not led to.
  paymentIntents: { list: async () => ({ data: [], has_more: false }) },
};

/** Whose key the download is made with. */
export function signUp({ keyId, secret }: { keyId: string; secret: string }): void {
  const times = { createdAt: MIDNIGHT, endsAt: null };
  const key = { keyId, merchantId: MERCHANT, preset: "full", salt: "salt", hash: hashSecret(secret, "salt") };
  table.put({ ...apiKeyKey(MERCHANT, keyId), ...key, ...times }, {});
  table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, name: "Shop", createdAt: MIDNIGHT }, {});
}

/** What is held is looked at once in so many calls: cleaning up first takes its time. */
function look(every: number): void {
  if (++calls % every !== 0) return;
  globalThis.gc?.();
  peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed);
}

export const heldAtMost = (): number => peakBytes;

export const forgetHeld = (): void => {
  peakBytes = 0;
};

const MADE_UP: Record<string, string> = {
  "shared/ledger/client.ts":
    "export const { getItem, getItems, sendPut, sendUpdate, putNewItem, sendQuery } = globalThis.largeDay.ledger; export const sendCount = undefined; export const isTooLarge = () => false; export class SentTooLate extends Error {}",
  "shared/ledger/payment-lists.ts":
    "export const { listPayments } = globalThis.largeDay.lists; export const findPaymentByIntent = undefined;",
  "shared/processor/client.ts":
    "const ask = (call) => call(globalThis.largeDay.processor); export const callProcessor = ask; export const readFromProcessor = ask;",
  "shared/runtime/secrets.ts":
    "export const readProcessorKeys = async () => ({ secretKey: '' }); export const forgetProcessorKeys = () => {}; export const isLiveMode = async () => false;",
};
const ROOT = new URL("../../../", import.meta.url).href;

/** From here on the modules that go outside are this day's. */
export function enterLargeDay(): void {
  Object.assign(globalThis, {
    largeDay: { ledger: largeDayLedger, lists: largeDayLists, processor: largeDayProcessor },
  });
  Object.assign(process.env, { ENVIRONMENT: "bench", METRICS: "off", LOG_LEVEL: "SILENT", TABLE_NAME: "t" });
  registerHooks({
    load(url, context, next) {
      const source = url.startsWith(ROOT) ? MADE_UP[url.slice(ROOT.length)] : undefined;
      return source === undefined ? next(url, context) : { format: "module", source, shortCircuit: true };
    },
  });
}
