import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type Stripe from "stripe";
import { beforeAll, expect, it, vi } from "vitest";
import { MAX_FILE_BYTES } from "../../../shared/domain/finance/csv.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { FakeWorld } from "../../support/fake-world.ts";
import { payoutFactsWith } from "../../support/payouts.ts";
import { balanceLineWith, chargeWith } from "../../support/stripe-objects.ts";

/*
 * A payout of 20 000 lines, as many as go into one file, read by the real flow into a ledger in memory. The processor's
 * list is made up page by page, in the SDK's own types, so that whatever is still held was held by the flow.
 */
const LINES = 20_000;
const PAGE = 100;
const NET = 890;
const MERCHANT = { merchantId: "mer_1" } as Merchant;
const FACTS = payoutFactsWith({
  amountCents: LINES * NET,
  ...{ createdAt: Date.UTC(2026, 0, 5), arrivesAt: Date.UTC(2026, 0, 7) },
});
const digits = (nth: number, length: number) => String(nth).padStart(length, "0");
const paymentId = (nth: number) => `svcpay_${digits(nth, 32)}`;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const world = new FakeWorld().enter();

/** What was asked of the processor and written to the ledger, in turn, and how much was held at every 20th page. */
const done: string[] = [];
const heldBytes: number[] = [];

/** The nth line, newest first; the first is the payout's own. */
function transactionOf(nth: number): Stripe.BalanceTransaction {
  const id = `txn_${digits(nth, 24)}`;
  const line = { id, created: 1_767_000_000 - nth };
  if (nth === 0) {
    const amount = -FACTS.amountCents;
    const own = { ...line, amount, net: amount, source: FACTS.payoutId };
    return balanceLineWith({ ...own, reporting_category: "payout", type: "payout" });
  }
  const detail = { currency: "usd", description: null };
  const fee_details = [
    { ...detail, amount: 51, application: "ca_1", type: "application_fee" },
    { ...detail, amount: 59, application: null, type: "stripe_fee" },
  ];
  return balanceLineWith({ ...line, fee: 110, fee_details, net: NET, source: chargeOf(nth) });
}

/** Of a charge only what is read of it, and a text as large as a charge is. */
const chargeOf = (nth: number) =>
  chargeWith({
    ...{ id: `ch_${digits(nth, 24)}`, payment_intent: `pi_${digits(nth, 24)}` },
    ...{ metadata: { svcPaymentId: paymentId(nth), svcEnv: "test" }, description: `${nth} `.repeat(500) },
  });

const balanceTransactions = {
  list: async ({ payout, limit, starting_after: after }: Stripe.BalanceTransactionListParams) => {
    if (payout !== FACTS.payoutId) return { data: [1, 2, 3].map(transactionOf), has_more: false };
    done.push("asked");
    if (done.length % 40 === 1) {
      collectGarbage();
      heldBytes.push(process.memoryUsage().heapUsed);
    }
    const from = after === undefined ? 0 : Number(after.slice(4)) + 1;
    const until = Math.min(from + Number(limit), LINES + 1);
    const data = Array.from({ length: until - from }, (_, offset) => transactionOf(from + offset));
    return { data, has_more: until <= LINES };
  },
};
/** What was counted, as the alarms see it. */
const counted = world.recordCounts();
world.askMadeUp({ balanceTransactions });

let compose: (payoutId?: string) => Promise<unknown>;
let render: (record: PayoutRecord) => Promise<string>;
let record: () => Promise<PayoutRecord>;
beforeAll(async () => {
  const { composePayout } = await import("../../../shared/flows/payout-lines/compose-payout.ts");
  const { renderLines } = await import("../../../shared/flows/payouts/list-payouts.ts");
  const { payoutCsv } = await import("../../../shared/views/payout.ts");
  const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");
  const { createPayout, findPayout } = await import("../../../shared/ledger/payouts.ts");
  const run = { now: () => world.now, traceId: "run" };
  compose = (payoutId = FACTS.payoutId) => composePayout(MERCHANT, payoutId, run);
  render = (record) => renderLines(record, payoutCsv({}, false));
  record = async () => (await findPayout("mer_1", FACTS.payoutId)) as PayoutRecord;
  const terms = {
    ...{ connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 51, currency: "usd" },
    captureMethod: "automatic" as const,
  };
  for (let nth = 1; nth <= LINES; nth++) {
    const payment = { svcPaymentId: paymentId(nth), merchantId: "mer_1", traceId: "t", at: world.now };
    const ordered = { ...terms, orderRef: `order-2026-01-05-${nth}` };
    const item = newPaymentRecord({ ...payment, terms: ordered });
    const processorPaymentIntentId = `pi_${digits(nth, 24)}`;
    world.table.put({ ...item, state: "completed", processorPaymentIntentId }, {});
  }
  await createPayout("mer_1", FACTS, world.now);
});

it("a payout of 20 000 lines is read page by page: no more than a page is held, whatever came before it", async () => {
  const put = world.table.put.bind(world.table);
  vi.spyOn(world.table, "put").mockImplementation((item, condition) => {
    if (item.sk.startsWith("LINES#")) done.push("written");
    return put(item, condition);
  });
  expect(await compose()).toEqual({ kind: "done" });
  const pages = LINES / PAGE + 1;
  // The next page is asked for once the one before is written down.
  expect(done).toEqual(Array.from({ length: pages }, () => ["asked", "written"]).flat());
  // A hundred pages of the processor's are 25 MB; what is kept of them is the intents that were met, and chunks.
  const [first = 0, ...later] = heldBytes;
  expect(later.length).toBeGreaterThan(8);
  expect(Math.max(...later) - first).toBeLessThan(15_000_000);
  const { composed } = await record();
  expect(composed?.totals.charge).toMatchObject({ count: LINES, netCents: FACTS.amountCents });
  const work = world.table.peek({ pk: "WORK#mer_1", sk: "PAYOUT#po_1" });
  expect(JSON.stringify(work).length).toBeLessThan(5_000);
  expect(counted).toEqual([]);
});

it("a payout of 20 000 lines is one file that fits into an answer, and one more is advised to be paged", async () => {
  const payout = await record();
  const file = await render(payout);
  expect(Buffer.byteLength(file)).toBeLessThan(MAX_FILE_BYTES);
  const rows = file.trimEnd().split("\r\n");
  expect(rows).toHaveLength(LINES + 1);
  const net = rows[0]?.split(",").indexOf("netCents") ?? -1;
  const sum = rows.slice(1).reduce((total, row) => total + Number(row.split(",")[net]), 0);
  expect(sum).toBe(FACTS.amountCents);
  expect(new Set(rows).size).toBe(rows.length);
  // Oldest first.
  expect(rows[1]).toContain(`order-2026-01-05-${LINES},`);
  const { composed } = payout;
  if (!composed) throw new Error("not composed");
  const larger = { ...payout, composed: { ...composed, chunkSizes: [...composed.chunkSizes, 1] } };
  await expect(render(larger)).rejects.toMatchObject({ code: "too_many_lines" });
});
