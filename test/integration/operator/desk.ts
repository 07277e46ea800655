import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect } from "vitest";
import type { Demo } from "../../../infra/local/demo.ts";
import { startStack } from "../../../infra/local/stack.ts";
import { environmentFile, readJson } from "../../../infra/local/state.ts";
import type { Key } from "../../../shared/ledger/table.ts";
import { MerchantApi } from "../../support/api.ts";
import { changeItem, readItem } from "../../support/ledger-edits.ts";
import { visit } from "../../support/onboarding.ts";
import type { ServiceSettings } from "../../support/open-stack.ts";
import { makeClientsPatient } from "../../support/patient-clients.ts";
import { cleanUp, temporaryFolder } from "../../support/spawned-stack.ts";
import { StackUser } from "../../support/stack-user.ts";
import { CommandLine, type Run, spawnOperator } from "./operator-process.ts";

const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

/** The due list is swept every minute. */
export const MINUTE_SECONDS = 60;

type Opened = {
  stack: StackUser;
  stop: () => Promise<void>;
  stateDir: string;
  variables: Record<string, string>;
  table: DynamoDBDocumentClient;
  sqs: SQSClient;
  commandLine: CommandLine;
};

export type DeskSettings = Pick<ServiceSettings, "unscheduled">;

/** The operator at a terminal: a process beside the stack, which runs in the test's own. */
export class Desk {
  /** Everything that the commands have said, that the functions have logged, and a line for each request. */
  transcript = "";
  private opened: Opened | undefined;
  private readonly settings: DeskSettings;

  constructor(settings: DeskSettings) {
    this.settings = settings;
  }

  async open(): Promise<void> {
    const stateDir = temporaryFolder();
    const stop = await this.startStack(stateDir);
    const variables = readJson<Record<string, string>>(environmentFile(stateDir));
    const database = new DynamoDBClient({ ...LOCAL, endpoint: String(variables.AWS_ENDPOINT_URL_DYNAMODB) });
    const sqs = new SQSClient({ ...LOCAL, endpoint: String(variables.AWS_ENDPOINT_URL_SQS) });
    const table = DynamoDBDocumentClient.from(database);
    const commandLine = new CommandLine({ STATE_DIR: stateDir, USER: "olivia" });
    const stack = new StackUser(readJson<Demo>(join(stateDir, "demo.json")));
    this.opened = { stack, stop, stateDir, variables, table, sqs, commandLine };
  }

  /** Answers how it is stopped. */
  private async startStack(stateDir: string): Promise<() => Promise<void>> {
    makeClientsPatient();
    // Every line that the functions log.
    process.env.LOG_LEVEL = "DEBUG";
    const { write } = process.stdout;
    process.stdout.write = (text) => {
      this.transcript += text;
      return true;
    };
    const stack = await startStack({
      port: 0,
      stateDir,
      onDemand: true,
      schedules: !this.settings.unscheduled,
      onAccess: ({ status, method, path }) => {
        this.transcript += `${status} ${method} ${path}\n`;
      },
    });
    let stopped: Promise<void> | undefined;
    return () => {
      stopped ??= stack.stop().finally(() => {
        process.stdout.write = write;
      });
      return stopped;
    };
  }

  private get running(): Opened {
    if (!this.opened) throw new Error("The desk has not been opened: is this outside of a test?");
    return this.opened;
  }

  get stack(): StackUser {
    return this.running.stack;
  }

  get stateDir(): string {
    return this.running.stateDir;
  }

  get variables(): Record<string, string> {
    return this.running.variables;
  }

  get table(): DynamoDBDocumentClient {
    return this.running.table;
  }

  get sqs(): SQSClient {
    return this.running.sqs;
  }

  private get environment(): Record<string, string> {
    return { STATE_DIR: this.running.stateDir, USER: "olivia" };
  }

  spawn(...args: string[]) {
    return spawnOperator(args, this.environment);
  }

  /** With other servers than the stack's own behind some of its addresses. */
  spawnWith(variables: Record<string, string>, ...args: string[]) {
    const STATE_DIR = temporaryFolder();
    writeFileSync(environmentFile(STATE_DIR), JSON.stringify({ ...this.variables, ...variables }));
    return spawnOperator(args, { ...this.environment, STATE_DIR });
  }

  /** Many commands, one after the other. */
  runLines(lines: string[][]): Promise<Run[]> {
    return Promise.all(lines.map((line) => this.run(...line)));
  }

  /** One after the other, in one process. */
  run(...args: string[]): Promise<Run> {
    return this.note(this.running.commandLine.run(args));
  }

  private async note(running: Promise<Run>): Promise<Run> {
    const run = await running;
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

  get tableName(): string {
    return String(this.variables.TABLE_NAME);
  }

  async close(): Promise<void> {
    this.opened?.commandLine.stop();
    await this.opened?.stop();
    await cleanUp();
  }

  async items(): Promise<Record<string, unknown>[]> {
    const scan = new ScanCommand({ TableName: this.tableName, ConsistentRead: true });
    return (await this.table.send(scan)).Items ?? [];
  }

  item(key: Key): Promise<Record<string, unknown>> {
    return readItem(this, key);
  }

  /** Behind the service's back: undefined removes an attribute. */
  change(key: Key, changes: Record<string, unknown>): Promise<void> {
    return changeItem(this, key, changes);
  }
}

/** A desk for this test file; used inside of tests and hooks only. */
export function useDesk(settings: DeskSettings = {}): Desk {
  const desk = new Desk(settings);
  beforeAll(() => desk.open());
  afterAll(() => desk.close());
  return desk;
}

/** One clear line, exit code 2, and nothing on stdout that a program could take for an answer. */
export function expectRejection({ code, stdout, stderr }: Run, says: RegExp, command = ""): void {
  expect(stderr, command).toMatch(says);
  expect(stderr.trimEnd().split("\n"), command).toHaveLength(1);
  expect({ code, stdout }, command).toEqual({ code: 2, stdout: "" });
}
