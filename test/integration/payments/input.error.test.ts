import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

/** What callers send: what is rejected, what it is taken for, and whose limits count. */
const service = useService({ muted: true });

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
