import { type SeedResult, simulateSeed } from "./simulate-seed.ts";
import { FAULT_KINDS, type FaultKind } from "./world/faults.ts";
import type { SeedOptions } from "./world/simulation.ts";

/** More orders than this no seed has. */
const MOST_STORIES = 12;
/** Single strikes are left out in ever smaller groups; each try is a whole seed. */
const MAX_TRIES = 400;

export type Smallest = { story: string[]; described: string };

/** The same violation with fewer orders, fewer kinds of faults and fewer single strikes, told from beginning to end. */
export async function shrink(seed: number): Promise<Smallest> {
  const [first] = (await simulateSeed({ seed })).violations;
  const isSame = ({ violations }: SeedResult) => violations[0]?.invariant === first?.invariant;
  const shows = async (options: SeedOptions) => isSame(await simulateSeed(options));
  const maxStories = await fewestStories(seed, shows);
  const without: FaultKind[] = [];
  for (const kind of FAULT_KINDS)
    if (await shows({ seed, maxStories, without: [...without, kind] })) without.push(kind);
  const smaller = { seed, maxStories, without };
  const spared = await fewestStrikes(smaller, shows);
  const { story, existing, faults } = await simulateSeed({ ...smaller, spared, tells: true });
  const struck = [...faults.values()].reduce((sum, times) => sum + times, 0);
  const kinds = existing.join(", ") || "none";
  return { story, described: `${maxStories} orders, ${struck} strikes of these faults: ${kinds}` };
}

type Shows = (options: SeedOptions) => Promise<boolean>;

async function fewestStories(seed: number, shows: Shows): Promise<number> {
  for (let fewer = 0; fewer < MOST_STORIES; fewer++)
    if (await shows({ seed, maxStories: fewer })) return fewer;
  return MOST_STORIES;
}

/** Halves, then quarters, and so on down to single decisions, as long as there are tries. */
async function fewestStrikes(options: SeedOptions, shows: Shows): Promise<ReadonlySet<number>> {
  const { strikes } = await simulateSeed(options);
  let spared = new Set<number>();
  let tries = 0;
  for (let size = Math.ceil(strikes / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 1; start <= strikes && tries < MAX_TRIES; start += size) {
      const group = Array.from({ length: size }, (_, index) => start + index);
      if (group.every((strike) => spared.has(strike))) continue;
      tries++;
      const tried = new Set([...spared, ...group]);
      if (await shows({ ...options, spared: tried })) spared = tried;
    }
  return spared;
}
