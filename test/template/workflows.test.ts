import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const FOLDER = join(import.meta.dirname, "../../.github/workflows");
const WORKFLOWS = globSync("*.yml", { cwd: FOLDER })
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }))
  .sort((one, other) => one.name.localeCompare(other.name));

const textOf = (name: string): string => WORKFLOWS.find((workflow) => workflow.name === name)?.text ?? "";

/** The order in which words first appear. */
const orderOf = (text: string, words: string[]): number[] => words.map((word) => text.indexOf(word));

it("are three: one tests, one deploys, and one says how one environment is deployed", () => {
  expect(WORKFLOWS.map(({ name }) => name)).toEqual(["ci.yml", "deploy-environment.yml", "deploy.yml"]);
});

describe.each(WORKFLOWS)("$name", ({ text }) => {
  it("uses actions of a fixed major version, or this repository's own", () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = ""]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(
      used.filter((action) => !/^(\.\/\.github\/|[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$)/.test(action)),
    ).toEqual([]);
  });

  it("runs scripts that exist", () => {
    const scripts = [...text.matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, script = ""]) => script);
    expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  });

  it("reads the repository, and stores no key of AWS", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    expect(text).not.toMatch(/AWS_SECRET|AWS_ACCESS_KEY|aws-secret-access-key|aws-access-key-id/i);
  });
});

it("tests what the README says, on both architectures", () => {
  const readme = readFileSync(join(FOLDER, "../../README.md"), "utf8");
  expect(readme).toContain("npm install && npm test");
  expect(textOf("ci.yml")).toContain("- run: npm install && npm test");
  expect(textOf("ci.yml")).toContain("runner: [ubuntu-24.04, ubuntu-24.04-arm]");
});

it("deploys after the tests, to prod after staging, with federated credentials", () => {
  const deploy = textOf("deploy.yml");
  expect(deploy).toMatch(/ {2}staging:\n {4}needs: test\n/);
  expect(deploy).toMatch(/ {2}prod:\n {4}needs: staging\n/);
  const environment = textOf("deploy-environment.yml");
  expect(environment).toContain("id-token: write");
  expect(environment).toContain("role-to-assume:");
  const order = orderOf(environment, ["npm run synth", "npm run -s diff", "npm run deploy", "npm run smoke"]);
  expect(order.every((at) => at > 0)).toBe(true);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});
