import { expect, it } from "vitest";
import { cursorOf, parseCursor } from "../../../../shared/domain/events/feed.ts";

const PLACE = "1782907200000#evt_1";

it("a cursor of the feed leads its merchant to its place", () => {
  expect(parseCursor("mer_1", cursorOf("mer_1", PLACE))).toBe(PLACE);
  expect(parseCursor("mer_1", cursorOf("mer_1", "x"))).toBe("x");
  expect(parseCursor("mer_1", cursorOf("mer_1", "x".repeat(400)))).toHaveLength(400);
});

it("a cursor is in the form that clients have stored", () => {
  expect(Buffer.from(cursorOf("mer_1", PLACE), "base64url").toString()).toBe(`3625e518.${PLACE}`);
});

it("another merchant's cursor is said to be that, and anything else to be none", () => {
  expect(() => parseCursor("mer_2", cursorOf("mer_1", PLACE))).toThrow(
    expect.objectContaining({
      extras: { errors: [{ pointer: "/after", detail: "after is a cursor of another merchant." }] },
    }),
  );
  const cursor = cursorOf("mer_1", PLACE);
  for (const other of [
    "",
    "evt_1",
    `${cursor}=`,
    `${cursor}!`,
    cursorOf("mer_1", ""),
    cursorOf("mer_1", "a b"),
  ])
    expect(() => parseCursor("mer_1", other), other).toThrow(
      expect.objectContaining({ extras: { errors: [expect.objectContaining({ pointer: "/after" })] } }),
    );
  expect(() => parseCursor("mer_1", cursorOf("mer_1", "x".repeat(401)))).toThrow();
});
