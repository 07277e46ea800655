import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ABOUT_COLOURS, describeInBrowser, type Look, useBrowser, violations } from "../support/browser.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ muted: true });
const browser = useBrowser();

const open = (path: string, settings = {}) => browser.open(service.stack.baseUrl + path, settings);

const excessOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

describeInBrowser("the reference page", () => {
  it("shows the contract, the events and the integrators' pages, without an error or a foreign request", async () => {
    const { page, errors, foreign } = await open("/v1/docs");
    await page.getByText("A replay shows the state of then.").waitFor();
    await page.getByRole("link", { name: "Create a payment", exact: true }).click();
    await expect.poll(() => page.url()).toContain("#createPayment");
    await page.getByText("What to charge, in the smallest currency unit").first().waitFor();
    await page.getByRole("heading", { name: "charge.dispute.closed" }).waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it("works offline once it is loaded, and without its script", async () => {
    const { page, errors } = await open("/v1/docs", { javaScriptEnabled: false });
    await page.context().setOffline(true);
    await page.getByText("Of more than 200 events the oldest are left out.").first().waitFor();
    expect(errors).toEqual([]);
  });

  it("shows every sample in the language that was chosen once", async () => {
    const { page } = await open("/v1/docs");
    const samples = page.locator("#refundPayment pre[data-language]").filter({ visible: true });
    await samples.getByText("curl -X POST").waitFor();
    await page.locator("#createPayment").getByRole("button", { name: "Python" }).click();
    expect(await samples.count()).toBe(1);
    await samples.getByText("urllib.request").first().waitFor();
    const pressed = page.locator("#refundPayment").getByRole("button", { pressed: true });
    expect(await pressed.allTextContents()).toEqual(["Python"]);
  });

  it("is sandboxed: its scripts can neither call the service nor read a cookie of its origin", async () => {
    const { page } = await open("/v1/docs");
    await page.getByText("Create a payment").first().waitFor();
    const attempts = await page.evaluate(`Promise.all([
      self.origin,
      fetch("/v1/openapi.json").then(() => "read", () => "refused"),
      fetch("/v1/payments", { credentials: "include" }).then(() => "read", () => "refused"),
      Promise.resolve().then(() => document.cookie).then(() => "read", () => "refused"),
    ])`);
    expect(attempts).toEqual(["null", "refused", "refused", "refused"]);
  });

  it("has nothing to try where it is deployed", async () => {
    const { page } = await open("/v1/docs");
    await page.getByText("follow the Link header").first().waitFor();
    expect(await page.getByRole("button", { name: "Send" }).count()).toBe(0);
  });
});

type Colours = "light" | "dark";

/**
 * What takes seconds on a page of thousands of texts is asked once. The demo's page is the reference with forms in it, in
 * the same style: so its colours are those of both. A narrow window has no colours of its own, and in the dark all has the
 * form and the size that it has by day.
 */
const LOOKS: [path: string, width: number, colours: Colours, look: Look][] = [
  ["/v1/docs", 1440, "light", { leavesOut: ABOUT_COLOURS }],
  ["/v1/docs", 390, "light", { leavesOut: ABOUT_COLOURS }],
  ["/demo/docs", 1440, "light", {}],
  ["/demo/docs", 1440, "dark", { asks: ABOUT_COLOURS }],
  ["/demo/docs", 390, "light", { leavesOut: ABOUT_COLOURS }],
  ...["/problems", "/problems/in-progress"].flatMap((path) =>
    ([390, 1440] as const).flatMap((width) =>
      (["light", "dark"] as const).map((colours): [string, number, Colours, Look] => [
        path,
        width,
        colours,
        {},
      ]),
    ),
  ),
];

describeInBrowser(
  "everybody can read the papers: no violation of WCAG 2.2 AA, nothing scrolls sideways",
  () => {
    it.each(LOOKS)(
      "%s, %d px wide, in %s colours",
      async (path, width, colorScheme, look) => {
        const { page } = await open(path, { colorScheme, viewport: { width, height: 900 } });
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await violations(page, look)).toEqual([]);
        expect(await excessOf(page)).toBeLessThanOrEqual(0);
      },
      120_000,
    );

    it.each<Colours>(["light", "dark"])(
      "on a phone, in %s colours, the contents open, lead somewhere, and close again",
      async (colorScheme) => {
        const { page } = await open("/v1/docs", { colorScheme, viewport: { width: 390, height: 800 } });
        const link = page.getByRole("link", { name: "Refund a payment" });
        expect(await link.isVisible()).toBe(false);
        await page.locator("summary", { hasText: "Contents" }).click();
        expect(await violations(page, { within: ["header.side"] })).toEqual([]);
        await link.click();
        await expect.poll(() => page.url()).toContain("#refundPayment");
        await expect.poll(() => link.isVisible()).toBe(false);
      },
      60_000,
    );
  },
);

describeInBrowser("the page of the local demonstration", () => {
  it("tries a request out with the demo merchant's key, and shows its answer as text", async () => {
    const { page, errors, foreign } = await open("/demo/docs");
    const form = page.locator("#createPayment form");
    await form.getByLabel("Idempotency-Key").fill("from-the-reference");
    await form.getByLabel("Body").fill('{"amountCents": 4999, "orderRef": "<b>bold</b>"}');
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("svcpay_").waitFor();
    const list = page.locator("#listPayments form");
    await list.getByLabel("orderRef").fill("<b>bold</b>");
    await list.getByRole("button", { name: "Send" }).click();
    await list.getByText("<b>bold</b>").waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
    expect(await violations(page, { within: ["#createPayment", "#listPayments"] })).toEqual([]);
  }, 60_000);

  it("says what went wrong as the service says it", async () => {
    const { page } = await open("/demo/docs");
    const form = page.locator("#createPayment form");
    await form.getByLabel("Idempotency-Key").fill("too-small");
    await form.getByLabel("Body").fill('{"amountCents": 1}');
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("invalid-request").waitFor();
  });
});
