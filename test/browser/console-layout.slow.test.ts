import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { FULL, paymentId } from "../support/console-answers.ts";
import { CONSOLE_URL, enter, LINK, type PretendedService, pretend } from "../support/console-page.ts";

/** Where things stand on a phone, a tablet and a desk. What they say is for test/unit/pages. */
const browser = useBrowser();

const SCREENS = [
  "#/overview",
  "#/attention",
  "#/payments",
  `#/payments/${paymentId(1)}`,
  "#/events",
  "#/endpoint",
  "#/statements",
  "#/statements/2026-11-12",
  "#/payouts",
  "#/payouts/po_1QExample",
  "#/disputes",
  "#/keys",
  "#/access",
];

async function open(width: number, given: Partial<PretendedService> = {}) {
  const service: PretendedService = { answers: FULL, access: "manage", ...given };
  const viewport = { width, height: 900 };
  const { page } = await browser.open(LINK, { viewport }, (page) => pretend(page, service));
  await enter(page);
  return page;
}

const go = async (page: Page, hash: string) => {
  await page.goto(CONSOLE_URL + hash);
  await page.locator("main :is(.list, .card)").first().waitFor();
  await page.getByRole("status").filter({ hasText: "Loading" }).waitFor({ state: "detached" });
};

/** What sticks out, is cut off, or stands on more lines than it should. */
const misplacedOn = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const name = (one) => one.className + ": " + one.textContent.trim().slice(0, 40);
    const wraps = (one) => one.getBoundingClientRect().height > 32;
    const inside = (one, of) => {
      const [inner, outer] = [one.getBoundingClientRect(), of.getBoundingClientRect()];
      return inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 8 && inner.bottom <= outer.bottom + 1;
    };
    const root = document.documentElement;
    return [
      ...(root.scrollWidth > root.clientWidth ? ["scrolls sideways"] : []),
      ...all(".list, .card, nav, nav a").filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => "cut off: " + name(one)),
      ...all(".list .chip, .suffix").filter(wraps).map((one) => "wrapped: " + name(one)),
      ...all("nav .count").filter((one) => !inside(one, one.closest("a"))).map((one) => "outside: " + name(one)),
      ...all(".list td.amount:not(:first-child)").filter((one) => getComputedStyle(one).textAlign !== "right").map((one) => "left: " + name(one)),
    ];
  })()`);

describeInBrowser("nothing is misplaced", () => {
  it.each([360, 390, 768, 1280])("on a screen of %i px", async (width) => {
    const page = await open(width);
    for (const hash of SCREENS) {
      await go(page, hash);
      expect([hash, ...(await misplacedOn(page))]).toEqual([hash]);
    }
  });

  it.each([390, 1280])("each event's checkbox is beside its name, at %i px", async (width) => {
    const page = await open(width, { access: "setup" });
    await go(page, "#/endpoint");
    await page.getByRole("checkbox").first().waitFor();
    const rows = await page.evaluate<
      number[][]
    >(`[...document.querySelectorAll("input[type=checkbox]")].map((box) => {
      const [tick, name] = [box, box.closest("label").querySelector("code")].map((one) => one.getBoundingClientRect());
      return [tick.width, name.left - tick.right, Math.abs(tick.top + tick.height / 2 - name.top - name.height / 2)].map(Math.round);
    })`);
    expect(rows.length).toBeGreaterThan(1);
    for (const [width = 99, gap = 99, offset = 99] of rows) {
      expect(width).toBeLessThanOrEqual(24);
      expect(gap).toBeGreaterThanOrEqual(4);
      expect(gap).toBeLessThanOrEqual(16);
      expect(offset).toBeLessThanOrEqual(6);
    }
  });
});

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown.`);
  return box;
};

describeInBrowser("the screens' names", () => {
  it("are icons beside a whole table on a tablet", async () => {
    const page = await open(768);
    await go(page, "#/payments");
    const sidebar = await boxOf(page, ".sidebar");
    expect(sidebar.width).toBeLessThanOrEqual(72);
    expect((await boxOf(page, "main")).x).toBeGreaterThanOrEqual(sidebar.width - 1);
    expect(await page.getByRole("columnheader").allTextContents()).toHaveLength(5);
    await page.getByRole("link", { name: "Payouts" }).click();
    await page.getByRole("heading", { name: "Payouts" }).waitFor();
  });

  it("are a bar at the bottom of a phone, four of them and the others behind More", async () => {
    const page = await open(390);
    await go(page, "#/payments");
    const bar = await boxOf(page, "nav");
    expect(Math.round(bar.y + bar.height)).toBe(900);
    const links = page.getByRole("navigation", { name: "Screens" }).getByRole("link");
    expect(await links.count()).toBe(4);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("link", { name: "Statements" }).click();
    await page.getByRole("heading", { name: "Statements" }).waitFor();
    // The menu closes after the next screen has begun to show.
    await expect.poll(() => links.count()).toBe(4);
    const end = await boxOf(page, ".foot");
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const foot = await page.locator(".foot button").last().boundingBox();
    expect(end.height).toBeGreaterThan(0);
    expect((foot?.y ?? 900) + (foot?.height ?? 0)).toBeLessThanOrEqual(bar.y);
  });
});
