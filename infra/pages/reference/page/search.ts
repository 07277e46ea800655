/** Leaves those of the contents whose part of the page has all the words; "/" leads there. */
export function followSearch(): void {
  const field = document.querySelector<HTMLInputElement>("search input");
  const contents = document.querySelector("nav");
  if (!field || !contents) return;
  const links = [...contents.querySelectorAll<HTMLAnchorElement>("li a")];
  const texts = new Map<HTMLAnchorElement, string>();
  const textOf = (link: HTMLAnchorElement): string => {
    const text = texts.get(link) ?? partOf(link.hash.slice(1)).toLowerCase();
    texts.set(link, text);
    return text;
  };
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const link of links) {
      const text = textOf(link);
      (link.parentElement as HTMLElement).hidden = !words.every((word) => text.includes(word));
    }
    for (const list of contents.querySelectorAll("ul")) {
      const isEmpty = field.value !== "" && !list.querySelector("li:not([hidden])");
      for (const part of [list, list.previousElementSibling as HTMLElement]) part.hidden = isEmpty;
    }
    const found = links.filter((link) => !link.parentElement?.hidden).length;
    const said = document.querySelector(".found");
    if (said) said.textContent = field.value === "" ? "" : `${found} ${found === 1 ? "result" : "results"}`;
  });
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") contents.querySelector<HTMLElement>("li:not([hidden]) a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest("input, textarea");
    if (key !== "/" || isTyping || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    field.focus();
  });
}

/** An operation's text, or what stands under a guide's heading. */
function partOf(id: string): string {
  const start = document.getElementById(id);
  if (!start || start.localName === "section") return start?.textContent ?? "";
  let text = start.textContent ?? "";
  for (let next = start.nextElementSibling; next; next = next.nextElementSibling) {
    if (/^h[23]$/.test(next.localName) && next.localName <= start.localName) break;
    text += ` ${next.textContent}`;
  }
  return text;
}
