import { type CodeToken, codeTokensOf } from "../../code/code-tokens.ts";

const SHOWN_MS = 2_000;

/** Ranges, not markup: where a browser knows none, the sample has one color. */
const ranges = new Map<Element, [Highlight, Range][]>();

export function colorCode(code: Element): void {
  const text = code.firstChild;
  if (!CSS.highlights || !(text instanceof Text)) return;
  for (const [highlight, range] of ranges.get(code) ?? []) highlight.delete(range);
  ranges.set(
    code,
    codeTokensOf(text.data).map(({ kind, start, end }) => {
      const range = new Range();
      range.setStart(text, start);
      range.setEnd(text, end);
      return [highlightOf(kind).add(range), range];
    }),
  );
}

function highlightOf(kind: CodeToken["kind"]): Highlight {
  const known = CSS.highlights.get(kind) ?? new Highlight();
  CSS.highlights.set(kind, known);
  return known;
}

/** A button beside the sample, whose text is not the sample's. */
export function offerCopy(pre: HTMLElement): void {
  const [box, button] = [document.createElement("div"), document.createElement("button")];
  box.className = "code";
  button.className = "copy";
  button.type = "button";
  button.append("Copy");
  pre.replaceWith(box);
  box.append(pre, button);
  button.addEventListener("click", async () => {
    button.textContent = (await copied(pre)) ? "Copied" : "Select it";
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_MS);
  });
}

/** A sandboxed page may not use the clipboard, but can copy what is selected. */
async function copied(pre: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(pre.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(pre);
    return document.execCommand("copy");
  }
}
