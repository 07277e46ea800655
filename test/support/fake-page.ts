import { readFileSync } from "node:fs";
import { setTimeout as afterTimers, setImmediate as nextTurn } from "node:timers/promises";
import {
  type Element,
  HashChangeEvent,
  type HTMLElement,
  type HTMLInputElement,
  type Node,
  Event as PageEvent,
  Window,
} from "happy-dom";
import { h, type Options, options, render } from "preact";
import { vi } from "vitest";

/*
 * The console's page in happy-dom: for what its screens say, in milliseconds. What they look like, and how they are worked
 * with, is for a real browser (test/browser).
 */

/** The words of what had the focus when the page was left. */
let focused = "";
export const focusedWords = (): string => focused.replaceAll("\u00a0", " ");

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
  const tone = TONE.exec(node.className)?.[1];
  const told = [
    ...(tone ? [`tone=${tone}`] : []),
    ...TOLD.flatMap((name) => {
      const value = toldOf(node, name);
      return value ? [`${name}=${value}`] : [];
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
  const icon = ICONS.get(node.getAttribute("d"));
  if (icon) return `(${icon}) `;
  if (node.localName !== "rect" || !node.hasAttribute("x")) return "";
  const [x, width] = ["x", "width"].map((name) => Number(node.getAttribute(name)).toFixed(1));
  return `(${node.getAttribute("class")} ${x} + ${width}) `;
}

/** A time in UTC, and whether its day is left out. */
const momentOf = (node: Element): string =>
  `${node.getAttribute("datetime")}${/[A-Z][a-z]{2} \d/.test(node.textContent) ? "" : " (clock)"}`;

/** What is in a field now is not among its attributes. */
function toldOf(node: Element, name: string): string | boolean | null {
  if (name === "required" || name === "checked") return (node as HTMLInputElement)[name] ?? false;
  if (name !== "value" || !isField(node)) return node.getAttribute(name);
  return node.type === "checkbox" || node.type === "radio" ? node.getAttribute(name) : node.value;
}

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

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;

const isField = (node: Element): node is HTMLInputElement => node.matches("input, select, textarea");

const elementsIn = (place: Element, kind = "*"): HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>(kind),
];

function take(step: Step, place: HTMLElement): void {
  const missing = (what: string) => new Error(`There is no ${what} in:\n${linesOf(place)}`);
  if ("fill" in step) {
    const label = elementsIn(place, "label").find(({ textContent }) => textContent.startsWith(step.fill));
    const field = label && elementsIn(label).find(isField);
    if (!field) throw missing(`field "${step.fill}"`);
    field.value = step.with;
    for (const kind of ["input", "change"]) field.dispatchEvent(new PageEvent(kind, { bubbles: true }));
    return;
  }
  const isMeant = (node: Element) =>
    step.in === node.localName || step.in === node.getAttribute("aria-label");
  const part = elementsIn(place).find(isMeant) ?? place;
  const clicked = [part, ...elementsIn(part)].find(
    (node) => node.matches("button, a") && node.textContent === step.click,
  );
  if (!clicked) throw missing(`button or link "${step.click}"`);
  if (step.twice) take({ click: step.click }, place);
  clicked.click();
}

/** `late`: the page comes to rest without it, and the answer comes then. */
export type Answers = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  late?: Promise<void>;
};

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
  const asked = { begun: 0, ended: 0 };
  const window = openTab(
    `${hostname ? `http://${hostname}` : "https://console.example"}/console${hash}`,
    session,
  );
  vi.stubGlobal("fetch", async (address: string, { method, body: text, headers: given }: Request) => {
    asked.begun++;
    const { pathname, searchParams } = new URL(address, "https://console.example");
    const sent = { method, body: text && JSON.parse(text), headers: given };
    const { status, body, headers, late } = answer(pathname.replace("/console/v1/", ""), searchParams, sent);
    asked.ended++;
    await late;
    const answered = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(answered, { status, headers: headers ?? {} });
  });
  const place = window.document.body;
  const changed = { turns: 0 };
  new window.MutationObserver(() => changed.turns++).observe(window.document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
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
  const isAnswered = () =>
    (asked.begun > 0 || firstOffer !== undefined) &&
    asked.begun === asked.ended &&
    !place.textContent.includes("Loading");
  await comeToRest(changed, isAnswered);
  for (const step of steps) {
    take(step, place);
    await comeToRest(changed, isAnswered);
  }
  const text = linesOf(place);
  focused = window.document.activeElement?.textContent ?? "";
  render(null, place as never);
  // What the page takes back when it is left, it takes back in the next turn too.
  await comeToRest(changed, isAnswered);
  return text;
}

type Request = { method: string; body?: string; headers: Headers };

/** What the browser keeps from one visit to the next. A test that has it written empties it. */
export const KEPT_FOR_GOOD = new Window().localStorage;

const OF_A_BROWSER = [
  "document",
  "location",
  "history",
  "sessionStorage",
  "FormData",
  "MutationObserver",
  "Element",
  "Event",
] as const;

/** In the place of what a browser has and Node has not. It goes nowhere else, whatever is clicked. */
function openTab(url: string, session: string | undefined): Window {
  const navigation = { disableMainFrameNavigation: true, disableChildPageNavigation: true };
  const window = new Window({ url, settings: { navigation } });
  keepReplacedAddressesQuiet(window);
  if (session !== undefined) window.sessionStorage.setItem("svc-console", session);
  vi.stubGlobal("Intl", inEnglish());
  vi.stubGlobal("window", window);
  vi.stubGlobal("localStorage", KEPT_FOR_GOOD);
  for (const name of OF_A_BROWSER) vi.stubGlobal(name, window[name]);
  return window;
}

/** A browser does not tell that an address was replaced; happy-dom does. */
function keepReplacedAddressesQuiet(window: Window): void {
  const { history, location } = window;
  const replaced = new Set<string>();
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (...given) => {
    replaceState(...given);
    replaced.add(location.href);
  };
  window.addEventListener("hashchange", (event) => {
    if (event instanceof HashChangeEvent && replaced.delete(event.newURL)) event.stopImmediatePropagation();
  });
}

const linesOf = (place: HTMLElement): string =>
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

/** Once nothing is asked for, and nothing has changed for a while. A new address is told by a timer, as are few things. */
async function comeToRest(changed: { turns: number }, isAnswered: () => boolean): Promise<void> {
  for (let turn = 0, quiet = 0; turn < MOST_TURNS; turn++) {
    const before = changed.turns;
    await (quiet < QUIET_TURNS ? nextTurn() : afterTimers());
    const isQuiet = changed.turns === before;
    if (isQuiet && quiet === QUIET_TURNS && isAnswered()) return;
    quiet = isQuiet ? Math.min(quiet + 1, QUIET_TURNS) : 0;
  }
  throw new Error("The page does not come to rest.");
}
