import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";
import { authentication, ledgerRead } from "../../support/wire-calls.ts";

// Before the stack starts: the level is read once.
vi.stubEnv("LOG_LEVEL", "ERROR");
const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => {
  logged.mockClear();
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** What all endpoints have in common when something is wrong, before any money is concerned. */
const service = useService({ muted: true });

const MAX_BYTES = 16 * 1024;
const INTENTS = "/v1/payments/intents";

it("an error that nobody expected is a bare 500, and a line in the log that its traceId leads to", async () => {
  const body = {
    __type: "com.amazonaws.dynamodb.v20120810#ValidationException",
    message: "Invalid KeyConditionExpression near canary-4711",
  };
  service.dynamodb.inject(authentication, { kind: "answer", status: 400, body });
  const reply = await service.api.get("svcpay_1");
  expectProblem(reply, 500, "Internal error");
  expect(reply.json.retryable).toBe(false);
  expect(reply.text).not.toMatch(/canary|Validation|Expression/);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: "ERROR",
    message: "request",
    traceId: reply.json.traceId,
    errorName: "ValidationException",
    frames: expect.stringContaining("at "),
  });
  expect(JSON.stringify(lines)).not.toContain("canary");
});

const order = (bytes: number) => JSON.stringify({ amountCents: 1000 }).padEnd(bytes);
const sendAs = (type: string, bytes: number) =>
  service.api.call("POST", INTENTS, undefined, {
    key: randomUUID(),
    headers: { "Content-Type": type },
    rawBody: order(bytes),
  });

it("a body's size is looked at before the ledger is asked whose request it is", async () => {
  const headers = { "X-Api-Key": "" };
  const reply = await service.api.call("POST", INTENTS, undefined, {
    headers,
    rawBody: order(MAX_BYTES + 1),
  });
  expectProblem(reply, 413, "Request too large");
  expectProblem(await sendAs("application/json", MAX_BYTES + 1), 413, "Request too large");
  expect(service.dynamodb.passed).toEqual([]);
});

it("a request that runs out of time during its own read is answered in its last moment, not cut off", async () => {
  const handler = service.stack.handlers.get("get-payment");
  const { svcPaymentId: id } = (await service.api.create({ amountCents: 1000 }, randomUUID())).json;
  const event = {
    rawPath: `/v1/payments/${id}`,
    headers: { "x-api-key": service.api.apiKey },
    pathParameters: { id },
    requestContext: { domainName: "api.example" },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  service.dynamodb.inject(ledgerRead, { kind: "hold_reply" });
  const answer = await handler?.(event, { getRemainingTimeInMillis: () => 700 });
  expect(answer?.statusCode).toBe(503);
  // Not the ledger's own patience, which would end later.
  expect(JSON.parse(String(answer?.body))).toMatchObject({
    title: "Service unavailable",
    detail: "The request took too long. Send it again.",
    retryable: true,
  });
  expect(answer?.headers).toMatchObject({ "Retry-After": "1" });
});
