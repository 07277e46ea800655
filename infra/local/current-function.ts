import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { type WarmMemory, warmMemory } from "../../shared/runtime/invocation.ts";

/** On Lambda each has its own process and role; here they share one. */
export const currentFunction = new AsyncLocalStorage<string>();

type Call = { name: string; onlyReads: boolean };

/**
 * The invocations that run. Only those that may leave work behind count for the clock: an open page reads all the time,
 * and the clock would never find the stack at rest.
 */
export class RunningFunctions {
  begun = 0;
  private readonly running = new Map<Promise<unknown>, Call>();

  async run<T>({ name, onlyReads }: Call, invoke: () => Promise<T>): Promise<T> {
    if (!onlyReads) this.begun++;
    const call = currentFunction.run(name, invoke);
    this.running.set(call, { name, onlyReads });
    try {
      return await call;
    } finally {
      this.running.delete(call);
    }
  }

  names(): string[] {
    const calls = [...this.running.values()];
    return [...new Set(calls.flatMap(({ name, onlyReads }) => (onlyReads ? [] : [name])))];
  }

  /** A caller that has hung up does not end what it called. What hangs is left behind after the grace. */
  async ended(graceMs = 2_000): Promise<void> {
    const waiting = new AbortController();
    const grace = setTimeout(graceMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.running.keys()), grace]);
    waiting.abort();
  }
}

/**
 * As if each function had its own process: what one has read, another must read for itself. An operator's flow and
 * the stack itself have a memory of their own too.
 */
export function keepMemoriesApart(): void {
  const memories = new Map<string | undefined, WarmMemory>();
  warmMemory.here = () => {
    const name = currentFunction.getStore();
    const memory = memories.get(name) ?? new Map();
    memories.set(name, memory);
    return memory;
  };
}
