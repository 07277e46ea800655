import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConsoleBuild } from "./console-page.ts";

const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/console", import.meta.url));
const LOCK_FILE = fileURLToPath(new URL("../../package-lock.json", import.meta.url));

/**
 * Builds the page once for each version of its sources and of the packages. Every start of the local stack needs it, and
 * the bundler takes longer to start than the whole stack's servers.
 */
export function keptBuild(source: string, build: () => ConsoleBuild): ConsoleBuild {
  const file = join(FOLDER, `${fingerprint(source)}.json`);
  return readKept(file) ?? keep(file, build());
}

function fingerprint(source: string): string {
  const files = globSync("**/*.*", { cwd: source }).sort();
  const hash = createHash("sha256").update(readFileSync(LOCK_FILE)).update(readFileSync(BUILDER));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(source, file)));
  return hash.digest("hex");
}

/** How it is built is part of what it becomes. */
const BUILDER = new URL("console-page.ts", import.meta.url);

function readKept(file: string): ConsoleBuild | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ConsoleBuild;
  } catch {
    return undefined;
  }
}

/** Renamed into place, because tests start several stacks at once. Where nothing can be written it is built each time. */
function keep(file: string, built: ConsoleBuild): ConsoleBuild {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(draft, JSON.stringify(built));
    renameSync(draft, file);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
  return built;
}
