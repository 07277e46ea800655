import { describe, expect, it } from "vitest";
import type { PayoutLine } from "../../../shared/domain/finance/payout.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";
import { payoutLineWith, storePayout } from "../../support/payouts.ts";

/* In which payout a payment's charge is, in a ledger in memory. */
const world = new FakeWorld().enter();
const { findPayout, saveComposition } = await import("../../../shared/ledger/payouts.ts");
const { bookedAfter, bookedAround, findPayoutOf } = await import(
  "../../../shared/flows/payouts/identify-payout.ts"
);

const line = (kind: PayoutLine["kind"], svcPaymentId: string | null, afterMs = 0): PayoutLine =>
  payoutLineWith({
    transactionId: `txn_${kind}_${svcPaymentId}`,
    at: world.now + afterMs,
    kind,
    svcPaymentId,
  });

/** A payout made so long after now, with these chunks of lines; without any it is not composed yet. */
const payout = (merchantId: string, payoutId: string, afterMs: number, chunks?: PayoutLine[][]) =>
  storePayout(merchantId, { payoutId, createdAt: world.now + afterMs }, chunks);

const found = async (merchantId: string, svcPaymentId = "svcpay_1", booked = bookedAround(world.now)) =>
  (await findPayoutOf({ merchantId, svcPaymentId }, [booked]))?.facts.payoutId;

it("a charge is found in whatever chunk of a payout it stands, past payouts that are empty or not composed yet", async () => {
  await payout("mer_1", "po_unread", 1);
  await payout("mer_1", "po_empty", 2, []);
  await payout("mer_1", "po_other", 3, [[line("charge", "svcpay_2")], [line("charge", null)]]);
  await payout("mer_1", "po_right", 4, [[line("charge", "svcpay_3")], [line("charge", "svcpay_1")]]);
  expect(await found("mer_1")).toBe("po_right");
  expect(await found("mer_1", "svcpay_none")).toBeUndefined();
});

it("only a charge says in which payout a payment is, not its refund or dispute", async () => {
  await payout("mer_2", "po_refund", 1, [[line("refund", "svcpay_1"), line("dispute", "svcpay_1")]]);
  expect(await found("mer_2")).toBeUndefined();
});

it("the oldest payout with the charge is the answer", async () => {
  await payout("mer_3", "po_first", 1, [[line("charge", "svcpay_1")]]);
  await payout("mer_3", "po_second", 2, [[line("charge", "svcpay_1")]]);
  expect(await found("mer_3")).toBe("po_first");
});

it.each([
  ["once a month, but missed what became available a day late, is found", 62 * DAY_MS - 1, "po_then"],
  ["after two months is not looked for", 62 * DAY_MS + 1, undefined],
  ["before the charge is not looked for", -1, undefined],
])("a payout that was made %s", async (_, afterMs, expected) => {
  const merchantId = `mer_${afterMs}`;
  await payout(merchantId, "po_then", afterMs, [[line("charge", "svcpay_1")]]);
  expect(await found(merchantId)).toBe(expected);
});

/** How often the ledger is asked. */
async function readsFor<T>(look: () => Promise<T>): Promise<{ answer: T; reads: number }> {
  let reads = 0;
  world.onRead = () => void reads++;
  const answer = await look();
  world.onRead = () => {};
  return { answer, reads };
}

/** What listing a page of payouts costs: its pointers, and what they point to. */
const LISTING = 2;

it("a thousand chunks of the charge's own minutes are read for an answer, and not one more", async () => {
  const chunks = Array.from({ length: 1100 }, (_, nth) => [line("charge", `svcpay_${nth}`)]);
  await payout("mer_long", "po_long", 1, chunks);
  expect(await found("mer_long", "svcpay_900")).toBe("po_long");
  expect(await readsFor(() => found("mer_long", "svcpay_1099"))).toEqual({
    ...{ answer: undefined, reads: LISTING + 1000 },
  });
});

it("a payout that was not read yet, or is empty, costs no read of its lines, and one of one chunk costs one", async () => {
  await payout("mer_few", "po_unread", 1);
  await payout("mer_few", "po_empty", 2, []);
  expect((await readsFor(() => found("mer_few"))).reads).toBe(LISTING);
  await payout("mer_few", "po_one", 3, [[line("charge", "svcpay_2")]]);
  expect((await readsFor(() => found("mer_few"))).reads).toBe(LISTING + 1);
});

it("a charge is found in whichever of many chunks it stands, in about as many reads as their number has binary digits", async () => {
  const hours = (nth: number) => (64 - nth) * 3_600_000;
  const chunks = Array.from({ length: 64 }, (_, nth) => [line("charge", `svcpay_${nth}`, hours(nth))]);
  await payout("mer_search", "po_search", 3 * DAY_MS, chunks);
  for (let nth = 0; nth < 64; nth++) {
    const booked = bookedAround(world.now + hours(nth));
    const { answer, reads } = await readsFor(() => found("mer_search", `svcpay_${nth}`, booked));
    expect(answer).toBe("po_search");
    expect(reads).toBeLessThanOrEqual(LISTING + 7);
  }
});

describe("a charge that is told of at some time", () => {
  const SLACK_MS = 10 * 60_000;
  let merchants = 0;
  /** Whether the charge is found that is booked so long after, in a payout with lines at these times in its chunks. */
  const isFound = async (charge: number, ...timesOfChunks: number[][]) => {
    const merchantId = `mer_time${++merchants}`;
    const chunks = timesOfChunks.map((times) =>
      times.map((afterMs) => line("charge", afterMs === charge ? "svcpay_1" : "svcpay_2", afterMs)),
    );
    await payout(merchantId, "po_then", DAY_MS, chunks);
    return (await found(merchantId)) !== undefined;
  };

  it("is found though it was booked ten minutes later, and not looked for among what is later still", async () => {
    expect(await isFound(SLACK_MS, [SLACK_MS], [0])).toBe(true);
    expect(await isFound(SLACK_MS + 1, [SLACK_MS + 1], [0])).toBe(false);
  });

  it("is found in a chunk that reaches back ten minutes, and not looked for behind one that is older", async () => {
    const charge = -SLACK_MS - 5;
    expect(await isFound(charge, [0], [-SLACK_MS], [charge])).toBe(true);
    expect(await isFound(charge, [0], [-SLACK_MS - 1], [charge])).toBe(false);
  });

  it("is found by when its payment was made where nobody has told: up to a month later", async () => {
    const chunks = [[line("charge", "svcpay_1", 5 * DAY_MS)], [line("charge", "svcpay_2", 0)]];
    await payout("mer_untold", "po_then", 1, chunks);
    expect(await found("mer_untold", "svcpay_1", bookedAfter(world.now))).toBe("po_then");
  });
});

it("a thousand payouts a month are looked through, the newest", async () => {
  await payout("mer_busy", "po_first", 1, [[line("charge", "svcpay_1")]]);
  for (let nth = 2; nth <= 2000; nth++) await payout("mer_busy", `po_${nth}`, nth);
  expect(await found("mer_busy")).toBe("po_first");
  await payout("mer_busy", "po_2001", 2001);
  expect(await found("mer_busy")).toBeUndefined();
});

it("every write of a payout makes its next version, so that a write on an older one fails", async () => {
  await payout("mer_version", "po_1", 1);
  const read = await findPayout("mer_version", "po_1");
  if (!read) throw new Error("The payout is gone.");
  const composed = { run: "run", chunkSizes: [], totals: {} };
  expect((await saveComposition(read, composed))?.version).toBeGreaterThan(read.version);
  expect(await saveComposition(read, composed)).toBeUndefined();
});
