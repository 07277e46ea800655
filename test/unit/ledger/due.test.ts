import { beforeEach, describe, expect, it } from "vitest";
import type { DueItem } from "../../../shared/ledger/due.ts";
import { dueAt, eventKey } from "../../../shared/ledger/table.ts";
import type { QueryInput } from "../../simulation/ledger/fake-table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The due list: where an item stands on it, page by page, and how it moves along its ladder. */
const world = new FakeWorld().enter();
const due = await import("../../../shared/ledger/due.ts");
const { listDue, listUnresolved, moveDue, postponeDue, SHARDS } = due;

const idOf = (nth: number) => `evt_${String(nth).padStart(4, "0")}`;
const put = (nth: number, place: object) =>
  world.table.put({ ...eventKey(idOf(nth)), eventId: idOf(nth), merchantId: "mer_1", ...place }, {});
const shardOf = (nth: number) => dueAt(eventKey(idOf(nth)), 0).dueShard;
const stored = (nth: number) => world.table.peek(eventKey(idOf(nth))) as unknown as DueItem;

/** So many events of one shard, each due a millisecond after the one before. */
const SHARD = shardOf(0);
const OF_ONE_SHARD = Array.from({ length: 400 }, (_, nth) => nth).filter((nth) => shardOf(nth) === SHARD);

let asked: QueryInput[] = [];
beforeEach(() => {
  asked = world.recordQueries();
});

it("an item stands in the shard that its key's hash names, which a deployed table depends on", () => {
  expect(["evt_a", "evt_b", "evt_c"].map((id) => dueAt(eventKey(id), 1).dueShard)).toEqual([
    "DUE#8",
    "DUE#20",
    "DUE#29",
  ]);
  expect(SHARDS).toHaveLength(32);
});

it("an item is due at its time or after a while, on the first step unless another is given", () => {
  const key = eventKey("evt_1");
  expect(dueAt(key, 7)).toMatchObject({ dueSort: "0000000000007#EVENT#evt_1#EVENT", dueStep: 0 });
});

describe("the pages of a shard", () => {
  const put5 = () => {
    for (const [place, nth] of OF_ONE_SHARD.slice(0, 5).entries())
      put(nth, dueAt(eventKey(idOf(nth)), world.now + place));
  };
  const pagesOf = async (limit: number, until = world.now + 9) => {
    const pages: number[] = [];
    let after: string | undefined;
    do {
      const page = await listDue(SHARD, { until, after, limit });
      pages.push(page.items.length);
      after = page.next;
    } while (after !== undefined && pages.length < 9);
    return pages;
  };

  it.each([
    [2, [2, 2, 1]],
    [4, [4, 1]],
    [5, [5]],
    [6, [5]],
  ])("show each item once, %i at a time, and ask for one more than they show", async (limit, pages) => {
    put5();
    expect(await pagesOf(limit)).toEqual(pages);
    expect(new Set(asked.map(({ Limit }) => Limit))).toEqual(new Set([limit + 1]));
  });

  it("end with what is due at the time that is asked for", async () => {
    put5();
    expect(await pagesOf(9, world.now + 2)).toEqual([3]);
  });

  it("leave out what was moved since the index has seen it", async () => {
    put5();
    const [first = 0] = OF_ONE_SHARD;
    world.indexLagMs = 1000;
    await postponeDue(stored(first), world.now + 5);
    world.indexLagMs = 0;
    expect(await pagesOf(9)).toEqual([4]);
    world.now += 1000;
  });
});

describe("an item on the due list", () => {
  it("moves to another time on the same step, unless it was moved meanwhile", async () => {
    put(7, dueAt(eventKey(idOf(7)), 10, 4));
    const read = stored(7);
    expect(await postponeDue(read, 20)).toBe(true);
    expect(stored(7)).toMatchObject(dueAt(eventKey(idOf(7)), 20, 4));
    expect(await postponeDue(read, 30)).toBe(false);
    expect(stored(7)).toMatchObject(dueAt(eventKey(idOf(7)), 20, 4));
  });

  it("moves one step along its ladder, and after the last one among the unresolved", async () => {
    const key = eventKey(idOf(8));
    put(8, dueAt(key, 10));
    expect(await moveDue(stored(8), "visit", world.now)).toBe("wait");
    expect(stored(8)).toMatchObject(dueAt(key, world.now + 5 * 60_000, 1));
    for (let step = 1; step < 8; step++) {
      expect(stored(8).dueShard).not.toBe("DUE#unresolved");
      await moveDue(stored(8), "visit", world.now);
    }
    expect(stored(8)).toMatchObject({ dueShard: "DUE#unresolved", dueSort: dueAt(key, world.now).dueSort });
    expect((await listUnresolved(5)).items).toMatchObject([{ eventId: idOf(8) }]);
  });
});
