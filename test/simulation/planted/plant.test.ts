import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PLANTED_BUGS } from "./bugs.ts";

const ROOT = join(import.meta.dirname, "../../..");

it.each(PLANTED_BUGS)(
  "the text of a planted bug is still in its file, once: $name",
  ({ file, was, becomes }) => {
    expect(readFileSync(join(ROOT, file), "utf8").split(was)).toHaveLength(2);
    expect(becomes).not.toBe(was);
  },
);

it("has no two of one name", () => {
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length);
  expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(20);
});
