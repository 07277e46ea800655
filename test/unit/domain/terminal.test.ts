import { expect, it } from "vitest";
import { requireReaderId } from "../../../shared/domain/terminal.ts";

it("a reader's id has the processor's form, and any other is of no reader", () => {
  expect(requireReaderId("tmr_A1_b")).toBe("tmr_A1_b");
  for (const id of ["tmr_", "tmr_a/b", "xtmr_1", `tmr_${"a".repeat(101)}`, ""])
    expect(() => requireReaderId(id), id).toThrow(expect.objectContaining({ code: "not_found" }));
});
