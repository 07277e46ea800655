import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Problem } from "../../../shared/contract/problem.ts";
import type { Reply } from "../../support/api.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const UNKNOWN = `svcpay_${"0".repeat(32)}`;

function expectProblem(reply: Reply, status: number, title: string): void {
  expect(reply.json).toMatchObject({ status, title });
  expect(reply.status).toBe(status);
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(Problem.safeParse(reply.json).error).toBeUndefined();
  expect(reply.json.traceId).toBe(reply.headers.get("x-correlation-id"));
  expect(String(reply.json.type).startsWith(`${service.stack.baseUrl}/problems/`)).toBe(true);
}

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
    ["empty", ""],
    ["256 characters", "k".repeat(256)],
    ["a space inside", "a b"],
  ])("an Idempotency-Key that is %s", async (_, key) => {
    expectProblem(await service.api.create({ amountCents: 1000 }, key), 400, "Invalid request");
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

  it("a body of 17 KB", async () => {
    const reply = await service.api.create(
      { amountCents: 1000, orderRef: "x".repeat(17 * 1024) },
      randomUUID(),
    );
    expectProblem(reply, 413, "Request too large");
    untouched();
  });

  it.each([
    ["/amountCents", { amountCents: 49 }],
    ["/amountCents", { amountCents: 5_000_001 }],
    ["/amountCents", { amountCents: 50.5 }],
    ["/amountCents", { amountCents: "50" }],
    ["/amountCents", { amountCents: null }],
    ["/amountCents", {}],
    ["/currency", { amountCents: 1000, currency: "usdd" }],
    ["/currency", { amountCents: 1000, currency: "xxx" }],
    ["/currency", { amountCents: 1000, currency: "" }],
    ["/captureMethod", { amountCents: 1000, captureMethod: "later" }],
    ["/captureMetod", { amountCents: 1000, captureMetod: "manual" }],
    ["/paymentMethodTypes", { amountCents: 1000, paymentMethodTypes: [] }],
    ["/orderRef", { amountCents: 1000, orderRef: "x".repeat(501) }],
    ["/idempotencyKey", { amountCents: 1000, idempotencyKey: "ü" }],
  ])("a body whose %s is wrong, by name: %j", async (pointer, body) => {
    const reply = await service.api.create(body, randomUUID());
    expectProblem(reply, 400, "Invalid request");
    expect(reply.json.errors).toEqual([{ pointer, detail: expect.any(String) }]);
    untouched();
  });

  it("a merchant without an account, and one that cannot take charges", async () => {
    const none = await service.otherMerchant("none");
    expectProblem(await none.create({ amountCents: 1000 }, "k"), 400, "No connected account");
    const disabled = await service.otherMerchant("disabled");
    service.dynamodb.clear();
    expectProblem(await disabled.create({ amountCents: 1000 }, "k"), 409, "Charges not enabled");
    untouched();
  });
});

