import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { checkCommand } from "./check-command.ts";

/** cdk, after checks. A fault is reported in one line, and nothing is deployed. */
const [command = "", ...args] = process.argv.slice(2);

try {
  const known = await checkCommand(command, args);
  // The data first, then the service: cdk knows the order, and stops at the first that fails.
  process.exitCode = await runCdk([command, ...args, ...known]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function runCdk(all: string[]): Promise<number> {
  const cdk = createRequire(import.meta.url).resolve("aws-cdk/bin/cdk");
  const child = spawn(process.execPath, [cdk, ...all], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
