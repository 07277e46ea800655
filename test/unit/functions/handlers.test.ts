import type { Context, SQSEvent } from "aws-lambda";
import { beforeEach, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { DeliverySources } from "../../../shared/flows/callbacks/deliver-event.ts";

/* What the functions of queues and of the clock call, and what becomes of their messages. */
const called: unknown[][] = [];
let answers: Record<string, unknown> = {};
const replace = (file: string, ...names: string[]) =>
  vi.doMock(`../../../shared/${file}.ts`, async (original) => ({
    ...(await original<object>()),
    ...Object.fromEntries(
      names.map((name) => [
        name,
        async (...given: unknown[]) => {
          called.push([name, ...given]);
          if (answers[name] instanceof Error) throw answers[name];
          return answers[name];
        },
      ]),
    ),
  }));
replace("flows/missed-events/pull-events", "pullMissedEvents");
replace("flows/payout-lines/compose-payout", "composePayout");
replace("flows/payout-lines/follow-payouts", "followDaily");
replace("flows/statements/make-statement", "resumeStatement");
replace("ledger/merchants", "getMerchant");
replace("flows/callbacks/deliver-event", "deliverEvent");
replace("flows/recovery/visit", "visit");
replace("flows/recovery/sweep", "sweep");
replace("flows/recovery/ask-for-reconciliation", "askForMissedEvents", "askForPayouts", "askForStatements");
replace("flows/merchants/verify-audits", "verifyAudits");
vi.doMock("../../../shared/runtime/logger.ts", async (original) => ({
  ...(await original<object>()),
  count: (...given: unknown[]) => called.push(["count", ...given]),
  countIfOurFault: () => undefined,
}));
vi.doMock("../../../shared/runtime/config.ts", async (original) => ({
  ...(await original<object>()),
  requireSettings: () => undefined,
}));
const hidden: unknown[][] = [];
const hide = (name: string) => async (receipt: string, seconds: number) => {
  hidden.push([name, receipt, seconds]);
};
vi.doMock("../../../shared/queues/queue.ts", async (original) => ({
  ...(await original<object>()),
  hideReconciliation: hide("reconciliation"),
  hideCallback: hide("callback"),
  hideVisit: hide("visit"),
}));
vi.stubEnv("ENVIRONMENT", "test");
vi.stubEnv("LOG_LEVEL", "SILENT");
const NOW = Date.UTC(2026, 6, 9);
const context = {
  awsRequestId: "request",
  getRemainingTimeInMillis: () => 50_000,
} as unknown as Context;
const functions = {
  reconciliation: await import("../../../functions/reconciliation.ts"),
  delivery: await import("../../../functions/delivery.ts"),
  "open-work": await import("../../../functions/open-work.ts"),
  sweep: await import("../../../functions/sweep.ts"),
  "missed-events": await import("../../../functions/missed-events.ts"),
  "daily-statements": await import("../../../functions/daily-statements.ts"),
};

/** Answers which messages come back. */
async function handle(name: "reconciliation" | "delivery" | "open-work", ...bodies: object[]) {
  const Records = bodies.map((body, nth) => ({
    ...{ messageId: `m${nth}`, receiptHandle: `r${nth}`, body: JSON.stringify(body) },
  }));
  const answer = await functions[name].handler({ Records } as unknown as SQSEvent, context);
  return answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}
const tick = (name: "sweep" | "missed-events" | "daily-statements") => functions[name].handler({}, context);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  called.length = 0;
  hidden.length = 0;
  answers = { getMerchant: "merchant" };
  return () => vi.useRealTimers();
});

const RUN = { now: expect.any(Function), traceId: expect.stringMatching(/^[0-9a-f-]{36}$/) };
const MERCHANT = ["getMerchant", "mer_1"];
const of = (kind: string, more: object) => ({ kind, merchantId: "mer_1", ...more });

it.each([
  [of("payouts", { accountId: "acct_1" }), [MERCHANT, ["followDaily", "merchant", "acct_1", RUN]]],
  [of("payout", { payoutId: "po_1" }), [MERCHANT, ["composePayout", "merchant", "po_1", RUN]]],
  [of("statement", { date: "2026-07-08" }), [MERCHANT, ["resumeStatement", "merchant", "2026-07-08", RUN]]],
])("the job %j is worked on by its flow alone, and its message goes", async (job, calls) => {
  expect(await handle("reconciliation", job)).toEqual([]);
  expect(called).toEqual(calls);
  const run = called[1]?.at(-1) as { now: () => number } | undefined;
  expect(run?.now()).toBe(NOW);
});

it.each([
  ["processor_down", ["m0"], [["reconciliation", "r0", 900]]],
  ["out_of_time", ["m0"], [["reconciliation", "r0", 1]]],
  ["done", [], []],
])("a pull that ends as %s has %j come back", async (end, kept, waits) => {
  answers.pullMissedEvents = { end };
  const job = of("events", { accountId: "acct_1" });
  expect(await handle("reconciliation", job)).toEqual(kept);
  expect(called).toEqual([["pullMissedEvents", job, RUN]]);
  expect(hidden).toEqual(waits);
});

it("a callback's message goes, or comes back after the wait that its event has", async () => {
  const message = { eventId: "evt_1", endpointId: "ep_1", deliveryRound: 2 };
  answers.deliverEvent = { kind: "done" };
  expect(await handle("delivery", message)).toEqual([]);
  answers.deliverEvent = { kind: "later", seconds: 7 };
  vi.spyOn(Math, "random").mockReturnValueOnce(0.75);
  expect(await handle("delivery", message)).toEqual(["m0"]);
  expect(hidden).toEqual([["callback", "r0", 7]]);
  const [one, other] = called.map((call) => call[2]) as [DeliverySources, DeliverySources];
  expect(called[1]?.[1]).toEqual(message);
  expect([other.jitter, other.now(), other.signatureSeconds()]).toEqual([0.5, NOW, NOW / 1000]);
  expect(one.token).not.toBe(other.token);
});

it("visits end for now where the processor asks to slow down, and go on after any other failure", async () => {
  const message = { pk: "p", sk: "s", visit: 1 };
  expect(await handle("open-work", message)).toEqual([]);
  expect(called).toEqual([["visit", message, { runId: expect.any(String), now: expect.any(Function) }]]);
  answers.visit = new Failure("processor_rejected", "no", { processorSays: "rejected" });
  expect(await handle("open-work", message, message)).toEqual([]);
  answers.visit = new Failure("processor_unavailable", "later", { processorSays: "slow_down" });
  expect(await handle("open-work", message, message)).toEqual(["m1"]);
  expect(hidden).toEqual([["visit", "r1", 60]]);
});

it("a sweep ends ten seconds before its function does, and fails where a shard has failed", async () => {
  answers.sweep = { failedShards: 0 };
  await tick("sweep");
  expect(called).toEqual([["sweep", { now: expect.any(Function), endsAt: NOW + 40_000 }]]);
  answers.sweep = { failedShards: 1 };
  await expect(tick("sweep")).rejects.toThrow("could not be swept");
});

it("the clock's other functions ask for what is to be done, and count it", async () => {
  answers = { askForMissedEvents: 3, askForStatements: 4 };
  await tick("missed-events");
  await tick("daily-statements");
  expect(called).toEqual([
    ["askForMissedEvents"],
    ["count", "PullsAsked", 3],
    ["verifyAudits", NOW],
    ["askForStatements", NOW],
    ["count", "StatementsAsked", 4],
    ["askForPayouts"],
  ]);
});
