import { beforeEach, expect, it } from "vitest";
import type { Verdict } from "../../../shared/domain/finance/day-progress.ts";
import type { DayWork } from "../../../shared/flows/statements/work-through-day.ts";
import type { StatementWork } from "../../../shared/ledger/statement-work.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What a run hands over of a day is what the next run goes on with. */
const DAY = { sinceMs: Date.UTC(2026, 0, 4), untilMs: Date.UTC(2026, 0, 5) };
const MATCHED: Verdict = { kind: "matched", svcPaymentId: "svcpay_1" };
const world = new FakeWorld().enter();
const { keepDay, resumeDay } = await import("../../../shared/flows/statements/work-through-day.ts");
const { startStatementWork } = await import("../../../shared/ledger/statement-work.ts");
const { runLongWork } = await import("../../../shared/flows/run-long-work.ts");

let begun: StatementWork;
beforeEach(async () => {
  const at = world.now;
  begun = await startStatementWork({
    ...{ merchantId: "mer_1", date: "2026-01-04", runId: "start", at, dueAtMs: at },
  });
});

const resume = (limits?: DayWork["limits"]): Promise<DayWork> =>
  resumeDay(begun, DAY, { traceId: "trace", limits });

/** Each page is a slice of its own, and after the last one the work is put aside. */
async function runPages(runId: string, pages: ((work: DayWork) => void)[]): Promise<number[]> {
  const work = await resume();
  const handedOver: number[] = [];
  let done = 0;
  async function* turn(): AsyncGenerator<void, void> {
    for (const page of pages) {
      page(work);
      done++;
      yield;
    }
  }
  const end = await runLongWork(
    begun,
    {
      pages: turn(),
      keep: async () => {
        const kept = await keepDay(work);
        handedOver.push(kept.findings.length);
        return kept;
      },
    },
    {
      ...{ runId, now: () => world.now, isTimeUp: () => done === pages.length },
      ...{ sliceMs: 0, patienceMs: 1000 },
    },
  );
  expect(end.kind).toBe("put_aside");
  begun = end.work;
  return handedOver;
}

it("a verdict that is corrected in a later slice, or by a later run, is the corrected one for the run after", async () => {
  await runPages("run-1", [
    ({ verdicts }) => verdicts.set("pi_1", { kind: "merchants_own" }).set("pi_2", { kind: "foreign" }),
    ({ verdicts }) => verdicts.set("pi_1", MATCHED),
  ]);
  await runPages("run-2", [({ verdicts }) => verdicts.set("pi_2", MATCHED)]);
  expect((await resume()).verdicts).toEqual(
    new Map([
      ["pi_1", MATCHED],
      ["pi_2", MATCHED],
    ]),
  );
});

it("what was handed over and has not changed is not handed over again", async () => {
  const look = ({ verdicts }: DayWork) => verdicts.set("pi_1", verdicts.get("pi_1") ?? MATCHED);
  expect(await runPages("run-1", [look, look])).toEqual([1, 0, 0]);
  expect(await runPages("run-2", [look])).toEqual([0, 0]);
});

it("a day that was handed over keeps only its newest verdicts in memory, so that it may be of any size", async () => {
  const work = await resume({ sliceLines: 10, unkept: 10, knownVerdicts: 2 });
  for (const intentId of ["pi_1", "pi_2", "pi_3"]) work.verdicts.set(intentId, MATCHED);
  await keepDay(work);
  expect([...work.verdicts.keys()]).toEqual(["pi_2", "pi_3"]);
});
