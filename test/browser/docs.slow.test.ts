import { beforeAll, expect, it, onTestFinished } from "vitest";
import { describeInBrowser, faultsNow, faultsOf, useBrowser, type WatchedPage } from "../support/browser.ts";
import { useService } from "../support/use-service.ts";

const service = useService();
const browser = useBrowser();

const open = (path: string, settings = {}) => browser.open(service.stack.baseUrl + path, settings);

/*
 * A rule takes a second or more on a page of thousands of texts. Of the reference as a whole, colors and what scrolls are
 * asked in both widths, all else on a telephone. The demonstration's page is the same one with forms in it: as a whole it
 * is asked about colors and what scrolls on a telephone; about all else, and on a desk, with one guide and one operation
 * of each group, because the others are made of the same parts.
 */
const ONLY_COLORS = { asks: [] };
const GUIDE = "article:not([id$=-operations])";
const REPEATED = `.operation ~ .operation, ${GUIDE} ~ ${GUIDE}`;
const SHORTEN = `for (const part of document.querySelectorAll("${REPEATED}")) part.remove()`;
const TELEPHONE = { width: 390, height: 900 };

describeInBrowser("the reference page", () => {
  /** A large page is opened once for those who only read it, each where the other has left it. */
  let reference: WatchedPage;
  beforeAll(async () => {
    reference = await open("/v1/docs");
  });

  it("shows the contract, the events and the integrators' pages, without an error or a foreign request", async () => {
    const { page, errors, foreign } = reference;
    await page.getByText("A replay shows the first response.").waitFor();
    await page.getByRole("link", { name: "Create a payment", exact: true }).click();
    await expect.poll(() => page.url()).toContain("#createPayment");
    await page.getByText("The amount to charge, in the smallest currency unit").first().waitFor();
    await page.getByRole("heading", { name: "charge.dispute.closed" }).waitFor();
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it("keeps its languages and its search where the address is none that was encoded", async () => {
    const { page, errors } = await open("/v1/docs#100%");
    await page.getByRole("searchbox").fill("refund");
    await page.getByText(/^\d+ results$/).waitFor();
    expect(errors).toEqual([]);
  });

  it("works offline once it is loaded, and without its script", async () => {
    const { page, errors } = await open("/v1/docs", { javaScriptEnabled: false });
    await page.context().setOffline(true);
    await page.getByText("Of more than 200 events the oldest are omitted.").first().waitFor();
    expect(errors).toEqual([]);
  });

  it("shows every sample in the language that was chosen once", async () => {
    const { page } = reference;
    const sample = page.locator("#refundPayment .sample pre").first();
    const quickstart = page.locator("#quickstart .sample pre");
    expect(await quickstart.count()).toBe(4);
    await sample.getByText("curl -X POST").waitFor();
    const marks = {
      Python: "urllib.request",
      Ruby: "Net::HTTP::Post",
      "C#": "HttpMethod.Post",
      Go: "http.NewRequest",
    };
    for (const [language, mark] of Object.entries(marks)) {
      await page.locator("#createPayment").getByRole("button", { name: language, exact: true }).click();
      await sample.getByText(mark).first().waitFor();
      await quickstart.first().getByText(mark).first().waitFor();
      const pressed = page.locator("#refundPayment").getByRole("button", { pressed: true });
      expect(await pressed.allTextContents()).toEqual([language]);
    }
  });

  it("keeps the chosen language over a reload, although it is sandboxed", async () => {
    const { page } = await open("/v1/docs");
    await page.locator("#createPayment").getByRole("button", { name: "Python", exact: true }).click();
    await page.getByRole("link", { name: "Refund a payment in full or in part", exact: true }).click();
    await page.reload();
    await page.locator("#refundPayment .sample pre").first().getByText("urllib.request").waitFor();
  });

  it("copies a sample, and colors it", async () => {
    const { page } = await open("/v1/docs");
    const sample = page.locator("#createPayment .sample");
    await sample.getByRole("button", { name: "Copy" }).first().click();
    await sample.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("[...CSS.highlights.keys()].sort()")).toEqual(
      expect.arrayContaining(["name", "number", "string"]),
    );
  });

  it("can be searched on a telephone, where the contents open with what is found", async () => {
    const { page } = await open("/v1/docs", { viewport: TELEPHONE });
    await page.getByLabel("Search").fill("chargeback");
    const links = page.locator("nav li a").filter({ visible: true });
    await expect.poll(() => links.allTextContents()).toContain("List disputes");
  });

  it("begins with the quickstart and the endpoints, and can be searched with the keyboard", async () => {
    const { page } = reference;
    // Also when it fails: a search that is left open hides the contents from the tests below.
    onTestFinished(() => page.getByLabel("Search").fill(""));
    expect(await page.locator("article#quickstart").textContent()).not.toContain("/demo/docs");
    const groups = await page.locator("nav p").allTextContents();
    expect([groups[0], groups[1], groups.at(-1)]).toEqual(["Quickstart", "Payments", "Changelog"]);
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("/");
    await page.keyboard.type("dispute deadline");
    const links = page.locator("nav li a").filter({ visible: true });
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ results?$/ })
      .waitFor();
    expect(await links.allTextContents()).toContain("List disputes");
    expect(await links.allTextContents()).not.toContain("Preview a fee");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("refund");
    // Titles that begin with it, then other titles, then paths, then texts.
    await expect.poll(() => links.first().textContent()).toMatch(/^Refund a payment/);
    const titles = (await links.allTextContents()).map((title) => /refund/i.test(title));
    expect(titles.lastIndexOf(true)).toBeLessThan(titles.length - 1);
    expect(titles.indexOf(false)).toBe(titles.lastIndexOf(true) + 1);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#refundPayment\b/);
    await page.keyboard.press("/");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("lines of a payout");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#listPayoutLines\b/);
    await page.getByLabel("Search").fill("");
    expect(await links.count()).toBeGreaterThan(50);
  });

  it("is sandboxed: its scripts can neither call the service nor read a cookie of its origin", async () => {
    const { page } = reference;
    await page.getByText("Create a payment").first().waitFor();
    const attempts = await page.evaluate(`Promise.all([
      self.origin,
      fetch("/v1/openapi.json").then(() => "read", () => "rejected"),
      fetch("/v1/payments", { credentials: "include" }).then(() => "read", () => "rejected"),
      Promise.resolve().then(() => document.cookie).then(() => "read", () => "rejected"),
    ])`);
    expect(attempts).toEqual(["null", "rejected", "rejected", "rejected"]);
  });

  it("has nothing to try where it is deployed", async () => {
    const { page } = reference;
    await page.getByText("follow the Link header").first().waitFor();
    expect(await page.getByRole("button", { name: "Send" }).count()).toBe(0);
  });

  it("can be read by everybody: no violation of WCAG 2.2 AA, nothing scrolls sideways", async () => {
    const looks = { onDesk: ONLY_COLORS, onTelephone: { leavesOut: ["target-size"] } };
    expect(await faultsOf(reference.page, looks)).toEqual([]);
  });

  it("on a telephone has contents that open, lead somewhere, and close again", async () => {
    const { page } = reference;
    await page.setViewportSize(TELEPHONE);
    const link = page.getByRole("link", { name: "Refund a payment" });
    const contents = page.locator("summary", { hasText: "Contents" });
    expect(await link.isVisible()).toBe(false);
    await contents.click();
    await link.click();
    await expect.poll(() => page.url()).toContain("#refundPayment");
    await expect.poll(() => link.isVisible()).toBe(false);
    // All else has been looked at above, and would be gone through again.
    await page.evaluate("document.querySelector('main').replaceChildren()");
    await contents.click();
    expect(await faultsNow(page, { within: "header.side" })).toEqual([]);
  });
});

