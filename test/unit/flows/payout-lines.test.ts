import { beforeEach, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES } from "../../../shared/domain/finance/csv.ts";
import type { PayoutLine } from "../../../shared/domain/finance/payout.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { payoutLinesKey } from "../../../shared/ledger/table.ts";
import type { PaidLine } from "../../../shared/views/payout.ts";
import { FakeWorld } from "../../support/fake-world.ts";
import { payoutLineWith, storePayout } from "../../support/payouts.ts";

/* What a merchant is shown of its payouts, and of the lines in them. */
const world = new FakeWorld().enter();
const { getPayout } = await import("../../../shared/flows/payouts/list-payouts.ts");
const { listPayouts } = await import("../../../shared/flows/payouts/list-payouts.ts");
const { listLines, renderLines } = await import("../../../shared/flows/payouts/list-payouts.ts");
const { renderPayouts } = await import("../../../shared/flows/payouts/render-payouts.ts");

const line = (nth: number) =>
  payoutLineWith({
    ...{ transactionId: `txn_${nth}`, at: world.now + nth, svcPaymentId: `svcpay_${nth}` },
    ...{ grossCents: nth, netCents: nth },
  });
const make = (payoutId: string, createdAt = world.now) =>
  storePayout("mer_1", { payoutId, createdAt, amountCents: 1 });

/** A payout whose chunks hold the lines of these numbers, newest first, as the processor lists them. */
const compose = (...chunks: number[][]) =>
  storePayout(
    "mer_1",
    { createdAt: world.now, amountCents: 1 },
    chunks.map((numbers) => numbers.map(line)),
  );

const order = (nth: number, merchantId: string, orderRef: string) =>
  world.putPayment({ svcPaymentId: `svcpay_${nth}`, merchantId, terms: { orderRef } });

const noSuchPayout = (code: string) => ({ code, message: "There is no such payout." });

beforeEach(() => {
  world.emptyTable();
});

describe("the lines of a payout", () => {
  const shown = async (record: PayoutRecord, limit: number, startingAfter?: string) => {
    const { items, hasMore, lastId } = await listLines(record, { limit, startingAfter });
    return { numbers: items.map(({ grossCents }) => grossCents), hasMore, lastId };
  };

  it("are listed oldest first, page by page across its chunks, and the last page says that it is the last", async () => {
    const record = await compose([5, 4, 3], [2, 1]);
    expect(await shown(record, 3)).toEqual({ numbers: [1, 2, 3], hasMore: true, lastId: "3" });
    expect(await shown(record, 1, "3")).toEqual({ numbers: [4], hasMore: true, lastId: "4" });
    expect(await shown(record, 3, "4")).toEqual({ numbers: [5], hasMore: false, lastId: "5" });
    expect(await shown(record, 5)).toMatchObject({ numbers: [1, 2, 3, 4, 5], hasMore: false });
  });

  it("are none, and a file is its header alone, while nothing was read yet", async () => {
    const record = await make("po_1");
    expect(await listLines(record, { limit: 10 })).toEqual({ items: [], hasMore: false });
    expect(await renderLines(record, { header: "header", toText: () => "line" })).toBe("header");
  });

  it("are shown with the merchant's own order, and never with another merchant's", async () => {
    order(1, "mer_1", "order-1");
    order(2, "mer_2", "secret-2");
    const { items } = await listLines(await compose([3, 2, 1]), { limit: 10 });
    expect(items.map(({ orderRef }) => orderRef)).toEqual(["order-1", null, null]);
  });

  it("are stored days longer than the payout that names them", async () => {
    const { expiresAt } = await compose([1]);
    const stored = world.table.peek(payoutLinesKey("mer_1", "po_1", "run", 0));
    expect(stored?.expiresAt).toBe(expiresAt + 7 * 86_400);
  });

  it("are said to be no longer kept where one of their chunks is gone, and not left out", async () => {
    const record = await compose([2], [1]);
    world.table.expire(payoutLinesKey("mer_1", "po_1", "run", 1));
    await expect(listLines(record, { limit: 2 })).rejects.toMatchObject({
      ...{ code: "not_found", message: "The lines of this payout are no longer stored." },
    });
  });

  it("are a file as long as its bytes fit into one answer, to the last byte", async () => {
    const record = await compose([2, 1]);
    const render = (bytes: number) =>
      renderLines(record, {
        header: "",
        toText: ({ grossCents }) => "x".repeat(grossCents === 1 ? 1 : bytes - 1),
      });
    expect(await render(MAX_FILE_BYTES)).toHaveLength(MAX_FILE_BYTES);
    await expect(render(MAX_FILE_BYTES + 1)).rejects.toMatchObject({ code: "too_many_lines" });
  });

  it("are counted as they go over the wire, where a quotation mark takes two bytes", async () => {
    const record = await compose([1]);
    const lengthOf = async (quotes: number) =>
      (await renderLines(record, { header: "", toText: () => '"'.repeat(quotes) })).length;
    expect(await lengthOf(MAX_FILE_BYTES / 2)).toBe(MAX_FILE_BYTES / 2);
    await expect(lengthOf(MAX_FILE_BYTES / 2 + 1)).rejects.toMatchObject({ code: "too_many_lines" });
  });
});

describe("the payouts of a merchant", () => {
  it("are listed newest first, on from the last one of the page before", async () => {
    for (const nth of [1, 2, 3]) await make(`po_${nth}`, world.now + nth);
    expect(await listPayouts("mer_1", { limit: 2 })).toMatchObject({ hasMore: true, lastId: "po_2" });
    const next = await listPayouts("mer_1", { limit: 2, startingAfter: "po_2" });
    expect(next).toMatchObject({ items: [{ facts: { payoutId: "po_1" } }], hasMore: false });
  });

  it("are nobody else's: another merchant's is unknown, also as the place to go on from", async () => {
    await make("po_1");
    expect((await getPayout("mer_1", "po_1")).facts.payoutId).toBe("po_1");
    await expect(getPayout("mer_2", "po_1")).rejects.toMatchObject(noSuchPayout("not_found"));
    await expect(listPayouts("mer_2", { limit: 1, startingAfter: "po_1" })).rejects.toMatchObject({
      ...{
        code: "invalid_request",
        extras: { errors: [{ detail: "startingAfter must be the id of one of your payouts." }] },
      },
    });
  });
});

it("the rows of one payout in the file of all add up to 0, apart from other balances", async () => {
  const other = { ...line(200), kind: "other_balance" } as PayoutLine;
  await storePayout("mer_1", { createdAt: world.now, amountCents: 1 }, [[other, line(1)]]);
  const rows: PaidLine[] = [];
  const day = new Date(world.now).toISOString().slice(0, 10);
  const toText = (row: PaidLine) => {
    rows.push(row);
    return "";
  };
  await renderPayouts("mer_1", { from: day, to: day }, { header: "", toText });
  expect(rows.map(({ kind, netCents }) => [kind, netCents])).toEqual([
    ["payout", -1],
    ["charge", 1],
    ["other_balance", 200],
  ]);
});
