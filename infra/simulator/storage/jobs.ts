import type { DatabaseSync } from "node:sqlite";

export type JobKind =
  | "collect_fee"
  | "make_payouts"
  | "settle_payout"
  | "reconcile_payout"
  | "trace_payout"
  | "settle_bank_debit"
  | "expire_authorization"
  | "reference_refund"
  | "settle_refund"
  | "fail_refund"
  | "win_dispute"
  | "lose_dispute"
  | "escalate_inquiry"
  | "end_unanswered_dispute";
export type Job = { seq: number; kind: JobKind; objectId: string };

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    object_id TEXT NOT NULL,
    due_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_time ON jobs (due_at_ms);
`;

/** What happens later without a request, kept on disk so that a restart does not lose it. */
export function jobTable(db: DatabaseSync) {
  db.exec(SCHEMA);
  const add = db.prepare("INSERT INTO jobs (kind, object_id, due_at_ms) VALUES (?, ?, ?)");
  const due = db.prepare("SELECT * FROM jobs WHERE due_at_ms <= ? ORDER BY due_at_ms, seq LIMIT 1");
  const next = db.prepare("SELECT min(due_at_ms) AS at FROM jobs");
  const remove = db.prepare("DELETE FROM jobs WHERE seq = ?");

  return {
    add: (kind: JobKind, objectId: string, dueAtMs: number): void => {
      add.run(kind, objectId, dueAtMs);
    },
    due(nowMs: number): Job | undefined {
      const row = due.get(nowMs);
      return row && { seq: Number(row.seq), kind: row.kind as JobKind, objectId: String(row.object_id) };
    },
    nextDueAtMs(): number | undefined {
      const at = next.get()?.at;
      return typeof at === "number" ? at : undefined;
    },
    remove: (seq: number): void => {
      remove.run(seq);
    },
  };
}
