import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { claimWrite } from "../../support/wire-calls.ts";

// Before the stack starts: the level is read once.
vi.stubEnv("LOG_LEVEL", "WARN");
const service = useService({ muted: true });

type Line = Record<string, unknown>;

/** The lines that functions write during some work. */
async function linesDuring(work: (written: () => string) => Promise<unknown>): Promise<Line[]> {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockReturnValue(true),
  );
  const written = () => spies.flatMap((spy) => spy.mock.calls.map(([text]) => String(text))).join("\n");
  await work(written);
  const text = written();
  for (const spy of spies) spy.mockRestore();
  return text
    .split("\n")
    .filter((text) => text.startsWith("{"))
    .map((text) => JSON.parse(text) as Line);
}

const createFails = async (status: number) =>
  expect((await service.api.create({ amountCents: 1000 }, randomUUID())).status).toBe(status);

it("a ledger that throttles is named in the request's line, with its code and its request's id", async () => {
  const body = { __type: "com.amazonaws.dynamodb.v20120810#ThrottlingException", message: "canary-4711" };
  const headers = { "x-amzn-requestid": "LEDGER-REQUEST-1" };
  service.dynamodb.inject(claimWrite, { kind: "answer", status: 400, body, headers }, AWS_TRIES);
  const lines = await linesDuring(() => createFails(503));
  expect(lines.find(({ message }) => message === "request")).toMatchObject({
    level: "ERROR",
    operation: "create-payment",
    outcome: "service_unavailable",
    status: 503,
    causeName: "ThrottlingException",
    causeStatus: "400",
    causeRequestId: "LEDGER-REQUEST-1",
    merchantId: expect.stringMatching(/^mer_/),
    svcPaymentId: expect.stringMatching(/^svcpay_/),
  });
  expect(JSON.stringify(lines)).not.toContain("canary");
});
