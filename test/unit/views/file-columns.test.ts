import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FILE_COLUMNS } from "../../../shared/contract/file-columns.ts";
import contract from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import type { JoinedLine } from "../../../shared/domain/finance/accounting.ts";
import type { BalanceReport } from "../../../shared/domain/finance/balance-report.ts";
import { movementsFile } from "../../../shared/views/movement.ts";
import { type OrderedLine, type PaidLine, payoutCsv, payoutsCsv } from "../../../shared/views/payout.ts";
import { balanceReportCsv, type OrderedPayment, statementCsv } from "../../../shared/views/statement.ts";

const NO_DAYS = {
  from: "",
  to: "",
  days: [],
  missingDays: [],
  notFinalDays: [],
  rows: [],
  balanceChecked: true,
};
const FILES = {
  movements: {
    header: movementsFile({ from: "", to: "" }, false, 0).header,
    path: "/v1/reports/movements.csv",
  },
  payoutLines: { header: payoutCsv({}, false).header, path: "/v1/payouts/{id}/lines.csv" },
  payouts: { header: payoutsCsv({}, false).header, path: "/v1/reports/payouts.csv" },
  statementPayments: { header: statementCsv({}, false).header, path: "/v1/statements/{date}/payments.csv" },
  balance: { header: balanceReportCsv(NO_DAYS, {}), path: "/v1/reports/balance.csv" },
} as const;

const guide = readFileSync(new URL("../../../shared/contract/finance.md", import.meta.url), "utf8");

describe.each(Object.entries(FILES))("the file of %s", (name, { header, path }) => {
  const named = FILE_COLUMNS[name as keyof typeof FILES];
  const columns = header
    .trim()
    .split(",")
    .filter((column) => !column.endsWith("Cents"));

  it("has the columns that the contract names, in their order", () => {
    expect(columns).toEqual(named);
  });

  it("has each column explained in its operation and in the guide", () => {
    const { description } = contract.paths[path].get;
    expect(columns.filter((column) => !description.includes(`- \`${column}\`: `))).toEqual([]);
    expect(columns.filter((column) => !new RegExp(`^\\|[^|]*\`${column}\``, "m").test(guide))).toEqual([]);
  });
});

/* Every amount is another one, so that no column can show its neighbor's. */
const AT = Date.UTC(2026, 6, 9, 8, 7, 6);
const FEES = { platformFeeCents: 2, otherFeesCents: 3, processorFeeCents: 4, taxCents: 5, netCents: 6 };
const LINE = {
  ...{ transactionId: "txn_1", at: AT, kind: "charge", svcPaymentId: "svcpay_1", merchantsOwn: true },
  ...{ orderRef: "o-1", metadata: { a: "b" }, customerRef: "c-1", currency: "usd", exchangeRate: 0.5 },
  ...{ chargedCents: 7, chargeCurrency: "jpy", grossCents: 1, ...FEES },
  payout: { payoutId: "po_1", arrivesAt: AT, status: "paid" },
} as unknown as JoinedLine & PaidLine & OrderedLine;
const TEXT =
  '2026-07-09,08:07:06,charge,svcpay_1,o-1,"{""a"":""b""}",true,jpy,7,7,0.5,usd,' +
  "1,0.01,2,0.02,3,0.03,4,0.04,5,0.05,6,0.06";
const PAYMENT = {
  ...{ svcPaymentId: "svcpay_1", orderRef: "o-1", metadata: { a: "b" }, intentId: "pi_1" },
  ...{ chargeCurrency: "jpy", chargedCents: 7, exchangeRate: 0.5, currency: "usd", grossCents: 1 },
  ...{ refundsCents: 2, disputesCents: 3, platformFeesCents: 4, platformFeesReturnedCents: 10 },
  ...{ processorFeesCents: 5, netCents: 6 },
} as unknown as OrderedPayment;
const PAYMENT_TEXT =
  'svcpay_1,o-1,"{""a"":""b""}",jpy,7,7,0.5,usd,1,0.01,2,0.02,3,0.03,14,0.14,10,0.10,5,0.05,6,0.06,pi_1';
const movement = (given: object, isOperator = false) =>
  movementsFile({ from: "", to: "" }, isOperator, 0).toText({ ...LINE, ...given });
const moved = (kind: string) => ({ kind, payout: null, sourcePayoutId: "po_2" });

it("every number has the decimal mark that was asked for, also the exchange rate", () => {
  const form = { separator: ";", decimal: "comma" } as const;
  const shown = 'jpy;7;7;"0,5";usd;1;"0,01";';
  expect(movementsFile({ from: "", to: "", ...form }, false, 0).toText(LINE)).toContain(shown);
  expect(statementCsv(form, false).toText(PAYMENT)).toContain(shown);
});

it.each([
  ["movements", movement({}), `${TEXT},c-1,po_1,2026-07-09,paid,,txn_1`],
  ["a payout", movement(moved("payout")), `${TEXT.replace("charge", "payout")},c-1,po_2,,,,txn_1`],
  [
    "a return",
    movement(moved("payout_failure")),
    `${TEXT.replace("charge", "payout_failure")},c-1,,,,po_2,txn_1`,
  ],
  ["another line of a payout", movement(moved("charge")), `${TEXT},c-1,,,,,txn_1`],
  ["a payout's lines", payoutCsv({}, false).toText(LINE), `${TEXT},txn_1`],
  ["payouts", payoutsCsv({}, false).toText(LINE), `po_1,2026-07-09,paid,${TEXT},txn_1`],
  ["a statement's payments", statementCsv({}, false).toText(PAYMENT), PAYMENT_TEXT],
])("a row of the file of %s has each column's own value", (_, row, text) => {
  expect(row).toBe(`${text}\r\n`);
});

it.each([
  ["movements", movement({}, true)],
  ["movements without a customer", movement({ customerRef: null }, true)],
  ["a payout's lines", payoutCsv({}, true).toText(LINE)],
  ["payouts", payoutsCsv({}, true).toText(LINE)],
  ["a statement's payments", statementCsv({}, true).toText(PAYMENT)],
])("a row of the file of %s hides from an operator what the merchant has written", (_, row) => {
  expect(row).toContain(",o-1,,");
  expect(row).not.toContain("c-1");
});

it("the file of balances has its days in their order, and those that are missing without amounts", () => {
  const row = Object.fromEntries(
    [
      "openingBalance",
      "gross",
      "refunds",
      "disputes",
      "platformFees",
      "platformFeesReturned",
      "processorFees",
    ]
      .concat(["merchantsOwnNet", "other", "payouts", "payoutsReturned", "difference", "closingBalance"])
      .map((name, nth) => [`${name}Cents`, nth + 1]),
  );
  const day = (date: string, final: boolean) => ({ date, final, rows: [{ currency: "jpy", ...row }] });
  const days = [day("2026-07-01", true), day("2026-07-03", false)];
  const report = { ...NO_DAYS, days, missingDays: ["2026-07-02"] } as unknown as BalanceReport;
  const amounts = Array.from({ length: 13 }, (_, nth) => `${nth + 1},${nth + 1}`).join();
  expect(balanceReportCsv(report, {}).split("\r\n").slice(1)).toEqual([
    `2026-07-01,final,jpy,${amounts}`,
    `2026-07-02,missing,${",".repeat(26)}`,
    `2026-07-03,not_final,jpy,${amounts}`,
    "",
  ]);
});
