import { expect, it } from "vitest";
import type { PayoutFacts, PayoutLine } from "../../../shared/domain/finance/payout.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* In which payout a payment's charge is, in a ledger in memory. */
const world = new FakeWorld();
world.enter();
const { createPayout, findPayout, saveComposition } = await import("../../../shared/ledger/payouts.ts");
const { saveChunk } = await import("../../../shared/ledger/payout-lines.ts");
const { bookedAround, findPayoutOf } = await import("../../../shared/flows/payouts/identify-payout.ts");

const DAY_MS = 86_400_000;

const line = (kind: PayoutLine["kind"], svcPaymentId: string | null): PayoutLine => ({
  transactionId: `txn_${kind}_${svcPaymentId}`,
  at: world.now,
  kind,
  svcPaymentId,
  merchantsOwn: false,
  grossCents: 1000,
  platformFeeCents: 0,
  otherFeesCents: 0,
  processorFeeCents: 0,
  taxCents: 0,
  netCents: 1000,
  currency: "usd",
  exchangeRate: null,
});

/** A payout made so long after now, with these chunks of lines; without any it is not composed yet. */
async function payout(merchantId: string, payoutId: string, afterMs: number, chunks?: PayoutLine[][]) {
  const createdAt = world.now + afterMs;
  const facts = { payoutId, createdAt, amountCents: 1000, reconciliation: "completed" } as PayoutFacts;
  const record = await createPayout(merchantId, facts, world.now);
  if (!record) throw new Error("The payout was known already.");
  if (!chunks) return;
  for (const [nth, lines] of chunks.entries()) await saveChunk(record, "run", { nth, chunk: { lines } });
  await saveComposition(record, { run: "run", chunkSizes: chunks.map(({ length }) => length), totals: {} });
}

const found = async (merchantId: string, svcPaymentId = "svcpay_1") =>
  (await findPayoutOf({ merchantId, svcPaymentId }, [bookedAround(world.now)]))?.facts.payoutId;

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
  ["on the thirtieth day is found", 30 * DAY_MS - 1, "po_then"],
  ["after thirty days is not looked for", 30 * DAY_MS + 1, undefined],
  ["before the charge is not looked for", -1, undefined],
])("a payout that was made %s", async (_, afterMs, expected) => {
  const merchantId = `mer_${afterMs}`;
  await payout(merchantId, "po_then", afterMs, [[line("charge", "svcpay_1")]]);
  expect(await found(merchantId)).toBe(expected);
});

it("all payouts of the month are looked through for an answer, and a thousand chunks of the charge's own minutes", async () => {
  for (let nth = 0; nth < 101; nth++)
    await payout("mer_many", `po_${nth}`, nth, [[line("charge", `svcpay_${nth}`)]]);
  expect(await found("mer_many", "svcpay_0")).toBe("po_0");
  expect(await found("mer_many", "svcpay_100")).toBe("po_100");
  const chunks = Array.from({ length: 1100 }, (_, nth) => [line("charge", `svcpay_${nth}`)]);
  await payout("mer_long", "po_long", 1, chunks);
  expect(await found("mer_long", "svcpay_900")).toBe("po_long");
  expect(await found("mer_long", "svcpay_1099")).toBeUndefined();
});

it("every write of a payout makes its next version, so that a write on an older one fails", async () => {
  await payout("mer_version", "po_1", 1);
  const read = await findPayout("mer_version", "po_1");
  if (!read) throw new Error("The payout is gone.");
  const composed = { run: "run", chunkSizes: [], totals: {} };
  expect((await saveComposition(read, composed))?.version).toBe(read.version + 1);
  expect(await saveComposition(read, composed)).toBeUndefined();
});
