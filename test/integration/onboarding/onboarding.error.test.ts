import { describe, expect, it } from "vitest";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { accountsOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";
import { accountCreation, anyCall } from "../../support/wire-calls.ts";

const service = useService({ muted: true });

const URLS = { returnUrl: "https://shop.example/done", refreshUrl: "https://shop.example/again" };

describe("an email address", () => {
  it.each([
    "a@b",
    "jürgen@bücher.example",
    '"john doe"@shop.example',
    "o'neil+tag@localhost",
    "用户@例子.公司",
  ])("%s is for the processor to judge", async (email) => {
    const api = await service.otherMerchant("none");
    const reply = await api.call("POST", "/v1/onboarding/account", { email });
    expect(reply.status).toBe(201);
    expect((await service.stripe.accounts.retrieve(String(reply.json.processorAccountId))).email).toBe(email);
  });

  it.each([null, ""])("%j is none", async (email) => {
    const api = await service.otherMerchant("none");
    expect((await api.call("POST", "/v1/onboarding/account", { email })).status).toBe(201);
    expect(service.processor.passed.find(accountCreation)?.body).not.toContain("email");
  });
});

describe("what the processor rejects", () => {
  const rejection = (code: string, param?: string) => ({
    kind: "answer" as const,
    status: 400,
    body: { error: { type: "invalid_request_error", code, ...(param && { param }) } },
  });

  it("names the field, makes nothing, and leaves the merchant free to try again with another", async () => {
    const api = await service.otherMerchant("none");
    service.processor.inject(accountCreation, rejection("country_unsupported", "country"));
    const rejected = await api.call("POST", "/v1/onboarding/account", { country: "AQ" });
    expectWrongField(rejected, "/country");
    expect(rejected.json.processorCode).toBe("country_unsupported");
    expect((await api.call("GET", "/v1/onboarding/status")).json.onboardingStatus).toBe("not_started");
    const corrected = await api.call("POST", "/v1/onboarding/account", { country: "CA" });
    expect(corrected.status).toBe(201);
    const { country } = await service.stripe.accounts.retrieve(String(corrected.json.processorAccountId));
    expect(country).toBe("CA");
    // Under the old key the processor would repeat its rejection.
    const keys = service.processor.passed
      .filter(accountCreation)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
    expect(await accountsOf(service, api)).toHaveLength(1);
  });

  it("for a reason of its own is a 422", async () => {
    const api = await service.otherMerchant("none");
    // With capabilities and without.
    service.processor.inject(accountCreation, rejection("platform_account_required"), 2);
    const reply = await api.call("POST", "/v1/onboarding/account");
    expectProblem(reply, 422, "Processor rejected request");
  });
});

it.each([
  ["/v1/onboarding/refresh", undefined],
  ["/v1/onboarding/link", URLS],
])("POST %s without a connected account is a 400, and nobody is asked", async (path, body) => {
  const api = await service.otherMerchant("none");
  expectProblem(await api.call("POST", path, body), 400, "No connected account");
  expect(service.processor.passed).toHaveLength(0);
});

describe("refresh", () => {
  it("takes no fields", async () => {
    expectWrongField(await service.api.call("POST", "/v1/onboarding/refresh", { force: true }), "/force");
  });

  it.each([
    [500, { error: { type: "api_error" } }],
    [429, { error: { type: "invalid_request_error", code: "rate_limit" } }],
    [401, { error: { type: "invalid_request_error" } }],
    [403, { error: { type: "invalid_request_error", code: "more_permissions_required" } }],
  ])("does not take the processor's %i for the end of an account", async (status, body) => {
    const before = await service.api.call("GET", "/v1/onboarding/status");
    service.processor.inject(anyCall, { kind: "answer", status, body });
    const reply = await service.api.call("POST", "/v1/onboarding/refresh");
    expect(reply.status).toBe(503);
    expect((await service.api.call("GET", "/v1/onboarding/status")).text).toBe(before.text);
  });
});
