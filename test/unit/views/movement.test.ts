import { describe, expect, it } from "vitest";
import type { JoinedLine } from "../../../shared/domain/finance/accounting.ts";
import { MOVEMENT_KINDS } from "../../../shared/domain/finance/movement.ts";
import { movementsFile } from "../../../shared/views/movement.ts";
import { payoutLineWith } from "../../support/payouts.ts";

const AT = Date.UTC(2026, 6, 31, 12);
const line = (given: Partial<JoinedLine> = {}): JoinedLine => ({
  ...payoutLineWith({ at: Date.UTC(2026, 6, 9, 8), svcPaymentId: "svcpay_1", currency: "eur" }),
  ...{ grossCents: 4999, platformFeeCents: 155, processorFeeCents: 175, netCents: 4669 },
  ...{ chargedCents: 4999, chargeCurrency: "eur", orderRef: "Größe;1", customerRef: "=cus", payout: null },
  ...{ metadata: { basket: "b-7" }, ...given },
});
const LINES = [
  line(),
  line({ kind: "refund", grossCents: -1000, netCents: -1000, platformFeeCents: 0, processorFeeCents: 0 }),
  line({
    kind: "payout",
    grossCents: -3669,
    netCents: -3669,
    svcPaymentId: null,
    orderRef: null,
    sourcePayoutId: "po_1",
  }),
  line({ currency: "usd" }),
  line({ kind: "other_balance", grossCents: 7, netCents: 7 }),
];
const RANGE = { from: "2026-07-01", to: "2026-07-31", currency: "eur" };
const DATEV = { datevClient: "29098/55003", datevAccounts: "1361,8400,4970,1360" };

const rowsOf = (query: Partial<Parameters<typeof movementsFile>[0]>, isOperator = false) => {
  const { header, toText } = movementsFile({ ...RANGE, ...query }, isOperator, AT);
  return (header + LINES.map(toText).join("")).trimEnd().split("\r\n");
};

/**
 * From developer.datev.de, DATEV-Format: the example of a header, and of the columns up to 9 the expressions. Those of
 * the next follow the lengths and types of the format's description. What is not required may be empty here.
 */
const DATEV_EXAMPLE =
  '"EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"RE";"";"";29098;55003;20240101;4;20240101;20240831;"Buchungsstapel";"WD";1;0;0;"EUR";;"";;;"03";;;"";""';
const DATEV_EXPRESSIONS = [
  /^\d{1,10}[,]\d{2}$/,
  /^["](S|H)["]$/,
  /^["]([A-Z]{3})?["]$/,
  /^([1-9]\d{0,3}[,]\d{2,6})?$/,
  /^(\d{1,10}[,]\d{2})?$/,
  /^["]([A-Z]{3})?["]$/,
  /^(\d{1,9})$/,
  /^(\d{1,9})$/,
  /^(["](\d{4})?["])$/,
  /^(\d{4})$/,
  /^(["][\w$%\-/]{0,36}["])$/,
  /^(["][\w$%\-/]{0,12}["])$/,
  /^([1-9]\d{0,7}[,]\d{2})?$/,
  /^(["].{0,60}["])$/,
];
/** A text in quotation marks, a number, or nothing. Texts may be empty. */
const formOf = (cell: string): string => (cell.startsWith('"') ? "text" : cell && "number");

