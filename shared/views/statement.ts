import type * as z from "zod/mini";
import type { Statement as Contract, StatementSummary } from "../contract/statements.ts";
import type { Statement, Total } from "../domain/finance/statement.ts";
import { isoTime } from "../domain/time.ts";

/** Statements made before every line was counted do not know what else there was. */
const totalView = ({ otherCents, otherCount, accountNetCents, ...total }: Total) => ({
  ...total,
  otherCents: otherCents ?? null,
  otherCount: otherCount ?? null,
  accountNetCents: accountNetCents ?? null,
});

const summaryOf = ({ date, final, generatedAt, totals, matched, merchantsOwn }: Statement) => ({
  date,
  final,
  generatedAt: isoTime(generatedAt),
  totals: totals.map(totalView),
  matched,
  merchantsOwn,
});

export const statementSummary = (statement: Statement): z.output<typeof StatementSummary> => ({
  ...summaryOf(statement),
  differenceCount: statement.differences.length + statement.differencesOmitted,
});

export const statementView = (statement: Statement): z.output<typeof Contract> => ({
  ...summaryOf(statement),
  differences: statement.differences,
  differencesOmitted: statement.differencesOmitted,
  unreachableAccounts: statement.unreachableAccounts,
});
