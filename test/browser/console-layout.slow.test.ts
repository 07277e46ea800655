import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser, faultsOf, useBrowser } from "../support/browser.ts";
import { FULL } from "../support/console-answers.ts";
import { CONSOLE_URL, enter, LINK, type PretendedService, pretend } from "../support/console-page.ts";
import { flawsOf, LAPTOP, PHOTO_STATES, reach } from "../support/photo-states.ts";

/** Where things stand on a phone, a tablet and a desk. What they say is for test/unit/pages. */
const browser = useBrowser();

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
  await page.getByRole("status").filter({ hasText: "Loading" }).first().waitFor({ state: "detached" });
};

/** `npm run photos` looks at all 31 states in four widths and two themes. */
describeInBrowser("nothing is misplaced, and everybody can use it", () => {
  it.each(PHOTO_STATES.filter((name) => name !== "reference"))("in the state %s", async (name) => {
    const { page, errors } = await browser.open("about:blank", { viewport: { width: 1024, height: 900 } });
    await reach(page, name);
    for (const [width, height] of [[1024, 900], LAPTOP, [768, 900], [360, 900]] as const) {
      await page.setViewportSize({ width, height });
      expect([width, ...(await flawsOf(page))]).toEqual([width]);
    }
    expect(await faultsOf(page)).toEqual([]);
    // The browser itself notes every answer that is a rejection.
    expect(errors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
  });
});

/** What each check is for, done to a page on which nothing was wrong. */
const PLANTED: [flaw: string, state: string, plant: string][] = [
  [
    "scrolls sideways",
    "payments",
    "main.append(Object.assign(document.createElement('pre'), { textContent: 'x'.repeat(500) }))",
  ],
  ["small text", "payments", "document.querySelector('.headline-line').style.fontSize = '11px'"],
  [
    "small target",
    "payments",
    "document.querySelector('.actions .button').style.cssText = 'min-height: 0; height: 20px; padding: 0'",
  ],
  [
    "outside its card",
    "payout",
    "document.querySelector('.card .chip').style.cssText = 'position: relative; left: 360px'",
  ],
  ["wider than its screen", "payments", "document.querySelector('.list').style.width = '350px'"],
  [
    "part that failed",
    "payout",
    "document.querySelector('.card').append(Object.assign(document.createElement('p'), { className: 'trace', textContent: 'Trace ID' }))",
  ],
  ["count outside its link", "payments", "document.querySelector('nav .count').style.right = '-40px'"],
  [
    "chip on two lines",
    "payments",
    "document.querySelector('.chip').style.cssText = 'white-space: normal; width: 40px; height: 44px'",
  ],
  [
    "button on two lines",
    "payout",
    "document.querySelector('.card .button').style.cssText = 'width: 20px; white-space: normal'",
  ],
  [
    "clipped text",
    "payout",
    "document.querySelector('.facts dd').style.cssText = 'overflow: hidden; width: 20px; white-space: nowrap'",
  ],
  [
    "broken word",
    "payout",
    "document.querySelector('.list td').style.cssText = 'word-break: break-all; width: 20px'",
  ],
  [
    "checkbox off its label",
    "endpoint-setup",
    "document.querySelector('.tick input').style.minWidth = '200px'",
  ],
  ["lies over another", "payments", "document.querySelector('h1').style.cssText = 'margin-bottom: -60px'"],
  ["amount not on the right", "payout", "document.querySelector('.list td.amount').style.textAlign = 'left'"],
  ["faint mark", "overview", "document.querySelector('.column').style.fill = 'rgb(220, 220, 225)'"],
];

describeInBrowser("a check sees what it is for:", () => {
  it.each(PLANTED)("%s", async (flaw, state, plant) => {
    const { page } = await browser.open("about:blank", { viewport: { width: 360, height: 900 } });
    await reach(page, state);
    expect(await flawsOf(page)).toEqual([]);
    await page.evaluate(`{ const main = document.querySelector("main"); ${plant}; }`);
    expect((await flawsOf(page)).map((one) => one.split(":")[0])).toContain(flaw);
  });
});

describeInBrowser("a picture", () => {
  it.each(["overview", "attention", "payment-refund-form"])(
    "a picture of %s shows nothing hovered",
    async (state) => {
      const { page } = await browser.open("about:blank", { viewport: { width: 1440, height: 900 } });
      await reach(page, state);
      expect(await page.locator(":is(tr, a, button, .plot):hover").count()).toBe(0);
    },
  );
});

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown.`);
  return box;
};

describeInBrowser("a list on a phone", () => {
  /** The roles that the browser itself tells a screen reader. */
  async function rolesOf(page: Page): Promise<string[]> {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  }

  it("is made of cards with every column, and is still a table to a screen reader", async () => {
    const page = await open(390);
    await go(page, "#/payments");
    const cells = page.locator("tbody tr").first().locator("td");
    const places = [cells.nth(0), cells.nth(1).locator(".chip").first(), cells.nth(2)];
    const [amount, status, method] = await Promise.all(places.map((place) => place.boundingBox()));
    if (!amount || !status || !method) throw new Error("A cell is not shown.");
    // Amount and status side by side, and the others below.
    expect(Math.abs(amount.y - status.y)).toBeLessThan(12);
    expect(status.x).toBeGreaterThan(amount.x + amount.width);
    expect(method.y).toBeGreaterThan(amount.y + 12);
    for (const nth of [2, 3, 4, 5]) expect(await cells.nth(nth).isVisible()).toBe(true);
    const roles = await rolesOf(page);
    const count = (role: string) => roles.filter((one) => one === role).length;
    const rows = 1 + (FULL.payments as object[]).length;
    expect([count("table"), count("columnheader"), count("row")]).toEqual([1, 6, rows]);
  });
});

describeInBrowser("a small window", () => {
  it("has title and tools in one line on a phone, and shows three payments without scrolling", async () => {
    const page = await open(360);
    await page.setViewportSize({ width: 360, height: 640 });
    await go(page, "#/payments");
    const title = await boxOf(page, "h1");
    const tools = await Promise.all([boxOf(page, ".refresh"), boxOf(page, ".search .quiet-button")]);
    for (const { y, height } of tools) {
      expect(y).toBeLessThan(title.y + title.height);
      expect(y + height).toBeGreaterThan(title.y);
    }
    const bar = await boxOf(page, "nav");
    const third = await page.locator("tbody tr").nth(2).boundingBox();
    expect((third?.y ?? bar.y) + (third?.height ?? 0)).toBeLessThanOrEqual(bar.y);
  });

  it("opens the search over the title of a phone, and keeps what was typed in sight", async () => {
    const page = await open(360);
    await go(page, "#/payments");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(async () => (await boxOf(page, ".search")).width).toBeGreaterThan(300);
    await page.keyboard.type("order-1042");
    expect(await page.getByRole("searchbox").inputValue()).toBe("order-1042");
  });

  it.each(
    ["payments", "events", "disputes", "payouts"].flatMap((list) =>
      [768, 1024].map((width) => [list, width] as const),
    ),
  )("the list of %s has rows of one line at %i px", async (list, width) => {
    const page = await open(width);
    await go(page, `#/${list}`);
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)",
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  });

  it("shows what was set up, three rows of what needs attention and the first amount on a laptop", async () => {
    const page = await open(LAPTOP[0], { access: "owner" });
    await page.setViewportSize({ width: LAPTOP[0], height: LAPTOP[1] });
    await go(page, "#/overview");
    expect(await page.locator(".needs tbody tr").count()).toBe(3);
    expect(await page.locator(".notice").count()).toBe(1);
    const amount = await boxOf(page, ".hero");
    expect(amount.y + amount.height).toBeLessThanOrEqual(LAPTOP[1]);
  });

  it("breaks the address of an endpoint at a slash", async () => {
    const url = `https://callbacks-of-a-shop.example.com/payments/webhooks/receive`;
    const [endpoint] = FULL["callback-endpoints"] as object[];
    const page = await open(360, { answers: { ...FULL, "callback-endpoints": [{ ...endpoint, url }] } });
    await go(page, "#/endpoint");
    const lines = await page.evaluate<string[]>(`(() => {
      const link = document.querySelector("tbody a");
      const tops = new Map();
      for (const part of link.querySelectorAll("bdi"))
        tops.set(part.getBoundingClientRect().top, (tops.get(part.getBoundingClientRect().top) ?? "") + part.textContent);
      return [...tops.values()];
    })()`);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/\/$/);
  });
});

