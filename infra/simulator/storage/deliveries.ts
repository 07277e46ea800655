import type { DatabaseSync } from "node:sqlite";

export type Delivery = { seq: number; eventId: string; endpoint: number; attempts: number };

/** By its place in the list and not by its URL: a receiver on another port still gets what was waiting. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    endpoint INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'given_up')),
    attempts INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_deliveries_due ON webhook_deliveries (due_at_ms) WHERE state = 'pending';
`;

// A list of numbers as one parameter: the statement is prepared once, however many endpoints listen.
const LISTENING = "endpoint IN (SELECT value FROM json_each(?))";

export function deliveryTable(db: DatabaseSync) {
  db.exec(SCHEMA);
  const add = db.prepare(
    "INSERT INTO webhook_deliveries (event_id, endpoint, state, attempts, due_at_ms) VALUES (?, ?, 'pending', 0, ?)",
  );
  const due = db.prepare(
    `SELECT * FROM webhook_deliveries WHERE state = 'pending' AND due_at_ms <= ? AND ${LISTENING} ORDER BY due_at_ms, seq LIMIT ?`,
  );
  const next = db.prepare(
    `SELECT min(due_at_ms) AS at FROM webhook_deliveries WHERE state = 'pending' AND due_at_ms > ? AND ${LISTENING}`,
  );
  const postpone = db.prepare("UPDATE webhook_deliveries SET attempts = ?, due_at_ms = ? WHERE seq = ?");
  const end = db.prepare("UPDATE webhook_deliveries SET state = ? WHERE seq = ?");
  const giveUpDue = db.prepare(
    "UPDATE webhook_deliveries SET state = 'given_up' WHERE state = 'pending' AND endpoint = ? AND due_at_ms <= ?",
  );

  return {
    add(eventId: string, endpoint: number, dueAtMs: number): void {
      add.run(eventId, endpoint, dueAtMs);
    },
    due(endpoints: number[], nowMs: number, limit: number): Delivery[] {
      return due.all(nowMs, JSON.stringify(endpoints), limit).map((row) => ({
        seq: Number(row.seq),
        eventId: String(row.event_id),
        endpoint: Number(row.endpoint),
        attempts: Number(row.attempts),
      }));
    },
    nextDueAtMs(endpoints: number[], nowMs: number): number | undefined {
      const at = next.get(nowMs, JSON.stringify(endpoints))?.at;
      return typeof at === "number" ? at : undefined;
    },
    postpone(seq: number, attempts: number, dueAtMs: number): void {
      postpone.run(attempts, dueAtMs, seq);
    },
    end(seq: number, state: "delivered" | "given_up"): void {
      end.run(state, seq);
    },
    giveUpDue(endpoint: number, nowMs: number): void {
      giveUpDue.run(endpoint, nowMs);
    },
  };
}
