import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { MerchantApi } from "../../support/api.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { type Desk, useDesk } from "./desk.ts";

/** From sign-up to the first payment, and what becomes of keys afterwards. */
const desk = useDesk();
const receiver = useReceiver();
let shop: Awaited<ReturnType<Desk["openShop"]>>;
/** Printed on purpose, and allowed nowhere else. */
const printed: string[] = [];

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
  printed.push(shop.api.apiKey);
});

const statusWith = async (apiKey: string) =>
  (await new MerchantApi(desk.stack.demo.baseUrl, apiKey).call("GET", "/v1/onboarding/status")).status;

type Issued = { keyId: string; apiKey: string };

it("a merchant is signed up, gets a key and a callback URL, and takes its first payment", async () => {
  const set = await desk.json<{ url: string; secret: string }>(
    "callbacks",
    "set-url",
    shop.merchantId,
    receiver.url,
  );
  expect(set).toEqual({
    endpointId: expect.stringMatching(/^ep_[0-9a-f]{16}$/),
    url: receiver.url,
    disabled: false,
    events: null,
    payload: "processor",
    secrets: [{ createdAt: expect.stringMatching(/Z$/), endsAt: null }],
    secret: expect.stringMatching(/^whsec_.{43}=$/),
  });
  printed.push(set.secret);
  const created = await shop.api.create({ amountCents: 4999, orderRef: "order-1" }, randomUUID());
  expect(created.status).toBe(201);
  await desk.stack.confirm(created);
  await receiver.until(1, ({ type }) => type === "payment_intent.succeeded");

  const { svcPaymentId } = created.json;
  type Story = { status: string; timeline: { kind: string; traceId: string }[] };
  const paid = async () => desk.json<Story>("payments", "show", String(svcPaymentId));
  await expect.poll(async () => (await paid()).timeline.length).toBeGreaterThanOrEqual(3);
  const story = await paid();
  expect(story).toMatchObject({
    svcPaymentId,
    merchantId: shop.merchantId,
    status: "succeeded",
    amountCents: 4999,
    applicationFeeCents: 155,
    timeline: [
      { kind: "api_call", operation: "create", amountCents: 4999 },
      { kind: "processor_event", type: "payment_intent.succeeded", applied: "applied" },
      { kind: "callback_attempt", attempt: 1, status: 200 },
    ],
  });
  const people = await desk.run("payments", "show", String(svcPaymentId));
  expect(people.stdout).toMatch(/Amount +49\.99 usd, refunded 0\.00, fee 1\.55/);
  expect(people.stdout).toMatch(/Status +Succeeded\nCreation +Completed\n/);
  expect(people.stdout).toMatch(/api call +create 49\.99/);

  const intent = String(created.json.processorPaymentIntentId);
  for (const search of [[], ["order-1"], [String(svcPaymentId)], [intent]]) {
    const { stdout } = await desk.run("payments", "list", shop.merchantId, ...search);
    expect(stdout, search.join(" ")).toMatch(/ +AMOUNT +REFUNDED +STATUS +ORDER\n/);
    expect(stdout).toMatch(new RegExp(`\n${svcPaymentId} .* 49\\.99 usd +0\\.00 usd +Succeeded +order-1\n$`));
  }
  for (const search of [["order-2"], ["pi_nothing"]])
    expect((await desk.run("payments", "list", shop.merchantId, ...search)).stdout).toBe(
      "No payment matches.\n",
    );
  expect(await desk.json("payments", "refresh", String(svcPaymentId))).toMatchObject({ svcPaymentId });
  // Another merchant's payment looks like none.
  const found = await desk.json("payments", "list", desk.stack.demo.merchantId, intent);
  expect(found).toEqual({ payments: [], next: null });
});

it("an answer whose reader has ended ends quietly", async () => {
  const { child, ended } = desk.spawn("payments", "list", desk.stack.demo.merchantId);
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, stdout: "", stderr: "" });
});

it("a fee is set as a whole, and the next payment pays it", async () => {
  const set = ["merchants", "set-fee", shop.merchantId];
  const { stdout } = await desk.run(...set, "--bps", "100", "--max", "usd=40", "--fixed", "eur=25");
  expect(stdout).toContain("pays 1% + 0.25 EUR, at most 0.40 USD. Before, it was the environment's default.");
  expect(stdout).toMatch(/CURRENCY +FEE\neur +0\.35 of 10\.00 .*\nusd +0\.10 of 10\.00 +0\.40 of 100\.00/);
  const feeIn = async (currency: string) =>
    (await shop.api.create({ amountCents: 2000, currency }, randomUUID())).json.applicationFeeCents;
  expect([await feeIn("usd"), await feeIn("eur"), await feeIn("jpy")]).toEqual([20, 45, 20]);
  expect(await desk.json(...set, "--default")).toMatchObject({ feePolicy: null });
});

