import type { SQSEvent } from "aws-lambda";
import { beforeEach, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { handleAtOnce } from "../../../shared/lambda/background.ts";
import { problems } from "../../../shared/lambda/every-answer.ts";
import { countedDuring } from "../../support/counted.ts";

/** A canary takes a new version back at what is counted here; the processor's and the merchants' faults are not ours. */
const denied = Object.assign(new Error("not authorized"), { name: "AccessDeniedException" });
const throttled = Object.assign(new Error("slow down"), { name: "ThrottlingException" });
const notNow = (cause: Error) => new Failure("service_unavailable", "Not now.", { cause });

const FAULTS: { fault: string; error: Error; counts: boolean }[] = [
  { fault: "a bug", error: new TypeError("x is not a function"), counts: true },
  { fault: "a right that the role lacks", error: notNow(denied), counts: true },
  { fault: "such a right, thrown as it came", error: denied, counts: true },
  { fault: "an outage of something else", error: notNow(throttled), counts: false },
  { fault: "a rejection", error: new Failure("not_found", "There is none."), counts: false },
];

beforeEach(() => {
  vi.stubEnv("ENVIRONMENT", "test");
  vi.stubEnv("TABLE_NAME", "payments-test");
});

const EXPECTED = { UnexpectedErrors: 1 };

const answer = (error: Error) => {
  const event = { rawPath: "/", headers: {}, facts: { traceId: "t" }, requestContext: { domainName: "x" } };
  return problems().onError?.({ event, error, response: null, context: {}, internal: {} } as never);
};

/** Metrics are switched on by the first that counts: see countedDuring. */
it.each(FAULTS)(
  "an endpoint that meets $fault counts it against its version: $counts",
  async ({ error, counts }) => {
    expect(await countedDuring(async () => answer(error))).toEqual(counts ? EXPECTED : {});
  },
);

it.each(FAULTS)(
  "a message at which $fault is met counts it: $counts, and comes back",
  async ({ error, counts }) => {
    const handler = handleAtOnce("test", () => Promise.reject(error), []);
    const event = { Records: [{ messageId: "m0", body: "{}" }] } as unknown as SQSEvent;
    let result: unknown;
    const counted = await countedDuring(async () => {
      result = await handler(event, { getRemainingTimeInMillis: () => 1000 } as never);
    });
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: "m0" }] });
    expect(counted).toEqual(counts ? EXPECTED : {});
  },
);
