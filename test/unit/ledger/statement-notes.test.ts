import { expect, it } from "vitest";
import type { StatementNote } from "../../../shared/domain/payments/statement-note.ts";
import { withNote } from "../../../shared/ledger/payments.ts";

const facts = { status: "succeeded", amountCents: 1, refundedCents: 0, applicationFeeCents: 0 } as const;
const corrected = (at: number): StatementNote => ({
  ...{ kind: "reconciled", at, before: facts, after: { ...facts, refundedCents: at }, traceId: "t" },
});
const returned = (at: number): StatementNote => ({ kind: "fee_returned", at, amountCents: at, traceId: "t" });

it("36: keeps the last 50 notes, however often the payment was corrected", () => {
  const notes = Array.from({ length: 5_000 }, (_, n) => corrected(n)).reduce(withNote, [] as StatementNote[]);
  expect(notes).toEqual(Array.from({ length: 50 }, (_, n) => corrected(4_950 + n)));
});

it("has every correction, and of the fee only what has come back in all", () => {
  const notes = [corrected(1), returned(2), corrected(1)].reduce(withNote, [] as StatementNote[]);
  expect(withNote(notes, returned(3))).toEqual([corrected(1), corrected(1), returned(3)]);
});