it("a key is revoked, and rejected at once, while others work on", async () => {
  const { keyId, apiKey } = await desk.json<Issued>("keys", "issue", shop.merchantId, "--expires", "30d");
  printed.push(apiKey);
  expect(await statusWith(apiKey)).toBe(200);
  const unasked = await desk.run("keys", "revoke", keyId);
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining("pass --yes") });
  expect(await statusWith(apiKey)).toBe(200);
  expect(await desk.json("keys", "revoke", keyId, "--yes")).toEqual({
    keyId,
    merchantId: shop.merchantId,
    state: "revoked",
  });
  expect(await statusWith(apiKey)).toBe(401);
  expect(await statusWith(shop.api.apiKey)).toBe(200);
  const again = await desk.run("keys", "revoke", keyId, "--yes");
  expect(again).toMatchObject({ code: 2, stderr: "error: There is no such key, or it has ended.\n" });
});

it("the merchant's page says who did what, in order", async () => {
  type Page = { name: string; keys: object[]; audit: { actor: string; action: string; subject: string }[] };
  const page = await desk.json<Page>("merchants", "show", shop.merchantId, "--actor", "somebody else");
  expect(page).toMatchObject({
    merchantId: shop.merchantId,
    name: "Corner Shop",
    onboardingStatus: "enabled",
    feePolicy: null,
    callbackEndpoints: [{ url: receiver.url, disabled: false }],
  });
  const actions = page.audit.map(({ action }) => action).reverse();
  expect(actions).toEqual([
    "sign-up-merchant",
    "issue-key",
    "create-callback-endpoint",
    "refresh-payment",
    "set-fee",
    "set-fee",
    "issue-key",
    "revoke-key",
  ]);
  expect(new Set(page.audit.map(({ actor }) => actor))).toEqual(new Set(["olivia"]));
  const { stdout } = await desk.run("merchants", "show", shop.merchantId);
  expect(stdout).toMatch(/WHEN +WHO +WHAT +ABOUT\n.*olivia +revoke-key +key_/);
  const { merchants } = await desk.json<{ merchants: { merchantId: string }[] }>("merchants", "list");
  expect(merchants.map(({ merchantId }) => merchantId)).toContain(shop.merchantId);
});

it("no secret stands in a log, an item or an output, except where it was printed on purpose", async () => {
  expect(printed.length).toBeGreaterThan(2);
  const items = (await desk.items()).map((item) => JSON.stringify(item));
  for (const secret of printed) {
    // Of a key only the part behind its locator is secret.
    const heart = secret.startsWith("svc_live_")
      ? secret.slice("svc_live_".length + 26, -6)
      : secret.slice(6);
    expect(desk.transcript.split(heart)).toHaveLength(2);
    expect(items.filter((item) => item.includes(heart))).toEqual([]);
  }
  const { processorSecretKey, webhookSecret, callbackSecret, apiKey } = desk.stack.demo;
  // The functions have a key of their own, which differs in its first letter.
  for (const secret of [processorSecretKey.slice("sk_test_".length), webhookSecret, callbackSecret, apiKey]) {
    expect(desk.transcript).not.toContain(secret);
    expect(items.filter((item) => item.includes(secret))).toEqual([]);
  }
  expect(desk.transcript).not.toMatch(/pi_\w+_secret_/);
  for (const item of items.filter((text) => /_secret_\w/.test(text))) {
    expect(JSON.parse(item)).toMatchObject({ sk: "PAYMENT" });
  }
});

it("what a merchant writes into an order cannot control the operator's terminal, in no form of the answer", async () => {
  const orderRef = "a\u001b[2J\u009b2J\u007f\u202e\u{e0001}";
  await shop.api.create({ amountCents: 4999, orderRef }, randomUUID());
  const list = ["payments", "list", shop.merchantId, "--limit", "1"];
  const runs = await desk.runLines([list, [...list, "--json"], ["merchants", "export", shop.merchantId]]);
  for (const { stdout } of runs) expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  const [, listed, exported] = runs.map(({ stdout }) => stdout) as [string, string, string];
  expect(JSON.parse(listed)).toMatchObject({ payments: [{ orderRef }] });
  const records = exported
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(JSON.stringify(records)).toContain(JSON.stringify(orderRef));
});
