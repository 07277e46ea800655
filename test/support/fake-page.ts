import { setTimeout as wait } from "node:timers/promises";
import { h, render } from "preact";
import { vi } from "vitest";

/*
 * As much of a browser as the console's page needs to show something: for what its screens say, in milliseconds. What
 * they look like, and how they are worked with, is for a real browser (test/browser).
 */

class FakeText {
  parentNode: FakeElement | null = null;
  readonly nodeType = 3;
  data: string;
  constructor(data: unknown) {
    this.data = String(data);
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
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  insertBefore(node: FakeNode, before: FakeNode | null): FakeNode {
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
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }
  remove(): void {
    this.parentNode?.removeChild(this);
  }
  focus(): void {}
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
const TOLD = ["href", "aria-label", "aria-current", "aria-disabled", "title", "value", "checked", "required"];

/** What a person would read or hear, a line for a block. Times stand as they are, in nobody's own zone. */
function textOf(node: FakeNode): string {
  if (node instanceof FakeText) return node.data;
  if (node.localName === "svg") return "";
  if (node.localName === "time") return String(toldOf(node, "dateTime"));
  const told = TOLD.flatMap((name) => {
    const value = toldOf(node, name);
    return value === undefined || value === false || value === "" ? [] : [`${name}=${value}`];
  });
  const inner = node.childNodes.map(textOf).join("");
  const text = told.length > 0 ? `[${inner.trim()}|${told.join("|")}]` : inner;
  return BLOCKS.test(node.localName)
    ? `\n${text}\n`
    : node.localName === "td" || node.localName === "th"
      ? `${text} · `
      : text;
}

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

/** What a person does: clicks a button, or fills in a field. */
type Step = { click: string } | { fill: string; with: string };

const elementsIn = (node: FakeNode): FakeElement[] =>
  node instanceof FakeText ? [] : [node, ...node.childNodes.flatMap(elementsIn)];

const wordsOf = (node: FakeNode): string =>
  node instanceof FakeText ? node.data : node.childNodes.map(wordsOf).join("");

function find(place: FakeElement, localName: string, words: string): FakeElement {
  const found = elementsIn(place).find((node) => node.localName === localName && wordsOf(node) === words);
  if (!found) throw new Error(`There is no ${localName} "${words}" in:\n${linesOf(place)}`);
  return found;
}

function take(step: Step, place: FakeElement): void {
  if ("fill" in step) {
    const field = elementsIn(find(place, "label", step.fill)).find(({ localName }) => localName === "input");
    if (!field) throw new Error(`There is no field in "${step.fill}".`);
    field.value = step.with;
    field.dispatchEvent(new Event("input"));
    return;
  }
  const button = find(place, "button", step.click);
  button.dispatchEvent(new Event("click"));
  if (toldOf(button, "type") !== "submit") return;
  const form = elementsIn(place).find(
    (node) => node.localName === "form" && elementsIn(node).includes(button),
  );
  form?.dispatchEvent(new Event("submit", { cancelable: true }));
}

type Answers = { status: number; body: unknown; headers?: Record<string, string> };

type Component = (props: object) => unknown;
const PAGE = "../../functions/console/page";

type Visit = {
  session: string;
  answer: (path: string, query: URLSearchParams) => Answers;
  /** Each once the page has come to rest after the one before. */
  steps?: readonly Step[];
};

/** A tab that shows the console at an address, of a service that gives these answers by path and query. */
export async function readPage(hash: string, { session, answer, steps = [] }: Visit): Promise<string> {
  const place = new FakeElement("div");
  const asked = { begun: 0, ended: 0 };
  standIn(hash, session, async (address: string) => {
    asked.begun++;
    const { pathname, searchParams } = new URL(address, "https://console.example");
    const { status, body, headers } = answer(pathname.replace("/console/v1/", ""), searchParams);
    asked.ended++;
    return new Response(JSON.stringify(body), { status, headers: headers ?? {} });
  });
  // Of a project of its own, with a browser's types.
  const { App }: { App: Component } = await import(/* @vite-ignore */ `${PAGE}/app.tsx`);
  const { takeSession }: { takeSession: () => void } = await import(
    /* @vite-ignore */ `${PAGE}/api/tab-session.ts`
  );
  takeSession();
  render(h(App as never, {}), place as never);
  const settled = () => settledText(place, () => asked.begun > 0 && asked.begun === asked.ended);
  let text = await settled();
  for (const step of steps) {
    take(step, place);
    text = await settled();
  }
  render(null, place as never);
  // What the page takes back when it is left, it takes back after the next frame too.
  await wait(EFFECTS_MS);
  return text;
}

/** In the place of what a browser has and Node has not. */
function standIn(hash: string, session: string, fetch: (address: string) => Promise<Response>): void {
  const kept = new Map([["svc-console", session]]);
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
  vi.stubGlobal("window", Object.assign(new EventTarget(), { scrollTo: () => undefined }));
  vi.stubGlobal("location", { hash, pathname: "/console", origin: "https://console.example" });
  vi.stubGlobal("history", { state: null, replaceState: () => undefined });
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("requestAnimationFrame", setImmediate);
  vi.stubGlobal("cancelAnimationFrame", clearImmediate);
}

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

/** Effects run after the next frame, here a turn of the event loop. */
const EFFECTS_MS = 15;

/** Once nothing is asked for, nothing is loading, and nothing changes any more. */
async function settledText(place: FakeElement, isAnswered: () => boolean): Promise<string> {
  for (let turn = 0; turn < 100; turn++) {
    const before = linesOf(place);
    await wait(EFFECTS_MS);
    const after = linesOf(place);
    if (isAnswered() && before === after && !after.includes("Loading")) return after;
  }
  throw new Error("The page does not come to rest.");
}
