import { mkdirSync } from "node:fs";
import { type LocalSecrets, loadSecrets } from "./state.ts";
import { lockStateDir } from "./state-lock.ts";

export type OpenState = { secrets: LocalSecrets; unlock: () => void };

/** The folder of a stack, for it alone. Throws where another runs in it, or where it holds what this release cannot read. */
export function openState(stateDir: string): OpenState {
  mkdirSync(stateDir, { recursive: true });
  const unlock = lockStateDir(stateDir);
  return { secrets: loadSecrets(stateDir), unlock };
}
