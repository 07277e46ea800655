import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";

/*
 * One execution environment of one function: a thread with a memory and an environment of its own, in which nothing of
 * this project is but the bundle. It loads the bundle as Lambda does, and then handles one event after the other.
 */

export type Order =
  | { kind: "invoke"; event: unknown; remainingMs: number }
  | { kind: "clock"; offsetMs: number };
export type Report =
  | { kind: "ready" }
  | { kind: "answered"; answer: unknown }
  | { kind: "failed"; error: { name: string; message: string } };

type Handler = (event: unknown, context: object) => Promise<unknown>;

const { file, exportName, offsetMs } = workerData as { file: string; exportName: string; offsetMs: number };
const machineNow = Date.now;

const moveClock = (byMs: number): void => {
  Date.now = byMs === 0 ? machineNow : () => machineNow() + byMs;
};

async function loadHandler(): Promise<Handler> {
  const loaded = file.endsWith(".mjs")
    ? await import(pathToFileURL(file).href)
    : (createRequire(pathToFileURL(file))(file) as Record<string, unknown>);
  const handler = loaded[exportName];
  if (typeof handler === "function") return handler as Handler;
  throw new Error(`${exportName} is undefined or not exported`);
}

const report = (told: Report): void => parentPort?.postMessage(told);

const failure = (error: unknown): Report => ({
  kind: "failed",
  error: { name: (error as Error)?.name ?? "Error", message: (error as Error)?.message ?? String(error) },
});

async function invoke(handler: Handler, event: unknown, remainingMs: number): Promise<void> {
  const endsAt = performance.now() + remainingMs;
  const context = { getRemainingTimeInMillis: () => Math.max(0, endsAt - performance.now()) };
  try {
    // Over the wire, as Lambda's answers go: what is not JSON does not arrive.
    report({ kind: "answered", answer: JSON.parse(JSON.stringify((await handler(event, context)) ?? null)) });
  } catch (error) {
    console.error(error);
    report(failure(error));
  }
}

moveClock(offsetMs);
try {
  const handler = await loadHandler();
  parentPort?.on("message", (order: Order) => {
    if (order.kind === "clock") moveClock(order.offsetMs);
    else void invoke(handler, order.event, order.remainingMs);
  });
  report({ kind: "ready" });
} catch (error) {
  console.error(error);
  report(failure(error));
}
