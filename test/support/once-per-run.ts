import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const LOOK_EVERY_MS = 50;

/** Written by other tests or by npm, maybe during the run; nothing is made of it. */
const MADE = ["shared/client/dist", "shared/client/node_modules"];

type Outcome = { made: unknown } | { fault: string };

/**
 * What takes seconds to make and is the same for all files of a run: the first that asks for it makes it, in a folder
 * that it is given, and the others, which may have other workers, wait. What `make` answers must survive JSON.
 */
export async function oncePerRun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  // All files of a run share the temporary folder. In watch mode, what was made of older sources is not used again.
  const folder = join(tmpdir(), `payments-${name}-${changedAtMs()}`);
  const file = join(folder, "outcome.json");
  if (isMadeBy(folder)) write(file, await outcomeOf(make(join(folder, name))));
  while (!existsSync(file)) await wait(LOOK_EVERY_MS);
  const outcome = JSON.parse(readFileSync(file, "utf8")) as Outcome;
  if ("fault" in outcome) throw new Error(outcome.fault);
  return outcome.made as T;
}

/** Of several that try at once, one makes the folder. */
const isMadeBy = (folder: string): boolean => mkdirSync(folder, { recursive: true }) !== undefined;

const outcomeOf = (making: Promise<unknown>): Promise<Outcome> =>
  making.then(
    (made) => ({ made }),
    (error) => ({ fault: String(error) }),
  );

function write(file: string, outcome: Outcome): void {
  writeFileSync(`${file}.draft`, JSON.stringify(outcome));
  renameSync(`${file}.draft`, file);
}

const changedAtMs = (): number =>
  Math.max(
    ...globSync("{functions,infra,shared}/**/*.*", { cwd: ROOT, exclude: MADE }).map(
      (file) => statSync(join(ROOT, file)).mtimeMs,
    ),
  );
