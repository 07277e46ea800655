import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bench, columns, hold } from "./report.ts";

const ATTEMPTS = 3;
const BUDGET_MS = 5_000;
const GIVE_UP_MS = 30_000;

export const startTime: Bench = { title: "from `npm start` to the first answer", measure };

/** The real thing: a process of its own, an empty state folder, and then the same folder again. */
async function measure(): Promise<string[]> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stateDir = mkdtempSync(join(tmpdir(), "payments-bench-"));
    fresh.push(await timeOneStart(stateDir));
    again.push(await timeOneStart(stateDir));
    rmSync(stateDir, { recursive: true, force: true });
  }
  const best = Math.round(Math.min(...fresh));
  return columns({
    "empty folder": `${best} ms (best of ${ATTEMPTS}; ${hold(best, BUDGET_MS)})`,
    "with earlier state": `${Math.round(Math.min(...again))} ms`,
  });
}

async function timeOneStart(stateDir: string): Promise<number> {
  rmSync(join(stateDir, "demo.json"), { force: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["infra/local/start.mjs"], {
    env: { ...process.env, PORT: "0", STATE_DIR: stateDir },
    stdio: "ignore",
  });
  try {
    while (performance.now() - startedAt < GIVE_UP_MS) {
      if (await answers(join(stateDir, "demo.json"))) return performance.now() - startedAt;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error("The stack did not start.");
  } finally {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  }
}

async function answers(demoPath: string): Promise<boolean> {
  if (!existsSync(demoPath)) return false;
  const { baseUrl, apiKey } = JSON.parse(readFileSync(demoPath, "utf8")) as {
    baseUrl: string;
    apiKey: string;
  };
  const response = await fetch(`${baseUrl}/v1/payments/svcpay_${"0".repeat(32)}`, {
    headers: { "X-Api-Key": apiKey },
  });
  return response.status === 404;
}
