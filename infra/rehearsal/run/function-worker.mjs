import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";

/*
 * One execution environment of one function: a thread with a memory and an environment of its own, in which nothing of
 * this project is but the bundle. It loads the bundle as Lambda does, and then handles one event after the other.
 * In JavaScript, because what takes TypeScript's types away takes longer to load than most functions. Orders and
 * reports: execution-environment.ts.
 */

const { file, exportName, offsetMs } = workerData;
const machineNow = Date.now;

const moveClock = (byMs) => {
  Date.now = byMs === 0 ? machineNow : () => machineNow() + byMs;
};

async function loadHandler() {
  const loaded = file.endsWith(".mjs")
    ? await import(pathToFileURL(file).href)
    : createRequire(pathToFileURL(file))(file);
  const handler = loaded[exportName];
  if (typeof handler === "function") return handler;
  throw new Error(`${exportName} is undefined or not exported`);
}

const report = (told) => parentPort?.postMessage(told);

const failure = (error) => ({
  kind: "failed",
  error: { name: error?.name ?? "Error", message: error?.message ?? String(error) },
});

async function invoke(handler, event, remainingMs) {
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
  parentPort?.on("message", (order) => {
    if (order.kind === "clock") moveClock(order.offsetMs);
    else void invoke(handler, order.event, order.remainingMs);
  });
  report({ kind: "ready" });
} catch (error) {
  console.error(error);
  report(failure(error));
}
