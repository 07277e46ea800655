import type { DatabaseSync } from "node:sqlite";
import type { Kind, Kinds } from "./kinds.ts";
import { type ListQuery, listStatement } from "./list-query.ts";

export type Page<T> = { data: T[]; hasMore: boolean };

export type ObjectTable = ReturnType<typeof objectTable>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_by_account ON objects (kind, account, seq);
`;

/** Objects as JSON, each in one account. Lists run newest first, by order of insertion. */
export function objectTable(db: DatabaseSync) {
  db.exec(SCHEMA);
  const insert = db.prepare("INSERT INTO objects (id, kind, account, created, body) VALUES (?, ?, ?, ?, ?)");
  const update = db.prepare("UPDATE objects SET body = ? WHERE id = ?");
  const move = db.prepare("UPDATE objects SET account = ? WHERE id = ?");
  const has = db.prepare("SELECT 1 FROM objects WHERE id = ? AND kind = ? AND account = ?");
  const find = db.prepare("SELECT body FROM objects WHERE id = ? AND kind = ? AND account = ?");
  const findById = db.prepare("SELECT body FROM objects WHERE id = ?");
  const findAnywhere = db.prepare("SELECT account, body FROM objects WHERE id = ? AND kind = ?");

  return {
    insert<K extends Kind>(kind: K, account: string, createdSeconds: number, object: Kinds[K]): void {
      insert.run(object.id, kind, account, createdSeconds, JSON.stringify(object));
    },
    update<T extends { id: string }>(object: T): void {
      update.run(JSON.stringify(object), object.id);
    },
    move(id: string, account: string): void {
      move.run(account, id);
    },
    has: (kind: Kind, account: string, id: string): boolean => has.get(id, kind, account) !== undefined,
    find<K extends Kind>(kind: K, account: string, id: string): Kinds[K] | undefined {
      const row = find.get(id, kind, account);
      return row && (JSON.parse(String(row.body)) as Kinds[K]);
    },
    findAnywhere<K extends Kind>(kind: K, id: string): { account: string; object: Kinds[K] } | undefined {
      const row = findAnywhere.get(id, kind);
      return row && { account: String(row.account), object: JSON.parse(String(row.body)) as Kinds[K] };
    },
    findById(id: string): object | undefined {
      const row = findById.get(id);
      return row && (JSON.parse(String(row.body)) as object);
    },
    list<K extends Kind>(kind: K, account: string, query: ListQuery): Page<Kinds[K]> {
      const { sql, values } = listStatement(kind, account, query);
      const rows = db.prepare(sql).all(...values);
      const data = rows.slice(0, query.limit).map((row) => JSON.parse(String(row.body)) as Kinds[K]);
      return { data, hasMore: rows.length > query.limit };
    },
  };
}
