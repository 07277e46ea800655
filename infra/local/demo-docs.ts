import { referencePage } from "../pages/reference-page.ts";
import type { SideDoor } from "./side-doors.ts";

const DEMO_DOCS_PATH = "/demo/docs";

/** The reference page with the demo merchant's key, to try requests out. An API key in a browser: on this machine only. */
export const demoDocs =
  (apiKey: () => string): SideDoor =>
  ({ request, path }) => {
    if (path !== DEMO_DOCS_PATH || request.method !== "GET") return undefined;
    const { html, contentSecurityPolicy, cacheControl } = referencePage({ apiKey: apiKey() });
    return {
      statusCode: 200,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": cacheControl,
        "Content-Security-Policy": contentSecurityPolicy,
      },
      body: html,
    };
  };
