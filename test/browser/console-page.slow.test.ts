import type { BrowserContextOptions, Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { DIFFERING_DAY, FULL, listedPayment, paymentId, paymentWith } from "../support/console-answers.ts";
import { CODE, CONSOLE_URL, enter, LINK, type PretendedService, pretend } from "../support/console-page.ts";
import { eventAt } from "../support/timeline-entries.ts";

const browser = useBrowser();

/** Signed in, before a service that answers this. */
async function open(given: Partial<PretendedService> = {}, options: BrowserContextOptions = {}) {
  const service: PretendedService = { answers: FULL, access: "manage", ...given };
  const watched = await browser.open(LINK, options, (page) => pretend(page, service));
  await enter(watched.page);
  await go(watched.page, "#/payments");
  return { ...watched, service };
}

/** The page has heard of the new address before it is asked whether it still loads: the screen before does not any more. */
const go = async (page: Page, hash: string) => {
  await page.evaluate(`new Promise((done) => {
    if (location.hash === "${hash}") return done();
    addEventListener("hashchange", () => done(), { once: true });
    location.hash = "${hash}";
  })`);
  await page.getByRole("status").filter({ hasText: "Loading" }).first().waitFor({ state: "detached" });
  // The rows of other filters stay until the new ones come.
  await page.locator(".asking").first().waitFor({ state: "detached" });
};

/** Requests of this kind wait, until the returned function is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(url, async (route) => {
    await held;
    await route.fallback();
  });
  return answer;
}

const SCREENS = [
  "#/attention",
  "#/payments",
  `#/payments/${paymentId(1)}`,
  "#/events",
  "#/events/evt_1Q3",
  "#/events/evt_1Q4",
  "#/endpoint",
  "#/endpoint/ep_0f3c51b7d2e84a96",
  "#/statements",
  `#/statements/${DIFFERING_DAY}`,
  "#/month",
  "#/payouts",
  "#/payouts/po_1QExample",
];

describeInBrowser("a text that somebody else wrote", () => {
  const HOSTILE =
    `"><img src=x onerror="window.owned=1"></title><script>window.owned=1</script>` +
    "javascript:window.owned=1 \u202Egpj\u2066\u0007\u200b";

  /** Every text of an answer, ids and times included; only what tells kinds of entries apart stays. */
  const hostile = (value: unknown): unknown => {
    if (typeof value === "string") return HOSTILE;
    if (Array.isArray(value)) return value.map(hostile);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name === "kind" ? member : hostile(member)]),
    );
  };

  /** What has become of it in the page. */
  const look = (page: Page) =>
    page.evaluate(`(() => {
      const texts = document.createTreeWalker(document.getElementById("console"), NodeFilter.SHOW_TEXT);
      const found = { shown: 0, outside: [] };
      while (texts.nextNode()) {
        if (!texts.currentNode.data.includes("onerror")) continue;
        found.shown += 1;
        if (!texts.currentNode.parentElement.closest("bdi")) found.outside.push(texts.currentNode.data);
      }
      const all = [...document.querySelectorAll("#console *")];
      return {
        shown: found.shown > 0,
        outside: found.outside,
        ran: window.owned === 1,
        made: all.filter((element) => element.matches("img, script, iframe, style, object")).length,
        links: all.flatMap((element) => element.getAttribute("href") ?? []).filter((href) => !/^#\\/[\\w/?=&.:%-]*$/.test(href)),
        loaded: all.filter((element) => element.hasAttribute("src") || element.hasAttribute("style")).length,
        hidden: /[\\u0007\\u200b\\u202a-\\u202e\\u2066-\\u2069]/.test(document.title + document.getElementById("console").outerHTML),
      };
    })()`);

  it("stays text on every screen, with nothing hidden in it, and by the page's policy could be nothing else", async () => {
    const answers = Object.fromEntries(Object.entries(FULL).map(([path, answer]) => [path, hostile(answer)]));
    const link = `<https://evil.example/console/v1/payments?startingAfter=${encodeURIComponent(HOSTILE)}>; rel="next"`;
    const { page, errors, foreign } = await open({ answers, link, merchantName: HOSTILE });
    for (const screen of SCREENS) {
      await go(page, screen);
      await page.locator("bdi", { hasText: "onerror" }).filter({ visible: true }).nth(1).waitFor();
      expect({ screen, ...((await look(page)) as object) }).toEqual({
        screen,
        shown: true,
        outside: [],
        ran: false,
        made: 0,
        links: [],
        loaded: 0,
        hidden: false,
      });
    }
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
    const attempts = await page.evaluate(`[
      () => { document.body.innerHTML = "<b>x</b>" },
      () => { document.createElement("script").src = "/x.js" },
      () => { trustedTypes.createPolicy("mine", {}) },
    ].map((attempt) => { try { attempt(); return "done" } catch { return "rejected" } })`);
    expect(attempts).toEqual(["rejected", "rejected", "rejected"]);
  });
});

