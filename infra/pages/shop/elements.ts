/** A test of the page's colors puts a copy in its place for a moment. The page goes on meanwhile. */
const { body } = document;

export function element(id: string): HTMLElement {
  const found = body.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

export function show(id: string, visible: boolean): void {
  element(id).hidden = !visible;
}

/** Everything is text. */
export function entry(who: string, did: string): void {
  const item = document.createElement("li");
  const name = document.createElement("strong");
  const what = document.createElement("bdi");
  name.textContent = who;
  what.textContent = did;
  item.append(name, " ", what);
  element("entries").append(item);
}
