import { describe, expect, it } from "vitest";
import { listMatching } from "../../../shared/flows/list-matching.ts";
import { runConcurrently } from "../../../shared/flows/run-concurrently.ts";

/* A ledger of numbers, of which the round ones are looked for: how far a search looks, and what it says of the rest. */
const isRound = (number: number) => number % 10 === 0;

let pagesRead = 0;
const listOf =
  (numbers: number[], pageSize: number) =>
  async ({ after }: { after: number | undefined }): Promise<{ items: number[]; hasMore: boolean }> => {
    pagesRead++;
    const begin = after === undefined ? 0 : numbers.indexOf(after) + 1;
    const items = numbers.slice(begin, begin + pageSize);
    return { items, hasMore: numbers.length > begin + pageSize };
  };

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

type Asked = { limit: number; pageSize?: number; after?: number | undefined };
const search = (numbers: number[], { limit, pageSize = 5, after }: Asked) => {
  pagesRead = 0;
  return listMatching({
    ...{ list: listOf(numbers, pageSize), matches: isRound, isSearch: true, limit, after },
  });
};

describe("a search", () => {
  it("looks on until its page is full, and ends at the last one that it shows", async () => {
    expect(await search(upTo(100), { limit: 2 })).toEqual({
      ...{ items: [10, 20], hasMore: true, last: 20, isCutShort: false },
    });
    expect(pagesRead).toBe(4);
  });

  it("leaves matches behind for the next page, and begins that right after the last one shown", async () => {
    const first = await search(upTo(40), { limit: 3, pageSize: 20 });
    expect(first).toEqual({ items: [10, 20, 30], hasMore: true, last: 30, isCutShort: false });
    const next = await search(upTo(40), { limit: 3, pageSize: 20, after: first.last });
    expect(next).toEqual({ items: [40], hasMore: false, last: 40, isCutShort: false });
  });

  it("ends at the last one that it shows where its page is full, although it has looked further", async () => {
    expect(await search(upTo(40), { limit: 1, pageSize: 15 })).toEqual({
      ...{ items: [10], hasMore: true, last: 10, isCutShort: false },
    });
  });

  it("a search that has found nothing by the end of the list says so, and that it has looked at all of it", async () => {
    expect(await search(upTo(9), { limit: 2 })).toEqual({
      ...{ items: [], hasMore: false, last: 9, isCutShort: false },
    });
  });

  it("has nothing more where its last match is the last of the list", async () => {
    expect(await search(upTo(10), { limit: 1 })).toMatchObject({ items: [10], hasMore: false });
    expect(await search(upTo(20), { limit: 1, pageSize: 20 })).toMatchObject({ items: [10], hasMore: true });
  });

  it("stops after ten pages of the ledger, and says how far it has come", async () => {
    const odd = upTo(200).map((number) => 10 * number + 1);
    expect(await search(odd, { limit: 2 })).toEqual({
      ...{ items: [], hasMore: true, last: 501, isCutShort: true },
    });
    expect(pagesRead).toBe(10);
  });

  it("a search of an empty list ends where it began", async () => {
    expect(await search([], { limit: 2, after: 7 })).toEqual({
      ...{ items: [], hasMore: false, last: 7, isCutShort: false },
    });
  });
});

it("a list that is not searched is one page of the ledger, whatever of it matches", async () => {
  const page = { matches: isRound, isSearch: false, limit: 5, after: 10 };
  expect(await listMatching({ ...page, list: listOf(upTo(20), 5) })).toEqual({
    items: [],
    hasMore: true,
    last: 15,
    isCutShort: false,
  });
});

it("many things are worked on so many at a time, each once, and answered in their order", async () => {
  let [atWork, mostAtWork] = [0, 0];
  const outcomes = await runConcurrently(upTo(25), async (number) => {
    mostAtWork = Math.max(mostAtWork, ++atWork);
    await new Promise((resolve) => setImmediate(resolve));
    atWork--;
    return -number;
  });
  expect(outcomes).toEqual(upTo(25).map((number) => -number));
  expect(mostAtWork).toBe(10);
});

it("a page of a list ends at the last one that it shows, and every page goes on", async () => {
  const listing = { list: listOf(upTo(40), 7), matches: isRound, isSearch: false, limit: 7 };
  const [shown, ends]: [number[], number[]] = [[], []];
  for (let hasMore = true; hasMore; ) {
    const page = await listMatching<number>({ ...listing, after: ends.at(-1) });
    shown.push(...page.items);
    ends.push(page.last ?? 0);
    hasMore = page.hasMore;
  }
  expect(shown).toEqual([10, 20, 30, 40]);
  expect(ends).toEqual([7, 10, 17, 20, 27, 30, 37, 40]);
});
