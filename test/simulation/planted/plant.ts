import { PLANTED_BUGS } from "./bugs.ts";
import { replaceAt } from "./place.ts";

/** Which bug this process carries, if any: one process, one bug. */
const wanted = process.argv[process.argv.indexOf("--plant") + 1];
const planted = process.argv.includes("--plant")
  ? (PLANTED_BUGS.find(({ name }) => name === wanted) ?? unknownBug())
  : undefined;

function unknownBug(): never {
  throw new Error(`There is no planted bug ${wanted}.`);
}

/** The source with the bug in it. */
export function plantedSource(file: string, source: string): string {
  if (planted?.file !== file) return source;
  plants.count++;
  return replaceAt(source, planted, planted.becomes);
}

export const plants = { count: 0, wanted: planted?.name };
