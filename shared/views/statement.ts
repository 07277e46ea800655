import type * as z from "zod/mini";
import type { Statement as Contract, StatementSummary } from "../contract/statements.ts";
import type { Statement } from "../domain/finance/statement.ts";
import { isoTime } from "../domain/time.ts";

const summaryOf = ({ date, final, generatedAt, totals, matched, merchantsOwn }: Statement) => ({
  date,
  final,
  generatedAt: isoTime(generatedAt),
  totals,
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
