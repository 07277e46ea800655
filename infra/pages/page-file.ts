import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { gzipAsync } from "@gfx/zopfli";
import type { PageName } from "../topology.ts";
import { consolePage } from "./console-page.ts";
import { KEPT_PAGES, writeKept } from "./kept-build.ts";
import type { Page } from "./page.ts";
import { referencePage } from "./reference-page.ts";

const PAGES: Record<PageName, () => Page> = { reference: () => referencePage(), console: consolePage };

/** What shared/lambda/page-endpoint.ts reads at cold start: compressed here, once, and not with every request. */
export async function pageFile(name: PageName): Promise<string> {
  const { html, ...headers } = PAGES[name]();
  const br = await packedOnce(html, "br", withBrotli);
  // The reference is far from its limit, and seven times as long.
  const gzip = name === "console" ? await packedOnce(html, "gz", withZopfli) : gzipSync(html, { level: 9 });
  return JSON.stringify({ ...headers, br: br.toString("base64"), gzip: gzip.toString("base64") });
}

/** Nine parts of ten of what gzip needs; every browser of today accepts it over HTTPS. */
const withBrotli = (html: string): Buffer =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html) } });

/** 4 % smaller than what zlib makes. */
const withZopfli = async (html: string): Promise<Buffer> =>
  Buffer.from(await gzipAsync(Buffer.from(html), { numiterations: 15 }));

/** Packing well takes a second or two, so that what it made is kept. */
async function packedOnce(
  html: string,
  ending: string,
  pack: (html: string) => Buffer | Promise<Buffer>,
): Promise<Buffer> {
  const file = join(KEPT_PAGES, `${createHash("sha256").update(html).digest("hex")}.${ending}`);
  if (existsSync(file)) return readFileSync(file);
  const packed = await pack(html);
  writeKept(file, packed);
  return packed;
}

export const pageFileName = (name: PageName): string => `${name}-page.json`;
