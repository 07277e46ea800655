import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PayoutFacts } from "../../../shared/domain/finance/payout.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { payoutKey, payoutPointerKey } from "../../../shared/ledger/table.ts";
import type { QueryInput } from "../../simulation/ledger/fake-table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* A payout as the ledger keeps it: on the due list while it is to be read, and listed by its time. */
const world = new FakeWorld().enter();
const payouts = await import("../../../shared/ledger/payouts.ts");
const { createPayout, leavePayout, listPayouts, saveComposition, savePayout } = payouts;
const { saveChunk, findChunk } = await import("../../../shared/ledger/payout-lines.ts");
const { startPayoutWork } = await import("../../../shared/ledger/payout-work.ts");

const facts = (payoutId: string, given: Partial<PayoutFacts> = {}) =>
  ({ payoutId, createdAt: 5_000_000, reconciliation: "completed", ...given }) as PayoutFacts;
const IN_PROGRESS = { reconciliation: "in_progress" } as const;

/** Another one for each test. */
let merchants = 0;
let merchantId = "";
let asked: QueryInput[] = [];
/** All writes of a test are in one millisecond: each version is above the one before all the same. */
const WRITTEN_MS = 1_782_907_200_000;
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(WRITTEN_MS);
  merchantId = `mer_${++merchants}`;
  asked = world.recordQueries();
});

const stored = (payoutId = "po_1") =>
  world.table.peek(payoutKey(merchantId, payoutId)) as unknown as PayoutRecord;

describe("a payout", () => {
  it("is created once, in its first version, for four hundred days from when it was made", async () => {
    await createPayout(merchantId, facts("po_1"), world.now);
    expect(stored()).toMatchObject({
      version: WRITTEN_MS,
      expiresAt: 5_000 + 400 * 86_400,
      dueSort: expect.any(String),
    });
    expect(await createPayout(merchantId, facts("po_1", IN_PROGRESS), world.now)).toBeUndefined();
    expect(stored().facts.reconciliation).toBe("completed");
  });

  it("is on the due list only once the processor knows all of it", async () => {
    await createPayout(merchantId, facts("po_1", IN_PROGRESS), world.now);
    expect(stored()).not.toHaveProperty("dueSort");
    await savePayout(stored(), facts("po_1", { ...IN_PROGRESS, status: "paid" }), world.now);
    expect(stored()).toMatchObject({ version: WRITTEN_MS + 1, facts: { status: "paid" } });
    expect(stored()).not.toHaveProperty("dueSort");
    await savePayout(stored(), facts("po_1"), world.now);
    expect(stored()).toMatchObject({ version: WRITTEN_MS + 2, dueSort: expect.any(String) });
  });

  it("keeps its place on the due list, whatever else is learned of it", async () => {
    await createPayout(merchantId, facts("po_1"), world.now);
    const { dueSort } = stored();
    await savePayout(stored(), facts("po_1", { status: "paid" }), world.now + 1000);
    expect(stored().dueSort).toBe(dueSort);
  });

  it("leaves the due list once it was read, or once nothing more can be read of it", async () => {
    await createPayout(merchantId, facts("po_1"), world.now);
    await saveComposition(stored(), { run: "run", chunkSizes: [1], totals: {} });
    expect(stored()).toMatchObject({ version: WRITTEN_MS + 1, composed: { run: "run" } });
    expect(stored()).not.toHaveProperty("dueSort");
    await savePayout(stored(), facts("po_1", { status: "paid" }), world.now);
    expect(stored()).not.toHaveProperty("dueSort");
    await createPayout(merchantId, facts("po_2"), world.now);
    await leavePayout(stored("po_2"));
    expect(stored("po_2")).toMatchObject({ version: WRITTEN_MS + 1 });
    expect(stored("po_2")).not.toHaveProperty("dueSort");
  });

  it("is not written onto a version that another call has raised", async () => {
    await createPayout(merchantId, facts("po_1"), world.now);
    const read = stored();
    await savePayout(read, facts("po_1", { status: "paid" }), world.now);
    const before = stored();
    expect(await savePayout(read, facts("po_1"), world.now)).toBeUndefined();
    expect(await saveComposition(read, { run: "run", chunkSizes: [], totals: {} })).toBeUndefined();
    await leavePayout(read);
    expect(stored()).toEqual(before);
  });
});

