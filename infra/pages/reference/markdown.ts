import { anchorOf, html, type Markup } from "./markup.ts";

/** The guides' markdown, as far as they use it: headings, paragraphs, lists, tables, code, emphasis, links. */
export function markdown(text: string): Markup {
  return html`${blocksOf(text).map(block)}`;
}

/** The second-level headings of a guide: its entries in the navigation. */
export const headingsOf = (text: string): string[] =>
  [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

/** Blank lines part blocks, except inside of code. */
const blocksOf = (text: string): string[] =>
  text
    .split(/(^```[\s\S]*?^```$)/m)
    .flatMap((part) => (part.startsWith("```") ? [part] : part.split(/\n{2,}/)));

function block(text: string): Markup {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (first === "") return html``;
  if (first.startsWith("```")) return code(text);
  if (first.startsWith("#")) return html`${heading(first)}${block(lines.slice(1).join("\n"))}`;
  if (first.startsWith("|")) return table(lines);
  const item = /^(- |\d+\. )/;
  if (item.test(first)) return list(lines, first.startsWith("- "));
  const listStart = lines.findIndex((line) => item.test(line));
  if (listStart > 0)
    return html`${block(lines.slice(0, listStart).join("\n"))}${block(lines.slice(listStart).join("\n"))}`;
  return html`<p>${inline(lines.join(" "))}</p>`;
}

/** One level down: the page has a title of its own. */
function heading(line: string): Markup {
  const [, marks = "", text = ""] = /^(#+) (.*)$/.exec(line) ?? [];
  const anchor = anchorOf(text);
  if (marks.length === 1) return html`<h2 id="${anchor}">${inline(text)}</h2>`;
  if (marks.length === 2) return html`<h3 id="${anchor}">${inline(text)}</h3>`;
  return html`<h4 id="${anchor}">${inline(text)}</h4>`;
}

const code = (text: string): Markup =>
  html`<pre><code>${text.replaceAll(/^```.*\n?/gm, "").trimEnd()}</code></pre>`;

function list(lines: string[], isBulleted: boolean): Markup {
  const items = lines
    .join("\n")
    .split(/\n(?=- |\d+\. )/)
    .map((item) => html`<li>${inline(item.replace(/^(- |\d+\. )/, "").replaceAll(/\n\s*/g, " "))}</li>`);
  return isBulleted ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
}

function table(lines: string[]): Markup {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const [head = "", , ...rows] = lines;
  return html`<div class="table" tabindex="0"><table><thead><tr>${cells(head).map(
    (cell) => html`<th scope="col">${inline(cell)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${cells(row).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/;

export const inline = (text: string): Markup => html`${text.split(INLINE).map(piece)}`;

function piece(text: string): Markup {
  if (!INLINE.test(text)) return html`${text}`;
  if (text.startsWith("`")) return html`<code>${text.slice(1, -1)}</code>`;
  if (text.startsWith("**")) return html`<strong>${inline(text.slice(2, -2))}</strong>`;
  const [, label = "", target = ""] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(text) ?? [];
  const guide = /^([\w-]+)\.md$/.exec(target)?.[1];
  if (guide !== undefined) return html`<a href="#${guide}">${inline(label)}</a>`;
  return target.startsWith("https://")
    ? html`<a href="${target}">${inline(label)}</a>`
    : html`${inline(label)}`;
}
