import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
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
  // The reference is far from its limit, and seven times as long.
  const gzip = name === "console" ? await packedOnce(html) : gzipSync(html, { level: 9 });
  return JSON.stringify({ ...headers, gzip: gzip.toString("base64") });
}

/** Zopfli makes it 4 % smaller than zlib and takes a second or two, so that what it made is kept. */
async function packedOnce(html: string): Promise<Buffer> {
  const file = join(KEPT_PAGES, `${createHash("sha256").update(html).digest("hex")}.gz`);
  if (existsSync(file)) return readFileSync(file);
  const packed = Buffer.from(await gzipAsync(Buffer.from(html), { numiterations: 3 }));
  writeKept(file, packed);
  return packed;
}

export const pageFileName = (name: PageName): string => `${name}-page.json`;
