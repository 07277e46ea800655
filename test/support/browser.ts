import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { browserPath, isBrowserDemanded, WITHOUT_BROWSER } from "./browser-path.ts";
import { PATIENCE_MS } from "./patience.ts";

export { faultsNow, faultsOf } from "./page-faults.ts";

const executablePath = browserPath();
if (!executablePath && isBrowserDemanded({ CI: process.env.CI, arch: process.arch }))
  throw new Error(WITHOUT_BROWSER);

/** Like describe, for what needs a real browser. */
export const describeInBrowser = describe.runIf(executablePath !== undefined);

/** A page and what it should not have done: errors in its console, and requests to other origins. */
export type WatchedPage = { page: Page; errors: string[]; foreign: string[] };

/** What moves only to please is drawn again and again: a good part of a page's time, and nothing that is asked for. */
const STILL = { reducedMotion: "reduce" } as const;

/** One browser for this file; every page has a context of its own, without a memory of the others. */
export function useBrowser(args: string[] = []) {
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
