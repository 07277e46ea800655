import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";

/**
 * AWS, as far as it knows who calls, and a stack with secrets where a test says so: every other question is written
 * down and refused.
 */
const questions: string[] = [];
const secrets: Record<string, string> = {};
let aws: Server;
let endpoint: string;
const outputDirectory = mkdtempSync(join(tmpdir(), "payments-deploy-"));

const IDENTITY = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
  <Arn>arn:aws:iam::111122223333:user/ada</Arn><UserId>AIDA</UserId><Account>111122223333</Account>
</GetCallerIdentityResult></GetCallerIdentityResponse>`;

const OUTPUTS = ["ProcessorSecretArn", "WebhookSecretArn", "CallbackKeySecretArn"].map(
  (name) => `<member><OutputKey>${name}</OutputKey><OutputValue>${name}</OutputValue></member>`,
);
const STACK = `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult>
  <Stacks><member><StackName>payments-staging</StackName><StackStatus>UPDATE_COMPLETE</StackStatus>
  <CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${OUTPUTS.join("")}</Outputs></member></Stacks>
</DescribeStacksResult></DescribeStacksResponse>`;

/** undefined: this AWS does not know that. */
function answerTo(question: string, body: string): string | undefined {
  if (question === "GetCallerIdentity") return IDENTITY;
  if (Object.keys(secrets).length === 0) return undefined;
  if (question === "DescribeStacks") return STACK;
  const SecretString = secrets[/"SecretId":"(\w+)"/.exec(body)?.[1] ?? ""];
  return SecretString === undefined ? undefined : JSON.stringify({ SecretString });
}

beforeAll(async () => {
  aws = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const target = request.headers["x-amz-target"];
      const question = /Action=(\w+)/.exec(body)?.[1] ?? String(target ?? `${request.method} ${request.url}`);
      questions.push(question);
      const answer = answerTo(question, body);
      response
        .writeHead(answer ? 200 : 400, { "Content-Type": target ? "application/x-amz-json-1.1" : "text/xml" })
        .end(answer ?? "<Error/>");
    });
  });
  await new Promise<void>((resolve) => aws.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
});

afterAll(() => {
  aws.close();
  rmSync(outputDirectory, { recursive: true, force: true });
});

const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

/** In a shell that has nothing of this machine's but its programs. */
function run(command: string, args: string, credentials: Record<string, string> = {}) {
  questions.length = 0;
  const env = childEnvironment({
    HOME: outputDirectory,
    AWS_ENDPOINT_URL: endpoint,
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
    expect(questions.filter((question) => question !== "GetCallerIdentity")).toEqual([]);
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
    expect(questions.filter((question) => !asked.includes(question))).toEqual([]);
  });
});

it("synthesises without any credentials, and without asking AWS anything", async () => {
  expect(await run("synth", `--quiet -c env=dev --output ${ASSEMBLY}`)).toMatchObject({ code: 0 });
  expect(questions).toEqual([]);
}, 180_000);

it("goes on with the right account, and only then", async () => {
  // What was just synthesised serves here as well: this is about the way to AWS.
  const { code } = await run(
    "deploy",
    `${STAGING} -c account=111122223333 --app ${ASSEMBLY} --require-approval never`,
    CREDENTIALS,
  );
  expect(questions[0]).toBe("GetCallerIdentity");
  expect(questions.length).toBeGreaterThan(1);
  // This AWS knows nothing of stacks.
  expect(code).not.toBe(0);
}, 180_000);
