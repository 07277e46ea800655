import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const KEPT_PAGES = fileURLToPath(new URL("../../node_modules/.cache/pages", import.meta.url));

/** Which versions the packages have, and how it is built, are part of what it becomes. */
const WITH = ["../../package-lock.json", "page-build.ts"].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);

/** `entry` names the script that runs first; `sources`, the files that it was made of. */
export type Built = { entry: string; scripts: Record<string, string>; style: string; sources: string[] };

type Kept = Omit<Built, "sources"> & { hashes: Record<string, string> };

/** `way`: in one piece, or in parts. They are kept side by side. */
type Place = { folder: string; way: "inline" | "split" };

/**
 * Built again only if one of its sources has changed, because the bundler takes longer to start than the local
 * stack's servers.
 */
export function findKept(place: Place, keptIn: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(fileOf(place, keptIn), "utf8")) as Kept;
    const isUpToDate = Object.entries(kept.hashes).every(
      ([path, hash]) => hashOf(readFileSync(path)) === hash,
    );
    return isUpToDate ? kept : undefined;
  } catch {
    // It was never built, or a source is gone.
    return undefined;
  }
}

const fileOf = ({ folder, way }: Place, keptIn: string): string =>
  join(keptIn, `${hashOf(folder)}-${way}.json`);

const hashOf = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

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
  const hashes = Object.fromEntries([...sources, ...WITH].map((path) => [path, hashOf(readFileSync(path))]));
  const kept: Kept = { ...built, hashes };
  writeKept(fileOf(place, keptIn), JSON.stringify(kept));
  return kept;
}
