import { readFileSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, vi } from "vitest";
import { browserPath, WITHOUT_BROWSER } from "./browser-path.ts";

const { CI } = process.env;
const executablePath = browserPath();
if (!executablePath && CI === "true") throw new Error(WITHOUT_BROWSER);

/** Like describe, for what needs a real browser. On CI a missing one is a failure. */
export const describeInBrowser = describe.runIf(executablePath !== undefined);

/** A page and what it should not have done: errors in its console, and requests to other origins. */
export type WatchedPage = { page: Page; errors: string[]; foreign: string[] };

/** A browser shares the machine with whatever else runs there: a busy one is slow, and no reason to fail. */
const PATIENCE_MS = 90_000;

/** What moves only to please is drawn again and again: a good part of a page's time, and nothing that is asked for. */
const STILL = { reducedMotion: "reduce" } as const;

/** One browser for this file; every page has a context of its own, without a memory of the others. */
export function useBrowser(args: string[] = []) {
  vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
  let browser: Browser | undefined;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    if (executablePath) browser = await chromium.launch({ executablePath, args });
  });
  // What a beforeAll has opened stays; what a test has opened would go on asking, beside all tests after it.
  beforeEach(() => {
    opened.length = 0;
  });
  afterEach(async () => {
    for (const context of opened) await context.close();
  });
  afterAll(() => browser?.close());
  return {
    /** `prepare`: what must stand before the page is loaded. */
    open: async (
      url: string,
      options: BrowserContextOptions = {},
      prepare: (page: Page) => Promise<unknown> = async () => {},
    ): Promise<WatchedPage> => {
      if (!browser) throw new Error("The browser has not been started: is this outside of a test?");
      const context = await browser.newContext({
        ...STILL,
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      opened.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      await prepare(page);
      return watch(page, url);
    },
  };
}

async function watch(page: Page, url: string): Promise<WatchedPage> {
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(url).origin) foreign.push(request.url());
  });
  await page.goto(url);
  return { page, errors, foreign };
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** `preload` reads style sheets and media again, for rules about sound and rotation that these pages cannot break. */
const OPTIONS = { resultTypes: ["violations"], preload: false };
const AXE = new URL(import.meta.resolve("axe-core/axe.min.js"));

/** How much of a page is looked at: by default all of it, by all rules. */
export type Look = {
  /** Only what these selectors find: what a test has just changed on a page that is looked at as a whole elsewhere. */
  within?: string[];
  /** Only these rules: those whose answer differs from that of another look at the same parts. */
  asks?: string[];
  /** Rules whose answer another look at the same parts gives. */
  leavesOut?: string[];
  /** Not shown during this look: colours take the longer to ask for, of whatever part, the larger the page is. */
  without?: string;
};

/** Rules that ask what stands out from what lies behind or beside it. */
export const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"];

/** What the page does wrong for people who see, hear or move otherwise. Run from outside: its policy does not hold here. */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  const found = await runAxe(page, look);
  if (found.length === 0) return found;
  // A colour that is just changing is none that anybody reads: what is wrong at rest is still wrong a moment later.
  await page.waitForTimeout(500);
  return runAxe(page, look);
}

async function runAxe(
  page: Page,
  { within = ["html"], asks = RULES, leavesOut = [], without }: Look,
): Promise<string[]> {
  if (await page.evaluate(`typeof axe === "undefined"`)) await page.evaluate(readFileSync(AXE, "utf8"));
  const rules = Object.fromEntries(leavesOut.map((rule) => [rule, { enabled: false }]));
  const given = [{ include: within }, { ...OPTIONS, runOnly: asks, rules }].map((part) =>
    JSON.stringify(part),
  );
  // What is not told there need not be brought here: the whole result is many times as long.
  return page.evaluate<string[]>(`(async () => {
    const rest = document.querySelectorAll(${JSON.stringify(without ?? ":not(*)")});
    for (const { style } of rest) style.setProperty("display", "none", "important");
    const { violations } = await axe.run(${given.join(", ")});
    for (const { style } of rest) style.removeProperty("display");
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" ")));
  })()`);
}

const DESK = 1440;
const TELEPHONE = 390;

/**
 * What is wrong with a page as it stands, by day and by night, on a desk and on a telephone: for people who see, hear or
 * move otherwise, and for everybody where it scrolls sideways. Colours take most of the time of a look, so they are asked
 * for once by day and once by night: in a narrow window they are the same ones, and only what is shown nowhere else
 * (`onlyNarrow`) is asked for again. By night everything has the form and the size that it has by day
 * (test/unit/console/style.test.ts).
 */
export async function faultsOf(page: Page, { onlyNarrow = "" } = {}): Promise<string[]> {
  const faults: string[] = [];
  const look = async (colorScheme: "light" | "dark", width: number, { scrolls = false, ...given }: Seen) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(END_TRANSITIONS);
    const found = await violations(page, given);
    const excess = scrolls ? await page.evaluate<number>(EXCESS) : 0;
    if (excess > 0) found.push(`scrolls sideways by ${excess}`);
    faults.push(...found.map((fault) => `${colorScheme}, ${width}: ${fault}`));
  };
  const narrow = onlyNarrow && (await page.locator(onlyNarrow).count()) > 0 ? [onlyNarrow] : [];
  await look("light", DESK, { scrolls: true });
  await look("dark", DESK, { asks: ABOUT_COLOURS });
  if (narrow.length > 0) {
    await look("dark", TELEPHONE, { asks: ABOUT_COLOURS, within: narrow });
    await look("light", TELEPHONE, { asks: ABOUT_COLOURS, within: narrow });
  }
  await look("light", TELEPHONE, { leavesOut: ABOUT_COLOURS, scrolls: true });
  return faults;
}

type Seen = Look & { scrolls?: boolean };

/** A colour that is just changing has become what it is changing to. */
const END_TRANSITIONS =
  "document.getAnimations().forEach((animation) => animation instanceof CSSTransition && animation.finish())";

const EXCESS = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
