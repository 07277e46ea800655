import { describe, expect, it } from "vitest";
import {
  isBefore,
  mayHaveSeen,
  nothingSeen,
  withRefunds,
} from "../../../../shared/domain/payments/refunds-seen.ts";

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS;
const idOf = (nth: number) => `op_${nth.toString(16).padStart(12, "0")}${"f".repeat(20)}`;
const refund = (nth: number, given: object = {}) => ({
  ...{ operationId: idOf(nth), amountCents: nth, status: "succeeded", createdAt: NOW - 2 * HOUR_MS },
  ...given,
});

describe("what a listing of refunds has shown", () => {
  it("holds what is an hour old, to the second", () => {
    const seen = nothingSeen(NOW);
    expect(isBefore(seen, { createdAt: NOW - HOUR_MS - 1000 })).toBe(true);
    expect(isBefore(seen, { createdAt: NOW - HOUR_MS })).toBe(false);
  });

  it("says of every operation that it is not there, or that it may be", () => {
    const first = withRefunds(nothingSeen(NOW), [refund(1), refund(2, { operationId: undefined })]);
    const seen = withRefunds(first, [refund(3)]);
    expect([1, 2, 3, 4].map((nth) => mayHaveSeen(seen, idOf(nth)))).toEqual([true, false, true, false]);
    // Read from the table it is plain bytes.
    const stored = { ...seen, operations: Uint8Array.from(seen.operations) };
    expect(mayHaveSeen(stored, idOf(3))).toBe(true);
    // The second half of one and the first of the next are none.
    expect(mayHaveSeen(seen, `op_000001${"0".repeat(26)}`)).toBe(false);
  });

  it("sums what was returned at least, and at most", () => {
    const refunds = [refund(100), refund(20, { status: "pending" }), refund(3, { status: "failed" })];
    expect(withRefunds(nothingSeen(NOW), refunds)).toMatchObject({ leastCents: 100, mostCents: 123 });
  });
});
