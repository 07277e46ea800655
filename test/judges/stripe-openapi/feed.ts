import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CACHE, ROOT, run } from "../toolchain.ts";
import { type Recorded, withoutIds } from "./record.ts";

const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const CONFIG = "test/judges/stripe-openapi/record.config.ts";
/** What the recording depends on. */
const SOURCES =
  "{shared,functions,infra,test/integration,test/security,test/support,test/judges/stripe-openapi}";

/** What passes through the simulator in these tests. The same files give the same recording, so it is kept. */
export async function recording(tests: string[]): Promise<Recorded[]> {
  const kept = join(CACHE, `stripe-openapi-${contentHash(tests)}`);
  if (!existsSync(kept)) {
    for (const old of globSync(join(CACHE, "stripe-openapi-*"))) rmSync(old, { recursive: true });
    const folder = join(CACHE, "stripe-openapi-unfinished");
    mkdirSync(folder, { recursive: true });
    await runTests(tests, folder);
    renameSync(folder, kept);
  }
  return readdirSync(kept)
    .flatMap((file) => readFileSync(join(kept, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Recorded);
}

/** The tests must pass: a recording that stopped in the middle would judge less, and nobody would see it. */
async function runTests(tests: string[], folder: string): Promise<void> {
  const args = [
    VITEST,
    "run",
    "--project",
    "service",
    "--config",
    CONFIG,
    "--retry",
    "1",
    "--reporter",
    "dot",
  ];
  const env = { ...process.env, RECORD_SIMULATOR: folder, NO_COLOR: "1" };
  const { status, stderr } = await run(process.execPath, [...args, ...tests], {
    cwd: ROOT,
    env,
    seconds: 1800,
  });
  if (status !== 0) throw new Error(`The tests that are recorded failed:\n${stderr.slice(-3000)}`);
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