describe("create and its key", () => {
  it("rejects the same key with another body, and charges nothing", async () => {
    await service.api.create({ amountCents: 1000 }, "conflict");
    service.processor.clear();
    expectProblem(await service.api.create({ amountCents: 1001 }, "conflict"), 409, "Idempotency conflict");
    expect(service.processor.passed).toHaveLength(0);
  });

  it("frees the key when the processor rejected, and uses a new processor key then", async () => {
    const rejected = await service.api.create({ amountCents: 1000, customerRef: "cus_unknown" }, "rejected");
    expectProblem(rejected, 400, "Invalid request");
    expect(rejected.json.processorCode).toBe("resource_missing");
    expect(rejected.text).not.toContain("No such customer");
    const corrected = await service.api.create({ amountCents: 1000 }, "rejected");
    expect(corrected.status).toBe(201);
    const keys = service.processor.passed.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("unknown things", () => {
  it.each([
    ["GET", `/v1/payments/${UNKNOWN}`],
    ["GET", "/v1/payments/nonsense"],
    ["POST", `/v1/payments/${UNKNOWN}/capture`],
    ["POST", `/v1/payments/${UNKNOWN}/refund`],
    ["GET", "/v1/nothing"],
    ["GET", "/v1/payments/%"],
  ])("%s %s is a 404 problem", async (method, path) => {
    expectProblem(await service.api.call(method, path), 404, "Not found");
  });

  it("a wrong method on a known path is a 405 that says what is allowed", async () => {
    const reply = await service.api.call("DELETE", `/v1/payments/${UNKNOWN}`);
    expectProblem(reply, 405, "Method not allowed");
    expect(reply.headers.get("allow")).toBe("GET");
  });
});

describe("capture rejects", () => {
  it("an automatic payment", async () => {
    const id = await service.paid(1000);
    expectProblem(await service.api.capture(id), 409, "Payment not capturable");
  });

  it("a payment that nobody has paid yet", async () => {
    const created = await service.api.create({ amountCents: 1000, captureMethod: "manual" }, randomUUID());
    expectProblem(await service.api.capture(created.json.svcPaymentId), 409, "Payment not capturable");
  });

  it("a payment that was canceled at the processor a moment ago", async () => {
    const created = await service.api.create({ amountCents: 1000, captureMethod: "manual" }, randomUUID());
    const intentId = String(created.json.processorPaymentIntentId);
    await service.stripe.paymentIntents.cancel(intentId, {}, { stripeAccount: service.accountId });
    expectProblem(await service.api.capture(created.json.svcPaymentId), 409, "Payment not capturable");
  });

  it("a payment that is already refunded, or captured with another amount", async () => {
    const id = await service.authorized(1000);
    await service.api.capture(id, { amountCents: 900 });
    expectProblem(await service.api.capture(id, { amountCents: 800 }), 409, "Payment not capturable");
    await service.api.refund(id);
    expectProblem(await service.api.capture(id, { amountCents: 900 }), 409, "Payment not capturable");
  });

  it("more than was authorized", async () => {
    const id = await service.authorized(1000);
    expectProblem(await service.api.capture(id, { amountCents: 1001 }), 422, "Capture exceeds authorization");
    expect((await service.api.capture(id)).json).toMatchObject({ status: "succeeded", amountCents: 1000 });
  });

  it("the same key with another body; on another payment the key is another key", async () => {
    const id = await service.authorized(1000);
    await service.api.capture(id, { amountCents: 500 }, "same");
    expectProblem(await service.api.capture(id, { amountCents: 600 }, "same"), 409, "Idempotency conflict");
    const other = await service.authorized(1000);
    expect((await service.api.capture(other, { amountCents: 600 }, "same")).status).toBe(200);
  });

  it("amounts that are none", async () => {
    const id = await service.authorized(1000);
    for (const amountCents of [0, -1, 1.5, "10", null]) {
      expectProblem(await service.api.capture(id, { amountCents }), 400, "Invalid request");
    }
  });
});

describe("refund rejects", () => {
  it("nothing, and an unknown reason", async () => {
    const id = await service.paid(1000);
    expectProblem(await service.api.refund(id, { amountCents: 0 }), 400, "Invalid request");
    expectProblem(await service.api.refund(id, { reason: "because" }), 400, "Invalid request");
    expect((await service.api.get(id)).json.status).not.toBe("refunded");
  });

  it("more than is left", async () => {
    const id = await service.paid(1000);
    expectProblem(await service.api.refund(id, { amountCents: 1001 }), 422, "Refund exceeds charge");
    await service.api.refund(id, { amountCents: 600 });
    expectProblem(await service.api.refund(id, { amountCents: 401 }), 422, "Refund exceeds charge");
  });

  it("an uncaptured, an unpaid and a fully refunded payment", async () => {
    expectProblem(await service.api.refund(await service.authorized(1000)), 409, "Payment not refundable");
    const created = await service.api.create({ amountCents: 1000 }, randomUUID());
    expectProblem(await service.api.refund(created.json.svcPaymentId), 409, "Payment not refundable");
    const id = await service.paid(1000);
    await service.api.refund(id);
    expectProblem(await service.api.refund(id), 409, "Payment not refundable");
  });

  it("a key with another body", async () => {
    const id = await service.paid(1000);
    await service.api.refund(id, { amountCents: 100 }, "r");
    expectProblem(await service.api.refund(id, { amountCents: 200 }, "r"), 409, "Idempotency conflict");
  });
});

it("takes what is really left when no amount is given and the ledger is behind", async () => {
  const id = await service.paid(1000);
  const first = await service.api.refund(id, { amountCents: 100 });
  const payment_intent = String(first.json.processorPaymentIntentId);
  await service.stripe.refunds.create({ payment_intent, amount: 300 }, { stripeAccount: service.accountId });
  expect((await service.api.refund(id, {}, "rest")).json.status).toBe("refunded");
});
