import { existsSync } from "node:fs";
import { join } from "node:path";
import { signatureClock } from "../../shared/runtime/invocation.ts";
import { readJson, writeJson } from "./state.ts";

const dateNow = Date.now;
let offsetMs = 0;

export const machineNowMs = (): number => Date.now() - offsetMs;

/**
 * Functions and queues all use Date.now, so this moves them together. Signatures keep the machine's time, and
 * durations use performance.now.
 */
export function moveClock(toOffsetMs: number): void {
  offsetMs = toOffsetMs;
  Date.now = offsetMs === 0 ? dateNow : () => dateNow() + offsetMs;
  signatureClock.nowMs = machineNowMs;
}

const clockFile = (stateDir: string): string => join(stateDir, "clock.json");

/** The operator's commands are processes of their own. */
export const saveClock = (stateDir: string): void => writeJson(clockFile(stateDir), { offsetMs });

export function followClock(stateDir: string): void {
  if (existsSync(clockFile(stateDir)))
    moveClock(readJson<{ offsetMs: number }>(clockFile(stateDir)).offsetMs);
}
