import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";
import { describedStack, type FakeAws, startAws } from "../support/fake-aws.ts";

/** What a test says that is deployed: the values of secrets, the table and the domain in use. This AWS knows of nothing else. */
const secrets: Record<string, string> = {};
let deployedTable: string | undefined;
let deployedDomain: string | undefined;
let denied = false;
let aws: FakeAws;
const outputDirectory = mkdtempSync(join(tmpdir(), "payments-deploy-"));

const OUTPUTS = ["ProcessorSecretName", "WebhookSecretName", "CallbackKeySecretName"];
const NO_STACK = `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code>
  <Message>Stack with id payments-staging does not exist</Message></Error></ErrorResponse>`;

const stackWith = (TableName: string) =>
  describedStack({
    TableName,
    ...Object.fromEntries(OUTPUTS.map((name) => [name, name])),
    ...(deployedDomain && {
      ApiUrl: `https://${deployedDomain}`,
      ApiDomainTarget: "d-1.execute-api.example",
    }),
  });

const DENIED = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code>
  <Message>not authorized to perform: cloudformation:DescribeStacks</Message></Error></ErrorResponse>`;

function answerTo(question: string, body: string) {
  if (denied) return { status: 403, body: DENIED };
  if (question === "DescribeStacks")
    return deployedTable === undefined
      ? { status: 400, body: NO_STACK }
      : { status: 200, body: stackWith(deployedTable) };
  const SecretString = secrets[/"SecretId":"(\w+)"/.exec(body)?.[1] ?? ""];
  return SecretString === undefined ? undefined : { status: 200, body: JSON.stringify({ SecretString }) };
}

beforeAll(async () => {
  aws = await startAws("arn:aws:iam::111122223333:user/ada", answerTo);
});

afterAll(() => {
  aws.server.close();
  rmSync(outputDirectory, { recursive: true, force: true });
});

const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

const run = (command: string, args: string, credentials: Record<string, string> = {}) =>
  runNode(`infra/aws/cdk.ts ${command} ${args}`, credentials);

/** In a shell that has nothing of this machine's but its programs. */
function runNode(line: string, credentials: Record<string, string>) {
  aws.questions.length = 0;
  const env = childEnvironment({
    HOME: outputDirectory,
    AWS_ENDPOINT_URL: aws.url,
    AWS_EC2_METADATA_DISABLED: "true",
    CI: "true",
    ...credentials,
  });
  const child = spawn(`exec "${process.execPath}" ${line}`, { env, shell: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("exit", (code) => resolve({ code, output })),
  );
}

const ASSEMBLY = join(outputDirectory, "cdk.out");

const STAGING = "-c env=staging -c region=eu-west-1";

describe("one clear line and nothing deployed:", () => {
  it.each<[string, string, Record<string, string>, string]>([
    ["synth", "", {}, "Say which environment: -c env=dev|staging|prod."],
    ["deploy", "", CREDENTIALS, "Say which environment: -c env=dev|staging|prod."],
    [
      "deploy",
      "-c env=production",
      CREDENTIALS,
      'Unknown environment "production": use -c env=dev|staging|prod.',
    ],
    [
      "deploy",
      "--context env=prod -c account=111122223333 -c region=eu-west-1",
      CREDENTIALS,
      "The environment prod needs alarmEmail: give -c alarmEmail=…, or write it into infra/aws/environments.ts.",
    ],
    [
      "deploy",
      `${STAGING} -c account=444455556666`,
      CREDENTIALS,
      "The environment staging is in account 444455556666; these credentials are arn:aws:iam::111122223333:user/ada in account 111122223333.",
    ],
    [
      "deploy",
      `${STAGING} -c account=111122223333`,
      {},
      "There are no AWS credentials: sign in (aws sso login), or set AWS_PROFILE.",
    ],
  ])("%s %s", async (command, args, credentials, line) => {
    expect(await run(command, args, credentials)).toEqual({ code: 1, output: `${line}\n` });
    expect(aws.questions.filter((question) => question !== "GetCallerIdentity")).toEqual([]);
  });
});

it("the account is bootstrapped by the runbook's own line, which names no environment of ours", async () => {
  const [, args] =
    /`npx cdk (bootstrap [^`]+)`/.exec(readFileSync("infra/runbooks/deploying.md", "utf8")) ?? [];
  const cdk = createRequire(import.meta.url).resolve("aws-cdk/bin/cdk");
  const { output } = await runNode(`"${cdk}" ${args}`, CREDENTIALS);
  expect(output).not.toContain("Subprocess exited with error");
  expect(aws.questions).toContain("DescribeStacks");
});

