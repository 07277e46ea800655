import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { MerchantApi } from "../../support/api.ts";
import { visit } from "../../support/onboarding.ts";
import { aReader, payAtReader } from "../../support/terminal.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";

/** The processor speaks for itself here: what the merchant learns, it learns by webhook and callback. */
const service = useService();
const receiver = useReceiver();
let shop: MerchantApi;
beforeAll(async () => {
  shop = await service.otherMerchant("none");
});

const onboardingStatus = async () => (await shop.call("GET", "/v1/onboarding/status")).json.onboardingStatus;

it("a merchant comes from nothing to its first card-present payment, and hears of each step", async () => {
  expect((await shop.setEndpoint({ url: receiver.url })).status).toBe(201);
  expect(await onboardingStatus()).toBe("not_started");

  const account = await shop.call("POST", "/v1/onboarding/account", { email: "owner@shop.example" });
  expect(account).toMatchObject({
    status: 201,
    json: { onboardingStatus: "pending", chargesEnabled: false },
  });
  const early = await shop.create({ amountCents: 1000 }, "too-early");
  expect(early.json).toMatchObject({ status: 409, title: "Charges not enabled" });

  const urls = { returnUrl: "https://shop.example/done", refreshUrl: "https://shop.example/again" };
  const { json: link } = await shop.call("POST", "/v1/onboarding/link", urls);
  expect(await visit(link.url, "complete")).toBe(urls.returnUrl);
  // Nothing polls the processor: its event moves the status, and reaches the merchant.
  await service.eventually(async () => (await onboardingStatus()) === "enabled");
  await receiver.until(1, ({ type }) => type === "account.updated");

  const { secret } = (await shop.call("POST", "/v1/terminal/connection-token")).json;
  expect(secret).toMatch(/^pst_/);
  const reader = await aReader(shop);
  const body = { amountCents: 2500, paymentMethodTypes: ["card_present"], captureMethod: "manual" };
  const created = await shop.create(body, randomUUID());
  const intentId = String(created.json.processorPaymentIntentId);
  await payAtReader(service, reader, { intentId, accountId: String(account.json.processorAccountId) });
  await receiver.until(1, ({ type }) => type === "payment_intent.amount_capturable_updated");

  const captured = await shop.capture(created.json.svcPaymentId);
  expect(captured.json).toMatchObject({ status: "succeeded", amountCents: 2500 });
  const [paid] = await receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  expect(paid?.headers["svc-payment-id"]).toBe(created.json.svcPaymentId);
});
