import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { handleOneByOne } from "../../../shared/lambda/background.ts";

const IDS = ["m0", "m1", "m2", "m3"];
const EVENT = {
  Records: IDS.map((messageId) => ({ messageId, receiptHandle: `r-${messageId}`, body: "{}" })),
} as unknown as SQSEvent;
const LONG_MS = 120_000;

let written: MockInstance<typeof process.stdout.write>;

beforeEach(() => {
  written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.stubEnv("ENVIRONMENT", "test");
  vi.stubEnv("TABLE_NAME", "payments-test");
  vi.stubEnv("LOG_LEVEL", "SILENT");
});

afterEach(() => {
  written.mockRestore();
});

const tooMuch = new Error("429");

/** Handles the batch; answers which messages were handled, came back, and were hidden for how long. */
async function handled(
  fails: Record<string, Error>,
  lifeMs: (handledSoFar: number) => number = () => LONG_MS,
  isQueueAway = false,
) {
  const seen: string[] = [];
  const hidden: [string, number][] = [];
  const handler = handleOneByOne(
    "test",
    async ({ messageId }) => {
      seen.push(messageId);
      if (fails[messageId]) throw fails[messageId];
    },
    {
      stopsBatch: (error) => error === tooMuch,
      hide: async (receiptHandle, seconds) => {
        if (isQueueAway) throw new Error("The queue is away.");
        hidden.push([receiptHandle, seconds]);
      },
      needs: [],
    },
  );
  const { batchItemFailures } = await handler(EVENT, {
    getRemainingTimeInMillis: () => lifeMs(seen.length),
  } as never);
  return { seen, hidden, back: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

it("deletes what was handled, also what failed: the due list is its retry", async () => {
  expect(await handled({ m1: new Error("a failure of its own") })).toEqual({
    seen: IDS,
    hidden: [],
    back: [],
  });
});

it("counts what failed by our own fault, which nobody else hears of, and nothing that others have broken", async () => {
  await handled({ m1: new Error("a bug"), m2: new Failure("processor_unavailable", "It is away.") });
  const counted = written.mock.calls.filter(([line]) => String(line).includes('"UnexpectedErrors":1'));
  expect(counted).toHaveLength(1);
});

it("returns the visits after one that the processor has had enough of, hidden for a minute", async () => {
  expect(await handled({ m1: tooMuch })).toEqual({
    seen: ["m0", "m1"],
    back: ["m2", "m3"],
    hidden: [
      ["r-m2", 60],
      ["r-m3", 60],
    ],
  });
});

it("returns the visits that there is no time left for", async () => {
  const { seen, back } = await handled({}, (handledSoFar) => (handledSoFar < 2 ? LONG_MS : 29_999));
  expect({ seen, back }).toEqual({ seen: ["m0", "m1"], back: ["m2", "m3"] });
});

it("makes a visit that there is just enough time left for", async () => {
  expect(await handled({}, () => 30_000)).toMatchObject({ seen: IDS, back: [] });
});

it("returns them also where they cannot be hidden", async () => {
  expect((await handled({ m0: tooMuch }, undefined, true)).back).toEqual(["m1", "m2", "m3"]);
});
