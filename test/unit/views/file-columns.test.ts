import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FILE_COLUMNS } from "../../../shared/contract/file-columns.ts";
import contract from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { movementsFile } from "../../../shared/views/movement.ts";
import { payoutCsv, payoutsCsv } from "../../../shared/views/payout.ts";
import { balanceReportCsv, statementCsv } from "../../../shared/views/statement.ts";

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
