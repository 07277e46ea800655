import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";

const MAIN = join(import.meta.dirname, "../../infra/rehearsal/main.ts");

type Ending = { code: number; stderr: string; left: string[] };

function rehearse(...args: string[]): Promise<Ending> {
  const folder = mkdtempSync(join(tmpdir(), "payments-rejection-"));
  const stateDir = join(folder, "state");
  const env = childEnvironment({ STATE_DIR: stateDir, PORT: "0", TMPDIR: folder });
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr, left: readdirSync(folder) }),
    );
  });
}

function assemblyWith(Resources: object): string {
  const directory = mkdtempSync(join(tmpdir(), "payments-rejection-"));
  const stack = { type: "aws:cloudformation:stack", properties: { templateFile: "stack.json" } };
  writeFileSync(join(directory, "manifest.json"), JSON.stringify({ artifacts: { stack } }));
  writeFileSync(join(directory, "stack.json"), JSON.stringify({ Resources }));
  return directory;
}

it.each([
  [
    "a resource that it does not know",
    ["--assembly", assemblyWith({ A: { Type: "AWS::S3::Bucket" } })],
    /AWS::S3::Bucket/,
  ],
  ["an environment that there is not", ["-c", "env=nowhere"], /nowhere/],
  ["a setting without a name", ["-c", "staging"], /^staging is neither/],
  ["a word that it does not know", ["nigth"], /^nigth is neither/],
])(
  "a rehearsal says in one line what it cannot do, starts nothing and leaves nothing behind: %s",
  async (_, args, says) => {
    const { code, stderr, left } = await rehearse(...args);
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(left).toEqual([]);
  },
);
