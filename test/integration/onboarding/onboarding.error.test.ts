import { describe, expect, it } from "vitest";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { accountsOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";
import { accountCreation } from "../../support/wire-calls.ts";

const service = useService({ muted: true });

const URLS = { returnUrl: "https://shop.example/done", refreshUrl: "https://shop.example/again" };

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
});
