import { expect, it } from "vitest";
import { table } from "../../../infra/operator/output.ts";

it("columns of numbers stand to the right, others to the left", () => {
  const rows = [
    ["mer_1", "9.50 usd", "1", "2026-07-01"],
    ["mer_22", "-120.00 usd", "–", "2026-07-02"],
  ];
  expect(table(["MERCHANT", "AMOUNT", "LINES", "ON"], rows).split("\n")).toEqual([
    "MERCHANT       AMOUNT  LINES  ON",
    "mer_1        9.50 usd      1  2026-07-01",
    "mer_22    -120.00 usd      –  2026-07-02",
  ]);
});

it("without rows it says so, and shows no bare headings", () => {
  expect(table(["EVENT"], [], "No events yet.")).toBe("No events yet.");
});
