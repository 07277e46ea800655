import { gzipSync } from "node:zlib";
import type { PageName } from "../topology.ts";
import { consolePage } from "./console-page.ts";
import type { Page } from "./page.ts";
import { referencePage } from "./reference-page.ts";

const PAGES: Record<PageName, () => Page> = { reference: () => referencePage(), console: consolePage };

/** What shared/lambda/page-endpoint.ts reads at cold start: compressed here, once, and not with every request. */
export function pageFile(name: PageName): string {
  const { html, ...headers } = PAGES[name]();
  // Smaller blocks than usual, each with codes of its own: style, library and screens differ.
  const gzip = gzipSync(html, { level: 9, memLevel: 6 });
  return JSON.stringify({ ...headers, gzip: gzip.toString("base64") });
}

export const pageFileName = (name: PageName): string => `${name}-page.json`;
