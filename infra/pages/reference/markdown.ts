import { Marked, type Tokens } from "marked";
import { GUIDES } from "./guides.ts";
import { anchorOf, html, type Markup } from "./markup.ts";

const raw = (markup: string): Markup => ({ markup });

type ShowCode = (code: string) => Markup;

export const plainCode: ShowCode = (code) => html`<pre><code>${code}</code></pre>`;

/**
 * One level down: the page has a title of its own. HTML in a guide is text, and only https links leave the page. A link to
 * a guide that is not on the page is text too.
 */
const readerWith = (showCode: ShowCode): Marked =>
  new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const level = Math.min(depth + 1, 4);
        return `<h${level} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${level}>`;
      },
      code: ({ text }) => showCode(text).markup,
      html: ({ text }) => html`${text}`.markup,
      link({ href, tokens }) {
        const label = raw(this.parser.parseInline(tokens));
        const [, guide, place = guide] = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
        if (place !== undefined && (guide === undefined || GUIDES.includes(guide)))
          return html`<a href="#${place}">${label}</a>`.markup;
        return href.startsWith("https://") ? html`<a href="${href}">${label}</a>`.markup : label.markup;
      },
      table({ header, rows }) {
        const inner = (cell: Tokens.TableCell) => raw(this.parser.parseInline(cell.tokens));
        return html`<div class="table" tabindex="0"><table><thead><tr>${header.map(
          (cell) => html`<th scope="col">${inner(cell)}</th>`,
        )}</tr></thead><tbody>${rows.map(
          (row) => html`<tr>${row.map((cell) => html`<td>${inner(cell)}</td>`)}</tr>`,
        )}</tbody></table></div>`.markup;
      },
    },
  });

const reader = readerWith(plainCode);

export const markdown = (text: string, showCode?: ShowCode): Markup =>
  raw((showCode ? readerWith(showCode) : reader).parse(text, { async: false }));

export const inline = (text: string): Markup => raw(reader.parseInline(text, { async: false }));

export const headingsOf = (text: string): string[] =>
  reader.lexer(text).flatMap((token) => (token.type === "heading" && token.depth === 2 ? [token.text] : []));
