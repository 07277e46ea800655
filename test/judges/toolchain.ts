import { type SpawnOptions, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, delimiter, join } from "node:path";
import { NotJudged } from "./verdict.ts";

/** Other languages' software, pinned by files beside the judge, built into one cache folder. */
export const ROOT = join(import.meta.dirname, "../..");
export const JUDGES = import.meta.dirname;
export const CACHE = join(ROOT, "node_modules/.cache/judges");

export function missingPrograms(needs: string[], path = process.env.PATH ?? ""): string[] {
  return needs.filter((program) => !path.split(delimiter).some((folder) => isProgram(join(folder, program))));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type Ran = { status: number | null; stdout: string; stderr: string };
export type RunOptions = Pick<SpawnOptions, "cwd" | "env"> & { input?: string; seconds?: number };

/** Runs a program to its end, or for so many seconds (ten minutes), and never throws for what it says. */
export function run(program: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const { input, seconds = 600, ...rest } = options;
  const child = spawn(program, args, { ...rest, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const texts = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
  child.stdin.on("error", () => undefined).end(input ?? "");
  // What it has started ends with it.
  const limit = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), seconds * 1000);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      clearTimeout(limit);
      resolve({ status, ...texts });
    });
  });
}

/** Other's software is fetched and built here. If that fails, nothing was judged. */
async function prepare(program: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, { seconds: 900, ...options });
  if (status === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).split("\n").slice(-3).join(" | ");
  const failure = `${program} ${args.slice(0, 2).join(" ")} failed: ${said}`;
  // A program of our own that does not compile is no lack of this machine.
  throw /^\.\/\w+\.go:\d+/m.test(stderr) ? new Error(failure) : new NotJudged(failure);
}

export const GO = { ...process.env, GOTOOLCHAIN: "local", GOWORK: "off", GOFLAGS: "-mod=readonly -p=1" };

/** Builds a package of the module in `test/judges/<folder>`, as its go.mod and go.sum pin it. Returns the program. */
export async function buildGo(folder: string, packagePath = "."): Promise<string> {
  const name = packagePath === "." ? folder : `${folder}-${basename(packagePath)}`;
  const program = join(CACHE, "bin", name);
  await prepare("go", ["build", "-o", program, packagePath], { cwd: join(JUDGES, folder), env: GO });
  return program;
}

/** The version of a module that `test/judges/<folder>/go.mod` pins. */
export function goVersion(folder: string, modulePath: string): string {
  const lines = readFileSync(join(JUDGES, folder, "go.mod"), "utf8").split("\n");
  const line = lines.find((text) =>
    text
      .trim()
      .replace(/^require /, "")
      .startsWith(`${modulePath} `),
  );
  if (!line) throw new Error(`${folder}/go.mod does not name ${modulePath}.`);
  return (
    line
      .trim()
      .replace(/^require /, "")
      .split(" ")[1] ?? ""
  );
}

/**
 * A virtual environment with what a requirements file pins (with hashes). Returns the folder of its programs.
 */
export async function pythonPrograms(requirements: string): Promise<string> {
  const file = join(JUDGES, requirements);
  const version = await prepare("python3", ["--version"]);
  const folder = join(CACHE, `python-${shortHash(version + readFileSync(file, "utf8"))}`);
  const programs = join(folder, "bin");
  if (existsSync(folder)) return programs;
  // Programs in it name its folder, so it cannot be made elsewhere and moved: a half-made one is taken away.
  try {
    await prepare("python3", ["-m", "venv", folder]);
    const install = ["-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", file];
    await prepare(join(programs, "python"), install);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return programs;
}

/** The packages that `test/judges/<folder>/package-lock.json` pins. Returns the folder of their programs. */
export async function npmPrograms(folder: string): Promise<string> {
  const pins = join(JUDGES, folder);
  const made = join(CACHE, `npm-${shortHash(readFileSync(join(pins, "package-lock.json"), "utf8"))}`);
  const programs = join(made, "node_modules/.bin");
  if (existsSync(made)) return programs;
  const unfinished = `${made}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(pins, name), join(unfinished, name));
  await prepare("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: unfinished });
  renameSync(unfinished, made);
  return programs;
}

/** The version of a package that `test/judges/<folder>/package.json` pins. */
export function npmVersion(folder: string, name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(JUDGES, folder, "package.json"), "utf8"));
  return dependencies[name].replace(/^npm:.*@/, "");
}

/**
 * The jars that a pom.xml pins, copied into one folder, for `-cp folder/*`. Returns the folder.
 */
export async function mavenJars(pom: string): Promise<string> {
  const file = join(JUDGES, pom);
  const folder = join(CACHE, `jars-${shortHash(readFileSync(file, "utf8"))}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const copy = ["dependency:copy-dependencies", `-DoutputDirectory=${unfinished}`];
  await prepare("mvn", ["-q", "-B", "-C", "-f", file, ...copy, `-Dmaven.repo.local=${join(CACHE, "maven")}`]);
  renameSync(unfinished, folder);
  return folder;
}

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
