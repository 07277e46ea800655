import { beforeEach, expect, it } from "vitest";
import { pauseKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The writes of an endpoint's pause, each by itself. */
const world = new FakeWorld();
world.enter();
const { claimProbe, endPause, findPause, pauseEndpoint } = await import("../../../shared/ledger/pauses.ts");
const { erasePause } = await import("../../../shared/ledger/erasure.ts");

const RECEIVER = { merchantId: "mer_1", endpointId: "ep_a" };
const KEY = pauseKey("mer_1", "ep_a");
const URL = "https://shop.example/a";
const at = world.now;
const pause = (given: { url?: string; since?: number; at?: number } = {}) =>
  pauseEndpoint(RECEIVER, { url: URL, since: at, at, ...given });
const standing = () => findPause(RECEIVER, at);

beforeEach(async () => {
  world.table.expire(KEY);
  await pause();
});

it("a pause lasts ten seconds, and its item an hour longer", async () => {
  expect(await standing()).toEqual({
    ...KEY,
    ...{ merchantId: "mer_1", url: URL, since: at, until: at + 10_000 },
    expiresAt: at / 1000 + 10 + 3600,
  });
  expect(await findPause(RECEIVER, at + 3_610_000 - 1)).toBeDefined();
  expect(await findPause(RECEIVER, at + 3_610_000)).toBeUndefined();
  expect(await findPause({ merchantId: "mer_1" }, at)).toBeUndefined();
});

it("a slower post to the same URL does not shorten it, and one to a new URL replaces it", async () => {
  await pause({ at: at - 1, since: at - 1 });
  expect(await standing()).toMatchObject({ since: at, until: at + 10_000 });
  await pause({ at: at - 1, url: "https://shop.example/b" });
  expect(await standing()).toMatchObject({ url: "https://shop.example/b", until: at + 9_999 });
});

it("one of two that read the same end is the probe, for twenty seconds", async () => {
  const read = { url: URL, since: at, until: at + 10_000 };
  expect(await claimProbe(RECEIVER, read, at + 10_000)).toEqual({ ...read, until: at + 30_000 });
  expect(await claimProbe(RECEIVER, read, at + 10_001)).toBeUndefined();
  expect(await standing()).toMatchObject({ since: at, until: at + 30_000 });
  await pause({ url: "https://shop.example/b", at: at + 20_000 });
  expect(await claimProbe(RECEIVER, { ...read, until: at + 30_000 }, at + 30_000)).toBeUndefined();
});

it("an answered probe ends its own pause, and none that began since", async () => {
  const probe = { url: URL, since: at, until: at + 10_000 };
  await pause({ at: at + 1 });
  await endPause(RECEIVER, probe, at);
  expect(await standing()).toBeDefined();
  await endPause(RECEIVER, { ...probe, until: at + 10_001 }, at);
  expect(await standing()).toBeUndefined();
});

it("an erased pause has no URL, and pauses nothing", async () => {
  expect(await erasePause(KEY, at)).toBe("erased");
  expect(world.table.peek(KEY)).not.toHaveProperty("url");
  expect(await erasePause(KEY, at)).toBe("nothing_personal");
});
