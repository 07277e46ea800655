import { DELIVERY_STATES } from "../../shared/domain/events/event.ts";
import { PAYMENT_STATUSES } from "../../shared/domain/payments/status.ts";
import { COMMAND_NAMES } from "./actors/operator.ts";
import type { SeedResult } from "./simulate-seed.ts";

/** The sum of many seeds. Plain data: workers send theirs over. */
export type Tally = {
  seeds: number;
  calls: number;
  operations: number;
  steps: number;
  faults: Record<string, number>;
  /** How often a state was reached, and in how many seeds. */
  states: Record<string, { times: number; seeds: number }>;
  /** Which rights functions made use of: "webhook PutItem EVENT#". */
  rights: string[];
  failures: { seed: number; invariant: string; detail: string }[];
};

export const emptyTally = (): Tally => ({
  seeds: 0,
  calls: 0,
  operations: 0,
  steps: 0,
  faults: {},
  states: {},
  rights: [],
  failures: [],
});

export function addSeed(tally: Tally, result: SeedResult): void {
  tally.seeds++;
  tally.calls += result.calls;
  tally.operations += result.operations;
  tally.steps += result.steps;
  for (const [kind, times] of result.faults) tally.faults[kind] = (tally.faults[kind] ?? 0) + times;
  for (const [state, times] of result.states) addState(tally, state, { times, seeds: 1 });
  addRights(tally, result.rights);
  for (const violation of result.violations) tally.failures.push({ seed: result.seed, ...violation });
}

export function addTally(tally: Tally, other: Tally): void {
  tally.seeds += other.seeds;
  tally.calls += other.calls;
  tally.operations += other.operations;
  tally.steps += other.steps;
  for (const [kind, times] of Object.entries(other.faults))
    tally.faults[kind] = (tally.faults[kind] ?? 0) + times;
  for (const [state, reached] of Object.entries(other.states)) addState(tally, state, reached);
  addRights(tally, other.rights);
  tally.failures.push(...other.failures);
}

function addRights(tally: Tally, rights: Iterable<string>): void {
  tally.rights = [...new Set([...tally.rights, ...rights])].sort();
}

function addState(tally: Tally, state: string, { times, seeds }: { times: number; seeds: number }): void {
  const known = tally.states[state] ?? { times: 0, seeds: 0 };
  tally.states[state] = { times: known.times + times, seeds: known.seeds + seeds };
}

/** A simulation that never reaches these shows nothing: each must be reached in one seed of a hundred. */
const REQUIRED_STATES = [
  ...PAYMENT_STATUSES.map((status) => `payments ${status}`),
  ...DELIVERY_STATES.map((state) => `events ${state}`),
  ...["dead letters", "takeovers", "resumptions", "visits", "replays", "zombies", "expired"],
  ...COMMAND_NAMES.map((command) => `operators ${command}`),
  ...["restored", "pulls", "statements", "onboarded", "onboarded again", "in progress", "claims rejected"],
  ...["choices changed", "events not chosen", "followed feeds"],
  ...["payment", "payout", "account"].map((kind) => `receivers' copies of a ${kind}`),
];
const LEAST_SHARE = 0.01;

export const rareStates = ({ seeds, states }: Tally): string[] =>
  REQUIRED_STATES.filter((state) => (states[state]?.seeds ?? 0) < LEAST_SHARE * seeds);

/** The same for the same seeds: no time of this machine is in it. */
export function describeTally(tally: Tally): string {
  const { seeds, calls, operations, steps, faults, states } = tally;
  const per = (sum: number): string => (sum / Math.max(seeds, 1)).toFixed(1);
  const share = (reached: number): string => `${((100 * reached) / Math.max(seeds, 1)).toFixed(1)} %`;
  return [
    `${seeds} seeds: ${operations} client operations (${per(operations)} a seed), ${calls} calls to the outside (${per(calls)}), ${steps} steps (${per(steps)})`,
    "",
    "faults injected",
    ...sorted(faults).map(([kind, times]) => `  ${kind.padEnd(28)} ${times}`),
    "",
    "states reached",
    ...sorted(states).map(
      ([state, reached]) =>
        `  ${state.padEnd(34)} ${String(reached.times).padStart(8)}  in ${share(reached.seeds)} of the seeds`,
    ),
  ].join("\n");
}

const sorted = <T>(entries: Record<string, T>): [string, T][] =>
  Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
