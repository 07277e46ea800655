import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MerchantApi } from "../support/api.ts";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { enter } from "../support/console-page.ts";
import { openShop, type Shop } from "../support/shops.ts";
import { useService } from "../support/use-service.ts";

const service = useService();
const browser = useBrowser();

let shop: Shop;
beforeAll(async () => {
  shop = await openShop(service);
});
afterAll(() => shop.receiver.stop());

const HOSTILE_ORDER = `<img src=x onerror="window.owned=1"> \u202Eexe.gpj`;

/** A payment of the shop's that a buyer has paid. */
async function sell(body: object = {}): Promise<string> {
  const created = await shop.api.create({ amountCents: 4999, ...body }, randomUUID());
  await service.confirm(created, "pm_card_visa", String(created.json.connectedAccountId));
  return String(created.json.svcPaymentId);
}

type Access = "read" | "manage" | "setup" | "money";

async function linkFor(api: MerchantApi, access: Access): Promise<string> {
  const { json } = await api.call("POST", "/v1/console-sessions", { access });
  return String(json.url);
}

/** A browser in which the merchant has opened its console. */
async function signIn(access: Access = "read", api = shop.api) {
  const watched = await browser.open(await linkFor(api, access));
  await enter(watched.page);
  return watched;
}

/** Has a page notice that its session has ended: by this click, or by its own polling before it. */
async function noticeEnd(page: Page, button: string): Promise<void> {
  const ended = page.getByRole("heading", { name: "You were signed out", exact: true });
  await page.getByRole("button", { name: button }).or(ended).first().click();
  await ended.waitFor();
}

const goTo = (page: Page, hash: string) => page.goto(`${service.stack.baseUrl}/console${hash}`);

describeInBrowser("a merchant's console", () => {
  it("shows a payment that was just made, its story, and that the server has heard of it", async () => {
    const svcPaymentId = await sell({ orderRef: HOSTILE_ORDER });
    const { page, errors, foreign } = await signIn();
    await goTo(page, "#/payments");
    const row = page
      .getByRole("row")
      .filter({ has: page.getByTitle("<img src=x") })
      .first();
    await row.getByText("$49.99").click();
    await page.getByText("Delivered", { exact: true }).first().waitFor();
    expect(page.url()).toContain(svcPaymentId);
    const story = page.getByRole("main").getByRole("listitem");
    await story.filter({ hasText: "Payment created: $49.99" }).waitFor();
    await story
      .filter({ hasText: "Succeeded" })
      .getByText("Webhook delivered", { exact: true })
      .first()
      .waitFor();
    await page.getByText("U+202E").first().waitFor();
    expect(await page.evaluate("window.owned")).toBeUndefined();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });
});

