import type { SQLInputValue } from "node:sqlite";
import type { Kind } from "./kinds.ts";

type Comparison = { operator: "=" | ">=" | "<" | "<="; value: number };

export type ListQuery = {
  limit: number;
  startingAfter?: string | undefined;
  created?: Comparison[] | undefined;
  /** Only objects whose fields are these, or one of these; a field is a path from the top: `status`, `metadata."key"`. */
  equals?: Record<string, string | number | string[] | undefined>;
  /** One of each of these lists, in whatever case. */
  matches?: [field: string, value: string][][];
};

const EQUAL = "json_extract(body, '$.' || ?) IN (SELECT value FROM json_each(?))";
const MATCH = "json_extract(body, '$.' || ?) = ? COLLATE NOCASE";

export function listStatement(kind: Kind, account: string, query: ListQuery) {
  const clauses = ["kind = ?", "account = ?"];
  const values: SQLInputValue[] = [kind, account];
  const where = (clause: string, ...added: SQLInputValue[]) => {
    clauses.push(clause);
    values.push(...added);
  };
  for (const { operator, value } of query.created ?? []) where(`created ${operator} ?`, value);
  for (const [field, value] of Object.entries(query.equals ?? {}))
    if (value !== undefined) where(EQUAL, field, JSON.stringify([value].flat()));
  for (const choice of query.matches ?? [])
    where(`(${choice.map(() => MATCH).join(" OR ")})`, ...choice.flat());
  if (query.startingAfter) where("seq < (SELECT seq FROM objects WHERE id = ?)", query.startingAfter);
  // One row more than asked for tells whether there is a further page.
  values.push(query.limit + 1);
  return {
    sql: `SELECT body FROM objects WHERE ${clauses.join(" AND ")} ORDER BY seq DESC LIMIT ?`,
    values,
  };
}
