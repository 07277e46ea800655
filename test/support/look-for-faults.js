/*
 * Runs inside of a page that a test looks at, beside axe (see browser.ts), from outside: the page's policy does not hold
 * for it.
 */

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Rules that ask what stands out from what lies behind or beside it: they take longer than all others together. */
const ABOUT_COLORS = ["color-contrast", "link-in-text-block"];

/** What they decide by, of an element and of all that it lies in. */
const COLORS = [
  "color",
  "background-color",
  "background-image",
  "opacity",
  "filter",
  "text-shadow",
  "text-decoration-line",
  "font-size",
  "font-weight",
];

/** Each kind of element of this page whose colors were right: its form, its colors, and the kind of what it lies in. */
const kinds = new Map();

/** What is wrong with the page in this window: by these rules, and by all rules about colors, by day and by night. */
globalThis.lookForFaults = async ({ within = "html", asks = RULES, leavesOut = [] }) => {
  const faults = asks.length > 0 ? await ask(within, asks, [...ABOUT_COLORS, ...leavesOut]) : [];
  const { style, scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways by ${scrollWidth - clientWidth}`);
  for (const scheme of ["light", "dark"]) {
    style.colorScheme = scheme;
    endTransitions();
    for (const fault of await askAboutNewColors()) faults.push(`${scheme}: ${fault}`);
  }
  style.colorScheme = "";
  endTransitions();
  return faults;
};

/** A color that is just changing has become what it is changing to. */
function endTransitions() {
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
}

/** `preload` would read style sheets and media again, for rules about sound and rotation that these pages cannot break. */
async function ask(within, runOnly, leavesOut = []) {
  const rules = Object.fromEntries(leavesOut.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(within, {
    resultTypes: ["violations"],
    preload: false,
    runOnly,
    rules,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/**
 * A list has a hundred rows in the same colors, and every screen the same frame: each kind is asked about once, in a copy
 * of the page that has nothing else. The page itself stands aside meanwhile, and may go on.
 */
async function askAboutNewColors() {
  const known = new Set(kinds.keys());
  const copy = copyNew(document.body, "");
  if (!copy) return [];
  const { body } = document;
  body.replaceWith(copy);
  const faults = await ask("html", ABOUT_COLORS);
  copy.replaceWith(body);
  if (faults.length > 0) for (const kind of kinds.keys()) if (!known.has(kind)) kinds.delete(kind);
  return faults;
}

/** Without the parts that have nothing of a new kind; nothing at all where it is no new one itself either. */
function copyNew(element, around) {
  if (!element.checkVisibility()) return undefined;
  const kind = kindOf(element, around);
  const number = kinds.get(kind);
  if (number === undefined) kinds.set(kind, kinds.size);
  const copy = element.cloneNode();
  let isWorthIt = number === undefined;
  for (const node of element.childNodes) {
    const part = node instanceof Element ? copyNew(node, kinds.get(kind)) : node.cloneNode();
    if (!part) continue;
    copy.append(part);
    isWorthIt ||= part instanceof Element;
  }
  return isWorthIt ? copy : undefined;
}

/** What is disabled may be faint, and a link needs to stand out only from text. */
function kindOf(element, around) {
  const style = getComputedStyle(element);
  const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  const isDisabled = (element.control ?? element).matches(
    ":disabled, [aria-disabled=true], [aria-hidden=true]",
  );
  const form = [element.localName, element.getAttribute("class"), hasText, isDisabled];
  return [around, ...form, ...COLORS.map((name) => style.getPropertyValue(name))].join("|");
}
