import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { banner } from "../local/banner.ts";
import { synthesize } from "./synthesize.ts";
import { readHouse } from "./template/house.ts";

/**
 * `npm run rehearse` synthesizes an environment and serves what its templates say. With --take-away N (--seed S) or
 * --unused-rights it serves nothing, but runs the proof on roles that lack something, or to see which rights it uses.
 */
const { values } = parseArgs({
  options: {
    "take-away": { type: "string" },
    "unused-rights": { type: "boolean" },
    seed: { type: "string" },
    context: { type: "string", short: "c", multiple: true, default: [] },
    assembly: { type: "string" },
    "deny-log": { type: "string" },
  },
});

process.env.LOG_LEVEL ??= "WARN";
const stateDir = resolve(process.env.STATE_DIR ?? ".rehearsal");
const given = Object.fromEntries(values.context.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
const outdir = values.assembly ?? mkdtempSync(join(tmpdir(), "payments-rehearsal-"));

if (values["take-away"] !== undefined || values["unused-rights"]) {
  // The proof is the tests', so it is a program of theirs.
  const program = join(import.meta.dirname, "../../test/rehearsal/take-away/take-away.ts");
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: "inherit" });
  process.exit(status ?? 1);
}

try {
  if (!values.assembly) await synthesize(outdir, { env: "dev", ...given });
  const house = readHouse(outdir);
  // Not before the templates were looked at: it loads everything that is outside of the functions.
  const { startRehearsal } = await import("./rehearsal.ts");
  const rehearsal = await startRehearsal({
    house,
    port: Number(process.env.PORT ?? 8787),
    stateDir,
    denyLog: values["deny-log"],
    onAccess: ({ method, path, status, milliseconds }) =>
      console.log(`${status} ${method} ${path} ${milliseconds} ms`),
    onFailure: (line) => console.error(line),
  });
  console.log(banner(rehearsal.demo, stateDir));
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      await rehearsal.stop();
      if (!values.assembly) rmSync(outdir, { recursive: true, force: true });
      process.exit(0);
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
