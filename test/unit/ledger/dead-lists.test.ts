import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import type { QueryInput } from "../../simulation/ledger/fake-table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What is listed as dead: over all shards of the index, of one merchant or of all. */
const world = new FakeWorld().enter();
const { recordOutcome } = await import("../../../shared/ledger/attempts.ts");
const dead = await import("../../../shared/ledger/dead-deliveries.ts");
const { countDead, countDeadEvents, isOldestDead, listDead, listDeadInWindow } = dead;

/** Another one for each test. */
let merchants = 0;
let merchantId = "";
let asked: QueryInput[] = [];
beforeEach(() => {
  merchantId = `mer_${String(++merchants).padStart(2, "0")}`;
  asked = world.recordQueries();
});

const storedOf = (id: string) => world.deliveryOf(id) as unknown as DeliveryRecord;

/** Their ids end on different letters, and so they lie in different shards. */
const LETTERS = "abcdefgh";
async function die(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, nth) => `evt_${merchantId}${nth}${LETTERS[nth % 8]}`);
  for (const [nth, eventId] of ids.entries()) {
    world.putEvent({ eventId, merchantId }, { delivery: "pending", receivedAt: world.now });
    await recordOutcome(storedOf(eventId), { kind: "dead", at: world.now + nth });
  }
  return ids;
}

const idsOf = (events: { eventId: string }[]) => events.map(({ eventId }) => eventId);

describe("a merchant's dead events", () => {
  it("are listed with the last death first, and there are more where the page is full", async () => {
    const ids = await die(5);
    expect(idsOf((await listDead({ merchantId }, 9)).items)).toEqual(ids.toReversed());
    const page = await listDead({ merchantId }, 4);
    expect(idsOf(page.items)).toEqual(ids.toReversed().slice(0, 4));
    expect(page.hasMore).toBe(true);
    expect((await listDead({ merchantId }, 5)).hasMore).toBe(false);
  });

  it("are more where one shard alone has more", async () => {
    await die(17);
    expect(await listDead({ merchantId }, 2)).toMatchObject({ hasMore: true });
  });

  it("are not those of another merchant, and all are listed where none is named", async () => {
    const [first = ""] = await die(1);
    expect(await countDead({ merchantId: `${merchantId}x` })).toBe(0);
    expect(idsOf((await listDead({}, 100)).items)).toContain(first);
  });

  it("are counted", async () => {
    await die(3);
    expect(await countDead({ merchantId })).toBe(3);
    const endpointId = endpointIdOf(merchantId);
    expect(await countDeadEvents(merchantId, [])).toBe(0);
    expect(await countDeadEvents(merchantId, [endpointId])).toBe(3);
    expect(await countDeadEvents(merchantId, [endpointId, "ep_other"])).toBe(3);
    expect(await countDeadEvents(merchantId, ["ep_1", "ep_2"])).toBe(0);
  });

  it("are found in a window shard by shard, each once, up to the last shard", async () => {
    const ids = await die(12);
    const found: string[] = [];
    let before: string | undefined;
    let pages = 0;
    do {
      const window = {
        merchantId,
        endpointId: endpointIdOf(merchantId),
        sinceMs: world.now,
        untilMs: world.now + 100,
        before,
      };
      const page = await listDeadInWindow(window, 5);
      found.push(...idsOf(page.items));
      before = page.next;
      pages++;
    } while (before !== undefined && pages < 9);
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(pages).toBe(8);
  });
});

it("the first death of a merchant's is known as such, and every later one as not the first, by two entries of each shard", async () => {
  const [first = "", second = ""] = await die(2);
  expect(await isOldestDead(storedOf(first))).toBe(true);
  expect(await isOldestDead(storedOf(second))).toBe(false);
  expect(asked.slice(-8).map(({ Limit }) => Limit)).toEqual(Array(8).fill(2));
});
