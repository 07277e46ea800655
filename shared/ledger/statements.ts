import { STATEMENT_TTL_SECONDS } from "../domain/finance/day.ts";
import type { Statement } from "../domain/finance/statement.ts";
import type { Page } from "../domain/page.ts";
import { getItem } from "./client.ts";
import { absent, absentOr, atMost, below, putItem, queryPage, updateItem } from "./expressions.ts";
import { expiryAt, statementKey, statementPartition, statementWatermarkKey } from "./table.ts";

export const findStatement = (merchantId: string, date: string): Promise<Statement | undefined> =>
  getItem<Statement>(statementKey(merchantId, date));

/**
 * Of two statements the one that began later stays. `expected`: write only over the statement that was read, or over
 * none. Answers whether it was written.
 */
export async function saveStatement(
  statement: Statement,
  expected?: { read: number | undefined },
): Promise<boolean> {
  const { merchantId, date, generatedAt } = statement;
  const expiresAt = expiryAt(generatedAt, STATEMENT_TTL_SECONDS);
  const asRead = expected && (expected.read === undefined ? absent : absentOr(expected.read));
  const { written } = await putItem({ ...statementKey(merchantId, date), ...statement, expiresAt }, [
    { generatedAt: absentOr(atMost(generatedAt)) },
    ...(asRead ? [{ generatedAt: asRead }] : []),
  ]);
  return written;
}

export async function listStatements(
  merchantId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<Statement>> {
  const { items, isCutOff } = await queryPage<Statement>({
    partition: statementPartition(merchantId),
    between: [statementKey(merchantId, "").sk, statementKey(merchantId, before ?? "~").sk],
    descending: true,
    // One to see whether there is more, and one because the date to begin before is included.
    limit: limit + 2,
  });
  const statements = items.filter(({ date }) => date !== before);
  return { items: statements.slice(0, limit), hasMore: isCutOff || statements.length > limit };
}

/** Without the numbers: a year of whole statements would be too large. */
export type MadeDay = Pick<Statement, "date" | "final" | "generatedAt" | "keptAt">;

export const listMadeDays = (merchantId: string, first: string, last: string): Promise<MadeDay[]> =>
  listDays(merchantId, [first, last], ({ date, final, generatedAt, keptAt }) => ({
    ...{ date, final, generatedAt },
    ...(keptAt !== undefined && { keptAt }),
  }));

/** Where the lines of a day are stored. */
export type StatementLines = Pick<Statement, "date" | "final" | "generatedAt" | "lines">;

export const listStatementLines = (
  merchantId: string,
  first: string,
  last: string,
): Promise<StatementLines[]> =>
  listDays(merchantId, [first, last], ({ date, final, generatedAt, lines }) => ({
    ...{ date, final, generatedAt, lines },
  }));

export const listStatementsBetween = (
  merchantId: string,
  first: string,
  last: string,
): Promise<Statement[]> => listDays(merchantId, [first, last], (statement) => statement);

/** Oldest first, both ends included; of each statement what is picked. */
async function listDays<T>(
  merchantId: string,
  [first, last]: [string, string],
  pick: (statement: Statement) => T,
): Promise<T[]> {
  const days: T[] = [];
  let from = statementKey(merchantId, first).sk;
  for (let isCutOff = true; isCutOff; ) {
    const page = await queryPage<Statement>({
      partition: statementPartition(merchantId),
      between: [from, statementKey(merchantId, last).sk],
    });
    days.push(...page.items.map(pick));
    const end = page.items.at(-1)?.date;
    // A page may be cut off at the very last day: nothing follows, and DynamoDB rejects such a range.
    isCutOff = page.isCutOff && end !== undefined && end < last;
    from = `${statementKey(merchantId, end ?? first).sk}~`;
  }
  return days;
}

/** Every day before the watermark has its final statement; undefined: none was looked at yet. */
export async function findStatementWatermark(merchantId: string): Promise<string | undefined> {
  const watermark = await getItem<{ date: string }>(statementWatermarkKey(merchantId));
  return watermark?.date;
}

/** Never backward: two mornings may overlap. */
export const moveStatementWatermark = (merchantId: string, date: string): Promise<unknown> =>
  updateItem<{ date: string }>(statementWatermarkKey(merchantId), {
    set: { date },
    onlyIf: { date: absentOr(below(date)) },
    returnItem: false,
  });
