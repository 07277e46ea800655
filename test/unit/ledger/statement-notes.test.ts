import { expect, it } from "vitest";
import type { CallEntry, HistoryEntry } from "../../../shared/domain/payments/history.ts";
import { withEntry } from "../../../shared/ledger/payments.ts";

const entry = (n: number): CallEntry => ({
  at: n,
  operation: "refund",
  operationId: `op_${n}`,
  amountCents: 1,
  traceId: "t",
});

it("36: keeps the last 50 entries, however many operations there were", () => {
  const history = Array.from({ length: 5_000 }, (_, n) => entry(n)).reduce(withEntry, [] as HistoryEntry[]);
  expect(history).toHaveLength(50);
  expect(history.at(0)).toEqual(entry(4_950));
  expect(history.at(-1)).toEqual(entry(4_999));
});

it("has a resumed operation once", () => {
  expect(withEntry([entry(1), entry(2)], { ...entry(1), at: 9 })).toEqual([entry(2), { ...entry(1), at: 9 }]);
});
