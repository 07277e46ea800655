import { readFileSync } from "node:fs";
import { join } from "node:path";
import { whileMutated } from "./mutate-tree.ts";
import type { Mutation } from "./mutations.ts";
import { functionAt, type Reach, testsFor } from "./reach.ts";
import { type Outcome, runTests, simulate } from "./run-tests.ts";

export type Drawn = Mutation & { file: string };

/** `after`: what has been tried without a failure. */
export type Verdict = { kind: "noticed"; by: string } | { kind: "survived"; after: string };

/** How many seconds of tests are tried before the simulation, and how many simulated seeds. */
export type Limits = { seconds: number; seeds: number };

/** The client, the page and the topology are no part of the simulated world. */
const SIMULATED = /^shared\/(?!client\/|contract\/)/;

/** A test file needs about so long to load, which its recorded time leaves out. */
const LOADING_MS = 1_500;

/** Many tests reach the ledger's own functions; after so many seconds of them another says nothing new. */
const LONGEST_SECONDS = 240;

const ROOT = join(import.meta.dirname, "../..");

export class Verdicts {
  readonly #reaches: Reach[];
  readonly #limits: Limits;
  /** Test files that fail without any mistake notice nothing. */
  readonly #isGreen = new Map<string, boolean>();

  constructor(reaches: Reach[], limits: Limits) {
    this.#reaches = reaches;
    this.#limits = limits;
  }

  firstVisit(drawn: Drawn): Verdict {
    const { soon } = this.#testsFor(drawn);
    const byTests = this.#judge(drawn, soon);
    if (byTests.kind === "noticed" || !SIMULATED.test(drawn.file)) return byTests;
    const violation = whileMutated([drawn], () => simulate(this.#limits.seeds));
    if (violation) return { kind: "noticed", by: `the simulation: ${violation}` };
    return { kind: "survived", after: `${byTests.after}, ${this.#limits.seeds} seeds` };
  }

  /** The tests that the first look had no time for. */
  secondLook(drawn: Drawn): Verdict {
    return this.#judge(drawn, this.#testsFor(drawn).late);
  }

  #testsFor(drawn: Drawn): { soon: string[]; late: string[] } {
    const text = readFileSync(join(ROOT, drawn.file), "utf8");
    const reaching = testsFor(this.#reaches, drawn.file, functionAt(text, drawn.line));
    let spentMs = 0;
    const endOf = reaching.map(({ milliseconds }) => (spentMs += milliseconds + LOADING_MS));
    const within = (seconds: number) => reaching.filter((_, place) => (endOf[place] ?? 0) <= seconds * 1000);
    const soon = within(this.#limits.seconds);
    const late = within(this.#limits.seconds + LONGEST_SECONDS).slice(soon.length);
    return { soon: soon.map(({ test }) => test), late: late.map(({ test }) => test) };
  }

  #judge(drawn: Drawn, tests: string[]): Verdict {
    const fit = tests.filter((test) => this.#isGreen.get(test) !== false);
    const after = `${fit.length} test files`;
    if (fit.length === 0) return { kind: "survived", after };
    const outcome = whileMutated([drawn], () => runTests(fit));
    if (outcome.kind === "passed") return { kind: "survived", after };
    if (outcome.kind === "cut_off") return this.#judgeCutOff(fit, after);
    if (!this.#passesAlone(outcome.test)) return this.#judge(drawn, tests);
    if (!outcome.isByTime || this.#failsAgain(drawn, outcome)) return { kind: "noticed", by: outcome.by };
    return this.#judge(
      drawn,
      tests.filter((test) => test !== outcome.test),
    );
  }

  /** Nobody would take tests for green that never end, where they do end without the mistake. */
  #judgeCutOff(tests: string[], after: string): Verdict {
    return runTests(tests).kind === "passed"
      ? { kind: "noticed", by: "tests that do not come to their end" }
      : { kind: "survived", after: `${after}, which were cut off` };
  }

  #passesAlone(test: string): boolean {
    const isGreen = this.#isGreen.get(test) ?? runTests([test]).kind === "passed";
    this.#isGreen.set(test, isGreen);
    if (!isGreen) console.log(`     ${test} fails without any mistake and is left out`);
    return isGreen;
  }

  /** What took too long may have met a busy machine. */
  #failsAgain = (drawn: Drawn, { test }: Outcome & { kind: "failed" }): boolean =>
    whileMutated([drawn], () => runTests([test])).kind === "failed";
}
