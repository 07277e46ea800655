import { expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { correlation } from "../../../shared/lambda/every-answer.ts";
import type { HttpRequest } from "../../../shared/lambda/http.ts";

vi.stubEnv("LOG_LEVEL", "INFO");

it("the line of a request that finds its work in progress says by which request, and since when", () => {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const heldBy = { traceId: "trace-of-the-first", since: 1_700_000_000_000 };
  const failure = new Failure("in_progress", "The same request is still in flight.", { heldBy });
  const event = { facts: { traceId: "trace-of-the-second", startedAt: 0, failure }, requestContext: {} };
  correlation("refund-payment").onError?.({ event, response: { statusCode: 409 } } as unknown as HttpRequest);
  const lines = written.mock.calls.map(([text]) => String(text));
  written.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      traceId: "trace-of-the-second",
      outcome: "in_progress",
      heldByTraceId: "trace-of-the-first",
      heldSince: 1_700_000_000_000,
    }),
  ]);
});
