import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { composeApiKey, newMerchantId } from "../../shared/domain/access/api-key.ts";
import { MerchantApi } from "../support/api.ts";
import { MERCHANT_ENDPOINTS } from "../support/merchant-endpoints.ts";
import { storedText } from "../support/stored-text.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ muted: true });

const concrete = (path: string) => path.replace("{id}", `svcpay_${"0".repeat(32)}`);

/** Changes the last character of the secret, which the checksum notices. */
function mistyped(key: string): string {
  const at = key.length - 8;
  return key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
}

describe.each(MERCHANT_ENDPOINTS.map(({ method, path }) => [method, path]))("%s %s", (method, path) => {
  const call = async (headers: Record<string, string>) => {
    const reply = await fetch(service.api.baseUrl + concrete(path), { method, headers });
    return { status: reply.status, problem: (await reply.json()) as Record<string, unknown> };
  };
  const expect401 = async (headers: Record<string, string>) => {
    const { status, problem } = await call(headers);
    expect(status).toBe(401);
    expect(problem).toMatchObject({ status: 401, title: "Unauthorized" });
  };

  it("rejects what cannot be a key without any I/O", async () => {
    const { apiKey } = service.api;
    await expect401({});
    await expect401({ "X-Api-Key": "" });
    await expect401({ "X-Api-Key": "svc_live_short" });
    await expect401({ "X-Api-Key": mistyped(apiKey) });
    await expect401({ "X-Api-Key": `${apiKey},${apiKey}` });
    await expect401({ Authorization: `Basic ${apiKey}` });
    await expect401({ Authorization: apiKey });
    expect(service.dynamodb.passed).toHaveLength(0);
  });

  it("rejects a well-formed key that nobody issued", async () => {
    await expect401({ "X-Api-Key": composeApiKey(newMerchantId(randomBytes), randomBytes).apiKey });
    await expect401({
      Authorization: `Bearer ${composeApiKey(service.stack.demo.merchantId, randomBytes).apiKey}`,
    });
  });
});

describe("secrets", () => {
  it("no item holds an API key; a client secret lies only in its own payment", async () => {
    const created = await service.api.create({ amountCents: 1000 }, randomUUID());
    const clientSecret = String(created.json.clientSecret);
    const secretPart = service.api.apiKey.slice("svc_live_".length + 26, -6);
    const items = await service.items();
    const holding = (text: string) => items.filter((item) => storedText(item).includes(text));
    expect(holding(service.api.apiKey)).toHaveLength(0);
    expect(holding(secretPart)).toHaveLength(0);
    expect(holding(clientSecret).map(({ svcPaymentId }) => svcPaymentId)).toEqual([
      created.json.svcPaymentId,
    ]);
  });

  it("no answer carries a secret of ours", async () => {
    const replies = [
      await service.api.create({ amountCents: 1000 }, randomUUID()),
      await service.api.create({ amountCents: 1000, customerRef: "cus_none" }, randomUUID()),
      await service.api.get("nothing"),
    ];
    for (const { text } of replies) expect(text).not.toMatch(/sk_(test|live)_|rk_|whsec_/);
    // The contract shows what a signing secret looks like; its example is nobody's.
    const contract = await service.api.call("GET", "/v1/openapi.json");
    expect(contract.text).not.toMatch(/sk_(test|live)_|rk_/);
    const { processorSecretKey, webhookSecret, callbackSecret } = service.stack.demo;
    for (const secret of [processorSecretKey.slice("sk_test_".length), webhookSecret, callbackSecret]) {
      expect(contract.text).not.toContain(secret);
    }
  });
});

describe("hostile input", () => {
  it("ignores a path parameter that tries to be another key", async () => {
    const stranger = new MerchantApi(service.api.baseUrl, service.api.apiKey);
    for (const id of ["MERCHANT", "..%2f..%2fMERCHANT", `svcpay_${"0".repeat(32)}%00`]) {
      expect((await stranger.get(id)).status).toBe(404);
    }
  });
});
