import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { deployedApiUrl } from "../../aws/deployed-stack.ts";
import type { Demo } from "../../local/demo.ts";
import { readJson } from "../../local/state.ts";

export type Target = { baseUrl: string; apiKey: string };

/** Where to knock, and with which key. */
export async function findTarget(environment: string | undefined): Promise<Target> {
  if (environment === undefined) return localTarget();
  const apiKey = process.env.SMOKE_API_KEY;
  if (!apiKey) throw new Error("Set SMOKE_API_KEY to an API key of the smoke test's merchant.");
  return { baseUrl: await deployedApiUrl(environment), apiKey };
}

function localTarget(): Target {
  const stateDir = resolve(process.env.STATE_DIR ?? ".local");
  const path = join(stateDir, "demo.json");
  if (!existsSync(path))
    throw new Error(`There is no local stack in ${stateDir}: start one with npm start, or set STATE_DIR.`);
  const { baseUrl, apiKey } = readJson<Demo>(path);
  return { baseUrl, apiKey };
}
