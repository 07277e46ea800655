import { randomUUID } from "node:crypto";
import { chromium, type Page } from "playwright-core";
import { browserPath } from "../support/browser-path.ts";
import { enter } from "../support/console-page.ts";
import { LocalService } from "../support/local-service.ts";
import { type Bench, columns, hold, isMachineBusy, median, NOT_HELD } from "./report.ts";

const PAYMENTS = 100;
const LOADS = 5;
const PATIENCE_MS = 30_000;

/** So many rows has a page. */
const ROWS = 25;
const AIM_MS = 300;

export const consolePaint: Bench = {
  title: `the console's first paint of ${ROWS} of ${PAYMENTS} payments`,
  measure,
};

/** From the beginning of the navigation, page included, to the frame that shows the whole list. */
async function measure(): Promise<string[]> {
  const executablePath = browserPath();
  if (!executablePath) return ["left out: no Chromium found, set CHROME_PATH"];
  const wasBusy = isMachineBusy();
  const service = await LocalService.start({ muted: true, wireless: true });
  for (let number = 1; number <= PAYMENTS; number += 1)
    await service.api.create({ amountCents: 1000 + number, orderRef: `order-${number}` }, randomUUID());
  const { json } = await service.api.call("POST", "/v1/console-sessions", {});
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
  await page.addInitScript(NOTE_THE_PAINT);
  await page.goto(String(json.url));
  await enter(page);
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Payments" }).click();
  const times: number[] = [];
  for (let load = 0; load < LOADS; load += 1) times.push(await timeOneLoad(page));
  await browser.close();
  await service.stop();
  const reached = Math.round(median(times));
  return columns({
    median: `${reached} ms of ${LOADS} (${wasBusy ? NOT_HELD : hold(reached, AIM_MS)})`,
    slowest: `${Math.round(Math.max(...times))} ms`,
  });
}

async function timeOneLoad(page: Page): Promise<number> {
  await page.reload();
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const look = () => (window.paintedAt ? resolve(window.paintedAt) : setTimeout(look, 5));
    look();
    setTimeout(reject, ${PATIENCE_MS}, new Error("the list was never whole"));
  })`);
}

/** The frame after the one in which the last row came: by then the rows are on the screen. */
const NOTE_THE_PAINT = `new MutationObserver((_, observer) => {
  if (document.querySelectorAll("tbody tr").length < ${ROWS}) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.paintedAt = performance.now() }));
}).observe(document, { childList: true, subtree: true });`;
