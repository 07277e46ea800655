import { type SeedResult, simulateSeed } from "./simulate-seed.ts";
import { FAULT_KINDS, type FaultKind } from "./world/faults.ts";

/** More orders than this no seed has. */
const MOST_STORIES = 12;

export type Smallest = { story: string[]; described: string };

/** The same violation with fewer orders and fewer kinds of faults, told from beginning to end. */
export async function shrink(seed: number): Promise<Smallest> {
  const [first] = (await simulateSeed({ seed })).violations;
  const isSame = ({ violations }: SeedResult) => violations[0]?.invariant === first?.invariant;
  let maxStories = MOST_STORIES;
  for (let fewer = 0; fewer < MOST_STORIES; fewer++) {
    if (!isSame(await simulateSeed({ seed, maxStories: fewer }))) continue;
    maxStories = fewer;
    break;
  }
  const without: FaultKind[] = [];
  for (const kind of FAULT_KINDS) {
    const tried = [...without, kind];
    if (isSame(await simulateSeed({ seed, maxStories, without: tried }))) without.push(kind);
  }
  const { story, existing } = await simulateSeed({ seed, maxStories, without, tells: true });
  return { story, described: `${maxStories} orders, faults: ${existing.join(", ") || "none"}` };
}
