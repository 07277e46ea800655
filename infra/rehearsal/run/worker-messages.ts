/** function-worker.mjs is at the other end. */
export type Order =
  | { kind: "invoke"; event: unknown; remainingMs: number }
  | { kind: "clock"; offsetMs: number };
export type Report =
  | { kind: "ready" }
  | { kind: "answered"; answer: unknown }
  | { kind: "failed"; error: { name: string; message: string } };
