import { existsSync } from "node:fs";
import { join } from "node:path";
import { signatureClock } from "../../shared/signature-clock.ts";
import { readJson, writeJson } from "./state.ts";

const dateNow = Date.now;
let offsetMs = 0;

/** The machine's own time, whatever this process takes for now. */
export const machineNowMs = (): number => Date.now() - offsetMs;

/**
 * Everything in this process happens by Date.now: functions, queues and their hiding. So this moves all of it at once.
 * Signatures keep the machine's time, and durations are measured by performance.now.
 */
export function moveClock(toOffsetMs: number): void {
  offsetMs = toOffsetMs;
  Date.now = offsetMs === 0 ? dateNow : () => dateNow() + offsetMs;
  signatureClock.nowMs = machineNowMs;
}

const clockFile = (stateDir: string): string => join(stateDir, "clock.json");

/** For the operator's commands, which are processes of their own. */
export const saveClock = (stateDir: string): void => writeJson(clockFile(stateDir), { offsetMs });

export function followClock(stateDir: string): void {
  if (existsSync(clockFile(stateDir)))
    moveClock(readJson<{ offsetMs: number }>(clockFile(stateDir)).offsetMs);
}
