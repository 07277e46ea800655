import { describe, expect, it, vi } from "vitest";
import { CARD_USD, clientOf, eventTypes, rejectionOf, useBench } from "./support.ts";

const bench = useBench();

const STANDARD = {
  controller: {
    fees: { payer: "account" },
    losses: { payments: "stripe" },
    requirement_collection: "stripe",
    stripe_dashboard: { type: "full" },
  },
  capabilities: { card_payments: { requested: true } },
} as const;

describe("accounts", () => {
  it("are rejected where the platform has not switched on Accounts v1 (fact 17)", async () => {
    await bench.control("POST", "switches", { accountsV1: false });
    expect(await rejectionOf(bench.stripe.accounts.create({ country: "US" }))).toMatchObject({
      statusCode: 400,
    });
    await bench.control("POST", "switches", { accountsV1: true });
    expect((await bench.stripe.accounts.create({ country: "US" })).id).toMatch(/^acct_/);
    await expect(bench.control("POST", "switches", { accountsV1: "no" })).rejects.toThrow("400");
    await expect(bench.control("POST", "switches", { accountsV9: true })).rejects.toThrow("400");
  });

  it("with card payments alone take no bank debits, klarna or link (fact 4)", async () => {
    // Fact 17: with a dashboard of its own it would have more than it asked for.
    const { id } = await bench.stripe.accounts.create({
      capabilities: { card_payments: { requested: true } },
      controller: { stripe_dashboard: { type: "none" } },
    });
    const options = { stripeAccount: id };
    const open = { amount: 1000, currency: "usd" };
    const intent = await bench.stripe.paymentIntents.create(open, options);
    expect(intent.payment_method_types).toEqual(["card"]);
    const debit = { ...open, allowed_payment_method_types: ["us_bank_account", "klarna", "link"] };
    const rejection = await rejectionOf(bench.stripe.paymentIntents.create(debit, options));
    expect([rejection.statusCode, rejection.message]).toEqual([
      400,
      expect.stringContaining("No valid payment method types"),
    ]);
  });

  it("start disabled, with everything still to be asked", async () => {
    const account = await bench.stripe.accounts.create({
      ...STANDARD,
      country: "US",
      email: "owner@shop.example",
      metadata: { merchant: "m1" },
    });
    expect(account.id).toMatch(/^acct_\w+$/);
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { card_payments: "inactive" },
      controller: { fees: { payer: "account" }, stripe_dashboard: { type: "full" } },
      requirements: { disabled_reason: "requirements.past_due" },
    });
    expect(account.requirements?.currently_due).not.toHaveLength(0);
    expect(account.requirements?.past_due).toEqual(account.requirements?.currently_due);
    expect(await bench.stripe.accounts.retrieve(account.id)).toEqual(account);
  });

  it("can be updated, which is an event of the account", async () => {
    const { id } = await bench.stripe.accounts.create(STANDARD);
    const updated = await bench.stripe.accounts.update(id, {
      email: "new@shop.example",
      metadata: { a: "b" },
    });
    expect(updated).toMatchObject({ email: "new@shop.example", metadata: { a: "b" } });
    expect(await eventTypes(bench.stripe, { stripeAccount: id })).toEqual(["account.updated"]);
  });

  it("take either a type or a controller", async () => {
    const error = await rejectionOf(bench.stripe.accounts.create({ ...STANDARD, type: "standard" }));
    expect(error).toMatchObject({ statusCode: 400, param: "controller" });
  });

  it("can be set into any state from behind", async () => {
    const { stripeAccount: id } = await bench.connect();
    await bench.control("POST", `accounts/${id}`, {
      charges_enabled: true,
      requirements: { currently_due: ["external_account"], disabled_reason: null },
    });
    expect(await bench.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: false,
      requirements: { currently_due: ["external_account"], disabled_reason: null },
    });
    expect(await eventTypes(bench.stripe, { stripeAccount: id })).toEqual(["account.updated"]);
    await expect(bench.control("POST", `accounts/${id}`, { charges: true })).rejects.toThrow("400");
  });
});

