import { expect } from "vitest";
import { Problem } from "../../shared/contract/problem.ts";
import type { Reply } from "./api.ts";

/** A problem document, complete and consistent with its answer. */
export function expectProblem(reply: Reply, status: number, title: string): void {
  expect(reply.json).toMatchObject({ status, title });
  expect(reply.status).toBe(status);
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(Problem.safeParse(reply.json).error).toBeUndefined();
  expect(reply.json.traceId).toBe(reply.headers.get("x-correlation-id"));
}

/** A request that is rejected because of one field. */
export function expectWrongField(reply: Reply, pointer: string): void {
  expectProblem(reply, 400, "Invalid request");
  expect(reply.json.errors).toEqual([{ pointer, detail: expect.any(String) }]);
}