describeInBrowser("on paper", () => {
  it.each(["payout", "statement", "month"])("a %s stands alone, dark on white", async (state) => {
    const { page } = await browser.open("about:blank", { viewport: { width: 794, height: 1123 } });
    await reach(page, state);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const tool of [".side", "search", ".back", "button", ".button", ".filters"])
      expect(await page.locator(tool).filter({ visible: true }).count(), tool).toBe(0);
    expect(await page.locator(".card").filter({ visible: true }).count()).toBeGreaterThan(0);
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe(
      "rgb(23, 26, 33)",
    );
  });
});

describeInBrowser("a field of a card on a phone", () => {
  /** Of each cell that is shown its outer edge: they stand two by two. */
  const EDGES = `[...document.querySelectorAll("tbody tr")].flatMap((row) =>
    [...row.cells].flatMap((cell, nth) => {
      const { left, right, width } = cell.getBoundingClientRect();
      const isFull = cell.matches(".wide");
      return width > 0 ? nth + " " + Math.round(nth % 2 && !isFull ? right : left) : [];
    }))`;

  it.each(["payments", "disputes", "payouts", "attention"])(
    "has the same place on every card of %s",
    async (list) => {
      const page = await open(360);
      await go(page, `#/${list}`);
      const edges = [...new Set(await page.evaluate<string[]>(EDGES))].sort();
      expect(edges.map((edge) => edge.split(" ")[0])).toEqual(edges.map((_, nth) => `${nth}`));
    },
  );
});

