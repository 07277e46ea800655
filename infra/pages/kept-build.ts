import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const KEPT_PAGES = fileURLToPath(new URL("../../node_modules/.cache/pages", import.meta.url));

const LOCK_FILE = new URL("../../package-lock.json", import.meta.url);
/** How it is built is part of what it becomes. */
const BUILDER = new URL("page-build.ts", import.meta.url);

/** `entry` names the script that runs first. */
export type Built = { entry: string; scripts: Record<string, string>; style: string; sources: string[] };

/** What it was made of that lies outside of the page's folder, as it was then. */
type Kept = Omit<Built, "sources"> & { outside: Record<string, string> };

/** `way`: in one piece, or in parts. They are kept side by side. */
type Place = { folder: string; way: "inline" | "split" };

/**
 * Built once per version of its sources and packages, because the bundler takes longer to start than the local
 * stack's servers.
 */
export function findKept(place: Place, keptIn: string): Kept | undefined {
  const kept = readKept(fileOf(place, keptIn));
  return kept && isUpToDate(kept) ? kept : undefined;
}

const fileOf = ({ folder, way }: Place, keptIn: string): string =>
  join(keptIn, `${fingerprint(folder)}-${way}.json`);

/** What lies in the folder, and which versions the packages have. What is imported from elsewhere only the build knows. */
function fingerprint(folder: string): string {
  const files = globSync("**/*.*", { cwd: folder }).sort();
  const hash = createHash("sha256")
    .update(folder)
    .update(readFileSync(LOCK_FILE))
    .update(readFileSync(BUILDER));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

const isUpToDate = ({ outside }: Kept): boolean =>
  Object.entries(outside).every(([path, hash]) => hashOfFile(path) === hash);

function hashOfFile(path: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return undefined;
  }
}

function readKept(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Kept;
  } catch {
    return undefined;
  }
}

/** Renamed into place, because tests start several stacks at once. Where nothing can be written it is built each time. */
export function writeKept(file: string, content: string | Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

export function keep(place: Place, keptIn: string, { sources, ...built }: Built): Kept {
  const { folder } = place;
  const elsewhere = sources.filter((path) => !path.startsWith(join(folder, "/")) && !isOfPackage(path));
  const outside = Object.fromEntries(elsewhere.map((path) => [path, hashOfFile(path) ?? ""]));
  const kept: Kept = { ...built, outside };
  writeKept(fileOf(place, keptIn), JSON.stringify(kept));
  return kept;
}

/** Of those the lock file says which version there is. */
const isOfPackage = (path: string): boolean => path.includes(join("/node_modules/"));
