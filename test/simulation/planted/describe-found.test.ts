import { expect, it } from "vitest";
import { describeFound } from "./describe-found.ts";

it("prints each bug, the table by the number of seeds, and how many were found", () => {
  const text = describeFound([
    { name: "slow one", seeds: 640, how: "(512, 640, not found) I3: paid twice" },
    { name: "missed", seeds: undefined, how: "(12, not found, not found) I1: two of them" },
    { name: "quick one", seeds: 2, how: "(1, 2, 9) I1: two of them" },
  ]);
  expect(text.split("\n")).toEqual([
    expect.stringMatching(/^quick one +2 {2}\(1, 2, 9\) I1: two of them$/),
    expect.stringMatching(/^slow one +640 {2}\(512, 640, not found\) I3: paid twice$/),
    expect.stringMatching(/^missed +NOT FOUND {2}/),
    "",
    "| seeds until found, median of three beginnings | planted bugs |",
    "|---|---|",
    "| 1 to 9 | quick one (2) |",
    "| 10 to 99 | none |",
    "| 100 to 1 000 | slow one (640) |",
    "| not within 1 000 | missed |",
    "",
    "2 of 3 planted bugs found",
  ]);
});
