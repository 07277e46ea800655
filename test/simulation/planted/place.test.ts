import { describe, expect, it } from "vitest";
import { findPlaces, replaceAt } from "./place.ts";

const SOURCE = `
export const isPaid = (status: string): boolean => status === "paid";

/** Says more. */
async function settle(id: string, options: Options): Promise<void> {
  if (id === "") return;
  await write(
    id,
    options,
  );
}

function forget(id: string): void {
  if (id === "") return;
  remove(id);
}
`;

const texts = (was: string, within?: string) =>
  findPlaces(SOURCE, { was, ...(within && { within }) }).map(({ start, end }) => SOURCE.slice(start, end));

describe("a planted bug's place", () => {
  it("is found however a formatter has broken its lines", () => {
    expect(texts("await write(id, options);")).toEqual(["await write(\n    id,\n    options,\n  );"]);
  });

  it("has the comma at its end, also where a formatter has put that", () => {
    expect(texts("options,")).toEqual(["options,"]);
    expect(texts("id, options")).toEqual(["id,\n    options"]);
  });

  it("is found in every declaration that reads so, and in one when it is named", () => {
    expect(texts('if (id === "") return;')).toHaveLength(2);
    expect(texts('if (id === "") return;', "settle")).toHaveLength(1);
    expect(texts('status === "paid"', "isPaid")).toHaveLength(1);
  });

  it("is not found in another declaration, or in one that is not there", () => {
    expect(texts("remove(id);", "settle")).toEqual([]);
    expect(texts("remove(id);", "settl")).toEqual([]);
  });

  it("is replaced alone, and rejected where it is missing or not the only one", () => {
    const place = { file: "a.ts", was: 'if (id==="") return;', within: "forget" };
    expect(replaceAt(SOURCE, place, "")).toBe(
      SOURCE.replace('void {\n  if (id === "") return;', "void {\n  "),
    );
    expect(() => replaceAt(SOURCE, { file: "a.ts", was: 'if (id === "") return;' }, "")).toThrow(
      "more than once",
    );
    expect(() => replaceAt(SOURCE, { file: "a.ts", was: "gone" }, "")).toThrow("no longer");
  });
});
