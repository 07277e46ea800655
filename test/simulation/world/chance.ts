import { seededRandom } from "../../support/seeded-random.ts";

/** One stream of chance. Streams are independent: another fault does not become another workload. */
export type Chance = {
  number: () => number;
  below: (limit: number) => number;
  between: (low: number, high: number) => number;
  oneOf: <T>(all: readonly T[]) => T;
  happens: (probability: number) => boolean;
};

export function createChance(seed: number, stream: string): Chance {
  let mixed = seed >>> 0;
  for (const character of stream) mixed = (Math.imul(mixed ^ character.charCodeAt(0), 0x01000193) >>> 0) + 1;
  const number = seededRandom(mixed);
  const below = (limit: number): number => Math.floor(number() * limit);
  return {
    number,
    below,
    between: (low, high) => low + below(high - low + 1),
    oneOf: <T>(all: readonly T[]): T => all[below(all.length)] as T,
    happens: (probability) => number() < probability,
  };
}
