import { rank } from "./rank.ts";

type Part = { link: HTMLAnchorElement; title: string; path: string; text: string };

/** Lists what is found. "/" leads to the field; on a phone typing opens the contents. */
export function followSearch(): void {
  const field = document.querySelector<HTMLInputElement>("search input");
  const contents = document.querySelector("nav");
  const said = document.querySelector(".found");
  if (!field || !contents || !said) return;
  const groups = [...contents.querySelectorAll<HTMLElement>("p, ul")];
  const links = [...contents.querySelectorAll<HTMLAnchorElement>("li a")];
  const hits = document.createElement("ul");
  contents.prepend(hits);
  // A telephone has no such key.
  field.placeholder = matchMedia("(hover: hover)").matches ? "Press / to search" : "Search";
  let parts: Part[] | undefined;
  field.addEventListener("input", () => {
    const query = field.value.trim().toLowerCase();
    parts ??= links.map(partOf);
    if (query !== "") (contents.parentElement as HTMLDetailsElement).open = true;
    const found = query === "" ? [] : rank(parts, query);
    hits.replaceChildren(...found.map(({ link }) => link.closest("li")?.cloneNode(true) ?? ""));
    for (const group of groups) group.hidden = query !== "";
    said.textContent = query === "" ? "" : `${found.length} ${found.length === 1 ? "result" : "results"}`;
  });
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") hits.querySelector<HTMLElement>("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest("input, textarea");
    if (key !== "/" || isTyping || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    field.focus();
  });
}

function partOf(link: HTMLAnchorElement): Part {
  const id = link.hash.slice(1);
  const path = document.getElementById(id)?.querySelector(".route")?.textContent ?? "";
  const [title, ...rest] = [link.textContent ?? "", path, textOf(id)].map((text) => text.toLowerCase());
  return { link, title: title ?? "", path: rest[0] ?? "", text: rest[1] ?? "" };
}

/** An operation's text, or what stands under a guide's heading. */
function textOf(id: string): string {
  const start = document.getElementById(id);
  if (!start || start.localName === "section") return start?.textContent ?? "";
  let text = start.textContent ?? "";
  for (let next = start.nextElementSibling; next; next = next.nextElementSibling) {
    if (/^h[23]$/.test(next.localName) && next.localName <= start.localName) break;
    text += ` ${next.textContent}`;
  }
  return text;
}
