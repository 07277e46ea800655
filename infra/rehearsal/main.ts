import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { banner } from "../local/banner.ts";
import { synthesize } from "./synthesize.ts";
import { readDeployedStack } from "./template/deployed-stack.ts";

const USAGE = `npm run rehearse -- [-c name=value …] [--deny-log file] [--assembly folder]
  Synthesizes an environment (default: dev) and runs its templates on this machine, with each role's rights.
  -c name=value       a setting of the deploy, such as env=staging
  --assembly folder   use templates that are already synthesized
  --deny-log file     write denied calls to a file
  night               play three incidents, and print which alarms of prod ring, when, and what their pages say first
  --help              print this text
PORT and STATE_DIR (default: 8787 and .rehearsal) set port and folder.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    context: { type: "string", short: "c", multiple: true, default: [] },
    assembly: { type: "string" },
    "deny-log": { type: "string" },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
// Otherwise dev would be rehearsed in place of what was meant.
const unread = [
  ...positionals.filter((word) => word !== "night"),
  ...values.context.filter((pair) => !/^\w+=/.test(pair)),
];
if (unread.length > 0) {
  console.error(`${unread.join(", ")} is neither name=value after -c nor night. See --help.`);
  process.exit(1);
}
process.env.LOG_LEVEL ??= "WARN";
/** What prod is not synthesized without. */
const NOWHERE = { account: "111122223333", region: "eu-west-1", alarmEmail: "oncall@example.com" };
const stateDir = resolve(process.env.STATE_DIR ?? ".rehearsal");
const given = Object.fromEntries(values.context.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
const outdir = values.assembly ?? mkdtempSync(join(tmpdir(), "payments-rehearsal-"));
if (!values.assembly) process.once("exit", () => rmSync(outdir, { recursive: true, force: true }));

if (positionals.includes("night")) {
  if (!values.assembly) await synthesize(outdir, { env: "prod", ...NOWHERE, ...given });
  const program = join(import.meta.dirname, "../../test/simulation/night/night.ts");
  const template = join(outdir, `payments-${given.env ?? "prod"}.template.json`);
  const { status } = spawnSync(process.execPath, [program, "--template", template], { stdio: "inherit" });
  process.exit(status ?? 1);
}

try {
  if (!values.assembly) await synthesize(outdir, { env: "dev", ...given });
  const stack = readDeployedStack(outdir);
  // Loaded late: it loads everything outside of the functions.
  const { startRehearsal } = await import("./rehearsal.ts");
  const rehearsal = await startRehearsal({
    stack,
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
      process.exit(0);
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