describe("a stack whose secrets do not serve is not deployed again:", () => {
  const GOOD = {
    ProcessorSecretName: '{"secretKey":"sk_live_1","publishableKey":"pk_live_1"}',
    WebhookSecretName: '{"secrets":["whsec_0123456789abcdef"]}',
    CallbackKeySecretName: "k".repeat(64),
  };
  afterEach(() => {
    deployedTable = undefined;
    for (const name of Object.keys(secrets)) delete secrets[name];
  });

  it.each([
    ["", "It is empty."],
    ['{"secrets":[],"placeholder":"x9"}', "It is wrong: secrets. It is still the placeholder of the first"],
  ])("%j", async (value, says) => {
    deployedTable = "payments-staging";
    Object.assign(secrets, GOOD, { WebhookSecretName: value });
    const { code, output } = await run("deploy", `${STAGING} -c account=111122223333`, CREDENTIALS);
    expect(output).toContain(`Secrets of staging do not serve. payments/staging/webhook: ${says}`);
    expect(output.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
    const asked = ["GetCallerIdentity", "DescribeStacks", "secretsmanager.GetSecretValue"];
    expect(aws.questions.filter((question) => !asked.includes(question))).toEqual([]);
  });
});

describe("a service that uses a restored table", () => {
  afterEach(() => {
    deployedTable = undefined;
  });

  it("is not deployed from a checkout on which that table is not written, and would be forgotten", async () => {
    deployedTable = "payments-staging-restored";
    const { code, output } = await run("deploy", `${STAGING} -c account=111122223333`, CREDENTIALS);
    expect(output).toBe(
      "The stack payments-staging uses the table payments-staging-restored, and this checkout says payments-staging. " +
        "If the service is to change its table, say so: -c table=payments-staging (infra/runbooks/restore.md).\n",
    );
    expect(code).toBe(1);
    expect(new Set(aws.questions)).toEqual(new Set(["GetCallerIdentity", "DescribeStacks"]));
  });

  it("is not deployed with a table that is only on the command line", async () => {
    const line = `${STAGING} -c account=111122223333 -c table=payments-staging-restored`;
    expect(await run("deploy", line, CREDENTIALS)).toEqual({
      code: 1,
      output:
        "The environment staging has table payments-staging in infra/aws/environments.ts, not " +
        "payments-staging-restored: write it there first.\n",
    });
    expect(aws.questions).toEqual([]);
  });
});

describe("a service that answers at a domain of its own", () => {
  afterEach(() => {
    deployedTable = undefined;
    deployedDomain = undefined;
  });

  it.each([
    "",
    " -c domain=other.example.com -c certificate=arn:aws:acm:eu-west-1:111122223333:certificate/1",
    " -c leaveDomain=other.example.com",
  ])("does not lose it to a command line that does not name it:%s", async (rest) => {
    deployedTable = "payments-staging";
    deployedDomain = "pay.example.com";
    const { code, output } = await run("deploy", `${STAGING} -c account=111122223333${rest}`, CREDENTIALS);
    expect(output).toBe(
      "The stack payments-staging answers at pay.example.com, and this deploy would take that address away: give " +
        "-c domain=pay.example.com -c certificate=…, or write it into infra/aws/environments.ts. If it is to go, say so: " +
        "-c leaveDomain=pay.example.com.\n",
    );
    expect(code).toBe(1);
    expect(new Set(aws.questions)).toEqual(new Set(["GetCallerIdentity", "DescribeStacks"]));
  });

  it.each([
    "-c domain=pay.example.com -c certificate=arn:aws:acm:eu-west-1:111122223333:certificate/1",
    "-c leaveDomain=pay.example.com",
  ])("is deployed where that was said: %s", async (rest) => {
    deployedTable = "payments-staging";
    deployedDomain = "pay.example.com";
    // The next check is met, and finds that secrets do not serve.
    Object.assign(secrets, { WebhookSecretName: "" });
    const { output } = await run("deploy", `${STAGING} -c account=111122223333 ${rest}`, CREDENTIALS);
    for (const name of Object.keys(secrets)) delete secrets[name];
    expect(output).toContain("Secrets of staging do not serve.");
  });
});

describe("credentials that may not look at the stack", () => {
  it("deploy nothing, because they cannot tell which table it uses", async () => {
    denied = true;
    const { code, output } = await run("deploy", `${STAGING} -c account=111122223333`, CREDENTIALS);
    denied = false;
    expect({ code, output }).toEqual({
      code: 1,
      output: "These credentials may not look at the stack payments-staging.\n",
    });
  });
});

it("synthesises without any credentials, and without asking AWS anything", async () => {
  expect(await run("synth", `--quiet -c env=dev --output ${ASSEMBLY}`)).toMatchObject({ code: 0 });
  expect(aws.questions).toEqual([]);
}, 180_000);

it("goes on with the right account, and only then", async () => {
  // What was just synthesised serves here as well: this is about the way to AWS.
  const { code } = await run(
    "deploy",
    `${STAGING} -c account=111122223333 --app ${ASSEMBLY} --require-approval never`,
    CREDENTIALS,
  );
  const [first, ...others] = aws.questions;
  expect(first).toBe("GetCallerIdentity");
  // Beyond what our own checks ask.
  expect(others.filter((question) => question !== "DescribeStacks").length).toBeGreaterThan(0);
  // This AWS knows nothing of stacks.
  expect(code).not.toBe(0);
}, 180_000);
