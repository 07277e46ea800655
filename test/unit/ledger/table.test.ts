import fc from "fast-check";
import { expect, it } from "vitest";
import {
  deadShardOf,
  itemUnder,
  pack,
  payoutLinesKey,
  reverseTimeSort,
  statementLinesKey,
  timeOfSort,
  timeSort,
  unpack,
} from "../../../shared/ledger/table.ts";

/* Keys of items that exist: another form of them would not find what a deployed table holds. */
it("chunks are counted from 1, with five digits", () => {
  expect(payoutLinesKey("mer_1", "po_1", "run", 0).sk).toBe("LINES#po_1#run#00001");
  expect(payoutLinesKey("mer_1", "po_1", "run", 41).sk).toBe("LINES#po_1#run#00042");
  expect(statementLinesKey("mer_1", "2026-01-01", "run", 0).sk).toBe("LINES#2026-01-01#run#00001");
  expect(statementLinesKey("mer_1", "2026-01-01", "run", 41).sk).toBe("LINES#2026-01-01#run#00042");
});

it("times sort with thirteen digits, also those that a caller invents, and in reverse the newest first", () => {
  expect(timeSort(1, "id")).toBe("0000000000001#id");
  expect(timeSort(-1)).toBe("0000000000000#");
  expect(timeSort(1e20)).toBe("9999999999999#");
  expect(reverseTimeSort(1, "id")).toBe("9999999999998#id");
  expect(timeOfSort(timeSort(1_234_567_890_123, "id"))).toBe(1_234_567_890_123);
});

it("a dead event's shard follows from the last character of its id", () => {
  expect(["evt_a", "evt_b", "evt_ba", ""].map(deadShardOf)).toEqual(["DEAD#1", "DEAD#2", "DEAD#1", "DEAD#0"]);
});

it("an item of a batch is known by its whole key", () => {
  const [one, two, three] = [
    { pk: "a", sk: "x" },
    { pk: "b", sk: "y" },
    { pk: "a", sk: "y" },
  ] as const;
  expect(itemUnder(three, [one, two, three])).toBe(three);
  expect(itemUnder(three, [one, two])).toBeUndefined();
});

it("gives back every byte, whatever the bytes are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(Buffer.from(bytes).equals(unpack(pack(bytes)))).toBe(true);
    }),
  );
});

it("rejects bytes that were changed, instead of making something up", () => {
  const packed = pack('{"svcPaymentId":"svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0"}');
  const changed = packed.with(packed.length - 1, (packed.at(-1) ?? 0) ^ 1);
  expect(() => unpack(changed)).toThrow("incorrect data check");
});
