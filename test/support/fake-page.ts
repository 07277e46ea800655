import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { h, type Options, options, render } from "preact";
import { vi } from "vitest";

/*
 * As much of a browser as the console's page needs to show something: for what its screens say, in milliseconds. What
 * they look like, and how they are worked with, is for a real browser (test/browser).
 */

/** How often anything that is shown has changed. */
let changes = 0;

let focused: FakeElement | undefined;

/** The words of what was focused last. */
export const focusedWords = (): string => (focused ? wordsOf(focused).replaceAll("\u00a0", " ") : "");

class FakeText {
  parentNode: FakeElement | null = null;
  readonly nodeType = 3;
  #data: string;
  constructor(data: unknown) {
    this.#data = String(data);
  }
  get data(): string {
    return this.#data;
  }
  set data(data: unknown) {
    changes++;
    this.#data = String(data);
  }
  get nextSibling(): FakeNode | null {
    return siblingOf(this);
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

class FakeElement extends EventTarget {
  parentNode: FakeElement | null = null;
  readonly nodeType = 1;
  readonly localName: string;
  readonly namespaceURI: string;
  readonly childNodes: FakeNode[] = [];
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, string> = {};
  // By these the page knows how a browser calls the events.
  readonly onclick = null;
  readonly oninput = null;
  readonly onsubmit = null;
  readonly onchange = null;

  constructor(localName: string, namespaceURI = "http://www.w3.org/1999/xhtml") {
    super();
    this.localName = localName;
    this.namespaceURI = namespaceURI;
  }
  get firstChild(): FakeNode | null {
    return this.childNodes[0] ?? null;
  }
  get nextSibling(): FakeNode | null {
    return siblingOf(this);
  }
  get value(): string {
    return this.attributes.get("value") ?? "";
  }
  set value(value: unknown) {
    this.setAttribute("value", value);
  }
  get ownerSVGElement(): null {
    return null;
  }
  reportValidity(): boolean {
    return true;
  }
  reset(): void {
    for (const field of elementsIn(this)) field.attributes.delete("value");
  }
  setAttribute(name: string, value: unknown): void {
    changes++;
    this.attributes.set(name, String(value));
  }
  removeAttribute(name: string): void {
    changes++;
    this.attributes.delete(name);
  }
  insertBefore(node: FakeNode, before: FakeNode | null): FakeNode {
    changes++;
    node.remove();
    const place = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(place, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild(node: FakeNode): FakeNode {
    return this.insertBefore(node, null);
  }
  removeChild(node: FakeNode): void {
    changes++;
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
  focus(): void {
    focused = this;
  }
  click(): void {}
  showModal(): void {}
  close(): void {}
}

type FakeNode = FakeElement | FakeText;

const siblingOf = (node: FakeNode): FakeNode | null => {
  const all = node.parentNode?.childNodes ?? [];
  return all[all.indexOf(node) + 1] ?? null;
};

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
function textOf(node: FakeNode): string {
  if (node instanceof FakeText) return node.data;
  if (node.localName === "svg") return elementsIn(node).map(signOf).join("");
  if (node.localName === "time") return momentOf(node);
  const tone = TONE.exec(String(toldOf(node, "class") ?? ""))?.[1];
  const told = [
    ...(tone ? [`tone=${tone}`] : []),
    ...TOLD.flatMap((name) => {
      const value = toldOf(node, name);
      return value === undefined || value === false || value === "" ? [] : [`${name}=${value}`];
    }),
  ];
  const inner = node.childNodes.map(textOf).join("");
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
function signOf(node: FakeElement): string {
  const icon = ICONS.get(toldOf(node, "d"));
  if (icon) return `(${icon}) `;
  if (node.localName !== "rect" || toldOf(node, "x") === undefined) return "";
  const [x, width] = ["x", "width"].map((name) => Number(toldOf(node, name)).toFixed(1));
  return `(${toldOf(node, "class")} ${x} + ${width}) `;
}

/** A time in UTC, and whether its day is left out. */
const momentOf = (node: FakeElement): string =>
  `${toldOf(node, "dateTime")}${/[A-Z][a-z]{2} \d/.test(wordsOf(node)) ? "" : " (clock)"}`;

const toldOf = (node: FakeElement, name: string): unknown =>
  node.attributes.get(name) ??
  node.attributes.get(name.toLowerCase()) ??
  (node as unknown as Record<string, unknown>)[name];

/** Whatever the machine's own language is. */
const inEnglish = (): typeof Intl => {
  class NumberFormat extends Intl.NumberFormat {
    constructor(locale: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) {
      super(locale ?? "en-US", options);
    }
  }
  class DateTimeFormat extends Intl.DateTimeFormat {
    constructor(locale: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      super(locale ?? "en-US", options);
    }
  }
  return Object.create(Intl, {
    NumberFormat: { value: NumberFormat },
    DateTimeFormat: { value: DateTimeFormat },
  });
};

/**
 * What a person does: clicks a button or a link, or fills in a field. `in`: the label or the kind of the part that it is
 * in; `twice`: before anything has come of the first click.
 */
export type Step = { click: string; in?: string; twice?: true } | { fill: string; with: string };

const elementsIn = (node: FakeNode): FakeElement[] =>
  node instanceof FakeText ? [] : [node, ...node.childNodes.flatMap(elementsIn)];

const wordsOf = (node: FakeNode): string =>
  node instanceof FakeText ? node.data : node.childNodes.map(wordsOf).join("");

function find(place: FakeElement, localNames: string[], words: string): FakeElement {
  const found = elementsIn(place).find(
    (node) => localNames.includes(node.localName) && wordsOf(node) === words,
  );
  if (!found) throw new Error(`There is no ${localNames[0]} "${words}" in:\n${linesOf(place)}`);
  return found;
}

const FIELDS = ["input", "select", "textarea"];

function take(step: Step, place: FakeElement): void {
  if ("fill" in step) {
    const label = elementsIn(place).find(
      (node) => node.localName === "label" && wordsOf(node).startsWith(step.fill),
    );
    const field = label && elementsIn(label).find(({ localName }) => FIELDS.includes(localName));
    if (!field) throw new Error(`There is no field "${step.fill}" in:\n${linesOf(place)}`);
    field.value = step.with;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind));
    formOf(field, place)?.dispatchEvent(new Event("change"));
    return;
  }
  const isMeant = (node: FakeElement) => step.in === node.localName || step.in === toldOf(node, "aria-label");
  const part = elementsIn(place).find(isMeant) ?? place;
  const clicked = find(part, ["button", "a"], step.click);
  if (step.twice) take({ click: step.click }, place);
  clicked.dispatchEvent(new Event("click"));
  if (clicked.localName === "a") location.hash = String(toldOf(clicked, "href"));
  if (toldOf(clicked, "type") !== "submit") return;
  formOf(clicked, place)?.dispatchEvent(new Event("submit", { cancelable: true }));
}

const formOf = (part: FakeElement, place: FakeElement): FakeElement | undefined =>
  elementsIn(place).find((node) => node.localName === "form" && elementsIn(node).includes(part));

/** What is in the fields of a form, as a browser would send it. */
class FakeFormData extends FormData {
  constructor(form: FakeElement) {
    super();
    for (const field of elementsIn(form)) {
      const name = toldOf(field, "name");
      const isUnticked = toldOf(field, "type") === "checkbox" && !toldOf(field, "defaultChecked");
      if (FIELDS.includes(field.localName) && typeof name === "string" && !isUnticked)
        this.append(name, writtenIn(field));
    }
  }
}

function writtenIn(field: FakeElement): string {
  const [first] = elementsIn(field).filter(({ localName }) => localName === "option");
  return field.value || String(toldOf(field, "defaultValue") ?? first?.value ?? "");
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
  const place = new FakeElement("div");
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
  render(null, place as never);
  // What the page takes back when it is left, it takes back in the next turn too.
  await comeToRest(isAnswered);
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
  vi.stubGlobal("Intl", inEnglish());
  vi.stubGlobal("document", {
    hidden: false,
    title: "",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    createElement: (name: string) => new FakeElement(name),
    createElementNS: (space: string, name: string) => new FakeElement(name, space),
    createTextNode: (data: string) => new FakeText(data),
  });
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
  vi.stubGlobal("FormData", FakeFormData);
  vi.stubGlobal(
    "MutationObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
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

const linesOf = (place: FakeElement): string =>
  place.childNodes
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
