import { expect, it } from "vitest";
import { describeInBrowser, useBrowser, violations } from "../support/browser.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ muted: true });
const browser = useBrowser();

const open = (path: string) => browser.open(service.stack.baseUrl + path);

describeInBrowser("the reference page", () => {
  it("shows the contract, the events and the integrators' pages, without an error or a foreign request", async () => {
    const { page, errors, foreign } = await open("/v1/docs");
    await page.getByText("A replay shows the state of then.").waitFor();
    await page.getByText("Create a payment").first().click();
    await page.getByText("What to charge, in the smallest currency unit").first().waitFor();
    await page.getByText("charge.dispute.closed").first().waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it("works offline once it is loaded", async () => {
    const { page, errors } = await open("/v1/docs");
    await page.context().setOffline(true);
    await page.getByText("Retrieve a payment's story").first().click();
    await page.getByText("Of more than 200 events the oldest are left out.").first().waitFor();
    expect(errors).toEqual([]);
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

  it("has nothing to try", async () => {
    const { page } = await open("/v1/docs");
    await page.getByText("List payments").first().click();
    await page.getByText("follow the Link header").first().waitFor();
    expect(await page.getByRole("button", { name: "EXECUTE" }).count()).toBe(0);
  });
});

/** What to click on, and what is to be read then. */
const SCREENS: [string, string][] = [
  ["Create a payment", "What to charge, in the smallest currency unit"],
  ["List payments", "follow the Link header"],
  ["charge.dispute.closed", "Svc-Event-Id"],
  ["Making the processor misbehave", "error_applied"],
  ["With the first merchant", "traceId"],
];

describeInBrowser("everybody can read the reference page: no violation of WCAG 2.2 AA", () => {
  it("on its screens, one after the other", async () => {
    const { page } = await open("/v1/docs");
    await page.getByText("A replay shows the state of then.").waitFor();
    const found = { first: await violations(page) } as Record<string, string[]>;
    for (const [link, text] of SCREENS) {
      await page.getByText(link).first().click();
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      found[link] = await violations(page);
    }
    expect(Object.entries(found).filter(([, wrong]) => wrong.length > 0)).toEqual([]);
  }, 60_000);

  it("as narrow as a phone", async () => {
    const { page } = await browser.open(`${service.stack.baseUrl}/v1/docs`, {
      viewport: { width: 390, height: 800 },
    });
    await page.getByText("A replay shows the state of then.").waitFor();
    expect(await violations(page)).toEqual([]);
  }, 60_000);

  it("and try a request out: before it, over the button, and with its answer", async () => {
    const { page } = await open("/demo/docs");
    await page.getByText("List payments").first().click();
    const button = page.getByRole("button", { name: "EXECUTE" });
    await button.waitFor();
    expect(await violations(page)).toEqual([]);
    const answered = page.waitForResponse((response) => response.url().includes("/v1/payments?"));
    await button.click();
    await answered;
    await page.getByText("Status").first().waitFor();
    // The button changes its colour in steps: it is looked at when it has come to rest.
    await expect.poll(() => violations(page), { timeout: 20_000 }).toEqual([]);
  }, 60_000);

  it("a problem's page", async () => {
    const { page } = await open("/problems/in-progress");
    expect(await violations(page)).toEqual([]);
  });
});

describeInBrowser("the page of the local demonstration", () => {
  it("tries a request out with the demo merchant's key", async () => {
    const { page, errors, foreign } = await open("/demo/docs");
    await page.getByText("List payments").first().click();
    const answered = page.waitForResponse((response) => response.url().includes("/v1/payments?"));
    await page.getByRole("button", { name: "EXECUTE" }).click();
    expect((await answered).status()).toBe(200);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
