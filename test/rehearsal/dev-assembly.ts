import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { synthesise } from "../../infra/rehearsal/synthesise.ts";

const ROOT = join(import.meta.dirname, "../..");

/** In watch mode a run follows on changes: what was made of older sources is not taken for theirs. */
const changedAtMs = (): number =>
  Math.max(
    ...globSync("{functions,infra,shared}/**/*.*", { cwd: ROOT }).map(
      (file) => statSync(join(ROOT, file)).mtimeMs,
    ),
  );

/** In the temporary folder that all files of one run share. */
const FOLDER = join(tmpdir(), `payments-dev-assembly-${changedAtMs()}`);
const ASSEMBLY = join(FOLDER, "cdk.out");
/** How it ended: empty, or what went wrong. */
const OUTCOME = join(FOLDER, "outcome.txt");
const LOOK_EVERY_MS = 50;

/** The environment dev, synthesised by the first file of a run that asks for it. Answers its folder. */
export async function devAssembly(): Promise<string> {
  if (isFirst()) await make();
  while (!existsSync(OUTCOME)) await wait(LOOK_EVERY_MS);
  const fault = readFileSync(OUTCOME, "utf8");
  if (fault) throw new Error(fault);
  return ASSEMBLY;
}

/** Only one of several that try at once makes the folder. */
const isFirst = (): boolean => mkdirSync(FOLDER, { recursive: true }) !== undefined;

async function make(): Promise<void> {
  const fault = await synthesise(ASSEMBLY, { env: "dev" }).then(() => "", String);
  writeFileSync(`${OUTCOME}.draft`, fault);
  renameSync(`${OUTCOME}.draft`, OUTCOME);
}

/** The functions' bundles, as they were synthesised. */
export const bundlesIn = (assembly: string): string => join(assembly, "bundles");