describeInBrowser("a link into the console", () => {
  it("loses its code before anything is asked, and waits for a click", async () => {
    const asked: Request[] = [];
    const service: PretendedService = { answers: FULL, access: "read" };
    const { page } = await browser.open(LINK, {}, async (page) => {
      page.on("request", (request) => asked.push(request));
      await pretend(page, service);
    });
    await page.getByRole("button", { name: "Open the console" }).waitFor();
    expect(page.url()).toBe(CONSOLE_URL);
    // The blank page that a tab begins with, and this one: no entry was left behind that has the code.
    expect(await page.evaluate("history.length")).toBe(2);
    const paths = asked.map((request) => new URL(request.url()).pathname);
    expect(paths).toEqual(["/console", expect.stringMatching(/^\/console\/parts\/main-[\w-]+\.js$/)]);
    await enter(page);
    expect(asked[2]?.postDataJSON()).toEqual({ code: CODE });
    expect(await page.content()).not.toContain(CODE);
  });

  it("is followed elsewhere from the moment that the console is there", async () => {
    const service: PretendedService = { answers: FULL, access: "manage" };
    const { page } = await browser.open(LINK, {}, (page) => pretend(page, service));
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (!document.querySelector("nav")) return;
      observer.disconnect();
      location.hash = "#/events";
    }).observe(document.body, { childList: true, subtree: true })`);
    await enter(page);
    await page.getByRole("heading", { name: "Events", level: 1 }).waitFor();
  });
});

describeInBrowser("a chart", () => {
  it("is read column by column with the keyboard, and is there as a table", async () => {
    const { page } = await open();
    await go(page, "#/overview");
    const chart = page.getByRole("slider", { name: /^Gross per day/ });
    const read = () => chart.getAttribute("aria-valuetext");
    await chart.focus();
    await page.keyboard.press("End");
    const last = await read();
    await page.keyboard.press("ArrowLeft");
    const before = await read();
    await page.keyboard.press("Home");
    const first = await read();
    expect(new Set([last, before, first]).size).toBe(3);
    await page.keyboard.press("ArrowLeft");
    expect(await read()).toBe(first);
    expect(await page.locator(".reading").first().textContent()).toBe(first);
    await page.getByText("Show as table").first().click();
    const table = page.getByRole("table", { name: "Gross per day" });
    expect(await table.getByRole("row").count()).toBe(8);
  });
});

describeInBrowser("the choice of UTC", () => {
  it("is kept when the page is loaded again", async () => {
    const { page } = await open({}, { timezoneId: "America/New_York" });
    const choice = page.getByLabel("Show times in UTC");
    await choice.check();
    await page.getByText(/ UTC$/).first().waitFor();
    await page.reload();
    await page.getByText(/ UTC$/).first().waitFor();
    expect(await choice.isChecked()).toBe(true);
    await choice.uncheck();
    await page.reload();
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(false);
  });
});

describeInBrowser("a list", () => {
  it("keeps its rows until those of another filter come, marked, and says nothing of these before", async () => {
    const { page } = await open();
    const all = await page.locator("main tbody tr").count();
    const busy = page.locator("main [aria-busy=true]");
    const claims = page.getByText(/^\d+ results?/);
    await page.locator(".choices summary").click();
    await page.getByRole("checkbox", { name: "Succeeded" }).check();
    await claims.first().waitFor();
    const before = await page.locator("main tbody tr").count();
    expect(before).toBeLessThan(all);
    const answer = await hold(page, /\/found-payments\?.*status=/);
    const asked = page.waitForRequest(/status=succeeded%2Ccanceled/);
    await page.getByRole("checkbox", { name: "Canceled" }).check();
    await asked;
    await busy.waitFor();
    expect(await busy.locator("tbody tr").count()).toBe(before);
    const opacity = `getComputedStyle(document.querySelector("main [aria-busy=true]")).opacity`;
    await expect.poll(() => page.evaluate(opacity)).toBe("0.5");
    expect(await claims.filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole("heading", { name: /^Total/ }).count()).toBe(0);
    expect(await page.locator(".waiting").count()).toBe(0);
    answer();
    await busy.waitFor({ state: "detached" });
    await claims.first().waitFor();
    expect(await page.locator("main tbody tr").count()).not.toBe(before);
  });

  it("the overview keeps its numbers until those of another period come, marked", async () => {
    const { page } = await open();
    await go(page, "#/overview");
    const hero = page.locator(".hero").first();
    const before = await hero.textContent();
    const answer = await hold(page, /\/overview\?days=30/);
    await page.getByRole("link", { name: "30 days" }).click();
    const busy = page.locator("main [aria-busy=true]");
    await busy.waitFor();
    expect(await hero.textContent()).toBe(before);
    answer();
    await busy.waitFor({ state: "detached" });
  });

  it("shows amounts right-aligned and cuts long references, with the whole text at hand", async () => {
    const orderRef = `order-${"long-".repeat(60)}`;
    const [first] = FULL.payments as object[];
    const { page } = await open({ answers: { ...FULL, payments: [{ ...first, orderRef }] } });
    await page.locator("td.amount").waitFor();
    const alignment = `getComputedStyle(document.querySelector("td.amount")).textAlign`;
    expect(await page.evaluate(alignment)).toBe("right");
    const cut = page.locator("td[data-name=Order] > .cut");
    expect(await cut.getAttribute("title")).toBe(orderRef);
    expect((await cut.boundingBox())?.width).toBeLessThan(300);
  });

  it.each([360, 768, 1024, 1440])(
    "shows what two orders differ in, and the customer, %i pixels wide",
    async (width) => {
      const { method = null } = listedPayment(4);
      const begins = ["order-declined-three-times-", `order-${"long-".repeat(20)}`, "W".repeat(20)];
      const orders = begins.flatMap((text) => [`${text}1`, `${text}2`]);
      const payments = orders.map((orderRef, nth) =>
        paymentWith({ orderRef, method, svcPaymentId: paymentId(nth), customerRef: `customer-${nth}` }),
      );
      const { page } = await open({ answers: { ...FULL, payments } });
      await page.setViewportSize({ width, height: 900 });
      const seen = page.locator("td[data-name=Order] > .cut");
      await expect.poll(() => seen.count()).toBe(orders.length);
      // What is too wide for its column is cut off at the beginning.
      const endsCut = `[...document.querySelectorAll("main .cut bdi")].filter((text) =>
        text.getBoundingClientRect().right > text.parentElement.getBoundingClientRect().right + 1)`;
      expect(await page.evaluate(`${endsCut}.length`)).toBe(0);
      expect(new Set(await seen.allInnerTexts()).size).toBe(orders.length);
      // The table stays within its screen.
      const overhang = `document.querySelector("main .list").getBoundingClientRect().right -
        document.querySelector("main .screen-head").getBoundingClientRect().right`;
      expect(await page.evaluate(overhang)).toBeLessThanOrEqual(0);
      for (let nth = 0; nth < orders.length; nth++)
        expect(await page.getByText(`customer-${nth}`).filter({ visible: true }).count()).toBe(1);
    },
  );
});

describeInBrowser("what is under way", () => {
  /** Counts what the page asks for while the given time passes, without waiting for it. */
  async function countAsked(page: Page, seconds: number, step = 1): Promise<number> {
    let count = 0;
    const see = (request: Request) => {
      if (/\/timeline$/.test(request.url())) count += 1;
    };
    page.on("request", see);
    for (let second = 0; second < seconds; second += step) await page.clock.runFor(step * 1_000);
    page.off("request", see);
    return count;
  }

  const timelinePath = `payments/${paymentId(1)}/timeline`;
  const path = `#/payments/${paymentId(1)}`;
  const withDelivery = (delivery: "pending" | "delivered") => ({
    ...{ ...FULL, [timelinePath]: [eventAt(new Date().toISOString(), { delivery })] },
  });

  async function openPayment(delivery: "pending" | "delivered") {
    const service: PretendedService = { answers: withDelivery(delivery), access: "read" };
    const { page } = await browser.open(LINK, {}, async (page) => {
      await page.clock.install();
      await pretend(page, service);
    });
    await enter(page);
    await page.goto(CONSOLE_URL + path);
    await page.getByText("Timeline").waitFor();
    return { page, service };
  }

  it("is looked at once more after it has changed, before its next attempt is waited for", async () => {
    const eventPath = "events/evt_1Q3";
    const event = FULL[eventPath] as { deliveries: object[] };
    const answersWith = (given: object) => {
      const fields = { nextAttemptAt: null, ...given };
      const deliveries = event.deliveries.map((one) => ({ ...one, ...fields }));
      return { ...FULL, [eventPath]: { ...event, ...fields, deliveries } };
    };
    const { page, service } = await openPayment("delivered");
    service.answers = answersWith({ delivery: "dead" });
    await page.goto(`${CONSOLE_URL}#/${eventPath}`);
    const heading = page.getByRole("heading", { level: 1 });
    await heading.getByText("Failed").waitFor();
    // An attempt that is under way has the time of the next one already, in case that it comes to nothing.
    const nextAttemptAt = new Date(Date.now() + 3_600_000).toISOString();
    service.answers = answersWith({ delivery: "pending", nextAttemptAt });
    await page.getByRole("button", { name: "Refresh" }).click();
    await heading.getByText("Retrying").waitFor();
    service.answers = answersWith({ delivery: "delivered" });
    await page.clock.runFor(3_000);
    await heading.getByText("Delivered").waitFor();
  });

  it("is not asked for while nobody looks", async () => {
    const { page: hidden } = await openPayment("pending");
    await hidden.evaluate(`
      Object.defineProperty(document, "hidden", { configurable: true, value: true });
      document.dispatchEvent(new Event("visibilitychange"));`);
    expect(await countAsked(hidden, 120, 20)).toBe(0);
    await hidden.evaluate(`
      Object.defineProperty(document, "hidden", { configurable: true, value: false });
      document.dispatchEvent(new Event("visibilitychange"));`);
    expect(await countAsked(hidden, 10)).toBeGreaterThan(0);
  });

  it("ends with the session, whether or not anything is asked for", async () => {
    const { page } = await openPayment("delivered");
    await page.clock.runFor(8 * 3600 * 1000);
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.content()).not.toContain(paymentId(1));
    // Where to go on after the next sign-in, and nothing else.
    expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual(["svc-console-way"]);
  });
});

