import { AsyncLocalStorage } from "node:async_hooks";
import { type WarmMemory, warmMemory } from "../../shared/warm-memory.ts";

/** Which function is running. On Lambda each has a process, and a role, of its own; here they share one. */
export const currentFunction = new AsyncLocalStorage<string>();

/**
 * Which functions are running that may leave something to be done, and how many of their invocations have begun since
 * the start. Those that can only look are not among them: an open page asks all the time, and the clock would never find
 * the stack at rest.
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
 * As if each function had its own process: what one has read, another must read for itself. Without a function it is an
 * operator's flow, or the stack itself, and these have a memory of their own too. A new stack begins with none.
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
