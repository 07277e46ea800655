import { globSync, readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Which branches of the flows the simulation has been through, by the engine's own counters. A branch is a block that
 * the engine counts by itself: an arm of a condition, the rest after an early return, a catch, a function.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = ["payments", "webhook", "callbacks", "open-work"].map((room) => `shared/flows/${room}/`);

type Block = { file: string; line: number; text: string; isTaken: boolean };

export async function startCoverage(): Promise<() => Promise<Block[]>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return async () => {
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

/** Files that only an operator's command or an endpoint that is not simulated runs, with the reason. */
export function describeCoverage(blocks: Block[]): { text: string; share: number } {
  const files = new Map<string, Block[]>();
  for (const block of blocks) files.set(block.file, [...(files.get(block.file) ?? []), block]);
  const loaded = new Set(files.keys());
  const unloaded = ROOMS.flatMap((room) => globSync(`${room}*.ts`, { cwd: ROOT })).filter(
    (file) => !loaded.has(file),
  );
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
  const rest = unloaded.map((file) => `${file.padEnd(52)} not loaded: no simulated function uses it`);
  return { text: [...lines, ...rest, "", sum].join("\n"), share };
}
