import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runTests } from "../run-tests.ts";
import { CACHE, ROOT } from "../toolchain.ts";
import type { Finding } from "../verdict.ts";
import { type Recorded, withoutIds } from "./record.ts";

const CONFIG = "test/judges/stripe-openapi/record.config.ts";
/** What the recording depends on. */
const SOURCES =
  "{shared,functions,infra,test/integration,test/security,test/support,test/judges/stripe-openapi}";

/** What passes through the simulator in these tests, and which of them failed. */
type Recording = { recorded: Recorded[]; failures: Finding[] };

/** The same files give the same recording, so it is kept, unless its tests failed: then something may be missing. */
export async function recording(label: string, tests: string[]): Promise<Recording> {
  const kept = join(CACHE, `stripe-openapi-${label}-${contentHash(tests)}`);
  if (existsSync(kept)) return { recorded: readAll(kept), failures: [] };
  for (const old of globSync(join(CACHE, `stripe-openapi-${label}-*`))) rmSync(old, { recursive: true });
  const folder = join(CACHE, `stripe-openapi-${label}-unfinished`);
  mkdirSync(folder, { recursive: true });
  const { failures } = await runTests({ tests, config: CONFIG, env: { RECORD_SIMULATOR: folder } });
  if (failures.length > 0) return { recorded: readAll(folder), failures };
  renameSync(folder, kept);
  return { recorded: readAll(kept), failures: [] };
}

function readAll(folder: string): Recorded[] {
  return readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Recorded);
}

function contentHash(tests: string[]): string {
  const hash = createHash("sha256").update(tests.join());
  const files = globSync([`${SOURCES}/**/*.{ts,tsx,mjs,json}`, "package-lock.json", "vitest.config.ts"], {
    cwd: ROOT,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}

/** Several workers record the same. */
export function distinct(recorded: Recorded[]): Recorded[] {
  return [...new Map(recorded.map((one) => [withoutIds(JSON.stringify(one)), one])).values()];
}
