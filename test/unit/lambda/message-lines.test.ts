import type { SQSEvent } from "aws-lambda";
import { beforeEach, expect, it, vi } from "vitest";
import { handleAtOnce, scheduled } from "../../../shared/lambda/background.ts";
import { note } from "../../../shared/runtime/logger.ts";

/* The one line that every message and every run of the clock leaves in the log, and how loud it is. */
vi.stubEnv("ENVIRONMENT", "test");
vi.stubEnv("TABLE_NAME", "payments-test");
vi.stubEnv("LOG_LEVEL", "INFO");
vi.stubEnv("METRICS", "off");

const CONTEXT = { awsRequestId: "request", getRemainingTimeInMillis: () => 60_000 } as never;
const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)));

beforeEach(() => {
  written.mockClear();
});

/** Handles one message; answers whether it comes back. */
async function handled(work: () => Promise<"delete" | "keep">): Promise<boolean> {
  const event = { Records: [{ messageId: "m0", body: "{}" }] } as unknown as SQSEvent;
  const { batchItemFailures } = await handleAtOnce("deliver-callback", work, [])(event, CONTEXT);
  return batchItemFailures.length > 0;
}

it("a message that was handled leaves a line with what was found out about it, and goes", async () => {
  const work = async () => {
    note({ outcome: "delivered", eventId: "evt_1" });
    return "delete" as const;
  };
  expect(await handled(work)).toBe(false);
  expect(lines()).toMatchObject([
    {
      level: "INFO",
      message: "message",
      requestId: "m0",
      milliseconds: expect.any(Number),
      operation: "deliver-callback",
      outcome: "delivered",
      eventId: "evt_1",
    },
  ]);
});

it("a message whose attempt failed leaves a warning, and comes back where it is to be kept", async () => {
  const work = async () => {
    note({ outcome: "failed" });
    return "keep" as const;
  };
  expect(await handled(work)).toBe(true);
  expect(lines()).toMatchObject([{ level: "WARN", outcome: "failed" }]);
});

it("a message at which something unforeseen happened leaves an error with its place, and comes back", async () => {
  expect(await handled(() => Promise.reject(new TypeError("x is not a function")))).toBe(true);
  expect(lines()).toMatchObject([
    { level: "ERROR", message: "message", outcome: "error", errorName: "TypeError" },
  ]);
});

it("a run of the clock leaves a line, and one that failed an error, which Lambda hears of too", async () => {
  let hasRun = false;
  const run = async () => {
    hasRun = true;
  };
  await scheduled("sweep", run, [])({}, CONTEXT);
  expect(hasRun).toBe(true);
  const failing = scheduled("sweep", () => Promise.reject(new TypeError("x is not a function")), []);
  await expect(failing({}, CONTEXT)).rejects.toThrow(TypeError);
  expect(lines()).toMatchObject([
    { level: "INFO", message: "run", operation: "sweep", outcome: "done", requestId: "request" },
    { level: "ERROR", message: "run", operation: "sweep", outcome: "error", errorName: "TypeError" },
  ]);
});
