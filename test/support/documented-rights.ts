import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = join(import.meta.dirname, "../../shared/contract/going-live.md");

export type DocumentedRight = { name: string; level: string; on: string; waits: string[] };

/** The table of rights in going-live.md: each with its level, on whose objects it is used, and what waits without it. */
export function documentedRights(): DocumentedRight[] {
  const rows = readFileSync(PAGE, "utf8")
    .split("\n")
    .filter((line) => /^\| `[a-z_]+` +\| (read|write) /.test(line));
  return rows.map((row) => {
    const [, name = "", level = "", on = "", waits = ""] = row.split("|").map((cell) => cell.trim());
    return {
      name: name.replaceAll("`", ""),
      level,
      on,
      waits: waits.split(", ").filter((word) => word !== "–"),
    };
  });
}
