import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { judgeAnswer, probeFor } from "../../infra/aws/canary/probe.ts";
import { bundleAll, bundleNamed, invokeWith } from "./support/bundled-functions.ts";
import { canaryHookOf, functionNamed, MONEY_MOVERS, variablesOf } from "./support/resources.ts";
import { templateOf } from "./support/templates.ts";

/** CodeDeploy, Lambda, DynamoDB and Secrets Manager, as far as the hook and the functions that it asks need them. */
let aws: Server;
let endpoint: string;
const invoked: string[] = [];
const reported: string[] = [];
/** The partitions that were read, and whether the table may be read at all. */
const read: string[] = [];
let isDenied = false;
/** So many invocations find no free execution. */
let throttled = 0;
let answer: { payload: string; error?: string };
/** Loaded once for all deployments, as by a Lambda that is still warm. */
let hook: typeof import("../../infra/aws/canary/pre-traffic-hook.ts");

const folder = mkdtempSync(join(tmpdir(), "payments-hook-"));
const template = templateOf("prod");

const APPSPEC = (name: string) =>
  JSON.stringify({
    version: "0.0",
    Resources: [{ one: { Type: "AWS::Lambda::Function", Properties: { Name: name, TargetVersion: "7" } } }],
  });

const ANSWERS: Record<string, (input: Record<string, unknown>) => object> = {
  GetDeployment: ({ deploymentId }) => ({
    deploymentInfo: {
      applicationName: "payments-prod",
      revision: { revisionType: "String", string: { sha256: String(deploymentId) } },
    },
  }),
  GetApplicationRevision: ({ revision }) => ({
    revision: { string: { content: APPSPEC((revision as { string: { sha256: string } }).string.sha256) } },
  }),
  PutLifecycleEventHookExecutionStatus: ({ status }) => {
    reported.push(String(status));
    return {};
  },
  BatchGetItem: ({ RequestItems }) => {
    const [{ Keys }] = Object.values(RequestItems as Record<string, { Keys: { pk: { S: string } }[] }>) as [
      { Keys: { pk: { S: string } }[] },
    ];
    read.push(...Keys.map(({ pk }) => pk.S));
    return isDenied ? { __type: "com.amazon.coral.service#AccessDeniedException" } : { Responses: {} };
  },
  GetSecretValue: () => ({ SecretString: '{"secrets":["whsec_of_the_hook_s_test"]}' }),
};

beforeAll(async () => {
  aws = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const operation = request.headers["x-amz-target"]?.toString().split(".").at(-1);
    if (operation) {
      response.setHeader("Content-Type", "application/x-amz-json-1.1");
      const given = ANSWERS[operation]?.(JSON.parse(body)) ?? {};
      if ("__type" in given) response.statusCode = 400;
      return response.end(JSON.stringify(given));
    }
    invoked.push(String(request.url));
    if (throttled > 0) {
      throttled--;
      response.statusCode = 429;
      response.setHeader("X-Amzn-ErrorType", "TooManyRequestsException");
      return response.end('{"Reason":"ReservedFunctionConcurrentInvocationLimitExceeded"}');
    }
    if (answer.error) response.setHeader("X-Amz-Function-Error", answer.error);
    return response.end(answer.payload);
  });
  await new Promise<void>((resolve) => aws.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  // The code as it stands in the template, beside the SDK that Lambda's runtime would bring.
  const { ZipFile } = canaryHookOf(template).Properties.Code as { ZipFile: string };
  writeFileSync(join(folder, "index.cjs"), ZipFile);
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  hook = createRequire(join(folder, "index.cjs"))("./index.cjs");
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  aws.close();
  rmSync(folder, { recursive: true, force: true });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const environment = () => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
});

/** Which function is deployed stands in the deployment's id here; CodeDeploy knows it by its revision. */
async function runHook(functionName: string): Promise<{ status: string; asked: string }> {
  invoked.length = 0;
  reported.length = 0;
  await hook.handler({ DeploymentId: functionName, LifecycleEventHookExecutionId: "x" });
  return { status: reported.join(), asked: invoked.join() };
}

const answered = (statusCode: number, code: string) => ({
  payload: JSON.stringify({ statusCode, body: JSON.stringify({ code }) }),
});

it.each<[string, string, typeof answer, string]>([
  ["lets one through that asks for a key", "create-payment", answered(401, "unauthorized"), "Succeeded"],
  [
    "lets a webhook through that asks to be signed",
    "webhook",
    answered(400, "invalid_signature"),
    "Succeeded",
  ],
  ["stops one that cannot answer", "create-payment", answered(500, "internal_error"), "Failed"],
  ["stops a webhook without its secret", "webhook", answered(503, "service_unavailable"), "Failed"],
  ["stops one that lets strangers in", "refund-payment", answered(200, ""), "Failed"],
  ["stops one that does not load", "capture-payment", { payload: "{}", error: "Unhandled" }, "Failed"],
  ["stops one whose answer is no answer", "capture-payment", { payload: "null" }, "Failed"],
])("the hook asks the new version, before any request reaches it, and %s", async (_, name, given, status) => {
  answer = given;
  const functionName = `payments-prod-${name}`;
  const asked = `/2015-03-31/functions/${functionName}/invocations?Qualifier=7`;
  expect(await runHook(functionName)).toEqual({ status, asked });
});

it("the hook asks again where all executions of a busy function are taken", async () => {
  answer = { payload: '{"batchItemFailures":[]}' };
  throttled = 4;
  expect((await runHook("payments-prod-delivery")).status).toBe("Succeeded");
  expect(throttled).toBe(0);
});

/** What the hook has to say about the answer of the code that is deployed. */
async function complaintAbout(name: string): Promise<string | undefined> {
  const bundle = bundleNamed(await bundleAll(), name);
  const variables = Object.keys(variablesOf(functionNamed(template, name)));
  const settings = Object.fromEntries(variables.map((variable) => [variable, "given"]));
  const own = { DEFAULT_FEE_POLICY: feePolicy(), LOG_LEVEL: "SILENT", ENVIRONMENT: "prod" };
  const functionName = `payments-prod-${name}`;
  const given = await invokeWith(bundle, probeFor(functionName), { ...settings, ...environment(), ...own });
  return judgeAnswer(functionName, JSON.stringify(given));
}

describe("what is deployed", () => {
  it.each([...MONEY_MOVERS, "webhook"])("answers it so: %s", async (name) => {
    expect(await complaintAbout(name)).toBeUndefined();
  });

  it.each(MONEY_MOVERS)(
    "has read the table for it, which asks its role and the table's key: %s",
    async (name) => {
      read.length = 0;
      await complaintAbout(name);
      expect(read).toEqual(["KEYS#mer_canarycanarycana", "MERCHANT#mer_canarycanarycana"]);
    },
  );

  it.each(MONEY_MOVERS)("is stopped where its role may not read: %s", async (name) => {
    isDenied = true;
    expect(
      await complaintAbout(name).finally(() => {
        isDenied = false;
      }),
    ).toMatch(/answered 500 internal_error where 401 unauthorized was expected/);
  });
});

const feePolicy = () => String(variablesOf(functionNamed(template, "create-payment")).DEFAULT_FEE_POLICY);
