import { gzipSync } from "node:zlib";
import type { PageName } from "../topology.ts";
import { referencePage } from "./reference-page.ts";

/** A page and the policy under which it is served. */
export type Page = { html: string; contentSecurityPolicy: string };

const PAGES: Record<PageName, () => Page> = { reference: () => referencePage() };

/** What shared/lambda/page-endpoint.ts reads at cold start: compressed here, once, and not with every request. */
export function pageFile(name: PageName): string {
  const { html, contentSecurityPolicy } = PAGES[name]();
  return JSON.stringify({ contentSecurityPolicy, gzip: gzipSync(html).toString("base64") });
}

export const pageFileName = (name: PageName): string => `${name}-page.json`;
