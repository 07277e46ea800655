import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeInBrowser, faultsNow, faultsOf, useBrowser, type WatchedPage } from "../support/browser.ts";
import { useService } from "../support/use-service.ts";

const service = useService();
const browser = useBrowser(["--host-resolver-rules=MAP rebound.example 127.0.0.1"]);

/** The page's clock stands still until a test moves it. */
async function open(): Promise<WatchedPage> {
  const opened = await browser.open(`${service.stack.baseUrl}/demo/shop`);
  await opened.page.clock.install();
  return opened;
}

async function buy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Buy for 49.99" }).click();
  await page.getByRole("heading", { name: "How will you pay?" }).waitFor();
}

const pay = (page: Page, label: string) => page.getByRole("button", { name: label }).click();

/** Lets two seconds pass on the page, again and again, until it is so. */
const until = (page: Page, isSo: () => Promise<boolean>): Promise<void> =>
  service.eventually(async () => {
    if (await isSo()) return true;
    await page.clock.runFor(2_000);
    return false;
  });

const untilItSays = (page: Page, text: string): Promise<void> =>
  until(page, () => page.locator("#story").getByText(text).first().isVisible());

/** Everything has come that was to come. */
const untilSettled = (page: Page): Promise<void> =>
  until(page, async () => !(await page.getByText("Waiting for the webhook").isVisible()));

/** What was clicked is done: the page does one thing at a time, and takes no click meanwhile. */
const untilIdle = (page: Page) => page.locator("body[aria-busy=true]").waitFor({ state: "detached" });

/** The next look at the order is a moment before its callbacks: they come so soon that the page may never wait. */
const missCallbacksOnce = (page: Page) =>
  page.route(
    "**/demo/shop/orders/*",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), callbacks: [] } });
    },
    { times: 1 },
  );

const turn = (page: Page, visibility: "hidden" | "visible") =>
  page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "${visibility}", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"))`);

type Attention = { kind: string; orderRef: string; subject: { svcPaymentId?: string } };

const callback = (type: string) => `received the webhook ${type}, attempt 1. Its signature is valid.`;
/** Of which the page says the date, as the stack has it, and what happened. */
async function passDay(page: Page): Promise<void> {
  const before = Date.now();
  await page.getByRole("button", { name: "Advance one day" }).click();
  await page.getByText("Advancing one day…").waitFor();
  await untilIdle(page);
  // The stack runs in this process, and has moved its clock.
  expect(Date.now() - before).toBeGreaterThanOrEqual(25 * 3_600_000);
  const date = new Date(Date.now()).toLocaleDateString("en-US", DAY_IN_WORDS);
  await page
    .getByRole("status")
    .getByText(new RegExp(`^Now ${date}: \\d+ (retry|retries), \\d failed\\.$`))
    .waitFor();
}

const DAY_IN_WORDS = { month: "short", day: "numeric", timeZone: "UTC" } as const;
const status = (page: Page) => page.locator("#status").textContent();

