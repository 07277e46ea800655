import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type * as StatementWork from "../../../shared/ledger/statement-work.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld();
world.enter();

let ledger: typeof StatementWork;
beforeAll(async () => {
  ledger = await import("../../../shared/ledger/statement-work.ts");
});

const DAY = { merchantId: "mer_1", date: "2026-01-05" };
const HOUR_MS = 3_600_000;
/** Hardly to be compressed: about as much as 50 000 payments come to. */
const LARGE = randomBytes(1_000_000).toString("hex");
const find = (at = world.now) => ledger.findStatementWork(DAY, at);
const save = (runId: string, text: string) => ledger.saveStatementWork(DAY, { runId, text, at: world.now });

it("is found as it was kept, also where it fills several items", async () => {
  expect(await find()).toBeUndefined();
  await save("one", LARGE);
  expect(world.table.all().length).toBeGreaterThan(2);
  expect(await find()).toBe(LARGE);
  await save("two", "small");
  expect(await find()).toBe("small");
});

it("of two runs that were cut off is not mixed: it counts as none", async () => {
  await save("one", LARGE);
  let writes = 0;
  world.isKilled = (call) => call === "write" && ++writes > 1;
  await expect(save("two", LARGE)).rejects.toThrow();
  world.isKilled = () => false;
  expect(await find()).toBeUndefined();
});

it("is gone once the statement is made, and after two days", async () => {
  await save("one", "kept");
  expect(await find(world.now + 47 * HOUR_MS)).toBe("kept");
  expect(await find(world.now + 48 * HOUR_MS)).toBeUndefined();
  await ledger.dropStatementWork(DAY, "one", world.now);
  expect(await find()).toBeUndefined();
});
