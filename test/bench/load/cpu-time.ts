import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Of the fields behind the command's name, which may itself hold blanks. */
const [USER, SYSTEM] = [11, 12];

/** Milliseconds of the processor that a process has had so far; undefined where the system does not tell (no /proc). */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
  } catch {
    return undefined;
  }
}
