import { readFileSync } from "node:fs";
import openapi from "../../shared/contract/generated/openapi.json" with { type: "json" };
import { hashOf } from "./inline-policy.ts";
import type { Page } from "./page.ts";

/** With a key, requests can be tried out from the page: for the local stack's demo merchant only. */
type TryItOut = { apiKey: string };

/**
 * The reference page: one document, nothing to load, works offline. The library, the contract and the integrators' pages
 * are inside. Scripts are allowed by their hashes, and the library's styles inline, because it knows no other way.
 *
 * It runs a third party's script on the console's origin. Deployed it is therefore sandboxed, which gives it an origin of
 * its own: it can call nothing and read nothing there, and has no buttons to try.
 */
export function referencePage(tryItOut?: TryItOut): Page {
  const scripts = [STORAGE, readFileSync(LIBRARY, "utf8"), start(tryItOut)];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${openapi.info.title}</title>
<style>
body { margin: 0 }
openapi-explorer { height: 100vh; --green: #1a7f37; --blue: #0b62b0; --orange: #9a4b00; --red: #b3261e; --purple: #6f42c1 }
/* The library's own colour is too dark to be read on a filled button. */
openapi-explorer::part(btn-fill):hover, openapi-explorer::part(btn-fill):focus-visible { color: #ffffff; }
</style>
</head>
<body>
<openapi-explorer id="reference" hide-server-selection="true" hide-console="${!tryItOut}"
  hide-authentication="${!tryItOut}" primary-color="#1f4e9c" secondary-color="#0b3a82" text-color="#1b1f24" nav-bg-color="#f5f6f8"
  nav-text-color="#1b1f24" nav-hover-text-color="#0b3a82" bg-color="#ffffff"></openapi-explorer>
<script type="application/json" id="contract">${asData(contract())}</script>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
  return {
    html,
    contentSecurityPolicy: policy(scripts, tryItOut),
    cacheControl: tryItOut ? "no-store" : "public, max-age=300",
  };
}

const LIBRARY = new URL(import.meta.resolve("openapi-explorer/dist/browser/openapi-explorer.min.js"));

/** In a sandbox there is no storage, and even looking for it throws; the library looks for a login that we do not have. */
const STORAGE = `
try { window.localStorage } catch {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  Object.defineProperty(window, "localStorage", { value: nothing });
}`;

/** What scrolls must be reachable by keyboard: the library forgets that, on every screen anew. */
const start = (tryItOut: TryItOut | undefined): string => `
const page = document.getElementById("reference");
const apiKey = ${JSON.stringify(tryItOut?.apiKey ?? null)};
page.loadSpec(JSON.parse(document.getElementById("contract").textContent)).then(async () => {
  if (apiKey) await page.setAuthenticationConfiguration("ApiKey", { token: apiKey });
  await page.updateComplete;
  const reach = () => {
    for (const scrolling of page.shadowRoot.querySelectorAll("main, pre")) scrolling.tabIndex = 0;
  };
  reach();
  new MutationObserver(reach).observe(page.shadowRoot, { childList: true, subtree: true });
});`;

/** The contract, with the integrators' pages as its description. */
function contract() {
  const pages = ["integrating", "testing", "going-live"].map(readGuide);
  return {
    ...openapi,
    info: { ...openapi.info, description: [openapi.info.description, ...pages].join("\n\n") },
  };
}

/** The pages refer to each other by file; here they stand below each other. */
const readGuide = (name: string): string =>
  readFileSync(new URL(`../../shared/contract/${name}.md`, import.meta.url), "utf8").replaceAll(
    /\[([^\]]+)\]\([\w-]+\.md\)/g,
    "$1",
  );

/** Inside of a script element only this could end it. */
const asData = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

function policy(scripts: string[], tryItOut: TryItOut | undefined): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    tryItOut ? "connect-src 'self'" : "sandbox allow-scripts allow-popups",
  ].join("; ");
}
