import type { DatabaseSync } from "node:sqlite";

export type Delivery = { seq: number; eventId: string; endpoint: number; attempts: number };
export type DeliveryTable = ReturnType<typeof deliveryTable>;

/**
 * An endpoint is known by its place in the configured list and not by its URL: a receiver that
 * comes back on another port still gets what was waiting for it.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    endpoint INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_by_time ON deliveries (due_at_ms);
`;

/** Webhook deliveries still to be made; a row goes when its endpoint has acknowledged the event. */
export function deliveryTable(db: DatabaseSync) {
  db.exec(SCHEMA);
  const add = db.prepare(
    "INSERT INTO deliveries (event_id, endpoint, attempts, due_at_ms) VALUES (?, ?, 0, ?)",
  );
  const due = db.prepare(
    "SELECT * FROM deliveries WHERE endpoint < ? AND due_at_ms <= ? ORDER BY due_at_ms, seq LIMIT ?",
  );
  const next = db.prepare("SELECT min(due_at_ms) AS at FROM deliveries WHERE endpoint < ? AND due_at_ms > ?");
  const postpone = db.prepare("UPDATE deliveries SET attempts = ?, due_at_ms = ? WHERE seq = ?");
  const remove = db.prepare("DELETE FROM deliveries WHERE seq = ?");

  return {
    add: (eventId: string, endpoint: number, dueAtMs: number): void => {
      add.run(eventId, endpoint, dueAtMs);
    },
    due(endpoints: number, nowMs: number, limit: number): Delivery[] {
      return due.all(endpoints, nowMs, limit).map((row) => ({
        seq: Number(row.seq),
        eventId: String(row.event_id),
        endpoint: Number(row.endpoint),
        attempts: Number(row.attempts),
      }));
    },
    nextDueAtMs(endpoints: number, nowMs: number): number | undefined {
      const at = next.get(endpoints, nowMs)?.at;
      return typeof at === "number" ? at : undefined;
    },
    postpone: (seq: number, attempts: number, dueAtMs: number): void => {
      postpone.run(attempts, dueAtMs, seq);
    },
    remove: (seq: number): void => {
      remove.run(seq);
    },
  };
}
