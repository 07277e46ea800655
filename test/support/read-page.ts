import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Element, type Node, Window } from "happy-dom";
import { h, type Options, options, render } from "preact";
import { vi } from "vitest";

/*
 * The console's page in happy-dom: for what its screens say, in milliseconds. What they look like, and how they are
 * worked with, is for a real browser (test/browser).
 */

const browser = new Window({ url: "https://console.example/console" });

/** How often anything that is shown may have changed. */
let changes = 0;

const { vnode } = options;
options.vnode = (made) => {
  changes++;
  vnode?.(made);
};

let focused = "";

/** The words of what was focused last. */
export const focusedWords = (): string => focused;

/** What stands in a line of its own. */
const BLOCKS =
  /^(div|p|h\d|li|ul|ol|dl|dt|dd|tr|table|section|header|nav|main|footer|form|fieldset|details|summary|label|pre)$/;

/** Attributes that say something to people, or lead somewhere. */
const TOLD = [
  "href",
  "aria-label",
  "aria-current",
  "aria-disabled",
  "title",
  "value",
  "checked",
  "required",
  "aria-invalid",
];

/** The colors that say how something stands. */
const TONE = /(?:^| )(good|bad|wait|quiet|busy|declined|accent|held)(?: |$)/;

/** What a person would read, hear or see by sign and color, a line for a block. */
function textOf(node: Node): string {
  if (!isElement(node)) return node.textContent;
  if (node.localName === "svg") return elementsIn(node).map(signOf).join("");
  if (node.localName === "time") return momentOf(node);
  const tone = TONE.exec(String(toldOf(node, "class") ?? ""))?.[1];
  const told = [
    ...(tone ? [`tone=${tone}`] : []),
    ...(node.attributes.length === 0 ? [] : TOLD).flatMap((name) => {
      const value = toldOf(node, name);
      return value === undefined || value === false || value === "" ? [] : [`${name}=${value}`];
    }),
  ];
  const inner = [...node.childNodes].map(textOf).join("");
  const text = told.length > 0 ? `[${inner.trim()}|${told.join("|")}]` : inner;
  return BLOCKS.test(node.localName)
    ? `\n${text}\n`
    : node.localName === "td" || node.localName === "th"
      ? `${text} · `
      : text;
}

/** By what they draw: an icon has no name of its own, because its text stands beside it. */
const ICONS = new Map<unknown, string>(
  [
    ...readFileSync(new URL("../../infra/pages/console/parts/icon.tsx", import.meta.url), "utf8").matchAll(
      /^ {2}(\w+): "(M[^"]+)",$/gm,
    ),
  ].map(([, name = "", drawing]) => [drawing, name]),
);

/** An icon by its name, and a bar by its place and width. */
function signOf(node: Element): string {
  const icon = ICONS.get(toldOf(node, "d"));
  if (icon) return `(${icon}) `;
  if (node.localName !== "rect" || toldOf(node, "x") === undefined) return "";
  const [x, width] = ["x", "width"].map((name) => Number(toldOf(node, name)).toFixed(1));
  return `(${toldOf(node, "class")} ${x} + ${width}) `;
}

/** A time in UTC, and whether its day is left out. */
const momentOf = (node: Element): string =>
  `${toldOf(node, "dateTime")}${/[A-Z][a-z]{2} \d/.test(wordsOf(node)) ? "" : " (clock)"}`;

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

const toldOf = (node: Element, name: string): string | boolean | undefined => {
  // What is in a field is no attribute of it.
  if (
    name === "value" &&
    "value" in node &&
    /^(text|date|number)/.test(String("type" in node ? node.type : ""))
  )
    return String(node.value);
  const value = node.getAttribute(name);
  return value === "" && BOOLEAN.has(name) ? true : (value ?? undefined);
};

const BOOLEAN = new Set(["checked", "required"]);

/**
 * What a person does: clicks a button or a link, or fills in a field. `in`: the label or the kind of the part that it is
 * in; `twice`: before anything has come of the first click.
 */
export type Step = { click: string; in?: string; twice?: true } | { fill: string; with: string };

const elementsIn = (node: Element): Element[] => [node, ...node.querySelectorAll("*")];

const wordsOf = (node: Node): string => node.textContent;

function find(place: Element, localNames: string[], words: string): Element {
  const found = elementsIn(place).find(
    (node) => localNames.includes(node.localName) && wordsOf(node) === words,
  );
  if (!found) throw new Error(`There is no ${localNames[0]} "${words}" in:\n${linesOf(place)}`);
  return found;
}

const FIELDS = "input, select, textarea";

const tell = (node: Element, kind: string): boolean =>
  node.dispatchEvent(new browser.Event(kind, { cancelable: true }));

function take(step: Step, place: Element): void {
  if ("fill" in step) {
    const label = [...place.querySelectorAll("label")].find((one) => wordsOf(one).startsWith(step.fill));
    const field = label?.querySelector(FIELDS);
    if (!field) throw new Error(`There is no field "${step.fill}" in:\n${linesOf(place)}`);
    Object.assign(field, { value: step.with });
    for (const kind of ["input", "change"]) tell(field, kind);
    const form = field.closest("form");
    if (form) tell(form, "change");
    return;
  }
  const isMeant = (node: Element) => step.in === node.localName || step.in === toldOf(node, "aria-label");
  const part = elementsIn(place).find(isMeant) ?? place;
  const clicked = find(part, ["button", "a"], step.click);
  if (step.twice) take({ click: step.click }, place);
  tell(clicked, "click");
  if (clicked.localName === "a") location.hash = String(toldOf(clicked, "href"));
  const form = toldOf(clicked, "type") === "submit" && clicked.closest("form");
  if (form) tell(form, "submit");
}

