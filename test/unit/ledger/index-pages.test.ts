import { beforeEach, describe, expect, it } from "vitest";
import { paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import type { QueryInput } from "../../simulation/ledger/fake-table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Pages of an index: each item once, in order, and no more is asked for than is needed. */
const world = new FakeWorld().enter();
const { listItems, listItemsAscending } = await import("../../../shared/ledger/lists.ts");
const { listPayments } = await import("../../../shared/ledger/payment-lists.ts");

const T0 = world.now;
const COUNT = 5;
const idOf = (nth: number) => `svcpay_${nth}`;
const put = (nth: number, given: object = {}) =>
  world.table.put(
    {
      ...paymentKey(idOf(nth)),
      svcPaymentId: idOf(nth),
      merchantId: "mer_1",
      paymentSort: timeSort(T0 + nth, idOf(nth)),
      ...given,
    },
    {},
  );
for (let nth = 0; nth < COUNT; nth++) put(nth, nth % 2 === 0 ? { orderKey: "mer_1#order" } : {});

let asked: QueryInput[] = [];
beforeEach(() => {
  asked = world.recordQueries();
});

const numbersOf = (items: object[]) =>
  items.map((item) => Number(String("svcPaymentId" in item && item.svcPaymentId).slice(7)));
const range = { index: "payments-by-merchant", partition: "mer_1" } as const;

describe("a list of the newest first", () => {
  it.each([
    [2, [4, 3], true],
    [4, [4, 3, 2, 1], true],
    [5, [4, 3, 2, 1, 0], false],
    [6, [4, 3, 2, 1, 0], false],
  ])(
    "shows, %i at a time, %j, and whether there is more is known by one entry more",
    async (limit, shown, hasMore) => {
      const page = await listItems({ ...range, limit });
      expect(numbersOf(page.items)).toEqual(shown);
      expect(page.hasMore).toBe(hasMore);
      expect(page.next).toBe(hasMore ? timeSort(T0 + 5 - limit, idOf(5 - limit)) : undefined);
      expect(asked[0]?.Limit).toBe(limit + 2);
    },
  );

  it("goes on strictly before where the page before ended, down to a place that is included", async () => {
    const page = await listItems({
      ...range,
      limit: 9,
      before: timeSort(T0 + 3, idOf(3)),
      since: timeSort(T0 + 1),
    });
    expect(numbersOf(page.items)).toEqual([2, 1]);
  });
});

describe("a list of the oldest first", () => {
  it("begins strictly after a place and ends with a page, and asks for one more", async () => {
    const list = async (limit: number, since?: string) =>
      (await listItemsAscending({ ...range, limit, since })).items;
    expect(numbersOf(await list(2))).toEqual([0, 1]);
    expect(numbersOf(await list(2, timeSort(T0 + 1, idOf(1))))).toEqual([2, 3]);
    expect(asked.map(({ Limit }) => Limit)).toEqual([3, 3]);
  });
});

it.each(["2", "1"])(
  "a list before 1 and since %s is empty either way, and is not looked for",
  async (since) => {
    const none = { ...range, limit: 9, before: "1", since };
    expect(await listItems(none)).toEqual({ items: [], hasMore: false });
    expect(await listItemsAscending(none)).toEqual({ items: [] });
    expect(asked).toEqual([]);
  },
);

describe("a merchant's payments", () => {
  const list = async (given: object, after?: string) =>
    numbersOf(
      (
        await listPayments(
          { merchantId: "mer_1", ...given },
          { limit: 9, ...(after && { after: { paymentSort: after } }) },
        )
      ).items,
    );

  it("are those of a time, its beginning included and its end not", async () => {
    expect(await list({ sinceMs: T0 + 1 })).toEqual([4, 3, 2, 1]);
    expect(await list({ untilMs: T0 + 3 })).toEqual([2, 1, 0]);
    expect(await list({ sinceMs: T0 + 1, untilMs: T0 + 3 })).toEqual([2, 1]);
  });

  it("go on after a page, whether that ended before or after the end of the time", async () => {
    const third = timeSort(T0 + 3, idOf(3));
    expect(await list({}, third)).toEqual([2, 1, 0]);
    expect(await list({ untilMs: T0 + 2 }, third)).toEqual([1, 0]);
    expect(await list({ untilMs: T0 + 9 }, third)).toEqual([2, 1, 0]);
  });

  it("are those of an order where one is named", async () => {
    expect(await list({ orderRef: "order" })).toEqual([4, 2, 0]);
  });
});
