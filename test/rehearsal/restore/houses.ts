import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson, writeJson } from "../../../infra/local/state.ts";
import { synthesise } from "../../../infra/rehearsal/synthesise.ts";
import { SpawnedStack, type SpawnOptions } from "../../support/spawned-stack.ts";
import { devAssembly, withBundles } from "../dev-assembly.ts";

/** Where the service is pointed: which table it uses, and whether anybody is let in. */
type Pointed = { table?: string; isClosed?: boolean };

/** A place in which a restore can be carried out. */
export type RestorableHouse = {
  kind: string;
  tableOf: (stateDir: string) => string;
  start: (stateDir: string, pointed: Pointed) => Promise<SpawnedStack>;
};

const namesFile = (stateDir: string): string => join(stateDir, "names.json");

export const LOCAL: RestorableHouse = {
  kind: "the local stack",
  tableOf: (stateDir) => `payments-local${readJson<{ suffix: string }>(namesFile(stateDir)).suffix}`,
  start: (stateDir, { table, isClosed }) => {
    if (table) writeJson(namesFile(stateDir), { ...readJson<object>(namesFile(stateDir)), table });
    return SpawnedStack.start(stateDir, isClosed ? { env: { API_CLOSED: "true" } } : {});
  },
};

const MAIN = join(import.meta.dirname, "../../../infra/rehearsal/main.ts");

export const REHEARSAL: RestorableHouse = {
  kind: "the rehearsal",
  tableOf: () => "payments-dev",
  start: async (stateDir, pointed) => SpawnedStack.start(stateDir, await rehearse(pointed)),
};

/** As `npm run rehearse -- -c table=… -c closed=true` would, with the table written where it must be. */
async function rehearse({ table, isClosed }: Pointed): Promise<SpawnOptions> {
  if (!table) return { program: [MAIN, "--assembly", await devAssembly()] };
  const assembly = join(await assembliesOf(table), isClosed ? "closed" : "open");
  return { program: [MAIN, "--assembly", assembly] };
}

const APP_TWICE = join(import.meta.dirname, "app-twice.ts");
const synthesised = new Map<string, Promise<string>>();

/** A folder with an assembly that is closed and one that is open. */
function assembliesOf(table: string): Promise<string> {
  const made = synthesised.get(table) ?? synthesiseBoth(table);
  synthesised.set(table, made);
  return made;
}

async function synthesiseBoth(table: string): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), "payments-restore-"));
  const variables = { RESTORED_TABLE: table, ...(await withBundles()) };
  await synthesise(outdir, { env: "dev", table }, variables, APP_TWICE);
  return outdir;
}
