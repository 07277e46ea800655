import { newDayProgress } from "../../shared/domain/finance/day-progress.ts";
import type { DayWork } from "../../shared/flows/statements/work-through-day.ts";
import type { StatementWork } from "../../shared/ledger/statement-work.ts";

const DATE = "2026-01-04";

/** The day before a FakeWorld's, of which nothing was looked through yet. */
export const dayWork = (given: Partial<DayWork> = {}): DayWork => {
  const { sums, cursor, activity } = structuredClone(newDayProgress(DATE));
  return {
    ...{
      merchantId: "mer_1",
      date: DATE,
      day: { sinceMs: Date.UTC(2026, 0, 4), untilMs: Date.UTC(2026, 0, 5) },
    },
    ...{
      at: Date.UTC(2026, 0, 5, 12),
      traceId: "trace",
      totals: [],
      payouts: [],
      lines: 0,
      sums,
      unsavedLines: [],
    },
    ...{ payoutsReturned: [], accounts: [], activity },
    ...{ verdicts: new Map(), keptVerdicts: new Map(), differences: [], unreachableAccounts: new Set() },
    ...{ cursor, mustKeep: false },
    limits: { sliceLines: 1000, unkept: 1000, knownVerdicts: 1000 },
    record: { parts: [] as string[], version: 1 } as StatementWork,
    ...given,
  };
};
