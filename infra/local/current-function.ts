import { AsyncLocalStorage } from "node:async_hooks";
import { type WarmMemory, warmMemory } from "../../shared/runtime/invocation.ts";

/** On Lambda each has its own process and role; here they share one. */
export const currentFunction = new AsyncLocalStorage<string>();

/**
 * Counts running invocations that may leave work behind. Functions that only read are left out: an open page asks all
 * the time, and the clock would never find the stack at rest.
 */
export class RunningFunctions {
  begun = 0;
  private readonly running: string[] = [];

  async run<T>(name: string, invoke: () => Promise<T>): Promise<T> {
    this.begun++;
    this.running.push(name);
    try {
      return await currentFunction.run(name, invoke);
    } finally {
      this.running.splice(this.running.indexOf(name), 1);
    }
  }

  names(): string[] {
    return [...new Set(this.running)];
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
