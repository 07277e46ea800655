import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Bundle } from "../../../infra/aws/bundle/bundle-functions.ts";

/** What Lambda does with a warm function: the same process, request after request. The first ones only warm it up. */
const MANY_REQUESTS = `
  const [file, warmUp] = process.argv.slice(1);
  const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 20_000 };
  const { handler } = require(file);
  let text = "";
  process.stdin.on("data", (part) => { text += part; }).on("end", async () => {
    const events = JSON.parse(text);
    const isDone = (answer) => (answer.statusCode ?? 200) < 300 && !(answer.batchItemFailures ?? []).length;
    const run = async (some) => {
      for (const event of some) {
        const answer = await handler(event, context);
        if (!isDone(answer)) throw new Error(JSON.stringify(answer));
      }
    };
    await run(events.slice(0, Number(warmUp)));
    const measured = events.slice(Number(warmUp));
    const before = process.cpuUsage();
    await run(measured);
    const { user, system } = process.cpuUsage(before);
    console.log("\\n" + JSON.stringify({ cpuMs: (user + system) / 1000 / measured.length }));
    process.exit();
  });
`;

const WARM_UP = 40;

/** CPU milliseconds per request of a warm process. Its own only: the servers that it calls run elsewhere. */
export async function takeWarmSample({ directory }: Bundle, events: object[]): Promise<number> {
  const child = spawn(
    process.execPath,
    ["--input-type=commonjs", "-e", MANY_REQUESTS, join(directory, "index.cjs"), String(WARM_UP)],
    {
      cwd: directory,
      env: { ...process.env, LOG_LEVEL: "INFO" },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  child.stdin.end(JSON.stringify(events));
  const printed = await text(child.stdout);
  const last = printed.trim().split("\n").at(-1) ?? "";
  if (!last.startsWith('{"cpuMs"'))
    throw new Error(`${directory} did not come to its end:\n${printed.slice(-2000)}`);
  return JSON.parse(last).cpuMs;
}

export const REQUESTS = WARM_UP + 120;
