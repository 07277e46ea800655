import { mkdirSync } from "node:fs";
import { type LocalSecrets, loadSecrets } from "./state.ts";
import { lockStateDir } from "./state-lock.ts";

export type OpenState = { secrets: LocalSecrets; unlock: () => void };

/** Throws if another stack runs in the folder, or if this release cannot read it. */
export function openState(stateDir: string): OpenState {
  mkdirSync(stateDir, { recursive: true });
  const unlock = lockStateDir(stateDir);
  return { secrets: loadSecrets(stateDir), unlock };
}
