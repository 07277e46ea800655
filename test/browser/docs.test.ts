import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import {
  ABOUT_COLOURS,
  describeInBrowser,
  faultsOf,
  useBrowser,
  violations,
  type WatchedPage,
} from "../support/browser.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ muted: true });
const browser = useBrowser();

const open = (path: string, settings = {}) => browser.open(service.stack.baseUrl + path, settings);

const excessOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

describeInBrowser("the reference page", () => {
  /** A large page is opened once for those who only read it, each where the other has left it. */
  let reference: WatchedPage;
  beforeAll(async () => {
    reference = await open("/v1/docs");
  });

  it("shows the contract, the events and the integrators' pages, without an error or a foreign request", async () => {
    const { page, errors, foreign } = reference;
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
    const { page } = reference;
    const samples = page.locator("#refundPayment pre[data-language]").filter({ visible: true });
    await samples.getByText("curl -X POST").waitFor();
    await page.locator("#createPayment").getByRole("button", { name: "Python" }).click();
    expect(await samples.count()).toBe(1);
    await samples.getByText("urllib.request").first().waitFor();
    const pressed = page.locator("#refundPayment").getByRole("button", { pressed: true });
    expect(await pressed.allTextContents()).toEqual(["Python"]);
  });

  it("is sandboxed: its scripts can neither call the service nor read a cookie of its origin", async () => {
    const { page } = reference;
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
    const { page } = reference;
    await page.getByText("follow the Link header").first().waitFor();
    expect(await page.getByRole("button", { name: "Send" }).count()).toBe(0);
  });
});

describeInBrowser(
  "everybody can read the papers: no violation of WCAG 2.2 AA, nothing scrolls sideways",
  () => {
    /*
     * What takes seconds on a page of thousands of texts is asked once. The demo's page is the reference with forms in
     * it, in the same style: so its colours, and the sizes of what is clicked on, are those of both.
     */
    const ASKED_OF_DEMO = [...ABOUT_COLOURS, "target-size"];

    it("/v1/docs, on a desk and on a telephone, where its contents open, lead somewhere, and close again", async () => {
      const { page } = await open("/v1/docs");
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await violations(page, { leavesOut: ASKED_OF_DEMO })).toEqual([]);
        expect(await excessOf(page)).toBeLessThanOrEqual(0);
      }
      const link = page.getByRole("link", { name: "Refund a payment" });
      for (const [colorScheme, look] of [
        ["light", {}],
        ["dark", { asks: ABOUT_COLOURS }],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await link.isVisible()).toBe(false);
        await page.locator("summary", { hasText: "Contents" }).click();
        expect(await violations(page, { within: ["header.side"], without: "main", ...look })).toEqual([]);
        await link.click();
        await expect.poll(() => page.url()).toContain("#refundPayment");
        await expect.poll(() => link.isVisible()).toBe(false);
        await page.goto(`${service.stack.baseUrl}/v1/docs#createPayment`);
      }
    }, 120_000);

    it.each(["/demo/docs", "/problems", "/problems/in-progress"])(
      "%s, by day and by night, on a desk and on a telephone",
      async (path) => {
        const { page } = await open(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await faultsOf(page)).toEqual([]);
      },
      120_000,
    );
  },
);

describeInBrowser("the page of the local demonstration", () => {
  it("tries requests out with the demo merchant's key, and shows answers and refusals as the service says them", async () => {
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
    const within = ["#createPayment", "#listPayments"];
    const others = `main section:not(:is(${within}), :is(${within}) *, :has(${within}))`;
    // What has come is text: nothing of it is clicked on.
    expect(await violations(page, { within, without: others, leavesOut: ["target-size"] })).toEqual([]);
    await form.getByLabel("Idempotency-Key").fill("too-small");
    await form.getByLabel("Body").fill('{"amountCents": 1}');
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("invalid-request").waitFor();
  }, 60_000);
});
