import { colorCode, offerCopy } from "./code.ts";
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

/**
 * Deployed the page is sandboxed and has no storage. So the address keeps the language, behind the place:
 * #refundPayment~Python. Who gets such a link sees the same.
 */
function readLanguage(): Language | undefined {
  const kept = /~(.+)$/.exec(location.hash)?.[1];
  return LANGUAGES.find((language) => encodeURIComponent(language) === kept);
}

const keepLanguage = (language: Language): void =>
  history.replaceState(null, "", `#${placeOf(location.hash)}~${encodeURIComponent(language)}`);

/** The id that an address leads to. */
const placeOf = (hash: string): string => hash.slice(1).replace(/~.*$/, "");

let chosen = readLanguage();

function choose(language: Language): void {
  chosen = language;
  for (const other of document.querySelectorAll<HTMLElement>("[data-choose]"))
    other.ariaPressed = String(other.dataset.choose === language);
  for (const sample of document.querySelectorAll<HTMLElement>("[data-request]")) {
    const code = sample.querySelector("code");
    if (!code) continue;
    code.textContent = WRITERS[language](JSON.parse(sample.dataset.request ?? ""));
    colorCode(code);
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-choose]") : null;
  const language = button?.dataset.choose as Language | undefined;
  if (!button || !language) return;
  // Content above changes its height: keep the reader's place.
  const before = button.getBoundingClientRect().top;
  choose(language);
  keepLanguage(language);
  window.scrollBy(0, button.getBoundingClientRect().top - before);
});

for (const pre of document.querySelectorAll<HTMLElement>("main pre")) offerCopy(pre);
if (chosen) choose(chosen);
// A link on the page says only the place.
window.addEventListener("hashchange", () => {
  if (chosen) keepLanguage(chosen);
});
for (const code of document.querySelectorAll("main pre code")) colorCode(code);
// The heights above the place that the address names have changed.
if (chosen) document.getElementById(placeOf(location.hash))?.scrollIntoView();

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
