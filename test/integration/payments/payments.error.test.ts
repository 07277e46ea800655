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

  it("a wrong field, by its name", async () => {
    const reply = await service.api.create({ amountCents: 50.5 }, randomUUID());
    expectProblem(reply, 400, "Invalid request");
    expect(reply.json.errors).toEqual([{ pointer: "/amountCents", detail: expect.any(String) }]);
    untouched();
  });
});

it("a wrong method on a known path is a 405 that says what is allowed", async () => {
  const reply = await service.api.call("DELETE", `/v1/payments/${UNKNOWN}`);
  expectProblem(reply, 405, "Method not allowed");
  expect(reply.headers.get("allow")).toBe("GET");
});
