import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { isBrowserDemanded } from "../support/browser-path.ts";
import { fullestDataTemplate, fullestTemplate } from "./support/templates.ts";

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

it("demands a browser where the image has one: GitHub's for arm64 has none", () => {
  expect(isBrowserDemanded({ CI: "true", arch: "x64" })).toBe(true);
  expect(isBrowserDemanded({ CI: "true", arch: "arm64" })).toBe(false);
  expect(isBrowserDemanded({ CI: undefined, arch: "x64" })).toBe(false);
  // No release without a browser's tests.
  const [, testJob = ""] = /^ {2}test:\n([\s\S]*?)^ {2}dev:\n/m.exec(textOf("deploy.yml")) ?? [];
  expect(testJob).toContain("runs-on: ubuntu-24.04\n");
});

it("fails the gate where one of its commands fails", () => {
  const lines = readFileSync(join(FOLDER, "../../.ci/run"), "utf8").split("\n");
  expect(lines).toContain("set -euo pipefail");
  // A command that stands alone on its line, whatever place it runs in, stops the script where it fails.
  const commands = lines.map((line) => line.trim().replace(/^TZ=\S+ LC_ALL=\S+ /, ""));
  for (const command of ["npm install", "npm test", "npm run test:rest"]) expect(commands).toContain(command);
});

it("installs this repository with npm install, because npm ci rejects a lock file without other systems' binaries", () => {
  const ROOT = join(FOLDER, "../..");
  const installs = ["Dockerfile", "infra/local/github-action.yml", ".ci/run"]
    .map((name) => readFileSync(join(ROOT, name), "utf8"))
    .concat(WORKFLOWS.map(({ text }) => text))
    .flatMap((text) => text.split("\n"))
    .filter((line) => /^[^#]*npm (ci|install)\b/.test(line));
  // The example's last command is the shop's own.
  expect(installs.filter((line) => line.includes("npm ci"))).toEqual(["      - run: npm ci && npm test"]);
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
    ...["env", "account", "region", "alarmEmail", "ticketEmail", "contactEmail"],
    ...["atOnce", "closed"],
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

describe("the roles that infra/aws/github-roles.json makes for the workflow", () => {
  type Policy = { Action?: string | string[]; Resource?: unknown; Condition?: object };
  type Role = {
    Properties: {
      AssumeRolePolicyDocument: { Statement: Policy[] };
      Policies: { PolicyDocument: { Statement: Policy[] } }[];
    };
  };
  const { Resources } = JSON.parse(
    readFileSync(join(RUNBOOKS, "../aws/github-roles.json"), "utf8"),
  ) as unknown as { Resources: { DeployRole: Role; DiffRole: Role } };
  const statementsOf = ({ Properties }: Role) =>
    Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  const granting = (action: string) =>
    statementsOf(Resources.DeployRole).filter(({ Action }) => [Action].flat().includes(action));

  it("may look at the stack, which the deploy's own checks and the smoke test do", () => {
    expect(JSON.stringify(granting("cloudformation:DescribeStacks"))).toContain(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills in the parameter.
      "stack/payments-${Environment}/*",
    );
  });

  it.each(["lambda:GetAccountSettings", "cloudtrail:DescribeTrails", "cloudtrail:GetTrailStatus"])(
    "may ask %s, which a deploy does",
    (action) => {
      expect(granting(action).map(({ Resource }) => Resource)).toEqual(["*"]);
    },
  );

  it("may look at a restored table, which a deploy checks", () => {
    expect(granting("dynamodb:DescribeTable")).toHaveLength(1);
  });

  it("are assumed by a tag's run and by one that was started by hand on the main branch", () => {
    const trust = JSON.stringify(Resources.DiffRole.Properties.AssumeRolePolicyDocument);
    expect(trust).toContain("ref:refs/tags/v*");
    expect(trust).toContain("ref:refs/heads/main");
  });

  it("deploy only for the environment that its reviewers have agreed to, and read before", () => {
    const trust = JSON.stringify(Resources.DeployRole.Properties.AssumeRolePolicyDocument);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills in the parameters.
    expect(trust).toContain("repo:${Repository}:environment:${Environment}");
    expect(statementsOf(Resources.DiffRole)).toHaveLength(1);
    expect(JSON.stringify(statementsOf(Resources.DiffRole))).toContain("cdk-hnb659fds-lookup-role");
  });
});

/** The name that IAM has for the service of a resource type: mostly its own, in small letters. */
function serviceOf(type: string): string {
  const [, service = ""] = type.split("::");
  return service === "ApiGatewayV2" ? "apigateway" : service.toLowerCase();
}

it("the policy for cdk bootstrap in deploying.md names every service of the fullest templates", () => {
  const page = readFileSync(join(RUNBOOKS, "deploying.md"), "utf8");
  const [, named = ""] = /Create a policy with the services([\s\S]*?)own bucket/.exec(page) ?? [];
  const types = [fullestTemplate(), fullestDataTemplate()].flatMap((template) =>
    Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type),
  );
  const missing = [...new Set(types.map(serviceOf))].filter((service) => !named.includes(`\`${service}\``));
  expect(missing).toEqual([]);
  // A vault with a key of its own is made with rights of another name.
  expect(named).toContain("`backup-storage`");
  // DynamoDB makes a role of its own for the first table whose throttled keys are named.
  expect(JSON.stringify(fullestDataTemplate().toJSON())).toContain('"ContributorInsightsSpecification"');
  expect(page).toMatch(/`iam:CreateServiceLinkedRole` on\s+`role\/aws-service-role\/contributorinsights\./);
});
