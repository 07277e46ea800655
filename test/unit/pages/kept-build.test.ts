import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { buildInline, buildSplit } from "../../../infra/pages/page-build.ts";

/** A page that imports something from outside of its folder, as the console's does. */
describe("a page that was built is kept until what it is made of changes:", () => {
  let folder: string;
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const build = () =>
    buildInline(
      { folder: join(folder, "page"), script: "main.ts", style: "style.css" },
      join(folder, "kept"),
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "page-"));
    mkdirSync(join(folder, "page"));
    write("outside.ts", 'export const word = "first";');
    write("outside.css", "p { color: red }");
    write("page/main.ts", 'import { word } from "../outside.ts"; document.title = word;');
    write("page/style.css", '@import "../outside.css"; b { color: blue }');
  });

  it("nothing", () => {
    const built = build();
    expect(built.script).toContain('"first"');
    expect(built.style).toBe("p{color:red}b{color:#00f}");
    expect(build()).toEqual(built);
  });

  it("in one piece and in parts side by side", async () => {
    build();
    const source = { folder: join(folder, "page"), script: "main.ts", style: "style.css" };
    expect((await buildSplit(source, join(folder, "kept"))).entry).toMatch(/^main-[\w-]+\.js$/);
  });

  it.each([
    ["its own script", "page/main.ts", 'document.title = "second";', { script: /"second"/ }],
    ["its own style", "page/style.css", "b { color: green }", { style: /^b\{color:green\}$/ }],
    ["a script from outside", "outside.ts", 'export const word = "second";', { script: /"second"/ }],
    ["a style from outside", "outside.css", "p { color: green }", { style: /^p\{color:green\}/ }],
  ])("%s", (_, name, text, expected) => {
    build();
    write(name, text);
    const { script, style } = build();
    expect({ script, style }).toMatchObject(
      Object.fromEntries(Object.entries(expected).map(([part, form]) => [part, expect.stringMatching(form)])),
    );
  });
});
