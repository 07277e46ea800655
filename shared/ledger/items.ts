import { SentTooLate, sendCount, sendPut, sendQuery, sendUpdate, type WriteOutcome } from "./client.ts";
import {
  type Change,
  type Conditions,
  conditionExpression,
  type Query,
  queryExpressions,
  updateExpressions,
} from "./expressions.ts";
import type { Key } from "./table.ts";

/** If the condition does not hold, the answer has the record that prevented the write. */
export const updateItem = <R>(key: Key, change: Change<R>): Promise<WriteOutcome<R>> =>
  sendUpdate<R>(key, updateExpressions(change), change);

export const putItem = <T extends Key, A = T>(
  item: T,
  onlyIf: Conditions<NoInfer<A>>,
  options?: { notAfterMs?: number | undefined },
): Promise<WriteOutcome<T>> => sendPut(item, conditionExpression(onlyIf), options);

/** One page of small items, such as the keys of an index; the caller bounds it. */
export const queryItems = async <T>(query: Query): Promise<T[]> => (await queryPage<T>(query)).items;

/** `isCutOff`: there may be more, because of the limit, or because a page of large items ends at 1 MB before it. */
export const queryPage = <T>(query: Query): Promise<{ items: T[]; isCutOff: boolean }> =>
  sendQuery<T>(queryExpressions(query));

export const countMatches = (query: Query): Promise<number> => sendCount(queryExpressions(query));

/** undefined: another request was faster. So counts a write that would be sent too late: read and fetch again. */
export async function writtenInTime<T>(write: Promise<WriteOutcome<T>>): Promise<T | undefined> {
  try {
    const outcome = await write;
    return outcome.written ? outcome.item : undefined;
  } catch (error) {
    if (error instanceof SentTooLate) return undefined;
    throw error;
  }
}
