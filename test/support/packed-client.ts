import { execFile } from "node:child_process";
import { globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnvironment } from "./child-environment.ts";
import { oncePerRun } from "./once-per-run.ts";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** What npm would fetch from its registry, the client's dependency, is packed from what is installed here. */
const PACKED = ["shared/client", "node_modules/openapi-fetch", "node_modules/openapi-typescript-helpers"];

const npm = (folder: string, ...line: string[]) =>
  run("npm", [...line, "--loglevel=error"], { cwd: folder, env: childEnvironment({}) });

/** The client as its users get it, installed in a folder that has a package.json. No network is needed. */
export async function installClient(folder: string): Promise<void> {
  const tarballs = await oncePerRun("packed-client", async (made) => {
    mkdirSync(made);
    await npm(ROOT, "run", "build", "--workspace", "shared/client");
    const packages = PACKED.map((path) => join(ROOT, path));
    await npm(made, "pack", ...packages, "--ignore-scripts");
    return globSync("*.tgz", { cwd: made }).map((name) => join(made, name));
  });
  await npm(folder, "install", ...tarballs, "--offline", "--no-audit", "--no-fund");
}