describeInBrowser("a money session", () => {
  const refundsOf = async (id: string) =>
    (
      (await shop.api.call("GET", `/v1/payments/${id}/refunds`)).json as unknown as { amountCents: number }[]
    ).map(({ amountCents }) => amountCents);
  const keptForms = (page: Page) =>
    page.evaluate<string[]>("Object.keys(sessionStorage).filter((name) => name.startsWith('svc-money'))");

  it("refunds once, whatever is clicked, lost, reloaded or done elsewhere meanwhile", async () => {
    const id = await sell();
    const { page } = await signIn("money");
    await goTo(page, `#/payments/${id}`);
    await page.getByRole("button", { name: "Refund…" }).click();
    const amount = page.getByLabel("Amount in USD");
    expect(await amount.inputValue()).toBe("49.99");
    await amount.fill("10.00");
    await page
      .getByText(
        "Refund $10.00 USD of $49.99 USD to the customer. The platform returns $0.31 USD of its fee. This cannot be undone.",
      )
      .waitFor();
    // The service does it, and its answer is lost.
    const sent: string[] = [];
    await page.route("**/refund", async (route) => {
      sent.push(String(route.request().headers()["idempotency-key"]));
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Refund $10.00" }).dblclick();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await page.getByText("runs only once").waitFor();
    // It was done, so the payment has changed since the form was opened: by this very request.
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => sent.length).toBe(2);
    await page.getByRole("button", { name: "Retry" }).waitFor();
    expect(await page.getByText("Nothing was done").count()).toBe(0);
    await page.reload();
    await page.getByText("runs only once").waitFor();
    expect(await amount.inputValue()).toBe("10.00");
    expect(await amount.isEditable()).toBe(false);
    await page.unroute("**/refund");
    await page.route("**/refund", (route) => {
      sent.push(String(route.request().headers()["idempotency-key"]));
      return route.continue();
    });
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("It was already done, and was not repeated.").waitFor();
    await page.getByRole("heading", { level: 1 }).getByText("Partially refunded").waitFor();
    expect(new Set(sent).size).toBe(1);
    expect(await refundsOf(id)).toEqual([1000]);
    expect(await keptForms(page)).toEqual([]);

    // Another tab refunds while the form is open.
    await page.getByRole("button", { name: "Refund…" }).click();
    expect(await amount.inputValue()).toBe("39.99");
    await shop.api.refund(id, { amountCents: 500 }, randomUUID());
    // The screen has asked again meanwhile, as it does by itself: the form still stands for what it was opened for.
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("$15.00").first().waitFor();
    await page.getByRole("button", { name: "Refund $39.99" }).click();
    await page.getByText("The payment has changed since you opened this form.").waitFor();
    expect(await refundsOf(id)).toHaveLength(2);

    // The session ends in the middle: the form is still open when the person is in again.
    await amount.fill("34.99");
    await page
      .getByText("Refund $34.99 USD of $34.99 USD to the customer. The platform returns the rest of its fee.")
      .waitFor();
    const [name] = await keptForms(page);
    await shop.api.call("POST", "/v1/console-sessions/end-all", {});
    await noticeEnd(page, "Refund $34.99 USD");
    expect(await keptForms(page)).toEqual([name]);
    expect(await refundsOf(id)).toHaveLength(2);
  });
});

describeInBrowser("a set-up session", () => {
  it("sets the address and replaces the secret, which is shown once and then never again", async () => {
    const api = await service.otherMerchant();
    const { page, errors } = await signIn("setup", api);
    await goTo(page, "#/endpoint");
    await page.getByLabel("Endpoint URL").fill("http://shop.example/");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByRole("alert").getByText("Use an https:// URL.").waitFor();
    await page.getByLabel("Endpoint URL").fill("https://shop.example/callbacks");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const secret = page.getByRole("status").locator("code", { hasText: "whsec_" });
    const first = (await secret.textContent()) ?? "";
    await page.getByRole("link", { name: "shop.example/callbacks" }).click();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Roll secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll secret" }).click();
    await secret.filter({ hasNotText: first }).waitFor();
    // The button lies below what a window shows of the page at once.
    const box = await secret.evaluate((code) => ({ ...code.getBoundingClientRect().toJSON(), innerHeight }));
    expect(box.top).toBeGreaterThan(0);
    expect(box.bottom).toBeLessThan(box.innerHeight);
    const { json } = await api.call("GET", await api.endpointPath());
    expect(json).toMatchObject({ url: "https://shop.example/callbacks" });
    expect(json.previousSecretExpiresAt).not.toBeNull();
    await page.getByRole("navigation", { name: "Endpoint" }).getByRole("link", { name: "Overview" }).click();
    await page.reload();
    await page.getByText("Signing secret rolled").waitFor();
    expect(await page.locator("#console").innerHTML()).not.toContain("whsec_");
    expect(errors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
  });
});

describeInBrowser("a session", () => {
  it("survives a reload, and is over when its owner says so", async () => {
    const { page } = await signIn();
    await page.reload();
    await page.getByText("Read-only session").waitFor();
    await page.getByText("Read-only session").click();
    await page.getByRole("button", { name: "End session" }).click();
    await page.getByRole("heading", { name: "You have signed out" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it("lives beside another merchant's in one browser: neither knows the other's payments, nor ends it", async () => {
    const svcPaymentId = await sell({ orderRef: "side-by-side" });
    const { page } = await signIn();
    await goTo(page, "#/payments");
    const other = await page.context().newPage();
    await other.goto(await linkFor(await service.otherMerchant("none"), "manage"));
    await enter(other);
    await goTo(other, "#/payments");
    await other.getByText("No payments yet").waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("side-by-side").filter({ visible: true }).first().waitFor();
    await goTo(other, `#/payments/${svcPaymentId}`);
    await other.getByRole("heading", { name: "Payment not found" }).waitFor();
    await other.getByText("Resend and pause events · ").click();
    await other.getByRole("button", { name: "End session" }).click();
    await other.getByRole("heading", { name: "You have signed out" }).waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("side-by-side").filter({ visible: true }).first().waitFor();
  });

  it("goes on in a new tab by its links, which leave the session in no address", async () => {
    await sell({ orderRef: "in-a-new-tab" });
    const { page } = await signIn("manage");
    const link = page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Webhooks" });
    const href = String(await link.getAttribute("href"));
    expect(href).toMatch(/\?s=ses_\w{36}$/);
    await link.click();
    await page.getByText(shop.receiver.url).waitFor();
    expect(page.url()).not.toContain("ses_");
    const tab = await page.context().newPage();
    await goTo(tab, href);
    await tab.getByText(shop.receiver.url).waitFor();
    await tab.getByText("Resend and pause events · ").waitFor();
    expect(tab.url()).not.toContain("ses_");
  });

  it("cannot be read by a script on the reference page, which shares its origin", async () => {
    const { page } = await signIn();
    const sessionId = await page.evaluate("sessionStorage.getItem('svc-console')");
    await page.goto(`${service.stack.baseUrl}/v1/docs`);
    const attempts = await page.evaluate(`Promise.all(["session", "payments"].map((path) =>
      fetch("/console/v1/" + path, { credentials: "include", headers: { "Svc-Console": "${sessionId}" } })
        .then(() => "read", () => "rejected")))`);
    expect(attempts).toEqual(["rejected", "rejected"]);
    expect(
      await page.evaluate(`(() => { try { return sessionStorage.length } catch { return "rejected" } })()`),
    ).toBe("rejected");
  });
});

describeInBrowser("with the keyboard alone", () => {
  /** Goes on by Tab until something of this name has the focus, which must be seen on each stop. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate<{ name: string; isSeen: boolean }>(`(() => {
        const element = document.activeElement;
        const after = getComputedStyle(element, "::after").outlineStyle;
        const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText;
        const isSeen = element === document.body || getComputedStyle(element).outlineStyle !== "none" || after !== "none";
        return { name: name.trim(), isSeen };
      })()`);
      expect(focused).toMatchObject({ isSeen: true });
      if (name.test(focused.name)) return;
    }
    throw new Error(`No way to ${name} by keyboard.`);
  }

  it("the way from a link to a redelivered event can be gone", async () => {
    const svcPaymentId = await sell({ orderRef: "by-keyboard" });
    await shop.receiver.until(1, ({ rawBody }) => rawBody.includes(svcPaymentId), 60_000);
    const { page } = await browser.open(await linkFor(shop.api, "manage"));
    const focus = (name: RegExp) => tabTo(page, name);
    await focus(/^Open the console$/);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await focus(/^Payments$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
    await focus(/^Skip to the content$/);
    await page.keyboard.press("Enter");
    await focus(/^Order, ID, customer or amount$/);
    await page.keyboard.type("by-keyboard");
    await page.keyboard.press("Enter");
    // The only payment that is found is opened.
    await page.waitForURL(/#\/payments\/svcpay_/);
    await page.getByText("Delivered", { exact: true }).first().waitFor();
    await focus(/^payment_intent\.succeeded$/);
    await page.keyboard.press("Enter");
    await page.getByText("Webhook attempts").waitFor();
    await focus(/^Resend event$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await focus(/^Resend event$/);
    await page.keyboard.press("Enter");
    await page.getByText("after redelivery 1").waitFor();
  });
});
