import { beforeEach, expect, it } from "vitest";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import { pauseKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The writes of an endpoint's pause, each by itself. */
const world = new FakeWorld().enter();
const { claimPassage, claimProbe, endPause, findPause, pauseEndpoint } = await import(
  "../../../shared/ledger/attempts.ts"
);

const RECEIVER = { merchantId: "mer_1", endpointId: "ep_a" };
const KEY = pauseKey("mer_1", "ep_a");
const at = world.now;
const pause = (given: { since?: number; at?: number } = {}) =>
  pauseEndpoint(RECEIVER, { since: at, at, ...given });
const standing = () => findPause(RECEIVER, at);

beforeEach(async () => {
  world.table.expire(KEY);
  await pause();
});

it("a pause lasts ten seconds, and its item two minutes longer", async () => {
  expect(await standing()).toEqual({
    ...KEY,
    ...{ merchantId: "mer_1", since: at, until: at + 10_000 },
    expiresAt: at / 1000 + 10 + 120,
  });
  expect(await findPause(RECEIVER, at + 130_000 - 1)).toBeDefined();
  expect(await findPause(RECEIVER, at + 130_000)).toBeUndefined();
  expect(await findPause({ merchantId: "mer_1", endpointId: "ep_b" }, at)).toBeUndefined();
});

it("a slower post does not shorten it", async () => {
  await pause({ at: at - 1, since: at - 1 });
  expect(await standing()).toMatchObject({ since: at, until: at + 10_000 });
});

it("one of two that read the same end is the probe, for twenty seconds", async () => {
  const read = { since: at, until: at + 10_000 };
  expect(await claimProbe(RECEIVER, read, at + 10_000)).toEqual({ ...read, until: at + 30_000 });
  expect(await claimProbe(RECEIVER, read, at + 10_001)).toBeUndefined();
  expect(await standing()).toMatchObject({ since: at, until: at + 30_000 });
});

it("a delivery that another one was faster than to be the probe waits for as long as that may take", async () => {
  const delivery = { ...RECEIVER, roundStartedAt: at + 9000 } as DeliveryRecord;
  world.beforeWrite(1, () => world.change(KEY, { until: at + 30_000 }));
  expect(await claimPassage(delivery, at + 10_000)).toEqual({ kind: "wait", until: at + 30_000 });
  world.isKilled = () => false;
});

it("an answered probe ends its own pause, and none that began since", async () => {
  const probe = { since: at, until: at + 10_000 };
  await pause({ at: at + 1 });
  await endPause(RECEIVER, probe, at);
  expect(await standing()).toBeDefined();
  await endPause(RECEIVER, { ...probe, until: at + 10_001 }, at);
  expect(await standing()).toBeUndefined();
});

it("the next timeout after an answered probe pauses anew, however soon it comes", async () => {
  const probe = await claimProbe(RECEIVER, { since: at, until: at + 10_000 }, at + 10_000);
  if (!probe) throw new Error("It is not the probe.");
  await endPause(RECEIVER, probe, at + 10_100);
  await pause({ since: at + 11_000, at: at + 11_000 });
  expect(await findPause(RECEIVER, at + 11_000)).toMatchObject({ since: at + 11_000, until: at + 21_000 });
});