describeInBrowser("a part that is missing, because a new version was released,", () => {
  const PART = /\/console\/parts\/(?!main)/;
  /**
   * A tab whose parts are missing, until it is loaded again or always, is sent to a screen that is not loaded yet.
   * They are missing from its first moment: a link below the resting pointer loads its screen ahead.
   */
  async function openWithout(isMissing: (reloads: number) => boolean) {
    let reloads = -1;
    const { page } = await browser.open(LINK, {}, async (page) => {
      page.on("request", (request) => {
        if (request.isNavigationRequest()) reloads++;
      });
      await pretend(page, { answers: FULL, access: "manage" });
      await page.route(PART, (route) =>
        isMissing(reloads) ? route.fulfill({ status: 404, body: "" }) : route.fallback(),
      );
    });
    await enter(page);
    await page.evaluate(`location.hash = "#/keys"`);
    return { page, reloads: () => reloads };
  }

  it("is loaded with that version, at the same address", async () => {
    const { page, reloads } = await openWithout((reloads) => reloads === 0);
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    expect(reloads()).toBe(1);
    expect(await page.evaluate("location.hash")).toContain("#/keys");
  });

  it("is told if it stays missing, and does not reload for ever", async () => {
    const { page, reloads } = await openWithout(() => true);
    await page.getByText("This page could not be loaded").waitFor();
    expect(reloads()).toBe(1);
  });
});

describeInBrowser("a browser that forbids cookies", () => {
  it("is told what the console needs, and not left with an empty page", async () => {
    const { page } = await browser.open(LINK, {}, async (page) => {
      // What it does then with all that a site could store.
      await page.addInitScript(
        `Object.defineProperty(window, "sessionStorage", { get: () => { throw new DOMException("Denied.", "SecurityError") } })`,
      );
      await pretend(page, { answers: FULL, access: "manage" });
    });
    await page.getByText("Allow cookies for this site").waitFor();
  });
});

describeInBrowser("a key that is held down", () => {
  it("opens the form that moves money, and does not send it", async () => {
    const payment = paymentWith({ status: "succeeded" });
    const answers = { ...FULL, [`payments/${paymentId(1)}`]: payment };
    const { page } = await open({ access: "money", answers });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(request.url());
    });
    await go(page, `#/payments/${paymentId(1)}`);
    await page.getByRole("button", { name: "Refund…" }).focus();
    for (let nth = 0; nth < 5; nth++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await page.getByRole("form", { name: "Refund" }).waitFor();
    expect(sent).toEqual([]);
    // Pressed anew it means what it says.
    await page.keyboard.press("Enter");
    await expect.poll(() => sent).toHaveLength(1);
  });
});