describeInBrowser("the shop", () => {
  /** One buyer after the other at the same screen. */
  let counter: WatchedPage;
  beforeAll(async () => {
    counter = await open();
  });
  const nextBuyer = async (): Promise<WatchedPage> => {
    await counter.page.reload();
    return counter;
  };

  it("shows nothing of what happens before anything has happened", async () => {
    const { page } = counter;
    await page.getByRole("button", { name: "Buy for 49.99" }).waitFor();
    const hidden = ["#story", "#paying", "#till", "#agreeing", "#waiting", "#trouble"];
    for (const part of hidden) expect(await page.locator(part).isVisible(), part).toBe(false);
    expect(await page.getByText("What happens").isVisible()).toBe(false);
    const links = page.getByRole("navigation", { name: "Demo" }).getByRole("link");
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
      "/",
      "/demo/docs",
    ]);
  });

  it.each([
    ["Card that succeeds", "payment_intent.succeeded", "Succeeded"],
    ["Card that is declined", "payment_intent.payment_failed", "Declined"],
    ["Bank debit Processing first. The", "payment_intent.succeeded", "Succeeded"],
    ["Bank debit that fails", "payment_intent.payment_failed", "Declined"],
    ["Card that is disputed", "charge.dispute.created", "Disputed"],
  ])("%s: the callback %s arrives, and the payment is %s", async (label, type, end) => {
    const { page, errors, foreign } = await nextBuyer();
    await buy(page);
    await pay(page, label);
    await untilItSays(page, callback(type));
    await untilSettled(page);
    expect(await status(page)).toBe(end);
    expect(await page.locator("#entries").textContent()).not.toMatch(/browser|generic_decline/);
    expect([errors, foreign]).toEqual([[], []]);
  });

  it.each([
    ["Apple Pay", "Visa •••• 4242"],
    ["Google Pay", "Mastercard •••• 4444"],
  ])("takes %s, and its receipt names the wallet", async (wallet, card) => {
    const { page, errors, foreign } = await nextBuyer();
    await buy(page);
    await pay(page, wallet);
    await untilItSays(page, callback("payment_intent.succeeded"));
    await untilItSays(page, `USD 49.99, ${card}, ${wallet}.`);
    expect(await status(page)).toBe("Succeeded");
    expect([errors, foreign]).toEqual([[], []]);
  });

  it("a card's bank warns of fraud, and a click in the console refunds the payment before it is disputed", async () => {
    const { page, errors, foreign } = await nextBuyer();
    await buy(page);
    await pay(page, "Card with a fraud warning");
    await untilItSays(page, callback("payment_intent.succeeded"));
    const id = /svcpay_[0-9a-f]{32}/.exec((await page.locator("#entries").textContent()) ?? "")?.[0] ?? "";
    const warnings = async () =>
      ((await service.api.call("GET", "/v1/attention")).json as unknown as Attention[]).filter(
        ({ subject }) => subject.svcPaymentId === id,
      );
    await expect.poll(warnings).toMatchObject([{ kind: "fraud_warning" }]);
    const [{ orderRef = "" } = {}] = await warnings();
    const { page: overview } = await browser.open(service.stack.baseUrl);
    await overview.getByRole("button", { name: "Open the console" }).click();
    const row = overview.getByRole("row", { name: orderRef });
    await row.getByText("Fraud warning").waitFor();
    const refund = row.getByRole("button", { name: /^Refund/ });
    // A first click opens the form, and the last one, which names the amount, refunds.
    while (!(await refund.first().textContent())?.includes("49.99")) await refund.first().click();
    await refund.first().click();
    await expect.poll(async () => (await service.api.get(id)).json.status).toBe("refunded");
    await expect.poll(warnings).toEqual([]);
    expect([errors, foreign]).toEqual([[], []]);
  });

  it("takes a card at the till: declined, canceled by the customer, the reader offline, then paid", async () => {
    const { page, errors, foreign } = await nextBuyer();
    await buy(page);
    const till = page.locator("#till");
    const press = (label: string) => till.getByRole("button", { name: label }).click();
    const isShown = (text: string) => till.getByText(text, { exact: true }).waitFor();
    const offered = () => till.getByRole("button").filter({ visible: true }).count();
    await pay(page, "Card reader on the counter");
    // Choosing the reader sends nothing: only what an idle reader can do is offered.
    await till.getByRole("button", { name: "Send to the reader" }).waitFor();
    expect(await offered()).toBe(2);
    await press("Send to the reader");
    await isShown("in progress");
    await expect.poll(offered).toBe(5);
    await press("Tap a card that is declined");
    await isShown("failed: card declined");
    await press("Send to the reader");
    await isShown("in progress");
    await press("Press Cancel on the reader");
    await isShown("failed: customer canceled");
    expect(await faultsNow(page)).toEqual([]);
    await press("Take the reader offline");
    await isShown("Shop counter, offline");
    await expect.poll(offered).toBe(1);
    await press("Bring the reader online");
    await isShown("Shop counter, online");
    await press("Send to the reader");
    await isShown("in progress");
    await press("Tap a card The");
    await untilItSays(page, callback("payment_intent.succeeded"));
    await untilItSays(page, "USD 49.99, Visa •••• 4242.");
    await untilSettled(page);
    expect(await status(page)).toBe("Succeeded");
    expect(await till.isVisible()).toBe(false);
    expect([errors, foreign]).toEqual([[], []]);
  });

  it("reserves, captures and refunds, each with its callback", async () => {
    const { page, errors } = await nextBuyer();
    await page.getByRole("button", { name: "Authorize now, capture later" }).click();
    await untilItSays(page, callback("payment_intent.amount_capturable_updated"));
    expect(await page.getByRole("button", { name: "Refund 49.99" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Capture 49.99" }).click();
    await untilItSays(page, callback("payment_intent.succeeded"));
    await page.getByRole("button", { name: "Refund 49.99" }).click();
    await untilItSays(page, callback("charge.refunded"));
    await until(page, async () => (await status(page)) === "Refunded");
    expect(await page.getByRole("button", { name: "Refund 49.99" }).isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  it("asks only while something is to come, and while it can be seen", async () => {
    const { page } = await open();
    const asked: string[] = [];
    const receipts: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      if (request.method() === "GET") (url.endsWith("/receipt") ? receipts : asked).push(url);
    });
    await buy(page);
    await page.clock.runFor(60_000);
    expect(await page.getByText("Waiting for the webhook").isVisible()).toBe(false);
    expect(asked).toEqual([]);
    await turn(page, "hidden");
    await missCallbacksOnce(page);
    await pay(page, "Card that succeeds");
    await page.getByText("Waiting for the webhook").waitFor();
    await page.clock.runFor(60_000);
    // Once, for what is true after paying.
    expect(asked).toHaveLength(1);
    await turn(page, "visible");
    await untilItSays(page, callback("payment_intent.succeeded"));
    await untilSettled(page);
    const soFar = asked.length;
    await page.clock.runFor(60_000);
    expect(asked).toHaveLength(soFar);
    expect(receipts).toHaveLength(1);
  });

  it("says what went wrong, and can be tried again", async () => {
    const { page } = await open();
    await page.route("**/demo/shop/orders", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Buy for 49.99" }).click();
    await page.getByRole("alert").getByText("The shop's server does not answer.").waitFor();
    expect(await faultsNow(page)).toEqual([]);
    await buy(page);
    expect(await page.getByRole("alert").isVisible()).toBe(false);
  });

  it("works with the keyboard alone", async () => {
    const { page } = await nextBuyer();
    // The two links of the page's head come first.
    for (const _ of ["console", "reference", "buy"]) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "How will you pay?" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await untilItSays(page, callback("payment_intent.succeeded"));
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("console");
  });

  it("its server is down for two days, one after the other: each fails an event, which the console can resend", async () => {
    const { page, errors } = await open();
    const down = page.getByRole("button", { name: "Take the shop's server down" });
    const up = page.getByRole("button", { name: "Bring it back up" });
    await down.click();
    await up.waitFor();
    await page.reload();
    await up.waitFor();
    for (const _ of ["first", "second"]) {
      await buy(page);
      await pay(page, "Card that succeeds");
      await untilIdle(page);
      await untilItSays(page, "answered 503 to the webhook payment_intent.succeeded, attempt 1 of 8");
      const failed = page.locator("#story").getByText("Webhook failed after 8 attempts.");
      expect(await failed.isVisible()).toBe(false);
      await passDay(page);
      // The waits are spread: the eighth attempt may come a little later than a day after the first.
      if (!(await failed.isVisible())) await passDay(page);
      await failed.waitFor();
      await page.locator("#story").getByText("attempt 8 of 8").waitFor();
      await page
        .getByRole("status")
        .getByText(/, [1-9] failed\./)
        .waitFor();
      expect(await page.getByText("Waiting for the webhook").isVisible()).toBe(false);
    }
    expect(await faultsNow(page)).toEqual([]);
    await up.click();
    await down.waitFor();
    const link = page.getByRole("link", { name: "Resend it in the console" });
    expect(await link.getAttribute("href")).toMatch(/^\/\?to=events\/evt_/);
    expect(errors).toEqual([]);
  });
});

describeInBrowser("everybody can buy", () => {
  it("with a card that asks for authentication, and nothing on the way violates WCAG 2.2 AA or scrolls sideways, by day and by night, on a desk and on a telephone", async () => {
    const { page, errors } = await open();
    expect(await faultsOf(page)).toEqual([]);
    await buy(page);
    expect(await faultsOf(page)).toEqual([]);
    await pay(page, "Card that asks for authentication");
    await page.getByRole("heading", { name: "asks you to agree" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await pay(page, "Authenticate as the customer");
    await untilItSays(page, callback("payment_intent.succeeded"));
    expect(await faultsOf(page)).toEqual([]);
    expect(await status(page)).toBe("Succeeded");
    expect(errors).toEqual([]);
  });
});

describeInBrowser("a website that lets its own name point to this machine", () => {
  it("reads nothing of the local stack", async () => {
    const { port } = new URL(service.stack.baseUrl);
    const { page } = await browser.open("about:blank");
    for (const path of ["/demo/callbacks", "/demo/docs", "/v1/openapi.json"])
      expect((await page.goto(`http://rebound.example:${port}${path}`))?.status()).toBe(421);
    expect(await page.evaluate("fetch('/demo/docs').then(({ status }) => status)")).toBe(421);
  });
});
