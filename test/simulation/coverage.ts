import { globSync, readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * Which branches of the flows the simulation has been through, by the engine's own counters. A branch is a block that
 * the engine counts by itself: an arm of a condition, the rest after an early return, a catch, a function.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = ["payments", "events", "webhook", "callbacks", "open-work"].map(
  (room) => `shared/flows/${room}/`,
);

type Block = { file: string; line: number; text: string; isTaken: boolean };

export async function startCoverage(): Promise<() => Promise<Block[]>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return async () => {
    // What no seed has loaded counts as well, as not taken.
    for (const file of ROOMS.flatMap((room) => globSync(`${room}*.ts`, { cwd: ROOT })))
      await import(pathToFileURL(join(ROOT, file)).href);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    session.disconnect();
    return result.flatMap(({ url, functions }) => {
      const file = url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : "";
      if (!ROOMS.some((room) => file.startsWith(room))) return [];
      const source = readFileSync(fileURLToPath(url), "utf8");
      return functions.flatMap(({ ranges, isBlockCoverage }) =>
        (isBlockCoverage ? ranges : ranges.slice(0, 1)).map(({ startOffset, count }) => ({
          file,
          ...placeOf(source, startOffset),
          isTaken: count > 0,
        })),
      );
    });
  };
}

function placeOf(source: string, offset: number): { line: number; text: string } {
  const line = source.slice(0, offset).split("\n").length;
  const rest = source.slice(offset).trimStart();
  return { line, text: (rest.split("\n")[0] ?? "").slice(0, 90) };
}

export function describeCoverage(blocks: Block[]): { text: string; share: number } {
  const files = new Map<string, Block[]>();
  for (const block of blocks) files.set(block.file, [...(files.get(block.file) ?? []), block]);
  const lines = [...files]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([file, own]) => {
      const missed = own.filter(({ isTaken }) => !isTaken);
      const share = `${own.length - missed.length} of ${own.length}`;
      return [
        `${file.padEnd(52)} ${share}`,
        ...missed.map(({ line, text }) => `    not taken: ${line}  ${text}`),
      ];
    });
  const taken = blocks.filter(({ isTaken }) => isTaken).length;
  const share = taken / Math.max(blocks.length, 1);
  const sum = `${taken} of ${blocks.length} branches (${(100 * share).toFixed(1)} %) in flows/${ROOMS.map((room) => room.split("/")[2]).join(", ")}`;
  return { text: [...lines, "", sum].join("\n"), share };
}
