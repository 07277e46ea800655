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

describeInBrowser("everybody can read", () => {
  it.each(["the first screen", "an operation"])("%s: no violation of WCAG 2.2 AA", async (screen) => {
    const { page } = await open("/v1/docs");
    await page.getByText("A replay shows the state of then.").waitFor();
    if (screen === "an operation") {
      await page.getByText("Create a payment").first().click();
      await page.getByText("What to charge, in the smallest currency unit").first().waitFor();
    }
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
