import { AsyncLocalStorage } from "node:async_hooks";
import type { AccountsApi } from "../../../shared/domain/onboarding.ts";
import { type Chance, createChance } from "./chance.ts";
import { Clock } from "./clock.ts";
import { drawFaults, type FaultKind, type Faults } from "./faults.ts";

/** A function while it handles one event: its own clock, its own memory, its own death. */
export type Invocation = {
  name: string;
  number: number;
  skewMs: number;
  startedAt: number;
  endsAt: number;
  memory: Map<string, Map<unknown, unknown>>;
  /** How many calls it makes until it dies at one; mostly more than it makes. */
  callsToLive: number;
  isDead: boolean;
  hasEnded: boolean;
  /** Frozen and thawed: it outlives its end. */
  isZombie: boolean;
  /** A fault has struck at one of its calls. */
  isDisturbed: boolean;
  /** The ledger did not answer, however often it was asked. */
  hasGivenUp: boolean;
  /** Of a webhook: for how long it has waited for the processor. */
  waitedMs?: number;
  die: () => void;
};

export type Violation = { invariant: string; detail: string };

export type SeedOptions = {
  seed: number;
  without?: readonly FaultKind[];
  maxStories?: number;
  /** Single strikes that are left out, by their number. */
  spared?: ReadonlySet<number>;
  tells?: boolean;
};

/** One seed's world in what all its parts share. */
export class Simulation {
  readonly options: SeedOptions;
  readonly clock: Clock;
  readonly chance: (stream: string) => Chance;
  readonly faults: Faults;
  readonly story: string[] = [];
  readonly violations: Violation[] = [];
  readonly states = new Map<string, number>();
  /** Whose call is being applied, and who has which claim. */
  writer: Invocation | undefined;
  readonly owners = new Map<string, Invocation>();
  /** Who has claimed an attempt that was not made yet. */
  readonly claimedAttempts = new Map<string, Invocation>();
  /** Throttling comes in bursts: until then the ledger takes nothing. */
  throttledUntil = 0;
  /** Until then the processor answers nothing. */
  processorHangsUntil = 0;
  /** The processor keeps its limit: so many requests a second for each of its endpoints. */
  isProcessorLimited = false;
  /** What the setting says to the request that asks: one API for the whole day, or now this and now that. */
  readonly accountsApi: () => AccountsApi;
  calls = 0;
  operations = 0;
  /** Which rights functions made use of, by the function's name. */
  readonly rights = new Map<string, Set<string>>();

  constructor(options: SeedOptions, startMs: number) {
    this.options = options;
    const streams = new Map<string, Chance>();
    this.chance = (stream) => {
      const known = streams.get(stream);
      if (known) return known;
      const created = createChance(options.seed, stream);
      streams.set(stream, created);
      return created;
    };
    const accounts = this.chance("accounts-api");
    const ofTheDay = accounts.oneOf<AccountsApi | "either">(["v1", "v2", "either", "either"]);
    this.accountsApi = () => (ofTheDay === "either" ? accounts.oneOf<AccountsApi>(["v1", "v2"]) : ofTheDay);
    const tie = this.chance("order");
    this.clock = new Clock(startMs, tie.number);
    this.faults = drawFaults(this.chance("swarm"), this.chance("faults"), {
      without: new Set(options.without),
      spared: options.spared ?? new Set(),
    });
  }

  /** One line of the story; only made where somebody will read it. */
  tell(who: string, what: () => string): void {
    if (!this.options.tells) return;
    const seconds = ((this.clock.now - START_MS) / 1000).toFixed(3).padStart(11);
    this.story.push(`${seconds}  ${who.padEnd(22)} ${what()}`);
  }

  violate(invariant: string, detail: string): void {
    if (this.violations.some((known) => known.invariant === invariant && known.detail === detail)) return;
    this.tell("VIOLATION", () => `${invariant}: ${detail}`);
    this.violations.push({ invariant, detail });
  }

  reach(state: string): void {
    this.states.set(state, (this.states.get(state) ?? 0) + 1);
  }
}

export const START_MS = Date.UTC(2026, 0, 5, 12);

/** The seed that runs now. The replaced modules have no other way to find it. */
let running: Simulation | undefined;

export const setRunning = (simulation: Simulation | undefined): void => {
  running = simulation;
};

export function current(): Simulation {
  if (!running) throw new Error("No simulation is running.");
  return running;
}

export const isRunning = (): boolean => running !== undefined;

export const invocations = new AsyncLocalStorage<Invocation>();

/** What a function's own clock says: functions differ, by as much as their leases allow for. */
export const timeHere = (): number =>
  (running?.clock.now ?? START_MS) + (invocations.getStore()?.skewMs ?? 0);