describeInBrowser("the screens' names", () => {
  it.each([
    [1024, 600],
    [1366, 640],
    [1440, 780],
    [1440, 900],
    [768, 400],
  ])("can all be clicked in a window of %i × %i, and so can the session's foot", async (width, height) => {
    const page = await open(width, { access: "owner" });
    await page.setViewportSize({ width, height });
    await go(page, "#/payments");
    expect(await flawsOf(page)).toEqual([]);
    const targets = page.locator(".sidebar a, .foot :is(input, summary)");
    const count = await targets.count();
    expect(count).toBe(11);
    for (let nth = 0; nth < count; nth++) await targets.nth(nth).click({ trial: true });
  });

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
    const more = page.getByRole("button", { name: "More" });
    for (const close of [() => page.keyboard.press("Escape"), () => page.locator("h1").click()]) {
      await more.click();
      await expect.poll(() => links.count()).toBe(10);
      // Wherever the focus is.
      await page.locator("h1").focus();
      await close();
      await expect.poll(() => links.count()).toBe(4);
    }
    await more.click();
    await page.getByRole("link", { name: "Statements" }).click();
    await page.getByRole("heading", { name: "Statements" }).waitFor();
    // The menu closes after the next screen has begun to show.
    await expect.poll(() => links.count()).toBe(4);
    await page.getByText("Closing balance").first().waitFor();
    const end = await boxOf(page, ".foot");
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const foot = await page.locator(".foot summary").last().boundingBox();
    expect(end.height).toBeGreaterThan(0);
    expect((foot?.y ?? 900) + (foot?.height ?? 0)).toBeLessThanOrEqual(bar.y);
  });
});