describeInBrowser("the page of the local demonstration", () => {
  let demo: WatchedPage;
  beforeAll(async () => {
    demo = await open("/demo/docs");
  });

  it("tries requests out with the demo merchant's key, and shows answers and rejections as the service says them", async () => {
    const { page, errors, foreign } = demo;
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
    await form.getByLabel("Idempotency-Key").fill("too-small");
    await form.getByLabel("Body").fill('{"amountCents": 1}');
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("invalid_request").waitFor();
  });

  it("sends the next requests with a fresh key and the id that was created last", async () => {
    const { page } = demo;
    const created = page.locator("#createPayment form");
    const key = created.getByLabel("Idempotency-Key");
    await created.getByLabel("Body").fill('{"amountCents": 4999}');
    await key.fill("created-last");
    await created.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => created.locator(".reply pre").textContent()).toMatch(/^201 /);
    expect(await key.inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    const [id = ""] = /svcpay_\w+/.exec((await created.locator(".reply pre").textContent()) ?? "") ?? [];
    const canceled = page.locator("#cancelPayment form");
    expect(await canceled.getByLabel("id", { exact: true }).inputValue()).toBe(id);
    await canceled.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => canceled.locator(".reply pre").textContent()).toMatch(/^200 /);
  });

  it("an id that is missing is the first one in its list, or has to be entered", async () => {
    const { page } = demo;
    const items = [
      { attentionId: null },
      { attentionId: "att_re_1QFirst" },
      { attentionId: "att_re_1QNext" },
    ];
    await page.route("**/v1/attention", (route) => route.fulfill({ json: items }));
    const asked = page.waitForRequest("**/v1/attention/att_re_1QFirst/resolve");
    await page.locator("#resolveAttention form").getByRole("button", { name: "Send" }).click();
    await asked;
    const payout = page.locator("#getPayout form");
    await payout.getByRole("button", { name: "Send" }).click();
    await payout.getByText("There is none yet. Enter id once there is one.").waitFor();
  });

  it("can be read by everybody, by day and by night, on a desk and on a telephone, with answers in it", async () => {
    const { page } = demo;
    await page.setViewportSize(TELEPHONE);
    expect(await faultsNow(page, ONLY_COLORS)).toEqual([]);
    await page.evaluate(SHORTEN);
    for (const left of ["form", GUIDE]) expect(await page.locator(left).count(), left).toBeGreaterThan(0);
    expect(await faultsOf(page)).toEqual([]);
  });
});

describeInBrowser("what a problem means", () => {
  it.each(["/problems", "/problems/in_progress"])("can be read by everybody at %s", async (path) => {
    const { page } = await open(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

describeInBrowser("a look for faults", () => {
  it("tells each time of one faint text among many, of a button without a name, and of what is too wide", async () => {
    const { page } = await open("/problems");
    expect(await faultsNow(page)).toEqual([]);
    await page.evaluate(`{
      const [, faint, wide] = document.querySelectorAll("main a");
      faint.style.color = "light-dark(black, #444)";
      faint.replaceChildren("faint", document.createElement("button"));
      wide.style.paddingRight = "2000px";
    }`);
    const faults = [/^button-name: /, /^dark: color-contrast: /, /^scrolls sideways by /];
    const told = expect.arrayContaining(faults.map((fault) => expect.stringMatching(fault)));
    for (let look = 0; look < 2; look++) expect(await faultsNow(page)).toEqual(told);
  });
});
