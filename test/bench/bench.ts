import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleSizes } from "./bundle-sizes.ts";
import { callCounts } from "./call-counts.ts";
import { callbackLatency, callbacksUnderHang } from "./callbacks.ts";
import { print } from "./print.ts";
import { startTime } from "./start-time.ts";

/**
 * `npm run bench` prints what the README claims; `npm run bench -- counts` only one part. Counts and sizes repeat
 * exactly; times are of this machine. Everything runs on loopback and ends by itself.
 */
const SECTIONS: Record<string, { title: string; measure: () => Promise<Record<string, string>> }> = {
  start: { title: "from `npm start` to the first answer", measure: startTime },
  counts: { title: "calls per operation, when warm", measure: callCounts },
  bundles: { title: "bundles", measure: bundleSizes },
  latency: { title: "an event in → its callback received", measure: callbackLatency },
  hang: { title: "1000 events to 20 merchants, one of whom hangs", measure: callbacksUnderHang },
};

const wanted = process.argv[2];
if (wanted === undefined) {
  // Each in a process of its own: the functions read one environment per process, as on Lambda.
  for (const name of Object.keys(SECTIONS)) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
      stdio: "inherit",
    });
    if (status !== 0) process.exitCode = 1;
  }
} else {
  const section = SECTIONS[wanted];
  if (!section)
    throw new Error(`There is no part "${wanted}"; there are ${Object.keys(SECTIONS).join(", ")}.`);
  print(section.title, await section.measure());
  process.exit(0);
}
