import { beforeEach, expect, it } from "vitest";
import type { WorkRecord } from "../../../shared/ledger/work.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/*
 * The one runner of long work on a ledger in memory: it adds up the numbers from 1 to LAST, one a page, two pages a slice.
 * Whatever happens to its runs, each number counts once.
 */
const world = new FakeWorld().enter();
const { runLongWork } = await import("../../../shared/flows/run-long-work.ts");
const { findPart, findWork, startWork } = await import("../../../shared/ledger/work.ts");

const KEY = { pk: "WORK#mer_1", sk: "STATEMENT#2026-01-05" };
const LAST = 10;
const PAGE_MS = 1_000;
const SLICE_MS = 2 * PAGE_MS;
const PATIENCE_MS = 60_000;
type Sum = { next: number };

let runs = 0;
const start = () =>
  startWork<Sum>(KEY, {
    merchantId: "mer_1",
    runId: `start-${++runs}`,
    progress: { next: 1 },
    at: world.now,
    dueAtMs: world.now + PATIENCE_MS,
    ttlSeconds: 86_400,
  });

const standing = async () => {
  const work = await findWork<Sum>(KEY);
  if (!work) throw new Error("There is no work.");
  return work;
};

type Hooks = { onPage?: (page: number) => void; finish?: () => Promise<void>; untilMs?: number };

/** One run: the numbers that it has found are its findings, a part for each slice. */
function run(work: WorkRecord<Sum>, { onPage, finish, untilMs = Number.POSITIVE_INFINITY }: Hooks = {}) {
  let { next } = work.progress;
  let found: number[] = [];
  async function* pages(): AsyncGenerator<void, void> {
    while (next <= LAST) {
      onPage?.(next);
      world.now += PAGE_MS;
      found.push(next++);
      yield;
    }
  }
  const keep = () => {
    const findings = found.length > 0 ? [JSON.stringify(found)] : [];
    found = [];
    return { progress: { next }, findings };
  };
  return runLongWork<Sum>(
    work,
    { pages: pages(), keep, ...(finish && { finish }) },
    {
      runId: `run-${++runs}`,
      now: () => world.now,
      isTimeUp: () => world.now >= untilMs,
      sliceMs: SLICE_MS,
      patienceMs: PATIENCE_MS,
    },
  );
}

/** What the work knows to have found. */
const foundBy = async (work: WorkRecord<Sum>): Promise<number[]> =>
  (await Promise.all(work.parts.map((name) => findPart(work, name)))).flatMap(
    (text) => JSON.parse(text ?? "") as number[],
  );

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const die = () => {
  throw new Error("The function has died.");
};

beforeEach(async () => {
  world.isKilled = () => false;
  await start();
});

it("comes to its end, is marked as done, and leaves the due list", async () => {
  expect(await run(await standing())).toMatchObject({ kind: "done" });
  const work = await standing();
  expect(work).toMatchObject({ state: "done", progress: { next: LAST + 1 } });
  expect(work.dueSort).toBeUndefined();
});

it("is put aside when its time is used up, due at once, and goes on where it stopped", async () => {
  const first = await run(await standing(), { untilMs: world.now + 5 * PAGE_MS });
  expect(first.kind).toBe("put_aside");
  const work = await standing();
  expect(Number(work.dueSort?.slice(0, 13))).toBe(world.now);
  expect(await foundBy(work)).toEqual(upTo(5));
  const pages: number[] = [];
  expect((await run(work, { onPage: (page) => pages.push(page) })).kind).toBe("done");
  expect(pages[0]).toBe(6);
});

it("does a slice again when it dies between its parts and the cursor, and counts nothing twice", async () => {
  // The first slice writes its part and the cursor; the second dies after its part.
  await world.dieAt(4, async () => run(await standing()));
  const work = await standing();
  expect(await foundBy(work)).toEqual(upTo(2));
  expect(work.progress).toEqual({ next: 3 });
  await run(work, { untilMs: world.now + 4 * PAGE_MS });
  expect(await foundBy(await standing())).toEqual(upTo(6));
});

it("keeps what was found before a failure, and hands nothing over twice", async () => {
  await expect(run(await standing(), { onPage: (page) => void (page === 4 && die()) })).rejects.toThrow();
  const work = await standing();
  expect(work.progress).toEqual({ next: 4 });
  expect(await foundBy(work)).toEqual(upTo(3));
});

it("is not written where nothing was found, so that it climbs its ladder and is noticed", async () => {
  const before = await standing();
  await expect(run(before, { onPage: die })).rejects.toThrow();
  expect(await standing()).toEqual(before);
});

it("two runs at once: one moves the cursor, and the other learns that it was overtaken", async () => {
  const read = await standing();
  await run(read, { untilMs: world.now + 4 * PAGE_MS });
  expect((await run(read)).kind).toBe("overtaken");
  expect(await foundBy(await standing())).toEqual(upTo(4));
});

it("work that is started again overtakes every earlier run, also one that was about to end", async () => {
  const read = await standing();
  const finish = async () => void (await start());
  expect((await run(read, { finish })).kind).toBe("overtaken");
  expect(await standing()).toMatchObject({ state: "running", progress: { next: 1 }, parts: [] });
});

it("is not marked as done where its last step fails", async () => {
  await expect(run(await standing(), { finish: async () => die() })).rejects.toThrow();
  expect(await standing()).toMatchObject({ state: "running", progress: { next: LAST + 1 } });
});

it("knows its own write whose reply was lost", async () => {
  const read = await standing();
  const update = world.table.update.bind(world.table);
  let lost = 0;
  // The SDK repeats a write whose reply was lost, and the repetition fails its condition.
  world.table.update = ((key: Parameters<typeof update>[0], input: Parameters<typeof update>[1]) => {
    const outcome = update(key, input);
    return outcome.written && lost++ === 0 ? update(key, input) : outcome;
  }) as typeof update;
  expect((await run(read)).kind).toBe("done");
  world.table.update = update;
  expect(lost).toBeGreaterThan(1);
});
