import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { PLATFORM_EVENTS } from "../../../infra/topology.ts";
import type { PlatformEvent } from "../../../shared/queues/queue.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";
import { spawnOperator } from "../operator/operator-process.ts";

/* The platform's own queue as shared/contract/platform-events.md shows it, each step in a process of its own. */

afterEach(cleanUp);

/** Longer than a message that was received is hidden from others. */
const HIDDEN_SECONDS = PLATFORM_EVENTS.visibilitySeconds + 60;

const ROOT = join(import.meta.dirname, "../../..");
const GUIDE = readFileSync(join(ROOT, "shared/contract/platform-events.md"), "utf8");

/** A block of the guide, as it stands there. */
function blockWith(language: string, says: string): string {
  const blocks = [...GUIDE.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, of, text = ""]) => of === language && text.includes(says));
  if (!found?.[2]) throw new Error(`The guide has no ${language} with ${says}.`);
  return found[2];
}

async function startInFolder(env: Record<string, string> = { PLATFORM_EVENTS: "on" }) {
  const folder = temporaryFolder();
  const stateDir = join(folder, ".local");
  return { folder, stateDir, stack: await SpawnedStack.start(stateDir, { env }) };
}

/** A payment that is paid, as its event has said. */
async function buy(stack: SpawnedStack): Promise<string> {
  const created = await stack.api.create({ amountCents: 1000, orderRef: "order-1" }, randomUUID());
  await stack.confirm(created);
  const svcPaymentId = String(created.json.svcPaymentId);
  await expect.poll(async () => (await stack.api.get(svcPaymentId)).json.status).toBe("succeeded");
  return svcPaymentId;
}

const tail = (stateDir: string, ...options: string[]) =>
  spawnOperator(["platform-events", "tail", "--seconds", "3", ...options], { STATE_DIR: stateDir }).ended;

it("the operator's tail prints each event once, and removes it", async () => {
  const { stack, stateDir } = await startInFolder();
  const svcPaymentId = await buy(stack);
  const { code, stdout, stderr } = await tail(stateDir);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { merchantId } = stack.demo;
  const words = stdout.trim().split(/\s+/);
  expect(words).toEqual([
    expect.stringMatching(/^evt_/),
    "payment.succeeded",
    merchantId,
    svcPaymentId,
    "version",
    expect.stringMatching(/^\d+$/),
  ]);
  expect(await tail(stateDir)).toEqual({ code: 0, stdout: "", stderr: "" });
  const another = await buy(stack);
  const { stdout: json } = await tail(stateDir, "--json");
  const event = JSON.parse(json) as PlatformEvent;
  expect(event).toMatchObject({ type: "payment.succeeded", svcPaymentId: another });
  expect(event.payload).toMatchObject({ payment: { svcPaymentId: another, orderRef: "order-1" } });
});

it("the operator's tail leaves in the queue what its reader did not take", async () => {
  const { stack, stateDir } = await startInFolder();
  const svcPaymentId = await buy(stack);
  const { child, ended } = spawnOperator(["platform-events", "tail"], { STATE_DIR: stateDir });
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
  await stack.letPass(HIDDEN_SECONDS);
  expect((await tail(stateDir)).stdout).toContain(svcPaymentId);
});

it("the operator's tail says how to get a queue where there is none", async () => {
  const { stateDir } = await startInFolder({});
  const { code, stdout, stderr } = await tail(stateDir);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("PLATFORM_EVENTS=on npm start");
});

it("the guide's consumer stores each event, and leaves in the queue what it could not store", async () => {
  const { folder, stack, stateDir } = await startInFolder();
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const stored = async (store: string, isDone: (output: string) => boolean) => {
    const consumer = blockWith("js", "ReceiveMessageCommand");
    writeFileSync(
      join(folder, "consumer.mjs"),
      consumer.replace(/console\.log\(.+\);/, () => store),
    );
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const env = { ...childEnvironment(), PATH };
    const lines = blockWith("sh", "consumer.mjs").replace("node consumer.mjs", "exec node consumer.mjs");
    const child = spawn("bash", ["-c", lines], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (isDone(output)) child.kill("SIGKILL");
      });
    await once(child, "close");
    return output;
  };
  const bought = [await buy(stack), await buy(stack)];
  const rejected = await stored(`throw new Error("The warehouse is closed.");`, () => false);
  expect(rejected).toContain("The warehouse is closed.");
  // They come back once they are no longer hidden from others.
  await stack.letPass(HIDDEN_SECONDS);
  const output = await stored("console.log(JSON.stringify(event));", (text) => text.split("\n").length > 2);
  const events = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PlatformEvent);
  expect(events.map(({ svcPaymentId }) => svcPaymentId).sort()).toEqual(bought.sort());
  // The first was removed before the second was stored.
  await stack.letPass(HIDDEN_SECONDS);
  expect((await tail(stateDir)).stdout).not.toContain(events[0]?.eventId);
});
