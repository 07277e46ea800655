import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { installClient } from "../support/packed-client.ts";
import { npmPrograms, npmVersion, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const FOLDER = "client-package";
const MINIMUM = npmVersion(FOLDER, "typescript-minimum");
const ENTRIES = [
  "payments-service-client",
  "payments-service-client/callbacks",
  "payments-service-client/testing",
];

/** How compilers find a package's types; `node16` asks twice, as a module and as CommonJS. */
const RESOLUTIONS = [
  ["commonjs", "node", "main.ts"],
  ["node16", "node16", "main.mts"],
  ["node16", "node16", "main.cts"],
  ["es2022", "bundler", "main.ts"],
] as const;

/** The client as it would be published, read by the tools that its users' complaints come from. */
export const clientPackage: Judge = {
  title: "publint, Are The Types Wrong and the oldest TypeScript that we name read the client's package",
  needs: ["npm"],
  planted: [
    { mistake: "an entry whose file is not packed", finding: /^publint: FILE_DOES_NOT_EXIST/ },
    { mistake: "a module's types for require", finding: /^attw: FalseESM testing/ },
    { mistake: "a type of a later TypeScript", finding: /^TypeScript \S+, node16, main\.mts: TS2304/ },
  ],
  async judge({ planted }) {
    const programs = await npmPrograms(FOLDER);
    const folder = mkdtempSync(join(tmpdir(), "judge-client-package-"));
    // What is made once per run of the tests is made for this run.
    process.env.TMPDIR = folder;
    try {
      writeFileSync(join(folder, "package.json"), "{}");
      await installClient(folder);
      const installed = join(folder, "node_modules/payments-service-client");
      if (planted) plant(installed);
      const findings = [
        ...(await lint(programs, installed)),
        ...(await readTypes(programs, installed, folder)),
        ...(await compile(programs, folder)),
      ];
      const tools = [
        `publint ${npmVersion(FOLDER, "publint")}`,
        `Are The Types Wrong ${npmVersion(FOLDER, "@arethetypeswrong/core")}`,
        `TypeScript ${MINIMUM}`,
      ];
      const count = globSync("**/*.*", { cwd: installed }).length;
      return { tools, judged: "the files of the client's package", count, findings };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function plant(installed: string): void {
  const file = join(installed, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.exports["./callbacks"].import.default = "./dist/esm/nowhere.js";
  manifest.exports["./testing"].require.types = "./dist/esm/testing.d.ts";
  writeFileSync(file, JSON.stringify(manifest));
  appendFileSync(join(installed, "dist/esm/client.d.ts"), "export type Later = NoInfer<string>;\n");
}

/** By their libraries: the commands print for people. */
const LINT = `import { publint } from "publint";
console.log(JSON.stringify((await publint({ pkgDir: process.argv[1], pack: false, strict: true })).messages));`;
const READ_TYPES = `import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(process.argv[1])));
console.log(JSON.stringify(problems));`;

async function askLibrary<Message>(programs: string, script: string, argument: string): Promise<Message[]> {
  const line = ["--input-type=module", "-e", script, argument];
  const { stdout, stderr } = await run(process.execPath, line, { cwd: programs });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function lint(programs: string, installed: string): Promise<Finding[]> {
  const messages = await askLibrary<{ code: string; path: string[] }>(programs, LINT, installed);
  return messages.map(({ code, path }) => ({ what: `publint: ${code} ${path.join(".")}` }));
}

type Problem = { kind: string; entrypoint?: string; typesFileName?: string; resolutionKind?: string };

async function readTypes(programs: string, installed: string, folder: string): Promise<Finding[]> {
  await run("npm", ["pack", installed, "--ignore-scripts"], { cwd: folder });
  const [tarball = ""] = globSync("*.tgz", { cwd: folder });
  const problems = await askLibrary<Problem>(programs, READ_TYPES, join(folder, tarball));
  return problems.map(({ kind, entrypoint, typesFileName, resolutionKind }) => ({
    what: ["attw:", kind, entrypoint, basename(typesFileName ?? ""), resolutionKind]
      .filter(Boolean)
      .join(" "),
  }));
}

async function compile(programs: string, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const code = ENTRIES.map((entry, number) => `export * as entry${number} from "${entry}";\n`).join("");
  const tsc = join(programs, "../typescript-minimum/bin/tsc");
  for (const [module, resolution, name] of RESOLUTIONS) {
    writeFileSync(join(folder, name), code);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
    const how = ["--module", module, "--moduleResolution", resolution];
    const { stdout } = await run(process.execPath, [tsc, ...options, ...how, name], { cwd: folder });
    for (const [, place = "", error = "", text = ""] of stdout.matchAll(
      /^(.+?)\(.*?: error (TS\d+): (.*)$/gm,
    ))
      findings.push({
        what: `TypeScript ${MINIMUM}, ${resolution}, ${name}: ${error}`,
        detail: `${place}: ${text}`,
      });
  }
  return findings;
}
