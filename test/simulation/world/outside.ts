import type { FaultKind } from "./faults.ts";
import { current, type Invocation, invocations } from "./simulation.ts";

/*
 * Every call that leaves a function goes through here. It has four ends: done; lost before it applied; applied and the
 * reply lost; late. Around each the function may die, which is a promise that never resolves, or be frozen and thaw
 * after its time.
 */

export type OutsideCall<T> = {
  to: "ledger" | "processor" | "queue" | "secrets" | "receiver";
  what: () => string;
  apply: () => T;
  /** How long it usually takes, and when the caller gives up. */
  latencyMs: [number, number];
  timeoutMs: number;
  /** How long a slow answer takes, where the caller may give up before. */
  slowMs?: number;
  /** What the caller hears when it is lost. */
  lost: () => Error;
  /** How it ends, where that is settled. */
  fate?: Fate | undefined;
};

type Fate = "done" | "lost" | "reply-lost" | "slow" | "late";

/** Each its own: one for all would keep everything that ever waited for it, of every seed. */
const never = (): Promise<never> => new Promise(() => {});

export function callOutside<T>(call: OutsideCall<T>): Promise<T> {
  const simulation = current();
  const { clock } = simulation;
  const caller = invocations.getStore();
  if (caller?.isDead) return never();
  simulation.calls++;
  if (caller && --caller.callsToLive === 0) {
    const isApplied = simulation.chance("faults").happens(0.5);
    if (isApplied) apply(call, caller);
    simulation.tell(nameOf(caller), () => `dies ${isApplied ? "after" : "before"}: ${call.what()}`);
    caller.die();
    return never();
  }
  const chance = simulation.chance("latency");
  const latencyMs = chance.between(...call.latencyMs);
  const fate = call.fate ?? fateOf(call.to);
  if (caller && fate !== "done") caller.isDisturbed = true;
  return new Promise<T>((resolve, reject) => {
    const settle = (ms: number, end: () => void) => clock.after(ms, () => isHeard(caller) && end());
    if (fate === "lost" || fate === "late") {
      simulation.tell(nameOf(caller), () => `${call.what()} → ${fate}`);
      if (fate === "late")
        clock.quietlyAfter(call.timeoutMs + chance.between(1, 20_000), () => apply(call, caller));
      settle(call.timeoutMs, () => reject(call.lost()));
      return;
    }
    // The caller gives up before it has even arrived.
    if (latencyMs / 2 > call.timeoutMs) {
      clock.quietlyAfter(Math.ceil(latencyMs / 2), () => apply(call, caller));
      settle(call.timeoutMs, () => reject(call.lost()));
      return;
    }
    clock.quietlyAfter(Math.ceil(latencyMs / 2), () => {
      const outcome = apply(call, caller);
      simulation.tell(nameOf(caller), () => `${call.what()} → ${fate}${outcome.describe}`);
      const slowMs = call.slowMs ?? Math.floor(call.timeoutMs * 0.9);
      const replyMs = fate === "slow" ? slowMs : Math.ceil(latencyMs / 2);
      const patienceMs = Math.max(0, call.timeoutMs - Math.ceil(latencyMs / 2));
      if (fate === "reply-lost") settle(chance.happens(0.5) ? 5 : patienceMs, () => reject(call.lost()));
      else if (replyMs > patienceMs) settle(patienceMs, () => reject(call.lost()));
      else settle(freezeMs(caller) + replyMs, () => outcome.settle(resolve, reject));
    });
  });
}

const FATES: Record<OutsideCall<unknown>["to"], [FaultKind, Fate][]> = {
  ledger: [
    ["ledger-lost", "lost"],
    ["ledger-reply-lost", "reply-lost"],
    ["ledger-slow", "slow"],
  ],
  processor: [
    ["processor-lost", "lost"],
    ["processor-reply-lost", "reply-lost"],
    ["processor-slow", "slow"],
    ["processor-late", "late"],
  ],
  queue: [
    ["queue-lost", "lost"],
    ["queue-reply-lost", "reply-lost"],
  ],
  secrets: [["secrets-lost", "lost"]],
  receiver: [["receiver-reply-lost", "reply-lost"]],
};

function fateOf(to: OutsideCall<unknown>["to"]): Fate {
  const { faults } = current();
  for (const [kind, fate] of FATES[to]) if (faults.strikes(kind)) return fate;
  return "done";
}

type Applied<T> = {
  describe: string;
  settle: (resolve: (value: T) => void, reject: (error: unknown) => void) => void;
};

function apply<T>({ apply: run }: OutsideCall<T>, caller: Invocation | undefined): Applied<T> {
  const { faults } = current();
  const struckBefore = faults.count();
  current().writer = caller;
  try {
    const value = run();
    if (caller && faults.count() > struckBefore) caller.isDisturbed = true;
    return { describe: "", settle: (resolve) => resolve(value) };
  } catch (error) {
    if (caller) caller.isDisturbed = true;
    return {
      describe: ` (${error instanceof Error ? error.name : "error"})`,
      settle: (_, reject) => reject(error),
    };
  }
}

/** A dead function hears nothing any more, and one that has come to its end is dead. */
function isHeard(caller: Invocation | undefined): boolean {
  if (!caller) return true;
  if (!caller.isZombie && current().clock.now > caller.endsAt) caller.die();
  return !caller.isDead;
}

/** A function makes many calls, and is frozen once: at every fourth call nothing would ever be answered. */
const FREEZE_SHARE = 0.4;

/** How long a function sleeps before it sees the reply: longer than any lease, when it is frozen. */
function freezeMs(caller: Invocation | undefined): number {
  const simulation = current();
  if (!caller || caller.isZombie || !simulation.faults.strikes("freeze", FREEZE_SHARE)) return 0;
  caller.isZombie = true;
  caller.isDisturbed = true;
  simulation.reach("zombies");
  const chance = simulation.chance("faults");
  const ms = chance.between(20_000, chance.oneOf([100_000, 400_000, 10_000_000]));
  simulation.tell(nameOf(caller), () => `is frozen for ${ms} ms`);
  return ms;
}

export const nameOf = (invocation: Invocation | undefined): string =>
  invocation ? `${invocation.name}.${invocation.number}` : "outside";
