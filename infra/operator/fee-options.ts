import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { applicationFeeCents, type FeePolicy } from "../../shared/domain/payments/fee.ts";
import { parseWhole } from "./arguments.ts";
import { cents } from "./output.ts";

export type FeeOptions = { bps?: number; fixed?: number; min?: number; max?: number };

export const addFeeOptions = (command: Command): Command =>
  command
    .option("--bps <n>", "the fee's share of a payment in basis points: 250 is 2.5 %", parseWhole)
    .option("--fixed <cents>", "what is added to every payment's fee, in cents", parseWhole)
    .option("--min <cents>", "the fee is never below this (default: 0)", parseWhole)
    .option("--max <cents>", "the fee is never above this (default: no ceiling)", parseWhole);

/**
 * undefined when no fee is named. A policy is set as a whole, so both parts of it must be named: who gives only a share
 * may think that the fixed part stays as it was.
 */
export function readFeePolicy({ bps, fixed, min, max }: FeeOptions): FeePolicy | undefined {
  if ([bps, fixed, min, max].every((value) => value === undefined)) return undefined;
  if (bps === undefined || fixed === undefined) {
    throw new Failure("invalid_request", "A fee needs both --bps and --fixed; 0 is a value too.");
  }
  return { bps, fixedCents: fixed, minCents: min ?? 0, maxCents: max ?? null };
}

const EXAMPLE_CENTS = 10_000;

export function describeFee(policy: FeePolicy | null): string {
  if (!policy) return "the environment's default";
  const { bps, fixedCents, minCents, maxCents } = policy;
  const bounds = [
    minCents > 0 && `at least ${cents(minCents)}`,
    maxCents !== null && `at most ${cents(maxCents)}`,
  ];
  const formula = [`${bps / 100} % + ${cents(fixedCents)}`, ...bounds.filter(Boolean)].join(", ");
  return `${formula} (${cents(applicationFeeCents(EXAMPLE_CENTS, policy))} of ${cents(EXAMPLE_CENTS)})`;
}