describe("who may see what", () => {
  it("hides an object from every other account, and from the platform", async () => {
    const [mine, other] = [await bench.connect(), await bench.connect()];
    const { id } = await bench.stripe.paymentIntents.create(CARD_USD, mine);
    for (const options of [other, undefined]) {
      expect(await rejectionOf(bench.stripe.paymentIntents.retrieve(id, {}, options))).toMatchObject({
        statusCode: 404,
        code: "resource_missing",
      });
    }
    expect((await bench.stripe.paymentIntents.list({}, other)).data).toEqual([]);
  });

  it("takes only a customer of the same account", async () => {
    const [mine, other] = [await bench.connect(), await bench.connect()];
    const customer = await bench.stripe.customers.create({ email: "buyer@example.com" }, mine);
    expect(await bench.stripe.customers.retrieve(customer.id, {}, mine)).toEqual(customer);
    const create = (options: { stripeAccount: string }) =>
      bench.stripe.paymentIntents.create({ ...CARD_USD, customer: customer.id }, options);
    expect((await create(mine)).customer).toBe(customer.id);
    expect(await rejectionOf(create(other))).toMatchObject({ code: "resource_missing", param: "customer" });
  });

  it("rejects a wrong key, and shows it only in part", async () => {
    const stranger = clientOf(bench.simulator.url, "sk_test_wrong_and_long");
    const error = await rejectionOf(stranger.accounts.list());
    expect(error).toMatchObject({ statusCode: 401, type: "StripeAuthenticationError" });
    expect(error.message).not.toContain("wrong_and_long");
  });

  it("rejects another version of the API", async () => {
    const error = await rejectionOf(bench.stripe.accounts.list({}, { apiVersion: "2019-02-11" }));
    expect(error).toMatchObject({ statusCode: 400 });
    expect(error.message).toContain("2019-02-11");
  });

  it("does not know a path that is not simulated", async () => {
    const error = await rejectionOf(bench.stripe.products.list());
    expect(error).toMatchObject({ statusCode: 404 });
    expect(error.message).toContain("Unrecognized request URL");
  });

  it("rejects a body that is not a form", async () => {
    const answer = await fetch(`${bench.simulator.url}/v1/customers`, {
      method: "POST",
      headers: { Authorization: "Bearer sk_test_simulator", "Content-Type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("request-id")).toMatch(/^req_\w+$/);
  });
});

describe("accounts of v2 (fact 33)", () => {
  const ORDER = {
    contact_email: "owner@shop.example",
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    identity: { country: "us" },
    metadata: { merchant: "m1" },
  } as const;
  const create = (idempotencyKey: string, given: object = {}) =>
    bench.stripe.v2.core.accounts.create({ ...ORDER, ...given }, { idempotencyKey });

  it.each(["error", "error_applied"])("a fault is not saved under its key: %s", async (kind) => {
    await bench.control("POST", "faults", { method: "POST", path: "/v2/core/accounts", kind });
    const before = (await bench.stripe.v2.core.accounts.list({ limit: 20 })).data.length;
    expect(await rejectionOf(create(`v2-${kind}`))).toMatchObject({ statusCode: 500 });
    const { id } = await create(`v2-${kind}`);
    const { data } = await bench.stripe.v2.core.accounts.list({ limit: 20 });
    expect([data.length, data[0]?.id]).toEqual([before + 1, id]);
  });

  it("a rejection has a code and no type, and a limited rate has a type of its own", async () => {
    const { contact_email: _, ...without } = ORDER;
    const rejected = await rejectionOf(
      bench.stripe.v2.core.accounts.create(without, { idempotencyKey: "v2-rejected" }),
    );
    expect([rejected.statusCode, rejected.code, rejected.rawType]).toEqual([
      400,
      "invalid_fields",
      undefined,
    ]);
    await bench.control("POST", "faults", { method: "POST", path: "/v2/core/accounts", kind: "rate_limit" });
    expect(await rejectionOf(create("v2-limited"))).toMatchObject({
      type: "RateLimitError",
      statusCode: 429,
    });
  });

  it("are listed page by page, the newest first", async () => {
    const made = [await create("v2-page-1"), await create("v2-page-2")].map(({ id }) => id).reverse();
    const found: string[] = [];
    for await (const { id } of bench.stripe.v2.core.accounts.list({ limit: 1 })) {
      found.push(id);
      if (found.length === 2) break;
    }
    expect(found).toEqual(made);
  });
});

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
