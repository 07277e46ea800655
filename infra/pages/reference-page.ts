import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hashOf } from "./inline-policy.ts";
import type { Page } from "./page.ts";
import { buildInline } from "./page-build.ts";
import { CALLBACKS, ENDPOINTS, INFO, type ReferenceOperation, TAGS } from "./reference/contract.ts";
import { GUIDES } from "./reference/guides.ts";
import { headingsOf, inline, markdown, plainCode } from "./reference/markdown.ts";
import { anchorOf, html, type Markup } from "./reference/markup.ts";
import { callbackSection, operationSection, samples } from "./reference/operation-section.ts";

/** With a key, requests can be tried out from the page: for the local stack's demo merchant only. */
type TryItOut = { apiKey: string };

const SOURCE = {
  folder: fileURLToPath(new URL("reference/page", import.meta.url)),
  script: "main.ts",
  style: "style.css",
};

const CHANGELOG = new URL("../../CHANGELOG.md", import.meta.url);

/**
 * The reference: one document, made from the contract and the integrators' pages when the service is built. Everything
 * is there without its script, which only changes the samples' language and, on the local stack, sends requests.
 *
 * Deployed it is sandboxed, which gives it an origin of its own beside the console's: whatever it carries, it can call
 * nothing and read nothing there, and has no buttons to try.
 */
export function referencePage(tryItOut?: TryItOut): Page {
  const { script, style } = buildInline(SOURCE);
  const guides: Guide[] = GUIDES.map((name) => ({ name, text: readGuide(name) }));
  guides.push({ name: "changelog", text: readFileSync(CHANGELOG, "utf8") });
  const [quickstart, ...further] = guides.map(
    ({ name, text }) =>
      html`<article id="${name}">${markdown(text, name === "quickstart" ? showCall : undefined)}</article>`,
  );
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${INFO.title}</title>
<style>${{ markup: style }}</style>
</head>
<body${tryItOut && html` data-api-key="${tryItOut.apiKey}"`}>
<a class="skip" href="#content">Skip to the content</a>
<div class="reference">
<header class="side"><p class="title">${INFO.title}</p>
${SEARCH}<details class="contents"><summary>Contents</summary>${navigation(guides)}</details></header>
<main id="content" tabindex="-1">
<h1>${INFO.title}</h1>
<p class="lead">${INFO.summary}</p>
<p>${inline(INFO.description)}</p>
${quickstart}
${TAGS.map(({ name, description }) => tagPart(name, description, tryItOut !== undefined))}
${further}
</main>
</div>
<script>${{ markup: script }}</script>
</body>
</html>
`;
  return {
    html: markup,
    contentSecurityPolicy: policy(script, style, tryItOut),
    cacheControl: tryItOut ? "no-store" : "public, max-age=300",
  };
}

/** A call with curl is shown as its operation's sample, which has all languages. */
function showCall(code: string): Markup {
  const [, method = "GET", path = ""] = /^curl (?:-X (\w+) )?"\$BASE_URL([^"]+)"/.exec(code) ?? [];
  const form = path.replace(/\$\w+/, "{id}");
  const operation = ENDPOINTS.find((one) => one.method === method && one.path === form);
  return operation ? samples(operation) : plainCode(code);
}

const operationsOf = (tag: string): readonly ReferenceOperation[] =>
  tag === "Callbacks" ? CALLBACKS : ENDPOINTS.filter((operation) => operation.tag === tag);

const tagPart = (name: string, description: string, canTry: boolean): Markup =>
  html`<article id="${tagAnchor(name)}"><h2>${name}</h2><p>${description}</p>${operationsOf(name).map(
    (operation) => (name === "Callbacks" ? callbackSection(operation) : operationSection(operation, canTry)),
  )}</article>`;

const tagAnchor = (name: string): string => `${anchorOf(name)}-operations`;

type Guide = { name: string; text: string };

const SEARCH = html`<search><label><span>Search</span><input type="search" autocomplete="off"></label><p class="found" role="status"></p></search>`;

const navigation = ([quickstart, ...guides]: readonly Guide[]): Markup =>
  html`<nav aria-label="Contents">${quickstart && guideGroup(quickstart)}${TAGS.map(({ name }) =>
    group(tagAnchor(name), name, operationsOf(name).map(operationLink)),
  )}${guides.map(guideGroup)}</nav>`;

const guideGroup = ({ name, text }: Guide): Markup =>
  group(name, /^# (.+)$/m.exec(text)?.[1] ?? name, headingsOf(text).map(headingLink));

const group = (anchor: string, title: string, links: Markup[]): Markup =>
  html`<p><a href="#${anchor}">${title}</a></p><ul>${links}</ul>`;

const headingLink = (heading: string): Markup =>
  html`<li><a href="#${anchorOf(heading)}">${heading.replaceAll("`", "")}</a></li>`;

const operationLink = ({ id, tag, summary, path }: ReferenceOperation): Markup =>
  html`<li><a href="#${id}">${tag === "Callbacks" ? path : summary}</a></li>`;

const readGuide = (name: string): string =>
  readFileSync(new URL(`../../shared/contract/${name}.md`, import.meta.url), "utf8");

function policy(script: string, style: string, tryItOut: TryItOut | undefined): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    tryItOut ? "connect-src 'self'" : "sandbox allow-scripts allow-popups",
  ].join("; ");
}
