import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";
import { describedStack, type FakeAws, startAws } from "../support/fake-aws.ts";

/** A stack has secrets where a test says so; this AWS knows of nothing else. */
const secrets: Record<string, string> = {};
let aws: FakeAws;
const outputDirectory = mkdtempSync(join(tmpdir(), "payments-deploy-"));

const OUTPUTS = ["ProcessorSecretArn", "WebhookSecretArn", "CallbackKeySecretArn"];
const STACK = describedStack(Object.fromEntries(OUTPUTS.map((name) => [name, name])));

function answerTo(question: string, body: string) {
  if (Object.keys(secrets).length === 0) return undefined;
  if (question === "DescribeStacks") return { status: 200, body: STACK };
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

/** In a shell that has nothing of this machine's but its programs. */
function run(command: string, args: string, credentials: Record<string, string> = {}) {
  aws.questions.length = 0;
  const env = childEnvironment({
    HOME: outputDirectory,
    AWS_ENDPOINT_URL: aws.url,
    AWS_EC2_METADATA_DISABLED: "true",
    CI: "true",
    ...credentials,
  });
  const child = spawn(process.execPath, ["infra/aws/cdk.ts", command, ...args.split(" ").filter(Boolean)], {
    env,
  });
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

describe("a stack whose secrets do not serve is not deployed again:", () => {
  const GOOD = {
    ProcessorSecretArn: '{"secretKey":"sk_live_1","publishableKey":"pk_live_1"}',
    WebhookSecretArn: '{"secrets":["whsec_0123456789abcdef"]}',
    CallbackKeySecretArn: "k".repeat(64),
  };
  afterEach(() => {
    for (const name of Object.keys(secrets)) delete secrets[name];
  });

  it.each([
    ["", "It is empty."],
    ['{"secrets":[],"placeholder":"x9"}', "It is wrong: secrets. It is still the placeholder of the first"],
  ])("%j", async (value, says) => {
    Object.assign(secrets, GOOD, { WebhookSecretArn: value });
    const { code, output } = await run("deploy", `${STAGING} -c account=111122223333`, CREDENTIALS);
    expect(output).toContain(`Secrets of staging do not serve. payments/staging/webhook: ${says}`);
    expect(output.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
    const asked = ["GetCallerIdentity", "DescribeStacks", "secretsmanager.GetSecretValue"];
    expect(aws.questions.filter((question) => !asked.includes(question))).toEqual([]);
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
  expect(aws.questions[0]).toBe("GetCallerIdentity");
  expect(aws.questions.length).toBeGreaterThan(1);
  // This AWS knows nothing of stacks.
  expect(code).not.toBe(0);
}, 180_000);
