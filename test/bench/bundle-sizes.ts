import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleFunctions } from "../../infra/aws/bundle.ts";
import { functionEnvironment } from "../../infra/local/environment.ts";
import { FUNCTIONS } from "../../infra/topology.ts";
import { percentile } from "./print.ts";

const RUNS = 7;
/** What is worth the time of starting processes; the others differ little from one of these. */
const TIMED = ["create-payment", "get-payment", "webhook", "delivery"];

/** Sizes repeat to the byte. Cold starts are shown as ratios: a process that loads the bundle ÷ one that loads nothing. */
export async function bundleSizes(): Promise<Record<string, string>> {
  const directory = mkdtempSync(join(tmpdir(), "payments-bundles-"));
  const bundles = await bundleFunctions(FUNCTIONS, directory);
  const empty = join(directory, "empty.mjs");
  writeFileSync(empty, "export const handler = async () => ({});\n");
  const baseline = wallTime(empty);
  const rows = [...bundles].map(([name, { bytes, directory: folder }]) => {
    const size = `${(bytes / 1024).toFixed(0).padStart(4)} KB`;
    if (!TIMED.includes(name)) return [name, size];
    const ratio = wallTime(join(folder, "index.mjs")) / baseline;
    return [name, `${size}, process start ${ratio.toFixed(1)} × an empty handler's`];
  });
  rmSync(directory, { recursive: true, force: true });
  return Object.fromEntries(rows) as Record<string, string>;
}

/** The median of several runs; the environment is a Lambda's, the addresses lead nowhere and are not used. */
function wallTime(file: string): number {
  const nowhere = "http://127.0.0.1:9";
  const urls = { dynamodb: nowhere, sqs: nowhere, secretsManager: nowhere, processor: nowhere };
  const times = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now();
    execFileSync(process.execPath, ["-e", `await import(${JSON.stringify(file)})`, "--input-type=module"], {
      env: { ...process.env, ...functionEnvironment(urls) },
    });
    return performance.now() - startedAt;
  });
  return percentile(times, 0.5);
}
