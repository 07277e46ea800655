import { describe, expect, it, vi } from "vitest";
import { rejectionOf, useBench } from "./support.ts";

const bench = useBench();

const URLS = { refresh_url: "https://shop.example/refresh", return_url: "https://shop.example/done" };

async function startOnboarding() {
  const account = await bench.stripe.accounts.create({
    email: "<owner>@shop.example",
    capabilities: { card_payments: { requested: true } },
  });
  const link = await bench.stripe.accountLinks.create({
    account: account.id,
    type: "account_onboarding",
    ...URLS,
  });
  return { account: account.id, link };
}

const submit = (url: string, outcome: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });

describe("an account link", () => {
  it("leads to a page with the three ends of onboarding", async () => {
    const { link } = await startOnboarding();
    expect(link.expires_at).toBeGreaterThan(link.created);
    const answer = await fetch(link.url);
    const page = await answer.text();
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(page).toContain('<html lang="en">');
    expect([...page.matchAll(/<button name="outcome" value="(\w+)">/g)].map((match) => match[1])).toEqual([
      "complete",
      "restrict",
      "reject",
    ]);
    expect(page).not.toContain("<owner>");
  });

  it("expires", async () => {
    const { link } = await startOnboarding();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(link.expires_at * 1000);
    const answer = await fetch(link.url, { redirect: "manual" });
    expect(answer.headers.get("location")).toBe(URLS.refresh_url);
  });

  it("rejects an unknown end and an unknown address", async () => {
    const { link } = await startOnboarding();
    expect((await submit(link.url, "bribe")).status).toBe(400);
    expect((await fetch(`${bench.simulator.url}/onboarding/link_nobody`)).status).toBe(404);
  });

  it("needs an account and addresses to return to", async () => {
    const { account } = await startOnboarding();
    const create = (params: object) =>
      bench.stripe.accountLinks.create({ account, type: "account_onboarding", ...URLS, ...params });
    expect(await rejectionOf(create({ account: "acct_nobody" }))).toMatchObject({
      code: "resource_missing",
      param: "account",
    });
    expect(await rejectionOf(create({ return_url: "not a url" }))).toMatchObject({ param: "return_url" });
    expect(await rejectionOf(create({ refresh_url: undefined }))).toMatchObject({
      code: "parameter_missing",
    });
  });
});
