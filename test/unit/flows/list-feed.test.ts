import { beforeEach, describe, expect, it } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, type Key, pack } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { DAY_MS, FakeWorld, MINUTE_MS } from "../../support/fake-world.ts";

/* What a merchant reads of its events: the feed with its cursor, and how its endpoint fares. */
const world = new FakeWorld().enter();
const { listFeed } = await import("../../../shared/flows/callbacks/list-feed.ts");
const { getCallbackHealth } = await import("../../../shared/flows/callbacks/get-callback-health.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");

let merchants = 0;
let merchantId = "";
const add = (name: string, agoMs: number, { delivery, log, ...given }: Record<string, unknown> = {}) => {
  const eventId = `evt_${merchantId}_${name}`;
  world.putEvent({ eventId, merchantId }, { delivery: "delivered", receivedAt: world.now - agoMs });
  world.table.put({ ...eventKey(eventId), ...world.eventOf(eventId), ...given }, {});
  const standing = { ...(delivery !== undefined && { delivery }), ...(log !== undefined && { log }) };
  world.table.put({ ...(world.deliveryOf(eventId) as unknown as Key), ...standing }, {});
};

beforeEach(() => {
  merchantId = `mer_${++merchants}`;
  world.putMerchant(merchantId);
});

describe("the feed", () => {
  type Query = Omit<Parameters<typeof listFeed>[1], "limit"> & { limit?: number };
  const read = async (query: Query = {}) => {
    const merchant = (await findMerchant(merchantId)) as Merchant;
    const page = await listFeed(merchant, { limit: 100, ...query }, { at: world.now, horizonMs: MINUTE_MS });
    return { ...page, names: page.items.map(({ event }) => event.eventId.split("_").at(-1)) };
  };
  const body = (bytes: number) => pack("x".repeat(bytes));

  it("is read oldest first up to a minute ago, page by page, and its cursor stays where nothing is left", async () => {
    add("now", MINUTE_MS - 1);
    add("third", MINUTE_MS + 1);
    add("second", 2 * MINUTE_MS);
    add("first", 3 * MINUTE_MS);
    const first = await read({ limit: 2 });
    expect(first.names).toEqual(["first", "second"]);
    expect(first.searchedTo).toBe(world.now - 2 * MINUTE_MS);
    const second = await read({ limit: 2, after: first.cursor });
    expect(second.names).toEqual(["third"]);
    const end = await read({ after: second.cursor });
    expect(end).toMatchObject({ items: [], cursor: second.cursor });
    expect(end.searchedTo).toBeUndefined();
  });

  it("has the same cursor each time where there is nothing yet, and what comes later is read after it", async () => {
    const { cursor } = await read();
    world.now += 10 * MINUTE_MS;
    expect((await read()).cursor).toBe(cursor);
    expect((await read({ after: cursor })).cursor).toBe(cursor);
    add("late", 5 * MINUTE_MS);
    expect((await read({ after: cursor })).names).toEqual(["late"]);
  });

  it("67: gives each event a cursor: after it, but no later than eleven minutes ago, and before what is not applied yet", async () => {
    add("old", 90 * MINUTE_MS);
    add("stuck", 30 * MINUTE_MS, { applied: undefined });
    add("waiting", 30 * MINUTE_MS - 1, { applied: undefined });
    add("settled", 11 * MINUTE_MS + 1);
    add("young", 11 * MINUTE_MS);
    const { items } = await read();
    const namesAfter = async (after = "") => (await read({ after })).names;
    const all = await Promise.all(items.map(({ cursor }) => namesAfter(cursor)));
    expect(all).toEqual([
      ["stuck", "waiting", "settled", "young"],
      ["waiting", "settled", "young"],
      ["waiting", "settled", "young"],
      ["young"],
      ["young"],
    ]);
  });

  it.each([false, true])(
    "shows what the filter matches and moves on over the rest, with bodies: %s",
    async (isWithBodies) => {
      add("other-type", 5 * MINUTE_MS, { type: "charge.refunded" });
      add("match", 3 * MINUTE_MS);
      add("rest", 2 * MINUTE_MS, { type: "charge.refunded" });
      const type = "payment_intent.succeeded";
      const page = await read({ type, ...(isWithBodies && { include: "body" as const }) });
      expect(page.names).toEqual(["match"]);
      expect(page.searchedTo).toBe(world.now - 2 * MINUTE_MS);
      expect(page.items[0]?.body !== undefined).toBe(isWithBodies);
    },
  );

  it("shows bodies as the endpoint would be sent them, and none of what was erased or is damaged", async () => {
    add("whole", 5 * MINUTE_MS, { body: body(3) });
    add("erased", 4 * MINUTE_MS, { erasedAt: 1 });
    add("damaged", 3 * MINUTE_MS, { body: new Uint8Array([1]) });
    const { items } = await read({ include: "body" });
    expect(items.map((item) => item.body)).toEqual([{ text: "xxx", payload: "processor" }, null, null]);
  });

  it("shows an event as it stands at the endpoint where it stands worst", async () => {
    for (const [at, [first, second]] of [
      ["delivered", "pending"],
      ["pending", "delivered"],
    ].entries()) {
      add(`${at}`, 5 * MINUTE_MS, { delivery: first, endpoints: [endpointIdOf(merchantId), "ep_2"] });
      const eventId = `evt_${merchantId}_${at}`;
      const other = {
        ...deliveryKey(eventId, "ep_2"),
        endpointId: "ep_2",
        delivery: second,
        leaseExpiresAt: 1,
      };
      world.table.put({ ...world.deliveryOf(eventId), ...other }, {});
    }
    const { items } = await read();
    expect(items.map(({ shown }) => [shown?.delivery, shown?.endpointId])).toEqual([
      ["pending", "ep_2"],
      ["pending", endpointIdOf(merchantId)],
    ]);
  });

  it("shows what an event is to be sent as on its way before its delivery is made, until it is finished", async () => {
    for (const finishedAt of [undefined, 1]) {
      add(`${finishedAt}`, 5 * MINUTE_MS, { finishedAt });
      world.table.expire(world.deliveryOf(`evt_${merchantId}_${finishedAt}`) as unknown as Key);
    }
    const { items } = await read();
    expect(items.map(({ shown }) => shown)).toEqual([
      undefined,
      {
        ...{ endpointId: endpointIdOf(merchantId), delivery: "pending" },
        ...{ deliveryRound: 1, attempts: 0, log: [] },
      },
    ]);
  });

  it("ends a page before four million bytes, but never before its first event", async () => {
    // Two quotes stand around each body.
    for (const [nth, bytes] of [2_000_000 - 2, 2_000_000 - 2, 1, 5_000_000].entries())
      add(`${nth}`, (9 - nth) * MINUTE_MS, { body: body(bytes) });
    const first = await read({ include: "body" });
    expect(first.names).toEqual(["0", "1"]);
    const second = await read({ include: "body", after: first.cursor });
    expect(second.names).toEqual(["2"]);
    const third = await read({ include: "body", after: second.cursor });
    expect(third.names).toEqual(["3"]);
  });
});

