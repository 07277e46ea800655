import { beforeEach, expect, it } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import * as table from "../../../shared/ledger/table.ts";
import type { QueryInput } from "../../simulation/ledger/fake-table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const { keptRecordPages } = await import("../../../shared/ledger/kept-records.ts");

/** Pages that do not come to an end fail here, instead of running for ever. */
const MOST_QUERIES = 200;
let asked: QueryInput[] = [];
beforeEach(() => {
  asked = [];
  world.query = (input) => {
    if (asked.push(input) > MOST_QUERIES) throw new Error("The pages have no end.");
    return world.table.query(input);
  };
});

const MERCHANT = { merchantId: "mer_1", account: { processorAccountId: "acct_1" } } as Merchant;
const WORK = table.statementWorkKey("mer_1", "2026-01-01");

const ITEMS: [string, table.Key, object?][] = [
  ["merchant", table.merchantKey("mer_1")],
  ["account_creation", table.accountCreationKey("mer_1")],
  ["statement_lines", table.statementLinesKey("mer_1", "2026-01-01", "run", 0)],
  ["statement", table.statementKey("mer_1", "2026-01-01")],
  ["watermark", table.statementWatermarkKey("mer_1")],
  ["payout", table.payoutKey("mer_1", "po_1")],
  ["payout_pointer", table.payoutPointerKey("mer_1", 1, "po_1")],
  ["payout_lines", table.payoutLinesKey("mer_1", "po_1", "run", 0)],
  ["attention", table.attentionKey("mer_1", "HOLD", "svcpay_1")],
  ["work_part", table.workPartKey(WORK, "part")],
  ["work", WORK],
  ["work", table.testEventsKey("mer_1", "ep_1")],
  ["pause", table.pauseKey("mer_1", "ep_1")],
  ["api_key", table.apiKeyKey("mer_1", "key_1")],
  ["audit_entry", table.auditKey("mer_1", 1)],
  ["console_session", table.sessionKey("mer_1", "01")],
  ["account", table.accountKey("acct_1")],
  ["watermark", table.watermarkKey("acct_1")],
  ["payment", table.paymentKey("svcpay_1"), { svcPaymentId: "svcpay_1", paymentSort: "1" }],
  ["operation", table.operationKey("svcpay_1", "op_1")],
  ["event", table.eventKey("evt_1"), { eventSort: "1" }],
  ["other", { pk: table.payoutPartition("mer_1"), sk: "LATER#1" }],
];

it("everything that the ledger holds of a merchant is met once, each as what it is", async () => {
  for (const [, key, given] of ITEMS) world.table.put({ ...key, merchantId: "mer_1", ...given }, {});
  world.table.put({ ...table.merchantKey("mer_2"), merchantId: "mer_2" }, {});
  const met: [string, table.Key][] = [];
  for await (const page of keptRecordPages(MERCHANT))
    met.push(...page.map(({ kind, item }): [string, table.Key] => [kind, table.keyOf(item)]));
  const inOrder = (all: [string, table.Key, object?][]) =>
    all.map(([kind, { pk, sk }]) => `${kind}: ${pk} ${sk}`).toSorted();
  expect(inOrder(met)).toEqual(inOrder(ITEMS));
});

it("what is more than a page is met once too, twenty-five at a time", async () => {
  const merchantId = "mer_3";
  for (let nth = 0; nth < 60; nth++) {
    const two = String(nth).padStart(2, "0");
    world.table.put({ ...table.statementKey(merchantId, two), merchantId }, {});
    world.table.put({ ...table.eventKey(`evt_m${two}`), merchantId, eventSort: two }, {});
    world.table.put(
      { ...table.paymentKey(`svcpay_m${two}`), merchantId, svcPaymentId: `svcpay_m${two}`, paymentSort: two },
      {},
    );
  }
  const met: string[] = [];
  for await (const page of keptRecordPages({ ...MERCHANT, merchantId, account: null }))
    met.push(...page.map(({ item: { pk, sk } }) => `${pk} ${sk}`));
  expect(met).toHaveLength(180);
  expect(new Set(met).size).toBe(180);
  expect(new Set(asked.map(({ Limit }) => Limit))).toEqual(new Set([25, 27]));
});
