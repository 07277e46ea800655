import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bundle } from "../../../infra/aws/bundle/bundle-functions.ts";
import type { ColdRequest } from "./requests.ts";

/**
 * What one fresh process took from before the import to the answer: by the clock, and of the processor (user, system).
 * `processMs` has Node's own start too, which is the same for all.
 */
export type Sample = { clockMs: number; cpuMs: number; processMs: number };

/** What Lambda does with a bundle the first time. */
const FIRST_REQUEST = `
  const [file, event] = process.argv.slice(1);
  const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 20_000 };
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  require(file).handler(JSON.parse(event), context).then(({ statusCode }) => {
    const clockMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    const processMs = performance.now();
    console.log("\\n" + JSON.stringify({ statusCode, clockMs, cpuMs: (user + system) / 1000, processMs }));
    process.exit();
  });
`;

/** Fails when the answer is not the one that a request of this kind should have: a rejection is quick, and no result. */
export async function takeSample({ directory }: Bundle, request: ColdRequest): Promise<Sample> {
  const [file, event] = [join(directory, "index.cjs"), JSON.stringify(request.event)];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=commonjs", "-e", FIRST_REQUEST, file, event],
    { cwd: directory, env: { ...process.env, LOG_LEVEL: "INFO" } },
  );
  const { statusCode, ...sample } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  if (statusCode !== request.expectedStatus)
    throw new Error(`${directory} answered ${statusCode}:\n${stdout}`);
  return sample;
}