describe("how an endpoint fares", () => {
  const health = () => getCallbackHealth({ merchantId, endpointId: endpointIdOf(merchantId) }, world.now);

  const attemptAt = (at: number) => ({
    log: [{ deliveryRound: 1, attempt: 1, at, milliseconds: 5, status: 200 }],
  });

  it("is judged by the attempts of the last day, and by what is open, however old it is", async () => {
    add("old", 9 * DAY_MS, attemptAt(world.now - DAY_MS - 1));
    add("late", 9 * DAY_MS, attemptAt(world.now - DAY_MS + 1));
    add("open", 8 * DAY_MS, { delivery: "pending" });
    add("ahead", -MINUTE_MS, { delivery: "held" });
    expect(await health()).toMatchObject({
      ...{ since: world.now - DAY_MS, events: 3, delivered: 1, waiting: 1, held: 1, lookedBackTo: null },
    });
    const dead = { deadShard: "DEAD#0", deadSort: `${merchantId}/${endpointIdOf(merchantId)}#1#evt_dead` };
    add("dead", 80 * DAY_MS, { delivery: "dead", ...dead });
    expect(await health()).toMatchObject({ dead: 1 });
  });

  it("is judged by the newest thousand where there are more, and says how far back these go", async () => {
    for (let nth = 1; nth <= 1000; nth++) add(`${nth}`, nth * 1000, { delivery: "held" });
    expect(await health()).toMatchObject({ held: 1000, lookedBackTo: null });
    add("oldest", 2_000_000, { delivery: "held" });
    expect(await health()).toMatchObject({ held: 1000, lookedBackTo: world.now - 1_000_000 });
  });
});
