import { invalid } from "../http/api-error.ts";
import { DEFAULT_SWITCHES, type Switches } from "../world/switches.ts";
import { isRecord } from "./json-body.ts";

export function parseSwitches(body: unknown): Partial<Switches> {
  for (const [name, value] of Object.entries(isRecord(body) ? body : {})) {
    const known = Object.entries(DEFAULT_SWITCHES).find(([candidate]) => candidate === name);
    const negative = typeof value === "number" && !(value >= 0);
    if (!known || typeof value !== typeof known[1] || negative) {
      throw invalid(`Not a switch, or not a value of it: ${name}`);
    }
  }
  return isRecord(body) ? body : {};
}
