import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FunctionSpec } from "../template/functions.ts";

const PROGRAM = new URL("./function-worker.mjs", import.meta.url);

/** Lambda gives the code outside of the handler ten seconds. */
const INIT_MS = 10_000;

export class FunctionError extends Error {}

export type ColdStart = {
  spec: FunctionSpec;
  variables: Record<string, string>;
  offsetMs: number;
  logFolder: string;
};

export class ExecutionEnvironment {
  private readonly worker: Worker;
  private readonly spec: FunctionSpec;
  private waiting: ((told: Report | { kind: "ended" }) => void) | undefined;
  private reason = "";
  hasEnded = false;

  private constructor({ spec, variables, offsetMs, logFolder }: ColdStart) {
    this.spec = spec;
    this.worker = new Worker(PROGRAM, {
      env: variables,
      workerData: { file: spec.file, exportName: spec.handler, offsetMs },
      stdout: true,
      stderr: true,
    });
    const log = createWriteStream(join(logFolder, `${spec.name}.log`), { flags: "a" });
    this.worker.stdout.pipe(log, { end: false });
    this.worker.stderr.pipe(log, { end: false });
    this.worker.on("message", (told: Report) => this.tell(told));
    this.worker.on("error", (error: unknown) => {
      this.reason = `: ${error}`;
      log.write(`${(error instanceof Error && error.stack) || error}\n`);
      this.tell({ kind: "ended" });
    });
    this.worker.on("exit", () => {
      this.hasEnded = true;
      this.tell({ kind: "ended" });
      log.end();
    });
  }

  static async start(given: ColdStart): Promise<ExecutionEnvironment> {
    const environment = new ExecutionEnvironment(given);
    const told = await environment.hear(INIT_MS);
    if (told.kind === "ready") return environment;
    await environment.end();
    throw environment.errorOf(told);
  }

  async invoke(event: unknown): Promise<unknown> {
    const remainingMs = this.spec.timeoutSeconds * 1000;
    this.send({ kind: "invoke", event, remainingMs });
    const told = await this.hear(remainingMs);
    if (told.kind === "answered") return told.answer;
    // After an exception the process continues; after a crash or a hang it is ended.
    if (told.kind !== "failed") await this.end();
    throw this.errorOf(told);
  }

  moveClock(offsetMs: number): void {
    this.send({ kind: "clock", offsetMs });
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.worker.terminate();
  }

  private send(order: Order): void {
    this.worker.postMessage(order);
  }

  private tell(told: Report | { kind: "ended" }): void {
    this.waiting?.(told);
    this.waiting = undefined;
  }

  private hear(withinMs: number): Promise<Report | { kind: "ended" | "late" }> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.waiting && resolve({ kind: "late" }), withinMs);
      this.waiting = (told) => {
        clearTimeout(timer);
        resolve(told);
      };
    });
  }

  private errorOf(told: Report | { kind: "ended" | "late" }): FunctionError {
    const { name, timeoutSeconds } = this.spec;
    if (told.kind === "failed")
      return new FunctionError(`${name} failed: ${told.error.name}: ${told.error.message}`);
    if (told.kind === "late")
      return new FunctionError(`${name}: Task timed out after ${timeoutSeconds} seconds`);
    return new FunctionError(`${name}: Runtime exited${this.reason}`);
  }
}

/** function-worker.mjs is at the other end. */
type Order = { kind: "invoke"; event: unknown; remainingMs: number } | { kind: "clock"; offsetMs: number };
type Report =
  | { kind: "ready" }
  | { kind: "answered"; answer: unknown }
  | { kind: "failed"; error: { name: string; message: string } };
