import { current, invocations, isRunning } from "./simulation.ts";

/** A map at a module's own level, which on AWS each function would have for itself: it knows who put what into it. */
export function watchedMap(name: string): Map<unknown, unknown> {
  const putBy = new Map<unknown, string>();
  return new (class extends Map<unknown, unknown> {
    override get(key: unknown): unknown {
      requireOwn(name, putBy.get(key));
      return super.get(key);
    }

    override has(key: unknown): boolean {
      requireOwn(name, putBy.get(key));
      return super.has(key);
    }

    override set(key: unknown, value: unknown): this {
      putBy.set(key, here());
      return super.set(key, value);
    }
  })();
}

const here = (): string => invocations.getStore()?.name ?? "outside";

function requireOwn(name: string, putBy: string | undefined): void {
  if (!isRunning() || putBy === undefined || putBy === here()) return;
  current().violate("memory", `${here()} finds in ${name} what ${putBy} has put there`);
}