export type Answers = { status: number; body: unknown; headers?: Record<string, string> };

type Component = (props: object) => unknown;
const PAGE = "../../infra/pages/console";

/** What the page sends beside the address. */
type Sent = { method: string; body: unknown; headers: Headers };

type Visit = {
  /** The one that the tab is in; none: it is outside. */
  session?: string | undefined;
  answer: (path: string, query: URLSearchParams, sent: Sent) => Answers;
  hostname?: string;
  /** Each once the page has come to rest after the one before. */
  steps?: readonly Step[];
};

/** A tab that shows the console at an address, of a service that gives these answers by path and query. */
export async function readPage(
  hash: string,
  { session, answer, hostname, steps = [] }: Visit,
): Promise<string> {
  const place = browser.document.createElement("div");
  browser.document.body.append(place);
  const asked = { begun: 0, ended: 0 };
  standIn(hash, session, async (address, { method, body: text, headers: given }) => {
    asked.begun++;
    const { pathname, searchParams } = new URL(address, "https://console.example");
    const sent = { method, body: text && JSON.parse(text), headers: given };
    const { status, body, headers } = answer(pathname.replace("/console/v1/", ""), searchParams, sent);
    asked.ended++;
    const answered = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(answered, { status, headers: headers ?? {} });
  });
  Object.assign(location, { hostname });
  // Of a project of its own, with a browser's types.
  const { App }: { App: Component } = await import(/* @vite-ignore */ `${PAGE}/app.tsx`);
  const { takeOffer, takeSession }: { takeOffer: () => unknown; takeSession: () => void } = await import(
    /* @vite-ignore */ `${PAGE}/api/tab-session.ts`
  );
  const firstOffer = takeOffer();
  takeSession();
  // Effects run in the next turn of the event loop and not after a frame, of which there is none.
  (options as Options & { requestAnimationFrame: typeof setImmediate }).requestAnimationFrame = setImmediate;
  render(h(App as never, { firstOffer }), place as never);
  // A screen that is opened for the first time is loaded before it asks for anything.
  const isLoaded = () => !linesOf(place).includes("Loading");
  const isAnswered = () =>
    (asked.begun > 0 || firstOffer !== undefined) && asked.begun === asked.ended && isLoaded();
  await comeToRest(isAnswered);
  for (const step of steps) {
    take(step, place);
    await comeToRest(isAnswered);
  }
  const text = linesOf(place);
  focused = wordsOf(browser.document.activeElement ?? place).replaceAll("\u00a0", " ");
  render(null, place as never);
  // What the page takes back when it is left, it takes back in the next turn too.
  await comeToRest(isAnswered);
  place.remove();
  return text;
}

type Fetch = (
  address: string,
  init: { method: string; body?: string; headers: Headers },
) => Promise<Response>;

/** What the browser keeps from one visit to the next. A test that has it written empties it. */
export const KEPT_FOR_GOOD = new Map<string, string>();

/** In the place of what a browser has and Node has not. */
function standIn(hash: string, session: string | undefined, fetch: Fetch): void {
  const kept = new Map(session === undefined ? [] : [["svc-console", session]]);
  vi.stubGlobal("document", browser.document);
  const window = Object.assign(new EventTarget(), { scrollTo: () => undefined });
  vi.stubGlobal("window", window);
  const address = addressBar(hash, window);
  vi.stubGlobal("location", address);
  vi.stubGlobal("history", {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      address.at = to.slice(to.indexOf("#")).replace(/^[^#].*/, "");
    },
  });
  for (const [name, items] of Object.entries({ sessionStorage: kept, localStorage: KEPT_FOR_GOOD }))
    vi.stubGlobal(name, {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    });
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("FormData", browser.FormData);
}

/** The page's address, which it follows when it changes. */
const addressBar = (first: string, window: EventTarget) => ({
  pathname: "/console",
  origin: "https://console.example",
  at: first,
  replace(hash: string) {
    this.hash = hash;
  },
  get hash() {
    return this.at;
  },
  set hash(hash: string) {
    this.at = hash.replace(/[?&]s=ses_\w+/, "");
    window.dispatchEvent(new Event("hashchange"));
  },
});

const linesOf = (place: Element): string =>
  [...place.childNodes]
    .map(textOf)
    .join("")
    .replaceAll("\u00a0", " ")
    // Every link names the session that it is in.
    .replace(/[?&]s=ses_\w+/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

/** An answer goes through promises and effects, each of which may wait for a turn. */
const QUIET_TURNS = 20;
const MOST_TURNS = 10_000;

/** Once nothing is asked for, and nothing has changed for a while. */
async function comeToRest(isAnswered: () => boolean): Promise<void> {
  for (let turn = 0, quiet = 0; turn < MOST_TURNS; turn++) {
    const before = changes;
    await nextTurn();
    quiet = isAnswered() && before === changes ? quiet + 1 : 0;
    if (quiet === QUIET_TURNS) return;
  }
  throw new Error("The page does not come to rest.");
}
