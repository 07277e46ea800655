import { describe, expect, it } from "vitest";
import { addKey, removeKey, useKey } from "../../../../shared/domain/access/callback-keys.ts";

const MINUTES_MS = 60_000;
const RING = { current: "0", keys: { 0: "first" } };

describe("a key for callback secrets", () => {
  it("is added under the next number, and does not seal yet", () => {
    expect(addKey(RING, "second", 5)).toEqual({
      keyId: "1",
      ring: { current: "0", keys: { 0: "first", 1: "second" }, addedAt: { 1: 5 } },
    });
  });

  it("seals ten minutes after it was added, and not before", () => {
    const { ring } = addKey(RING, "second", 5);
    const readyAt = 5 + 10 * MINUTES_MS;
    expect(() => useKey(ring, "1", readyAt - 1)).toThrow("wait 1 more minutes");
    expect(useKey(ring, "1", readyAt)).toMatchObject({ current: "1", currentSince: readyAt });
    expect(() => useKey(ring, "7", readyAt)).toThrow("No key 7. Existing keys: ");
  });

  it("seals at once where nobody knows when it was added, and stays as it is where it seals already", () => {
    const ring = { current: "0", currentSince: 3, keys: { 0: "first", 1: "second" } };
    expect(useKey(ring, "1", 10 * MINUTES_MS)).toMatchObject({ current: "1" });
    expect(useKey(ring, "0", 4)).toBe(ring);
  });

  it("is removed ten minutes after another one seals, once nothing is sealed with it", () => {
    const ring = {
      current: "1",
      currentSince: 5,
      keys: { 0: "first", 1: "second" },
      addedAt: { 0: 1, 1: 2 },
    };
    const readyAt = 5 + 10 * MINUTES_MS;
    expect(() => removeKey(ring, "0", { at: readyAt - 1, boxes: 0 })).toThrow(
      "The current key changed just now, and functions may still seal with the old one: wait 1 more minutes.",
    );
    expect(() => removeKey(ring, "0", { at: readyAt, boxes: 1 })).toThrow("1 callback secrets are sealed");
    expect(() => removeKey(ring, "1", { at: readyAt, boxes: 0 })).toThrow("is the current one");
    expect(removeKey(ring, "0", { at: readyAt, boxes: 0 })).toEqual({
      current: "1",
      currentSince: 5,
      keys: { 1: "second" },
      addedAt: { 0: 1, 1: 2 },
    });
    expect(
      removeKey({ ...ring, currentSince: undefined }, "0", { at: 10 * MINUTES_MS, boxes: 0 }).keys,
    ).toEqual({ 1: "second" });
  });

  it("leaves its number to no other when it is removed: a backup may name it", () => {
    const { ring } = addKey(RING, "second", 5);
    const removed = removeKey(ring, "1", { at: 10 * MINUTES_MS, boxes: 0 });
    expect(removed.keys).toEqual({ 0: "first" });
    expect(addKey(removed, "third", 6)).toMatchObject({
      keyId: "2",
      ring: { keys: { 0: "first", 2: "third" } },
    });
  });
});
