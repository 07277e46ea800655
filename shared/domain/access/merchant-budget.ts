/**
 * How much one merchant may look up, so that its runaway loop leaves functions and the processor to the others. A budget
 * is kept in a function's memory. So it holds for one instance of a function; all instances together allow as many times
 * as much as there are of them (infra/runbooks/limits.md has the sums). Payments have none, but creates are shared (payments/create.ts).
 */
export const MERCHANT_BUDGETS = {
  /** Reads our own ledger. */
  ledger: { burst: 100, refillMs: 100 },
  /** Asks the processor, which takes 25 requests a second for each of its endpoints, of all merchants together. */
  processor: { burst: 20, refillMs: 1_000 },
  /** A file of thousands of lines keeps an instance busy for a second. */
  file: { burst: 10, refillMs: 5_000 },
} as const;

export type BudgetName = keyof typeof MERCHANT_BUDGETS;

/** `fullAt`: when the budget is whole again. A rejected request costs nothing. */
export function spend(
  name: BudgetName,
  { fullAt, at }: { fullAt: number; at: number },
): { fullAt: number } | { waitSeconds: number } {
  const { burst, refillMs } = MERCHANT_BUDGETS[name];
  const latest = at + burst * refillMs;
  // Never later than an empty budget: the clock may have been set back.
  const spentTo = Math.min(Math.max(fullAt, at), latest) + refillMs;
  return spentTo > latest ? { waitSeconds: Math.ceil((spentTo - latest) / 1000) } : { fullAt: spentTo };
}
