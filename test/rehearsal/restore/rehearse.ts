import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../../infra/rehearsal/synthesize.ts";
import { SpawnedStack } from "../../support/spawned-stack.ts";
import { devAssembly, withBundles } from "../dev-assembly.ts";

/** Where the service is pointed: which table it uses, and whether anybody is let in. */
type Pointed = { table?: string; isClosed?: boolean };

const MAIN = join(import.meta.dirname, "../../../infra/rehearsal/main.ts");

/** As `npm run rehearse -- -c table=… -c closed=true` does, with the table written where it must be. */
export async function rehearse(stateDir: string, { table, isClosed }: Pointed = {}): Promise<SpawnedStack> {
  const assembly = table
    ? join(await assembliesOf(table), isClosed ? "closed" : "open")
    : await devAssembly();
  return SpawnedStack.start(stateDir, { program: [MAIN, "--assembly", assembly] });
}

const APP_TWICE = join(import.meta.dirname, "app-twice.ts");
const synthesized = new Map<string, Promise<string>>();

/** A folder with an assembly that is closed and one that is open. */
function assembliesOf(table: string): Promise<string> {
  const made = synthesized.get(table) ?? synthesizeBoth(table);
  synthesized.set(table, made);
  return made;
}

async function synthesizeBoth(table: string): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), "payments-restore-"));
  const variables = { RESTORED_TABLE: table, ...(await withBundles()) };
  await synthesize(outdir, { env: "dev", table }, variables, APP_TWICE);
  return outdir;
}
