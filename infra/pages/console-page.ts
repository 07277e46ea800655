import { fileURLToPath } from "node:url";
import { hashOf, inlinePolicy } from "./inline-policy.ts";
import type { Page } from "./page.ts";
import { buildSplit } from "./page-build.ts";

const SOURCE = {
  folder: fileURLToPath(new URL("console", import.meta.url)),
  script: "main.tsx",
  style: "style/style.css",
};

/**
 * A shell with overview and payments, and a file for each other screen, which a browser keeps until it changes. The
 * shell's own script, allowed by its hash, only loads the first file. Nothing else of this origin is a script to a browser.
 */
export async function consolePage(): Promise<Page> {
  const { entry, scripts, style } = await buildSplit(SOURCE);
  const script = startScript(entry);
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
  return {
    html,
    contentSecurityPolicy: inlinePolicy(`${hashOf(script)} 'self'`, hashOf(style)),
    // Asked for anew each time, and sent only if it has changed: a release is seen at the next visit.
    cacheControl: "no-cache",
    parts: scripts,
  };
}

/**
 * While a release is rolled out the shell can be of another version than what answers next: reload it, once. A browser that
 * forbids cookies lets a page store nothing at all, not even that.
 */
const startScript = (entry: string): string =>
  `import("/console/parts/${entry}").then(()=>{delete sessionStorage.reloaded},()=>{` +
  'const say=(text)=>{document.getElementById("console").textContent=text};' +
  'try{if(sessionStorage.reloaded)say("The console could not be loaded. Reload the page.");' +
  'else{sessionStorage.reloaded="1";location.reload()}}' +
  'catch{say("The console needs cookies. Allow cookies for this site, then open your link again.")}})';

const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='9' fill='%234540c8'/>" +
  "<path d='M8 21h7l3-10h6' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/></svg>";
