import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { browserPath, WITHOUT_BROWSER } from "../support/browser-path.ts";
import { faultsNow } from "../support/page-faults.ts";
import { flawsOf, LAPTOP, PHOTO_STATES, reach } from "../support/photo-states.ts";

/**
 * `npm run photos [-- state …]`: every state of the console, the shop and the reference in four widths and two themes, on
 * contact sheets to look at, with checks that fail the run. `npm run photos -- readme` takes the README's pictures.
 */
const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/photos");
const WIDTHS = [360, 768, 1024, 1440];
/** Axe asks about both themes at once, in these widths; test/browser/docs.slow.test.ts does so for the reference. */
const LOOKED_AT = [360, 1440];
const THEMES = ["light", "dark"] as const;

const PAGE_HEIGHT = "document.documentElement.scrollHeight";

const MOST_BYTES = 120_000;
const README: [name: string, state: string, height: number][] = [
  ["overview", "overview", 1180],
  ["payment", "payment-refunded-in-part", 1180],
  ["payout", "payout", 780],
];

const executablePath = browserPath();
if (!executablePath) throw new Error(WITHOUT_BROWSER);
const browser = await chromium.launch({ executablePath });
const wanted = process.argv.slice(2);
const faults = wanted[0] === "readme" ? await readmePictures(browser) : await photos(browser);
await browser.close();
for (const fault of faults) console.log(fault);
process.exit(faults.length > 0 ? 1 : 0);

async function photos(browser: Browser): Promise<string[]> {
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const faults: string[] = [];
  for (const name of wanted.length > 0 ? wanted : PHOTO_STATES)
    for (const colorScheme of THEMES) {
      const pictures: Buffer[] = [];
      const context = await browser.newContext({
        colorScheme,
        reducedMotion: "reduce",
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      await reach(page, name);
      const look = async (width: number, height: number) => {
        await page.setViewportSize({ width, height });
        const flaws = await flawsOf(page);
        faults.push(...flaws.map((flaw) => `${name}, ${width} × ${height} px, ${colorScheme}: ${flaw}`));
      };
      await look(...LAPTOP);
      for (const width of WIDTHS) {
        await look(width, 900);
        // The reference is as long as a book, and a dialog stands in the window.
        const fullPage = !/reference|dialog/.test(name);
        // A phone's bar belongs to the window's end: in a window as long as the page it covers nothing.
        const height = fullPage && width < 640 ? await page.evaluate<number>(PAGE_HEIGHT) : 900;
        await page.setViewportSize({ width, height });
        const picture = await page.screenshot({ fullPage });
        writeFileSync(join(FOLDER, `${name}-${width}-${colorScheme}.png`), picture);
        pictures.push(picture);
      }
      // Axe opens dialogs anew, behind what they stood before: it comes after the pictures.
      for (const width of colorScheme === "light" && name !== "reference" ? LOOKED_AT : []) {
        await page.setViewportSize({ width, height: 900 });
        for (const fault of await faultsNow(page)) faults.push(`${name}, ${width} px: ${fault}`);
      }
      await context.close();
      writeFileSync(join(FOLDER, `${name}-${colorScheme}.png`), await sheetOf(browser, pictures));
    }
  console.log(`The pictures are in ${FOLDER}.`);
  return faults;
}

/** Side by side, at half their size. */
async function sheetOf(browser: Browser, pictures: Buffer[]): Promise<Buffer> {
  return drawn(browser, pictures, { scale: 0.5, most: 1800 });
}

/** The browser draws and packs: no other part here can. `most`: rows of pixels, of each picture. */
async function drawn(
  browser: Browser,
  pictures: Buffer[],
  { scale, most, form = "png" }: { scale: number; most: number; form?: "png" | "webp" },
): Promise<Buffer> {
  const studio: Page = await browser.newPage();
  const base64 = await studio.evaluate<string>(`(async () => {
    const images = await Promise.all(${JSON.stringify(pictures.map((picture) => picture.toString("base64")))}.map(async (data) =>
      createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob())));
    const sizes = images.map(({ width, height }) => [width * ${scale}, Math.min(height, ${most}) * ${scale}]);
    const canvas = Object.assign(document.createElement("canvas"), {
      width: sizes.reduce((sum, [width]) => sum + width + 8, -8), height: Math.max(...sizes.map(([, height]) => height)) });
    const paper = canvas.getContext("2d");
    let left = 0;
    images.forEach((image, nth) => {
      const [width, height] = sizes[nth];
      paper.drawImage(image, 0, 0, image.width, height / ${scale}, left, 0, width, height);
      left += width + 8;
    });
    return canvas.toDataURL("image/${form}", 0.85).split(",")[1];
  })()`);
  await studio.close();
  return Buffer.from(base64, "base64");
}

/** The README's, in both themes: small, because every reader loads them. */
async function readmePictures(browser: Browser): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, state, height] of README)
    for (const colorScheme of THEMES) {
      const viewport = { width: 1240, height };
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce", viewport });
      const page = await context.newPage();
      await reach(page, state);
      const picture = await drawn(browser, [await page.screenshot()], {
        scale: 1,
        most: height,
        form: "webp",
      });
      await context.close();
      if (picture.length > MOST_BYTES) faults.push(`${name}, ${colorScheme}: ${picture.length} bytes.`);
      writeFileSync(join(import.meta.dirname, `../../.github/console-${name}-${colorScheme}.webp`), picture);
    }
  return faults;
}
