import { invalid } from "../http/api-error.ts";
import { DOCUMENTED_RIGHTS, LEVELS, type Rights } from "../world/rights.ts";
import { isRecord } from "./json-body.ts";

export function parseRights(body: unknown): Partial<Rights> {
  if (!isRecord(body)) {
    throw invalid("The rights are an object.");
  }
  for (const [name, level] of Object.entries(body)) {
    if (!Object.hasOwn(DOCUMENTED_RIGHTS, name) || !LEVELS.some((known) => known === level)) {
      throw invalid(`Not a right, or not a level of it (${LEVELS.join(", ")}): ${name}`);
    }
  }
  return body;
}
