import { PLANTED_BUGS } from "./bugs.ts";

/** Which bug this process carries, if any: one process, one bug. */
const wanted = process.argv[process.argv.indexOf("--plant") + 1];
const planted = process.argv.includes("--plant")
  ? (PLANTED_BUGS.find(({ name }) => name === wanted) ?? unknownBug())
  : undefined;

function unknownBug(): never {
  throw new Error(`There is no planted bug ${wanted}.`);
}

/** The source with the bug in it. A bug whose text is no longer there would prove nothing. */
export function plantedSource(file: string, source: string): string {
  if (planted?.file !== file) return source;
  if (source.split(planted.was).length !== 2)
    throw new Error(
      `The text of the planted bug "${planted.name}" is no longer in ${file}, or is there twice.`,
    );
  plants.count++;
  return source.replace(planted.was, () => planted.becomes);
}

export const plants = { count: 0, wanted: planted?.name };
