import type { DatabaseSync } from "node:sqlite";

export type SavedAnswer = {
  account: string;
  key: string;
  operation: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS saved_answers (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    operation TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    saved_at_ms INTEGER NOT NULL,
    PRIMARY KEY (account, key)
  ) STRICT;
`;

export function savedAnswerTable(db: DatabaseSync) {
  db.exec(SCHEMA);
  const find = db.prepare("SELECT * FROM saved_answers WHERE account = ? AND key = ? AND saved_at_ms > ?");
  // Replaces an entry that is too old to be found.
  const save = db.prepare("INSERT OR REPLACE INTO saved_answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

  return {
    find(account: string, key: string, notBeforeMs: number): SavedAnswer | undefined {
      const row = find.get(account, key, notBeforeMs);
      return (
        row && {
          account,
          key,
          operation: String(row.operation),
          fingerprint: String(row.fingerprint),
          requestId: String(row.request_id),
          status: Number(row.status),
          body: String(row.body),
        }
      );
    },
    save(answer: SavedAnswer, nowMs: number): void {
      const { account, key, operation, fingerprint, requestId, status, body } = answer;
      save.run(account, key, operation, fingerprint, requestId, status, body, nowMs);
    },
  };
}
