import { availableParallelism, loadavg } from "node:os";

export type Bench = {
  title: string;
  /** Left out of `npm run bench` without a name. */
  takesMinutes?: boolean;
  /** The lines to print: ratios and counts. `settings` are what stood behind the bench's name. */
  measure: (...settings: string[]) => Promise<string[]>;
};

/** A row per entry, in aligned columns. */
export function columns(rows: Record<string, string | readonly string[]>): string[] {
  const table = Object.entries(rows).map(([name, cells]) => [name, ...[cells].flat()]);
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return table.map((cells) => line(cells).trimEnd());
}

/**
 * Holds a number below its limit: the aim, or where that was not reached, what was reached and 5 % more. Answers what is
 * to be said of it; a bench that has missed one ends with 1.
 */
export function hold(reached: number, limit: number): string {
  if (reached <= limit) return `at most ${limit}`;
  process.exitCode = 1;
  return `MISSES ${limit} by ${Math.ceil(100 * (reached / limit - 1))} %`;
}

/** Where others use the machine so much, times say nothing: they are printed, and not held. Ask before the work begins. */
export const isMachineBusy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism() / 2;

export const NOT_HELD = "not held: others use this machine";

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
