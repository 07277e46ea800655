import { gunzipSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { consolePage } from "../../../infra/pages/console-page.ts";
import { pack } from "../../../infra/pages/pack.ts";

const far = Array.from({ length: 20_000 }, (_, nth) => ((nth * 7919) % 26_003).toString(36)).join("");

it.each([
  ["nothing", ""],
  ["one letter", "a"],
  ["one letter often, in matches as long as there are", "a".repeat(5_000)],
  ["every byte", String.fromCodePoint(...Array.from({ length: 0x7ff }, (_, nth) => nth))],
  ["what is repeated nearer and farther than the window reaches", far + far],
])("what was packed is unpacked as it was: %s", (_, text) => {
  expect(gunzipSync(pack(text)).toString("utf8") === text).toBe(true);
});

it("the console's page is smaller by more than three in a hundred than zlib makes it", () => {
  const { html } = consolePage();
  const packed = pack(html);
  expect(gunzipSync(packed).toString("utf8") === html).toBe(true);
  expect(packed.length).toBeLessThan(0.97 * gzipSync(html, { level: 9, memLevel: 6 }).length);
});
