import { expect, it } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { useService } from "../support/use-service.ts";

const service = useService();
const browser = useBrowser();

describeInBrowser("a buyer and a merchant in one browser", () => {
  it("a purchase in the shop is paid, its callback arrives, and a link leads to it in the console", async () => {
    const { page, errors, foreign } = await browser.open(`${service.stack.baseUrl}/demo/shop`);
    await page.getByRole("button", { name: "Buy for 49.99" }).click();
    await page.getByRole("button", { name: "Card that succeeds" }).click();
    const story = page.locator("#story");
    await story.getByText("received the webhook payment_intent.succeeded, attempt 1").first().waitFor();
    const id = /svcpay_[0-9a-f]{32}/.exec((await page.locator("#entries").textContent()) ?? "")?.[0];
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "View in the console" }).click();
    const console = await opened;
    await console.getByRole("button", { name: "Open the console" }).click();
    await console.getByText("payment_intent.succeeded").first().waitFor();
    expect(new URL(console.url()).hash).toBe(`#/payments/${id}`);
    expect(await console.getByText("49.99").first().isVisible()).toBe(true);
    expect([errors, foreign]).toEqual([[], []]);
  });
});
