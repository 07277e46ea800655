/** What the reference does beyond being read: one language for all samples, and, where there is a key, sending. */

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-choose]") : null;
  const language = button?.dataset.choose;
  if (!button || !language) return;
  // Content above changes its height: keep the reader's place.
  const before = button.getBoundingClientRect().top;
  document.body.dataset.language = language;
  for (const other of document.querySelectorAll<HTMLElement>("[data-choose]"))
    other.ariaPressed = String(other.dataset.choose === language);
  window.scrollBy(0, button.getBoundingClientRect().top - before);
});

/** On a wide screen the contents stand beside the page; on a phone they open. */
const contents = document.querySelector<HTMLDetailsElement>("details.contents");
const wide = window.matchMedia("(min-width: 861px)");
const follow = () => {
  if (contents) contents.open = wide.matches;
};
follow();
wide.addEventListener("change", follow);
contents?.addEventListener("click", ({ target }) => {
  if (target instanceof HTMLAnchorElement && !wide.matches) contents.open = false;
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) void send(event.target);
});

async function send(form: HTMLFormElement): Promise<void> {
  const reply = form.querySelector(".reply");
  reply?.replaceChildren("One moment…");
  const shown = await ask(form).catch((error: unknown) => String(error));
  const block = document.createElement("pre");
  block.textContent = shown;
  reply?.replaceChildren(block);
}

async function ask(form: HTMLFormElement): Promise<string> {
  const { method = "GET", path = "" } = form.dataset;
  const headers = new Headers({ "X-Api-Key": document.body.dataset.apiKey ?? "" });
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, value, dataset } of form.querySelectorAll("input")) {
    if (dataset.in === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "" && dataset.in === "query") query.set(name, value);
    else if (value !== "") headers.set(name, value);
  }
  const body = form.querySelector("textarea")?.value;
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const search = query.size > 0 ? `?${query}` : "";
  const response = await fetch(filled + search, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return `${response.status} ${response.statusText}\n\n${readable(text)}`;
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