describe("balance lines for accounting software", () => {
  it("are a bank statement for Xero: amount and fee apart, text harmless, nothing of another currency", () => {
    expect(rowsOf({ format: "xero" })).toEqual([
      "*Date,*Amount,Payee,Description,Reference",
      '09/07/2026,49.99,\'=cus,"charge Größe;1",txn_1',
      '09/07/2026,-3.30,\'=cus,"fee of charge Größe;1",txn_1',
      '09/07/2026,-10.00,\'=cus,"refund Größe;1",txn_1',
      "09/07/2026,-36.69,'=cus,payout po_1,txn_1",
    ]);
  });

  it("are three columns for QuickBooks, whose sum is what the lines come to", () => {
    const [header, ...rows] = rowsOf({ format: "quickbooks" });
    expect([header, rows[0]]).toEqual(["Date,Description,Amount", '07/09/2026,"charge Größe;1",49.99']);
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row.split(",").at(-1)) * 100), 0)).toBe(0);
  });

  it("are bookings for DATEV: 31 header fields, comma, debit and credit on the processor's account, ASCII", () => {
    const [header = "", columns = "", ...rows] = rowsOf({ format: "datev", ...DATEV });
    expect(header.split(";")).toHaveLength(31);
    expect(header).toMatch(
      /^"EXTF";700;21;"Buchungsstapel";13;20260731120000000;;.*;29098;55003;20260101;4;20260701;20260731;/,
    );
    const first = rows.map((row) => row.split(";").slice(0, 14).join(";"));
    expect(first).toEqual([
      '49,99;"S";"";;;"";1361;8400;"";0907;"Groesse-1-9cce8c";"";;"charge Groesse,1"',
      '3,30;"H";"";;;"";1361;4970;"";0907;"Groesse-1-9cce8c";"";;"fee of charge Groesse,1"',
      '10,00;"H";"";;;"";1361;8400;"";0907;"Groesse-1-9cce8c";"";;"refund Groesse,1"',
      '36,69;"H";"";;;"";1361;1360;"";0907;"txn_1";"";;"payout po_1"',
    ]);
    expect([header, columns, ...rows].join("")).toMatch(/^[ -~]*$/);
  });

  it("are booked in DATEV against sales, money in transit or fees, by their kind", () => {
    const { toText } = movementsFile({ ...RANGE, format: "datev", ...DATEV }, false, AT);
    const contra = (kind: JoinedLine["kind"]) => toText(line({ kind, netCents: 4999 })).split(";")[7];
    const byKind = Object.groupBy(MOVEMENT_KINDS, (kind) => contra(kind) ?? "none");
    expect(byKind).toEqual({
      8400: ["charge", "refund", "refund_failure", "dispute", "dispute_reversal"],
      1360: ["payout", "payout_failure"],
      4970: ["platform_fee_return", "fee", "held_back", "adjustment", "other"],
      none: ["other_balance"],
    });
    expect(toText(line({ orderRef: "ÄÖÜ äöüß€é" })).split(";")[13]).toBe('"charge AeOeUe aeoeuess?e"');
  });

  it("keep orders apart in DATEV's document field that differ beyond its characters or its length", () => {
    const { toText } = movementsFile({ ...RANGE, format: "datev", ...DATEV }, false, AT);
    const [line] = LINES;
    const documents = ["A 1", "A-1", "A.1", `${"x".repeat(40)}1`, `${"x".repeat(40)}2`].map(
      (orderRef) => toText({ ...line, orderRef } as Parameters<typeof toText>[0]).split(";")[10],
    );
    expect(new Set(documents).size).toBe(documents.length);
    for (const document of documents) expect(document).toMatch(DATEV_EXPRESSIONS[10] as RegExp);
  });

  it("have DATEV's fixed record of 125 columns, and in each what its description allows", () => {
    const [header = "", columns = "", ...rows] = rowsOf({ format: "datev", ...DATEV });
    const cells = header.split(";");
    // The header that DATEV shows as an example, which differs in its own values only.
    expect(DATEV_EXAMPLE.split(";").map(formOf)).toEqual(cells.map(formOf));
    expect(columns.split(";")).toHaveLength(125);
    for (const row of rows) {
      const values = row.split(";");
      expect(values).toHaveLength(125);
      for (const [nth, expression] of DATEV_EXPRESSIONS.entries())
        expect([nth + 1, values[nth]]).toEqual([nth + 1, expect.stringMatching(expression)]);
      for (const value of values.slice(14)) expect(['""', ""]).toContain(value);
    }
  });

  it("may be booked in DATEV on a debtor or creditor, whose number has one digit more", () => {
    const rows = rowsOf({ format: "datev", ...DATEV, datevAccounts: "1361,8400,70001,1360" });
    expect(rows[3]?.split(";").slice(6, 8)).toEqual(["1361", "70001"]);
  });

  it.each([
    [{ format: "xero", currency: undefined }, "/currency"],
    [{ format: "datev", datevAccounts: DATEV.datevAccounts }, "/datevClient"],
    [{ format: "datev", datevClient: DATEV.datevClient }, "/datevAccounts"],
    [{ format: "datev", ...DATEV, datevAccounts: "1361,8400,4970,136000" }, "/datevAccounts"],
    [{ format: "datev", ...DATEV, datevAccounts: "13610,8400,4970,1360" }, "/datevAccounts"],
    [{ format: "datev", ...DATEV, currency: "jpy" }, "/currency"],
    [{ format: "datev", ...DATEV, to: "2027-01-01" }, "/to"],
  ] as const)("%j lacks %s", (query, pointer) => {
    expect(() => rowsOf(query)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        extras: { errors: [expect.objectContaining({ pointer })] },
      }),
    );
  });

  it("hide the customer from an operator's session in every format", () => {
    for (const format of ["csv", "excel", "xero"] as const)
      expect(rowsOf({ format }, true).join()).not.toContain("=cus");
    expect(rowsOf({ format: "csv" }).join()).toContain("=cus");
    expect(rowsOf({ format: "csv" }, true).join()).not.toContain("b-7");
  });
});
