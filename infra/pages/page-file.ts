import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { PageName } from "../topology.ts";
import { consolePage } from "./console-page.ts";
import { KEPT_PAGES, writeKept } from "./kept-build.ts";
import type { Page } from "./page.ts";
import { referencePage } from "./reference-page.ts";

const PAGES: Record<PageName, () => Page | Promise<Page>> = {
  reference: () => referencePage(),
  console: consolePage,
};

/** What shared/lambda/page-endpoint.ts reads at cold start: compressed here, once, and not with every request. */
export async function pageFile(name: PageName): Promise<string> {
  const { html, parts = {}, ...headers } = await PAGES[name]();
  const packedParts = Object.entries(parts).map(([part, text]) => [part, pack(text)]);
  return JSON.stringify({ ...headers, ...pack(html), parts: Object.fromEntries(packedParts) });
}

const pack = (text: string) => ({
  etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
  br: withBrotli(text).toString("base64"),
  gzip: gzipSync(text, { level: 9 }).toString("base64"),
});

/** Nine parts of ten of what gzip needs; every browser of today accepts it over HTTPS. Slow, so the result is kept. */
function withBrotli(text: string): Buffer {
  const file = join(KEPT_PAGES, `${createHash("sha256").update(text).digest("hex")}.br`);
  if (existsSync(file)) return readFileSync(file);
  const packed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
  });
  writeKept(file, packed);
  return packed;
}

export const pageFileName = (name: PageName): string => `${name}-page.json`;
