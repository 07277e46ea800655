import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const FOLDER = join(import.meta.dirname, "../../.github/workflows");
const RUNBOOKS = join(FOLDER, "../../infra/runbooks");
const WORKFLOWS = globSync("*.yml", { cwd: FOLDER })
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }))
  .sort((one, other) => one.name.localeCompare(other.name));

const textOf = (name: string): string => WORKFLOWS.find((workflow) => workflow.name === name)?.text ?? "";

/** The order in which words first appear. */
const orderOf = (text: string, words: string[]): number[] => words.map((word) => text.indexOf(word));

it("are four: one tests, one lets others judge, one deploys, and one says how one environment is deployed", () => {
  expect(WORKFLOWS.map(({ name }) => name)).toEqual([
    "ci.yml",
    "deploy-environment.yml",
    "deploy.yml",
    "judges.yml",
  ]);
});

describe.each(WORKFLOWS)("$name", ({ text }) => {
  it("uses actions by the hash of their commit, with the version beside it, or this repository's own", () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = ""]) => action);
    expect(used.length).toBeGreaterThan(0);
    // A tag can be moved to other code, which would run with the deploy's rights.
    expect(
      used.filter(
        (action) => !/^(\.\/\.github\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(action),
      ),
    ).toEqual([]);
  });

  it("runs scripts that exist", () => {
    const scripts = [...text.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, script = ""]) => script);
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
  expect(textOf("ci.yml")).toMatch(
    /- run: npm install --loglevel=warn && npm test\n +- run: npm run test:rest\n/,
  );
  expect(textOf("deploy.yml")).toContain("- run: npm run test:all\n");
  expect(textOf("ci.yml")).toContain("runner: [ubuntu-24.04, ubuntu-24.04-arm]");
});

it("fails the gate where one of its commands fails", () => {
  const lines = readFileSync(join(FOLDER, "../../.ci/run"), "utf8").split("\n");
  expect(lines).toContain("set -euo pipefail");
  for (const command of ["npm install", "npm test", "npm run test:rest"]) expect(lines).toContain(command);
});

it("deploys after the tests, to prod after staging, with federated credentials", () => {
  const deploy = textOf("deploy.yml");
  expect(deploy).toMatch(/ {2}staging:\n {4}needs: test\n/);
  expect(deploy).toMatch(/ {2}prod:\n {4}needs: \[test, staging\]\n/);
  const environment = textOf("deploy-environment.yml");
  expect(environment).toContain("id-token: write");
  expect(environment).toContain("role-to-assume:");
  const order = orderOf(environment, ["npm run synth", "npm run -s diff", "npm run deploy", "npm run smoke"]);
  expect(order.every((at) => at > 0)).toBe(true);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

it("gives a deploy every setting that a person may give, so that a variable does not get lost on the way", () => {
  const given = [...textOf("deploy-environment.yml").matchAll(/-c (\w+)=/g)].map(([, name]) => name);
  expect(given).toEqual([
    "env",
    "account",
    "region",
    "alarmEmail",
    "contactEmail",
    "domain",
    "certificate",
    "domainOnly",
    "atOnce",
    "closed",
  ]);
});

describe("a deploy that waits for its reviewers", () => {
  it("keeps others of its own environment out, and of no other", () => {
    expect(textOf("deploy.yml")).not.toContain("concurrency:");
    const [diff = "", deploy = ""] = textOf("deploy-environment.yml").split(/^ {2}deploy:\n/m);
    expect(diff).not.toContain("concurrency:");
    expect(deploy).toMatch(/group: deploy-\$\{\{ inputs\.environment \}\}\n +cancel-in-progress: false\n/);
  });

  it("is canceled first by whoever goes back or closes the API, says the page", () => {
    for (const page of ["deploying.md", "restore.md"])
      expect(readFileSync(join(RUNBOOKS, page), "utf8"), page).toMatch(/[Cc]ancel the run that waits/);
  });
});

/** The condition of a job of deploy.yml, computed as GitHub would, when nothing failed. */
function runs(job: string, event: { push?: true; environment?: string; atOnce?: true; closed?: true }) {
  const own = textOf("deploy.yml").split(new RegExp(`^  ${job}:\\n`, "m"))[1] ?? "";
  const condition = /^ {4}if: (?:>-\n)?([\s\S]*?\}\})/m.exec(own.split(/^ {2}\w+:\n/m)[0] ?? "")?.[1] ?? "";
  const nothingFailed = condition.replace(/(failure|cancel\w+)\(\)/g, "false");
  const script = nothingFailed.replace(/^\s*\$\{\{|\}\}$/g, "").replaceAll("\n", " ");
  const github = { event_name: event.push ? "push" : "workflow_dispatch" };
  return Boolean(new Function("inputs", "github", `return ${script};`)(event, github));
}

it.each([
  [{ push: true }, ["test", "staging", "prod"]],
  [{ environment: "dev" }, ["test", "dev"]],
  [{ environment: "staging" }, ["test", "staging"]],
  [{ environment: "prod" }, ["test", "staging", "prod"]],
  // Urgent, and meant for this environment alone.
  [{ environment: "prod", atOnce: true }, ["prod"]],
  [{ environment: "prod", closed: true }, ["prod"]],
  [{ environment: "staging", closed: true }, ["staging"]],
] as const)("started with %j, the workflow runs %j", (event, expected) => {
  expect(["test", "dev", "staging", "prod"].filter((job) => runs(job, event))).toEqual(expected);
});

it("asks for environments that only the main branch and releases may use", () => {
  const page = readFileSync(join(RUNBOOKS, "deploying.md"), "utf8");
  expect(page).toMatch(/\| environments `dev`, `staging`, `prod` \| .*only from `main` and `v\*`/);
});

describe("the roles that infra/runbooks/deploying.md describes for the workflow", () => {
  const page = readFileSync(join(RUNBOOKS, "deploying.md"), "utf8");
  type Policy = { Action?: string | string[]; Resource?: string | string[]; Condition?: object };
  const statements = [...page.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(
    ([, json = ""]) => [JSON.parse(json)].flat() as Policy[],
  );
  const granting = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));

  it("may look at the stack, which the deploy's own checks and the smoke test do", () => {
    expect(granting("cloudformation:DescribeStacks").flatMap(({ Resource }) => Resource)).toEqual([
      "arn:aws:cloudformation:eu-west-1:111122223333:stack/payments-prod/*",
    ]);
  });

  it("may ask for the account's concurrency, which a deploy does", () => {
    expect(granting("lambda:GetAccountSettings").map(({ Resource }) => Resource)).toEqual(["*"]);
  });

  it("may look at a restored table, which a deploy checks", () => {
    expect(granting("dynamodb:DescribeTable")).toHaveLength(1);
  });

  it("are assumed by a tag's run and by one that was started by hand on the main branch", () => {
    const diff = statements.find(({ Condition }) => JSON.stringify(Condition ?? "").includes("refs/tags"));
    expect(JSON.stringify(diff?.Condition)).toContain("ref:refs/heads/main");
  });
});
