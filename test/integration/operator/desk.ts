import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import { MerchantApi } from "../../support/api.ts";
import { visit } from "../../support/onboarding.ts";
import { SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

export const OPERATOR = join(import.meta.dirname, "../../../infra/operator/operator.ts");

export type Run = { code: number | null; stdout: string; stderr: string };

const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

/** All that a waiting test may take: eight attempts, a queue's polling, and a busy machine. */
export const SOON = { timeout: 20_000, interval: 50 };

/** The operator at a terminal: every command is a process of its own, beside a stack that is another one. */
export class Desk {
  readonly stack: SpawnedStack;
  readonly stateDir: string;
  readonly variables: Record<string, string>;
  readonly table: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  /** Everything that the commands and the stack have written. */
  transcript = "";

  private constructor(stack: SpawnedStack, stateDir: string) {
    this.stack = stack;
    this.stateDir = stateDir;
    this.variables = JSON.parse(readFileSync(join(stateDir, "environment.json"), "utf8"));
    const { AWS_ENDPOINT_URL_DYNAMODB = "", AWS_ENDPOINT_URL_SQS = "" } = this.variables;
    const database = new DynamoDBClient({ ...LOCAL, endpoint: AWS_ENDPOINT_URL_DYNAMODB });
    this.table = DynamoDBDocumentClient.from(database);
    this.sqs = new SQSClient({ ...LOCAL, endpoint: AWS_ENDPOINT_URL_SQS });
    for (const stream of [stack.child.stdout, stack.child.stderr]) {
      stream?.on("data", (text) => {
        this.transcript += text;
      });
    }
  }

  static async open(): Promise<Desk> {
    const stateDir = temporaryFolder();
    // All waits divided away, so that eight failures take a moment; and every line that the functions log.
    const env = { RETRY_SCALE: "100000", POWERTOOLS_LOG_LEVEL: "DEBUG" };
    return new Desk(await SpawnedStack.start(stateDir, { env }), stateDir);
  }

  spawn(...args: string[]): { child: ChildProcess; ended: Promise<Run> } {
    return spawnOperator(args, { STATE_DIR: this.stateDir, USER: "olivia" });
  }

  async run(...args: string[]): Promise<Run> {
    const run = await this.spawn(...args).ended;
    this.transcript += run.stdout + run.stderr;
    return run;
  }

  /** What a program reads; the command has to succeed. */
  async json<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(...args, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout) as T;
  }

  /** Signs a merchant up and lets it onboard over the API, as it would by itself. */
  async openShop(name: string): Promise<{ merchantId: string; keyId: string; api: MerchantApi }> {
    const { merchantId } = await this.json<{ merchantId: string }>("merchants", "create", "--name", name);
    const issued = await this.json<{ keyId: string; apiKey: string }>("keys", "issue", merchantId);
    const api = new MerchantApi(this.stack.demo.baseUrl, issued.apiKey);
    await api.call("POST", "/v1/onboarding/account", { email: "owner@shop.example" });
    const urls = { returnUrl: "https://shop.example/done", refreshUrl: "https://shop.example/again" };
    await visit((await api.call("POST", "/v1/onboarding/link", urls)).json.url, "complete");
    await api.call("POST", "/v1/onboarding/refresh");
    return { merchantId, keyId: issued.keyId, api };
  }

  async items(): Promise<Record<string, unknown>[]> {
    const { TABLE_NAME: TableName } = this.variables;
    return (await this.table.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];
  }
}

export function spawnOperator(args: string[], env: Record<string, string>) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [OPERATOR, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text) => {
      output[name] += text;
    });
  }
  const ended = once(child, "close").then((): Run => ({ code: child.exitCode, ...output }));
  return { child, ended };
}

/** One clear line, exit code 2, and nothing on stdout that a program could take for an answer. */
export function expectRefusal({ code, stdout, stderr }: Run, says: RegExp, command = ""): void {
  expect(stderr, command).toMatch(says);
  expect(stderr.trimEnd().split("\n"), command).toHaveLength(1);
  expect({ code, stdout }, command).toEqual({ code: 2, stdout: "" });
}