describe("a merchant's payouts", () => {
  const create = async (count: number) => {
    for (let nth = 0; nth < count; nth++)
      await createPayout(merchantId, facts(`po_${nth}`, { createdAt: nth * 1000 }), world.now);
  };
  const list = async (given: Parameters<typeof listPayouts>[1]) => {
    const { items, hasMore } = await listPayouts(merchantId, given);
    return [items.map(({ facts: { payoutId } }) => Number(payoutId.slice(3))), hasMore];
  };

  it("are listed with the newest first, page by page, and are asked for with two more", async () => {
    await create(4);
    expect(await list({ limit: 2 })).toEqual([[3, 2], true]);
    expect(await list({ limit: 2, after: stored("po_2").facts })).toEqual([[1, 0], false]);
    expect(await list({ limit: 4 })).toEqual([[3, 2, 1, 0], false]);
    expect(await list({ limit: 3 })).toEqual([[3, 2, 1], true]);
    expect(asked.map(({ Limit }) => Limit)).toEqual([4, 4, 6, 5]);
  });

  it("are those of a time, its beginning included and its end not", async () => {
    await create(4);
    expect(await list({ limit: 9, sinceMs: 1000, untilMs: 3000 })).toEqual([[2, 1], false]);
    expect(await list({ limit: 9, sinceMs: 0 })).toEqual([[3, 2, 1, 0], false]);
  });

  /** A place in the list whose payout is gone. */
  const point = (nth: number) =>
    world.table.put({ ...payoutPointerKey(merchantId, nth, `po_x${nth}`), payoutId: `po_x${nth}` }, {});

  it("go on after a full page where the next one stands behind pointers without a record", async () => {
    await createPayout(merchantId, facts("po_0", { createdAt: 1 }), world.now);
    for (const nth of [100, 101, 102]) point(nth);
    await createPayout(merchantId, facts("po_9", { createdAt: 1000 }), world.now);
    expect(await list({ limit: 1 })).toEqual([[9], true]);
  });

  it("are found behind pointers without a record, up to twenty pages of them", async () => {
    await createPayout(merchantId, facts("po_0", { createdAt: 1 }), world.now);
    // A page asks for three: the one where the page before ended, and two more.
    for (let nth = 0; nth < 30; nth++) point(100 + nth);
    expect(await list({ limit: 1 })).toEqual([[0], false]);
    for (let nth = 0; nth < 30; nth++) point(200 + nth);
    asked = world.recordQueries();
    expect(await list({ limit: 1 })).toEqual([[], false]);
    expect(asked).toHaveLength(20);
  });
});

it("the first to write a chunk of a payout's lines has the say", async () => {
  await createPayout(merchantId, facts("po_1"), world.now);
  const chunk = (at: number) => ({ lines: [{ at }] as never, next: "txn" });
  expect(await saveChunk(stored(), "run", { nth: 0, chunk: chunk(1) })).toEqual(chunk(1));
  expect(await saveChunk(stored(), "run", { nth: 0, chunk: chunk(2) })).toEqual(chunk(1));
  expect(await findChunk(stored(), "run", 0)).toEqual(chunk(1));
  expect(await findChunk(stored(), "run", 1)).toBeUndefined();
});

it("the reading of a payout is kept for two weeks", async () => {
  const work = await startPayoutWork({
    merchantId,
    payoutId: "po_1",
    runId: "run",
    at: 9_000,
    dueAtMs: 10_000,
  });
  expect(work).toMatchObject({ version: 1, state: "running", expiresAt: 9 + 14 * 86_400, parts: [] });
});
