import { STATEMENT_TTL_SECONDS, type Statement } from "../domain/finance/statement.ts";
import type { Page } from "../domain/page.ts";
import { getItem, putItem, queryPage } from "./client.ts";
import { merchantKey, statementKey } from "./table.ts";

export const findStatement = (merchantId: string, date: string): Promise<Statement | undefined> =>
  getItem<Statement>(statementKey(merchantId, date));

/** Beside the merchant. Of two runs at once the later one stays. */
export async function saveStatement(statement: Statement): Promise<void> {
  const { merchantId, date, generatedAt } = statement;
  const expiresAt = Math.floor(generatedAt / 1000) + STATEMENT_TTL_SECONDS;
  await putItem(
    { ...statementKey(merchantId, date), ...statement, expiresAt },
    {
      ConditionExpression: "attribute_not_exists(pk) OR generatedAt <= :at",
      ExpressionAttributeValues: { ":at": generatedAt },
    },
  );
}

/** Newest day first, strictly before a date where one is given; fewer than asked for where they are large. */
export async function listStatements(
  merchantId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<Statement>> {
  const { items, isCutOff } = await queryPage<Statement>({
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: {
      ":pk": merchantKey(merchantId).pk,
      ":from": statementKey(merchantId, "").sk,
      ":to": statementKey(merchantId, before ?? "~").sk,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    // One to see whether there is more, and one because BETWEEN includes the date to begin before.
    Limit: limit + 2,
  });
  const statements = items.filter(({ date }) => date !== before);
  return { items: statements.slice(0, limit), hasMore: isCutOff || statements.length > limit };
}
