import { beforeEach, describe, expect, it } from "vitest";
import { statementWorkKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Long work: who moves its cursor, and what becomes of the others. */
const world = new FakeWorld().enter();
const { endWork, findPart, savePart, saveSlice, startWork, startWorkOnce } = await import(
  "../../../shared/ledger/work.ts"
);
const { findEventsWork, startEventsWork } = await import("../../../shared/ledger/events-work.ts");
const { startStatementWork } = await import("../../../shared/ledger/statement-work.ts");
const { findTestEvents, saveTestEvents } = await import("../../../shared/ledger/test-events.ts");
const { findWatermark, moveWatermark } = await import("../../../shared/ledger/watermarks.ts");
const { linkAccount } = await import("../../../shared/ledger/merchants.ts");

const KEY = statementWorkKey("mer_1", "2026-01-01");
const newWork = (runId: string) => ({
  merchantId: "mer_1",
  runId,
  progress: { at: 0 },
  at: 9_000,
  dueAtMs: 10_000,
  ttlSeconds: 100,
});
const slice = (runId: string, at: number) => ({ progress: { at }, parts: [`part ${at}`], runId });

beforeEach(() => world.table.expire(KEY));

describe("long work", () => {
  it("begins in its first version, and each beginning overtakes the runs before", async () => {
    const work = await startWork(KEY, newWork("first"));
    expect(work).toMatchObject({ version: 1, state: "running", startedAt: 9_000, expiresAt: 109 });
    expect(await startWork(KEY, newWork("second"))).toMatchObject({ version: 2, runId: "second", parts: [] });
    expect(await saveSlice(work, slice("first", 1), 1)).toBeUndefined();
  });

  it("is answered, where it begins only once, with what runs, and its own repetition with itself", async () => {
    expect(await startWorkOnce(KEY, newWork("first"))).toMatchObject({ written: true });
    expect(await startWorkOnce(KEY, newWork("first"))).toMatchObject({
      written: true,
      item: { runId: "first" },
    });
    expect(await startWorkOnce(KEY, newWork("second"))).toMatchObject({
      written: false,
      existing: { runId: "first" },
    });
  });

  it("begins again once it has ended", async () => {
    const work = await startWork(KEY, newWork("first"));
    await endWork(work, slice("first", 1));
    expect(await startWorkOnce(KEY, newWork("second"))).toMatchObject({
      written: true,
      item: { version: 3 },
    });
  });

  it("is moved by one of two runs, whose own repetition is known; when it ends it leaves the due list", async () => {
    const work = await startWork(KEY, newWork("first"));
    expect(await saveSlice(work, slice("first", 1), 20_000)).toMatchObject({ version: 2, parts: ["part 1"] });
    expect(await saveSlice(work, slice("first", 1), 20_000)).toMatchObject({ version: 2 });
    expect(await saveSlice(work, slice("second", 1), 20_000)).toBeUndefined();
    const moved = world.table.peek(KEY) as unknown as typeof work;
    expect(moved.dueSort).toContain("0000000020000#");
    expect(await endWork(moved, slice("first", 2))).toMatchObject({
      state: "done",
      parts: ["part 1", "part 2"],
    });
    expect(world.table.peek(KEY)).not.toHaveProperty("dueSort");
    // The same run, a version later: what stands there is not this write.
    expect(await saveSlice(work, slice("first", 1), 20_000)).toBeUndefined();
  });

  it("has its parts as they were first written", async () => {
    const work = await startWork(KEY, newWork("first"));
    await savePart(work, "part 1", "one");
    await savePart(work, "part 1", "another");
    expect(await findPart(work, "part 1")).toBe("one");
    expect(await findPart(work, "part 2")).toBeUndefined();
  });
});

it("a day's statement is at work for two weeks at most", async () => {
  const work = await startStatementWork({
    merchantId: "mer_1",
    date: "2026-01-01",
    runId: "run",
    at: 9_000,
    dueAtMs: 10_000,
  });
  expect(work.expiresAt).toBe(9 + 14 * 86_400);
});

it.each(["recover", "release"] as const)("work to %s events is found by its id", async (kind) => {
  const progress = {
    recoveryId: `rcv_${kind}`,
    kind,
    sinceMs: 0,
    untilMs: 1,
    looked: 0,
    sent: 0,
    endpointIds: [],
  };
  await startEventsWork({ merchantId: "mer_2", progress, runId: kind, at: 9_000, dueAtMs: 9_000 });
  expect((await findEventsWork("mer_2", `rcv_${kind}`))?.progress.kind).toBe(kind);
  expect(await findEventsWork("mer_2", "rcv_unknown")).toBeUndefined();
});

it("test events are noted on the version that was read, and a note's own repetition is known", async () => {
  const place = { merchantId: "mer_1", endpointId: "ep_1" };
  const first = { eventId: "evt_1", at: 9_000 };
  const second = { eventId: "evt_2", at: 9_000 };
  const none = { version: 0, sent: [] };
  expect(await findTestEvents(place)).toEqual(none);
  expect(await saveTestEvents(place, none, first)).toBe(true);
  expect(await saveTestEvents(place, none, first)).toBe(true);
  expect(await saveTestEvents(place, none, second)).toBe(false);
  const noted = await findTestEvents(place);
  expect(noted).toMatchObject({ version: 1, sent: [first], expiresAt: 9 + 30 * 86_400 });
  expect(await saveTestEvents(place, noted, second)).toBe(true);
  expect(await findTestEvents({ ...place, endpointId: "ep_a" })).toEqual(none);
});

it("an account's events were looked through up to a time, at first that of its link, and only ahead", async () => {
  expect(await findWatermark("acct_1")).toBeUndefined();
  await linkAccount("acct_1", "mer_1", 5);
  expect(await findWatermark("acct_1")).toBe(5);
  await moveWatermark("acct_1", 10);
  await moveWatermark("acct_1", 9);
  expect(await findWatermark("acct_1")).toBe(10);
});
