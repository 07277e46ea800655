import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PLANTED_BUGS } from "./bugs.ts";

it.each(PLANTED_BUGS.map(({ name, file, was }) => [name, file, was] as const))(
  "%s can still be planted: its place is in the source, once",
  (_, file, was) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
    expect(source.split(was)).toHaveLength(2);
  },
);
