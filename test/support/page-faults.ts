import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const AXE = new URL(import.meta.resolve("axe-core/axe.min.js"));
const LOOK = new URL("look-for-faults.js", import.meta.url);

/** What is asked of a page beside its colors: by default all of it, by all rules. */
type Look = {
  /** Only what this selector finds: what a test has just changed on a page that is looked at as a whole elsewhere. */
  within?: string;
  /** Only these rules. */
  asks?: string[];
  /** Rules whose answer another look at the same parts gives. */
  leavesOut?: string[];
};

/**
 * What is wrong with a page as it stands, in a window as wide as it is, for people who see, hear or move otherwise, and
 * for everybody where it scrolls sideways. By night nothing but colors is otherwise than by day, and those follow the
 * page's scheme (test/unit/console/style.test.ts). What was in order in its colors is not asked about again.
 */
export async function faultsNow(page: Page, look: Look = {}): Promise<string[]> {
  if (await page.evaluate(`typeof lookForFaults === "undefined"`))
    for (const file of [AXE, LOOK]) await page.evaluate(readFileSync(file, "utf8"));
  const ask = () => page.evaluate<string[]>(`lookForFaults(${JSON.stringify(look)})`);
  const found = await ask();
  if (found.length === 0) return found;
  // What is wrong at rest is still wrong a moment later.
  await page.waitForTimeout(500);
  return ask();
}

const DESK = 1440;
const TELEPHONE = 390;

/** What is wrong with a page as it stands, by day and by night, on a desk and on a telephone. */
export async function faultsOf(
  page: Page,
  { onDesk = {}, onTelephone = {} }: { onDesk?: Look; onTelephone?: Look } = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, look] of [
    [DESK, onDesk],
    [TELEPHONE, onTelephone],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await faultsNow(page, look)).map((fault) => `${width}: ${fault}`));
  }
  return faults;
}
