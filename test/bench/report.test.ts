import { afterEach, describe, expect, it } from "vitest";
import { hold } from "./report.ts";

afterEach(() => {
  process.exitCode = undefined;
});

describe("a bench's number", () => {
  it("one that is within its limit says the limit, and the bench ends well", () => {
    expect(hold(1.2, 1.2)).toBe("at most 1.2");
    expect(process.exitCode).toBeUndefined();
  });

  it("one that is above its limit says by how much, and the bench ends with 1", () => {
    expect(hold(1.3, 1.2)).toBe("MISSES 1.2 by 9 %");
    expect(process.exitCode).toBe(1);
  });

  it("one that was not measured is above every limit", () => {
    expect(hold(Number.NaN, 1.2)).toContain("MISSES 1.2");
    expect(process.exitCode).toBe(1);
  });
});
