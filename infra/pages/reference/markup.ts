/** A piece of HTML. Text becomes one only by `html`, which escapes what is put into it. */
export type Markup = { readonly markup: string };

type Insert = Markup | string | number | false | undefined | readonly Insert[];

export const html = (texts: TemplateStringsArray, ...inserts: Insert[]): Markup => ({
  markup: texts.map((text, index) => text + rendered(inserts[index])).join(""),
});

function rendered(insert: Insert): string {
  if (insert === undefined || insert === false) return "";
  if (typeof insert === "string" || typeof insert === "number") return escaped(String(insert));
  if (isList(insert)) return insert.map(rendered).join("");
  return insert.markup;
}

const isList = (insert: Markup | readonly Insert[]): insert is readonly Insert[] => Array.isArray(insert);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

/** As GitHub makes a heading's, which is how the guides' links name them. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
