import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import recorded from "../../../infra/ledger-access.json" with { type: "json" };
import type { PolicyRequest } from "../../../infra/rehearsal/front-door/judge.ts";
import { synthesize } from "../../../infra/rehearsal/synthesize.ts";
import { FUNCTIONS } from "../../../infra/topology.ts";
import { prefixOf } from "./observe.ts";

/**
 * `npm run ledger-access` runs the integration tests, the simulation and the rehearsal's proof, and writes down what each
 * function did to the table, and so what its role will allow. With test files as arguments only these are run, and what
 * they show is added.
 */
const FILE = join(import.meta.dirname, "../../../infra/ledger-access.json");
const VITEST = join(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs");
const BIOME = join(import.meta.dirname, "../../../node_modules/@biomejs/biome/bin/biome");
const SIMULATE = join(import.meta.dirname, "../../simulation/simulate.ts");
const PROOF = join(import.meta.dirname, "../../rehearsal/proof/run-one-proof.ts");
const EVERYTHING = ["test/integration", "test/security"];

const chosen = process.argv.slice(2);
const known: Record<string, string[]> = chosen.length > 0 ? recorded : {};
const folder = mkdtempSync(join(tmpdir(), "payments-ledger-access-"));
const files = chosen.length > 0 ? chosen : EVERYTHING;
const { status } = spawnSync(process.execPath, [VITEST, "run", ...files], {
  stdio: "inherit",
  env: { ...process.env, RECORD_LEDGER_ACCESS: folder },
});
// What only an unlucky day shows: a race, a function that starts cold in the middle of it.
if (chosen.length === 0) {
  const rights = ["--rights", join(folder, "simulation.txt")];
  spawnSync(process.execPath, [SIMULATE, "--seeds", "1000", ...rights], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, RECORD_LEDGER_ACCESS: folder },
  });
  writeFileSync(join(folder, "rehearsal.txt"), (await seenInRehearsal()).join("\n"));
}
const seen = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"));
rmSync(folder, { recursive: true, force: true });

/** What only a function that starts cold asks for, or one that has lost a race. What a role lacks yet is let through. */
async function seenInRehearsal(): Promise<string[]> {
  const outdir = join(folder, "assembly");
  await synthesize(outdir, { env: "dev" });
  const file = join(folder, "proof.json");
  spawnSync(process.execPath, [PROOF, outdir, file], { stdio: ["ignore", "ignore", "inherit"] });
  const { uses, denials } = JSON.parse(readFileSync(file, "utf8")) as {
    uses: PolicyRequest[];
    denials: PolicyRequest[];
  };
  rmSync(outdir, { recursive: true, force: true });
  rmSync(file);
  return [...uses, ...denials].flatMap(({ caller, action, resource, keys }) => {
    const index = /\/index\/(.+)$/.exec(resource)?.[1];
    const name = caller.replace("payments-dev-", "");
    return keys.map((key) =>
      [name, action.split(":")[1], prefixOf(key), ...(index ? [`on ${index}`] : [])].join(" "),
    );
  });
}

/** Others, of queues and secrets, are the topology's. */
const LEDGER_ACTION = /^(Get|BatchGet|Put|Update)Item |^Query /;

const accessOf = (name: string): string[] => {
  const lines = seen
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1))
    .filter((line) => LEDGER_ACTION.test(line));
  return [...new Set([...(known[name] ?? []), ...lines])].sort();
};
const access = FUNCTIONS.map(({ name }) => [name, accessOf(name)] as const).filter(
  ([, all]) => all.length > 0,
);
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(access), null, 2)}\n`);
spawnSync(process.execPath, [BIOME, "format", "--write", FILE], { stdio: "ignore" });
process.exitCode = status ?? 1;
