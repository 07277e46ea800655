import { LANGUAGES, type Language, WRITERS } from "./languages.ts";
import { followSearch } from "./search.ts";
import { sendFrom } from "./try-it.ts";

/** What the reference does beyond being read: one language for all samples, search, and, where there is a key, sending. */

for (const group of document.querySelectorAll(".languages"))
  for (const language of LANGUAGES) {
    const button = document.createElement("button");
    button.dataset.choose = language;
    button.ariaPressed = String(language === "curl");
    button.append(language);
    group.append(button);
  }

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-choose]") : null;
  const language = button?.dataset.choose as Language | undefined;
  if (!button || !language) return;
  // Content above changes its height: keep the reader's place.
  const before = button.getBoundingClientRect().top;
  for (const other of document.querySelectorAll<HTMLElement>("[data-choose]"))
    other.ariaPressed = String(other.dataset.choose === language);
  for (const sample of document.querySelectorAll<HTMLElement>("[data-request]")) {
    const code = sample.querySelector("code");
    if (code) code.textContent = WRITERS[language](JSON.parse(sample.dataset.request ?? ""));
  }
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

followSearch();

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) void sendFrom(event.target);
});
