import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MerchantApi } from "../support/api.ts";
import { registerReader } from "../support/terminal.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ muted: true });

describe("isolation", () => {
  it("an account is made for, refreshed for and linked for the key's own merchant only", async () => {
    const [one, other] = [await service.otherMerchant("none"), await service.otherMerchant("none")];
    const account = (api: MerchantApi) => api.call("POST", "/v1/onboarding/account");
    const [first, second] = [await account(one), await account(other)];
    expect(first.json.processorAccountId).not.toBe(second.json.processorAccountId);
    service.processor.clear();
    await one.call("POST", "/v1/onboarding/refresh");
    expect(service.processor.passed.map(({ path }) => path)).toEqual([
      `/v1/accounts/${first.json.processorAccountId}`,
    ]);
    expect((await other.call("GET", "/v1/onboarding/status")).text).toBe(second.text);
  });
});

describe("secrets", () => {
  it("a connection token's secret is kept nowhere", async () => {
    const { secret } = (await service.api.call("POST", "/v1/terminal/connection-token")).json;
    expect(JSON.stringify(await service.items())).not.toContain(String(secret));
  });

  it("an email address lies only in the claim that needs it, and in no answer", async () => {
    const api = await service.otherMerchant("none");
    const email = `${randomUUID()}@shop.example`;
    const replies = [
      await api.call("POST", "/v1/onboarding/account", { email }),
      await api.call("GET", "/v1/onboarding/status"),
      await api.call("POST", "/v1/onboarding/refresh"),
    ];
    for (const { text } of replies) expect(text).not.toContain(email);
    const holding = (await service.items()).filter((item) => JSON.stringify(item).includes(email));
    expect(holding.map(({ sk }) => sk)).toEqual(["OPERATION#create-account"]);
  });

  it("no answer carries a secret of ours, nor the processor's words", async () => {
    const urls = { returnUrl: "https://shop.example", refreshUrl: "https://shop.example" };
    const replies = [
      await service.api.call("POST", "/v1/onboarding/account"),
      await service.api.call("POST", "/v1/onboarding/link", urls),
      await service.api.call("POST", "/v1/terminal/connection-token"),
      await registerReader(service.api, { locationId: "tml_nowhere" }),
    ];
    for (const { text } of replies) expect(text).not.toMatch(/sk_(test|live)_|rk_|whsec_|No such/);
  });
});
