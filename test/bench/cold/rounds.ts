import type { Builds } from "./builds.ts";
import type { ColdRequest } from "./requests.ts";
import { type Sample, takeSample } from "./sample.ts";

/** One sample of every build per round, by the build's name; the same place in each list is the same round. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/**
 * Build after build, round after round, each round beginning with another build: whatever slows the machine down for
 * a while slows them all. The first round only warms up the servers and the file cache.
 */
export async function takeRounds(
  builds: Builds,
  nextRequest: () => ColdRequest,
  rounds: number,
): Promise<Samples> {
  const samples = new Map([...builds.keys()].map((name): [string, Sample[]] => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, bundle] of rotated([...builds], round)) {
      const sample = await takeSample(bundle, nextRequest());
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  return samples;
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
