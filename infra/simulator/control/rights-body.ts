import { invalid } from "../http/api-error.ts";
import { COLUMNS, type Columns, DOCUMENTED_RIGHTS, LEVELS, type Rights } from "../world/rights.ts";
import { isRecord } from "./json-body.ts";

/** Without `on` they hold in both columns. */
export function parseRights(body: unknown): { columns: (keyof Columns)[]; rights: Partial<Rights> } {
  if (!isRecord(body)) {
    throw invalid("The rights are an object.");
  }
  const { on, ...rights } = body;
  const columns = COLUMNS.filter((column) => on === undefined || on === column);
  if (columns.length === 0) {
    throw invalid(`\`on\` is one of ${COLUMNS.join(", ")}, or left out.`);
  }
  for (const [name, level] of Object.entries(rights)) {
    if (!Object.hasOwn(DOCUMENTED_RIGHTS, name) || !LEVELS.some((known) => known === level)) {
      throw invalid(`Not a right, or not a level of it (${LEVELS.join(", ")}): ${name}`);
    }
  }
  return { columns, rights };
}
