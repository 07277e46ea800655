import type { SQLInputValue } from "node:sqlite";
import type { Kind } from "./kinds.ts";

type Comparison = { operator: "=" | ">=" | "<" | "<="; value: number };

export type ListQuery = {
  limit: number;
  startingAfter?: string | undefined;
  created?: Comparison[] | undefined;
  /** Only objects whose fields are these; a field is a path from the top: `status`, `metadata."key"`. */
  equals?: Record<string, string | number | undefined>;
  /** The same in whatever case: all of them, or one of `matchesOne`. */
  matches?: [field: string, value: string][];
  matchesOne?: [field: string, value: string][];
  types?: string[] | undefined;
};

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
    if (value !== undefined) where("json_extract(body, '$.' || ?) = ?", field, value);
  for (const match of query.matches ?? []) where(MATCH, ...match);
  const { matchesOne = [] } = query;
  if (matchesOne.length > 0) where(`(${matchesOne.map(() => MATCH).join(" OR ")})`, ...matchesOne.flat());
  if (query.types)
    where("json_extract(body, '$.type') IN (SELECT value FROM json_each(?))", JSON.stringify(query.types));
  if (query.startingAfter) where("seq < (SELECT seq FROM objects WHERE id = ?)", query.startingAfter);
  // One row more than asked for tells whether there is a further page.
  values.push(query.limit + 1);
  return {
    sql: `SELECT body FROM objects WHERE ${clauses.join(" AND ")} ORDER BY seq DESC LIMIT ?`,
    values,
  };
}
