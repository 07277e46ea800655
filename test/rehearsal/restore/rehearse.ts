import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../../infra/rehearsal/synthesize.ts";
import { SpawnedStack } from "../../support/spawned-stack.ts";
import { devAssembly, withBundles } from "../dev-assembly.ts";

/** Where the service is pointed: which table it uses, and with which templates. */
type Pointed = { table?: string; as?: "closed" | "open" | "adopted"; options?: readonly string[] };

const MAIN = join(import.meta.dirname, "../../../infra/rehearsal/main.ts");

/** As `npm run rehearse -- -c table=… -c closed=true` does, with the table written where it must be. */
export async function rehearse(
  stateDir: string,
  { table, as = "open", options = [] }: Pointed = {},
): Promise<SpawnedStack> {
  const assembly = table ? await assemblyOf(table, as) : await devAssembly();
  return SpawnedStack.start(stateDir, { program: [MAIN, "--assembly", assembly, ...options] });
}

export const assemblyOf = async (table: string, as: "closed" | "open" | "adopted"): Promise<string> =>
  join(await assembliesOf(table), as);

const APP_THRICE = join(import.meta.dirname, "app-thrice.ts");
const synthesized = new Map<string, Promise<string>>();

/** A folder with one assembly for each of them. */
function assembliesOf(table: string): Promise<string> {
  const made = synthesized.get(table) ?? synthesizeAll(table);
  synthesized.set(table, made);
  return made;
}

async function synthesizeAll(table: string): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), "payments-restore-"));
  const variables = { RESTORED_TABLE: table, ...(await withBundles()) };
  await synthesize(outdir, { env: "dev", table }, variables, APP_THRICE);
  return outdir;
}
