import { fileURLToPath } from "node:url";
import { inlineBuild } from "./inline-build.ts";
import { inlinePolicy } from "./inline-policy.ts";
import type { Page } from "./page.ts";

const SOURCE = {
  folder: fileURLToPath(new URL("./console", import.meta.url)),
  script: "main.tsx",
  style: "style/style.css",
};

/**
 * One document, with its script and style allowed by their hashes. There is no second file to load, so two deployed
 * versions cannot mix.
 */
export function consolePage(): Page {
  const { script, style } = inlineBuild(SOURCE);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<link rel="icon" href="data:image/svg+xml,${ICON}">
<style>${style}</style>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript: it asks the API for what it shows.</noscript>
<script>${script}</script>
</body>
</html>
`;
  return { html, contentSecurityPolicy: inlinePolicy(script, style), cacheControl: "no-store" };
}

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='9' fill='%234540c8'/>" +
  "<path d='M8 21h7l3-10h6' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/></svg>";
