import type { Context, SQSBatchResponse } from "aws-lambda";
import { FUNCTIONS } from "../../../infra/topology.ts";
import { nameOf } from "./outside.ts";
import { current, type Invocation, invocations } from "./simulation.ts";

export type HttpAnswer = { statusCode: number; headers: Record<string, string>; body: string };

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** What became of an invocation: it answered, or nobody will ever know. */
export type Invoked<T> =
  | { kind: "answered"; answer: T; isDisturbed: boolean }
  | { kind: "failed" }
  | { kind: "gone" };

const handlers = new Map<string, Handler>();

/** The real functions, as the topology lists them. */
export async function loadFunctions(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { handler } = (await import(`../../../${specOf(name).entry}`)) as { handler: Handler };
    handlers.set(name, handler);
  }
}

const SPECS = new Map<string, (typeof FUNCTIONS)[number]>(FUNCTIONS.map((spec) => [spec.name, spec]));

export const specOf = (name: string) => {
  const spec = SPECS.get(name);
  if (!spec) throw new Error(`The topology has no function ${name}.`);
  return spec;
};

/** Warm functions keep their memory until they die; a frozen one is nobody's until it thaws. */
const idle = new Map<string, Invocation["memory"][]>();
let lastNumber = 0;

export const resetFunctions = (): void => {
  idle.clear();
  lastNumber = 0;
};

/** At which of its calls a function that is to die does so, at the latest: most make few calls, a sweep many. */
const LONGEST_LIVES = [5, 10, 40];

/** How much clocks may differ: the margin that leases carry. */
export const MAX_SKEW_MS = 5_000;

/** `callsToLive`: it dies then, also after the faults are over. */
export function invoke<T>(name: string, event: unknown, callsToLive?: number): Promise<Invoked<T>> {
  const handler = handlers.get(name);
  if (!handler) throw new Error(`${name} is not loaded.`);
  const run = (context: Context) => handler(event, context) as Promise<T>;
  return live(name, specOf(name).timeoutSeconds, run, callsToLive);
}

/** Whatever runs in a process of its own, with its clock, its memory and its end: a function, an operator's command. */
export function live<T>(
  name: string,
  timeoutSeconds: number,
  work: (context: Context) => Promise<T>,
  callsToLive?: number,
): Promise<Invoked<T>> {
  const simulation = current();
  const { clock, faults } = simulation;
  const memory = idle.get(name)?.pop() ?? new Map();
  const skew = simulation.chance("skew");
  return new Promise((resolve) => {
    const invocation: Invocation = {
      name,
      number: ++lastNumber,
      skewMs: faults.exists("clock-skew") ? skew.between(0, MAX_SKEW_MS) : 0,
      startedAt: clock.now,
      endsAt: clock.now + timeoutSeconds * 1000,
      memory,
      callsToLive: faults.strikes("crash")
        ? simulation.chance("faults").between(1, simulation.chance("faults").oneOf(LONGEST_LIVES))
        : (callsToLive ?? Number.POSITIVE_INFINITY),
      isDead: false,
      hasEnded: false,
      isZombie: false,
      isDisturbed: false,
      hasGivenUp: false,
      die: () => {
        invocation.isDead = true;
        resolve({ kind: "gone" });
      },
    };
    const end = clock.at(invocation.endsAt, () => {
      // Whoever called it hears nothing more; a frozen one thaws later all the same.
      if (invocation.isZombie) resolve({ kind: "gone" });
      else invocation.die();
    });
    const leave = (outcome: Invoked<T>) => {
      if (invocation.isDead) return;
      end.cancel();
      invocation.hasEnded = true;
      if (!invocation.isZombie) idle.set(name, [...(idle.get(name) ?? []), memory]);
      resolve(outcome);
    };
    const context = { getRemainingTimeInMillis: () => Math.max(0, invocation.endsAt - clock.now) };
    invocations.run(invocation, () =>
      work(context as Context).then(
        (answer) => leave({ kind: "answered", answer, isDisturbed: invocation.isDisturbed }),
        (error: unknown) => {
          simulation.tell(
            nameOf(invocation),
            () => `fails: ${error instanceof Error ? error.message : error}`,
          );
          leave({ kind: "failed" });
        },
      ),
    );
  });
}

export type BatchAnswer = SQSBatchResponse;
