import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import type { Reply } from "../../support/api.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

afterEach(cleanUp);

/** A start needs less, and some dozens of payments need more. */
const FILE_KILOBYTES = 600;
const MOST_PAYMENTS = 500;

it("has lost nothing that it answered when its disk is full", async () => {
  const stateDir = temporaryFolder();
  const stack = await SpawnedStack.start(stateDir, { fileKilobytes: FILE_KILOBYTES });
  const ended = once(stack.child, "close");
  const answered = new Map<string, Reply>();
  for (let index = 0; index < MOST_PAYMENTS && stack.child.exitCode === null; index++) {
    const key = `order-${index}`;
    const reply = await stack.api.create({ amountCents: 1000 + index }, key).catch(() => undefined);
    if (reply?.status === 201) answered.set(key, reply);
  }
  stack.child.kill("SIGKILL");
  await ended;
  expect(answered.size).toBeGreaterThan(0);
  expect(answered.size).toBeLessThan(MOST_PAYMENTS);

  const again = await SpawnedStack.start(stateDir);
  for (const [key, { json, text }] of answered) {
    expect((await again.api.get(json.svcPaymentId)).status).toBe(200);
    const index = Number(key.split("-")[1]);
    expect((await again.api.create({ amountCents: 1000 + index }, key)).text).toBe(text);
  }
});
