import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPayment } from "../../../shared/contract/create-payment.ts";
import type { FeePolicy } from "../../../shared/domain/payments/fee-policy.ts";
import { setFeePolicy } from "../../../shared/flows/merchants/change-merchant.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

describe("create rejects, and nothing is written or asked", () => {
  const untouched = () => {
    expect(service.processor.passed).toHaveLength(0);
    expect(service.dynamodb.passed.map(({ target }) => target)).not.toContain("PutItem");
  };

  it("a missing Idempotency-Key", async () => {
    const reply = await service.api.call("POST", "/v1/payments/intents", { amountCents: 1000 });
    expectProblem(reply, 400, "Missing header");
    untouched();
  });

  it.each([
    ["not JSON", "{"],
    ["a JSON array", "[]"],
    ["a JSON string", '"x"'],
    ["JSON null", "null"],
    ["deeply nested", `{"orderRef":${"[".repeat(5000)}${"]".repeat(5000)}}`],
    ["an attempt on the prototype", '{"amountCents":1000,"__proto__":{"captureMethod":"manual"}}'],
    ["a constructor's prototype", '{"amountCents":1000,"constructor":{"prototype":{}}}'],
    ["half a surrogate pair", '{"amountCents":1000,"orderRef":"\\ud800"}'],
  ])("a body that is %s", async (_, rawBody) => {
    const options = { key: randomUUID(), rawBody };
    const reply = await service.api.call("POST", "/v1/payments/intents", undefined, options);
    expectProblem(reply, 400, "Invalid request");
    untouched();
  });
});

const CREATE = "/v1/payments/intents";

/** Sends bytes as they are, which no string can hold. */
async function send(rawBody: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(service.stack.baseUrl + CREATE, {
    method: "POST",
    headers: {
      "X-Api-Key": service.stack.demo.apiKey,
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
      ...headers,
    },
    body: rawBody,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

describe("44: a body that is not UTF-8", () => {
  const invalid = (...bytes: number[]) =>
    new Uint8Array([...Buffer.from('{"amountCents":1000,"orderRef":"'), ...bytes, ...Buffer.from('"}')]);

  it.each([
    ["a stray byte", invalid(0xff)],
    ["an overlong slash", invalid(0xc0, 0xaf)],
    ["half a surrogate pair", invalid(0xed, 0xa0, 0x80)],
    ["a character that is cut off", invalid(0xe2, 0x82)],
  ])("with %s is rejected, whatever its type says", async (_, rawBody) => {
    for (const type of ["application/json", "application/json; charset=utf-8", "application/octet-stream"]) {
      expectProblem(await send(rawBody, { "Content-Type": type }), 400, "Invalid request");
    }
    expect(service.processor.passed).toHaveLength(0);
  });

  it("every character that there is passes, the replacement character itself included", async () => {
    const rawBody = new Uint8Array(Buffer.from('{"amountCents":1000,"orderRef":"\ufffd é €"}'));
    for (const type of ["application/json", "application/octet-stream"]) {
      const reply = await send(rawBody, { "Content-Type": type });
      expect(reply.status).toBe(201);
      expect((await service.api.get(reply.json.svcPaymentId)).json.orderRef).toBe("\ufffd é €");
    }
  });
});

describe("44: an Idempotency-Key that was sent twice", () => {
  it("is rejected: joined by a comma it would be another key", async () => {
    const rawBody = Buffer.from('{"amountCents":1000}');
    const { host, hostname, port } = new URL(service.stack.baseUrl);
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      const headers = ["Host", host, "X-Api-Key", service.stack.demo.apiKey, "Content-Length", "20"];
      const key = ["Idempotency-Key", "twice", "Idempotency-Key", "twice"];
      const options = { hostname, port, method: "POST", path: CREATE, headers: [...headers, ...key] };
      request(options, ({ statusCode }) => resolve(statusCode))
        .on("error", reject)
        .end(rawBody);
    });
    expect(status).toBe(400);
    expect(service.processor.passed).toHaveLength(0);
  });

  it.each(["a,b", ",", "order-1,"])("so is any key with a comma: %s", async (key) => {
    expectProblem(await service.api.create({ amountCents: 1000 }, key), 400, "Invalid request");
    expectProblem(await service.api.refund(`svcpay_${"0".repeat(32)}`, {}, key), 400, "Invalid request");
  });
});

const setPolicy = async (policy: FeePolicy | null) => {
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (merchant) await setFeePolicy(merchant, policy, { at: Date.now(), random: randomBytes });
};

it.each([...createPayment.description.matchAll(/`(\{[^`]+\})`/g)].map(([, text = ""]) => text))(
  "the reference's example of a kind of currency is taken: %s",
  async (text) => {
    const created = await service.api.create(JSON.parse(text), randomUUID());
    expect(created.status).toBe(201);
  },
);

it("the reference has an example of every kind of currency", () => {
  expect(createPayment.description.match(/"currency": "(\w+)"/g)).toHaveLength(4);
});

describe("GET /v1/fee-preview", () => {
  const preview = (query: string) => service.api.call("GET", `/v1/fee-preview?${query}`);

  it("tells the fee that a payment would have, and the policy that makes it", async () => {
    await setPolicy({ bps: 290, byCurrency: { usd: { fixedCents: 30, minCents: 0, maxCents: 5000 } } });
    for (const [amountCents, currency] of [
      [4999, "usd"],
      [4999, "jpy"],
      [5000, "kwd"],
      [50, "eur"],
    ] as const) {
      const { json } = await preview(`amountCents=${amountCents}&currency=${currency}`);
      const created = await service.api.create({ amountCents, currency }, randomUUID());
      expect(json).toMatchObject({ amountCents, currency });
      expect(json.applicationFeeCents).toBe(created.json.applicationFeeCents);
    }
    const { json } = await preview("amountCents=4999");
    expect(json).toMatchObject({
      currency: "usd",
      applicationFeeCents: 175,
      policy: {
        text: "2.9% + 0.30 USD, at most 50.00 USD",
        bps: 290,
        fixedCents: 30,
        minCents: 0,
        maxCents: 5000,
      },
    });
  });

  it("tells of the platform's default where the merchant has no policy", async () => {
    const other = await service.otherMerchant();
    const { json } = await other.call("GET", "/v1/fee-preview?amountCents=4999&currency=USD");
    expect(json).toMatchObject({ applicationFeeCents: 155, policy: { number: 0, bps: 250, fixedCents: 30 } });
  });

  it.each([
    ["amountCents=49", "/amountCents"],
    ["amountCents=1000&currency=hrk", "/currency"],
    ["amountCents=4999&currency=kwd", "/amountCents"],
  ])("rejects %s", async (query, pointer) => {
    expectWrongField(await preview(query), pointer);
  });
});
