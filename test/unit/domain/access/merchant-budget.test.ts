import { describe, expect, it } from "vitest";
import {
  type BudgetName,
  MERCHANT_BUDGETS,
  spend,
} from "../../../../shared/domain/access/merchant-budget.ts";

/** A merchant that sends a request at each of these times; says of each how long it was told to wait. */
function waits(name: BudgetName, times: readonly number[]): number[] {
  let fullAt = 0;
  return times.map((at) => {
    const spent = spend(name, { fullAt, at });
    if ("waitSeconds" in spent) return spent.waitSeconds;
    fullAt = spent.fullAt;
    return 0;
  });
}

const NOW = Date.parse("2026-03-01T12:00:00Z");
const every = (ms: number, count: number) => Array.from({ length: count }, (_, nth) => NOW + nth * ms);

describe.each(Object.entries(MERCHANT_BUDGETS))("the budget of a %s", (key, { burst, refillMs }) => {
  const name = key as BudgetName;

  it("serves its burst at once, and rejects the next", () => {
    const told = waits(name, every(0, burst + 1));
    expect(told.slice(0, burst).every((wait) => wait === 0)).toBe(true);
    expect(told[burst]).toBe(Math.ceil(refillMs / 1000));
  });

  it("serves a request for each refill after that, however many are sent meanwhile", () => {
    const served = waits(name, every(refillMs / 10, 10 * burst * 10)).filter((wait) => wait === 0);
    expect(served.length).toBeGreaterThanOrEqual(burst * 10);
    expect(served.length).toBeLessThanOrEqual(burst * 11 + 1);
  });

  it("serves a client that waits as long as it is told", () => {
    const full = every(0, burst + 1);
    const wait = waits(name, full).at(-1) ?? 0;
    expect(waits(name, [...full, NOW + wait * 1000]).at(-1)).toBe(0);
  });

  it("is whole again after the clock was set back", () => {
    const told = waits(name, [...every(0, burst), NOW - 86_400_000]);
    expect(told.at(-1)).toBe(Math.ceil(refillMs / 1000));
  });
});

it("serves twenty open consoles that all look as often as a console does", () => {
  // infra/pages/console/state/use-live.ts: 2.5 s at the shortest; every page asks a function once or twice.
  const looks = every(2_500 / 20, 20 * 240);
  expect(waits("ledger", looks).filter((wait) => wait > 0)).toEqual([]);
});
