import { expect, it } from "vitest";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, HOUR_MS } from "../../support/fake-world.ts";

/* A merchant's disputes in pages, among holds of the same days, in a ledger in memory. */
const world = new FakeWorld().enter();
const { saveAttention } = await import("../../../shared/ledger/attention.ts");
const { listDisputes } = await import("../../../shared/flows/attention/list-disputes.ts");

const paymentOf = (subjectId: string) => `svcpay_${subjectId}`;

/** A dispute that wants an answer until `dueBy`, or one that wants none. */
async function dispute(
  merchantId: string,
  disputeId: string,
  { openedAt, dueBy }: { openedAt: number; dueBy?: number },
) {
  const svcPaymentId = paymentOf(disputeId);
  const kind = "dispute_response_due" as const;
  const status = dueBy === undefined ? "lost" : "needs_response";
  const disputes = { [disputeId]: { disputeId, status, reason: "fraudulent", amountCents: 1000, dueBy } };
  world.putPayment({ svcPaymentId, merchantId, terms: { orderRef: `order of ${disputeId}` }, disputes });
  const item = { merchantId, kind, subjectId: disputeId, svcPaymentId, seenOn: 1, since: openedAt };
  await saveAttention({
    ...item,
    ...(dueBy !== undefined && { dueBy }),
    shownIn: dueBy === undefined ? "settled_disputes" : "open",
  });
}

async function hold(merchantId: string, id: string, dueBy: number) {
  const item = { merchantId, kind: "hold_expiring", subjectId: id, svcPaymentId: id, seenOn: 1 } as const;
  await saveAttention({ ...item, since: world.now, dueBy, shownIn: "open" });
}

const idsOf = ({ items }: { items: { disputeId: string }[] }) => items.map(({ disputeId }) => disputeId);

/** Every page until there is no more. */
async function pagesOf(merchantId: string, limit: number) {
  const pages: string[][] = [];
  let startingAfter: string | undefined;
  for (let round = 0; round < 50; round++) {
    const page = await listDisputes(merchantId, { limit, startingAfter }, world.now);
    pages.push(idsOf(page));
    if (!page.hasMore) return pages;
    startingAfter = page.lastId;
  }
  throw new Error("The pages do not end.");
}

it("disputes that want an answer come first by their deadlines, then the others, the newest first", async () => {
  const merchantId = "mer_order";
  await dispute(merchantId, "dp_later", { openedAt: world.now, dueBy: world.now + 9 * HOUR_MS });
  await dispute(merchantId, "dp_soon", { openedAt: world.now, dueBy: world.now + HOUR_MS });
  await dispute(merchantId, "dp_old", { openedAt: world.now - 9 * HOUR_MS });
  await dispute(merchantId, "dp_new", { openedAt: world.now - HOUR_MS });
  const page = await listDisputes(merchantId, { limit: 10 }, world.now);
  expect(idsOf(page)).toEqual(["dp_soon", "dp_later", "dp_new", "dp_old"]);
  expect(page.hasMore).toBe(false);
  expect(page.items[0]).toEqual({
    disputeId: "dp_soon",
    status: "needs_response",
    reason: "fraudulent",
    amountCents: 1000,
    openedAt: world.now,
    dueBy: world.now + HOUR_MS,
    svcPaymentId: "svcpay_dp_soon",
    orderRef: "order of dp_soon",
    currency: "usd",
  });
  expect(page.items[2]?.dueBy).toBeUndefined();
});

it.each([1, 2, 3, 4, 5, 6])("pages of %i show every dispute once, in the same order", async (limit) => {
  const merchantId = `mer_pages_${limit}`;
  const open = ["dp_1", "dp_2", "dp_3"].map((id) => `${id}_${limit}`);
  const settled = ["dp_4", "dp_5"].map((id) => `${id}_${limit}`);
  for (const [place, id] of open.entries()) {
    await hold(merchantId, `svcpay_hold_${place}_${limit}`, world.now + place * HOUR_MS);
    await dispute(merchantId, id, { openedAt: world.now, dueBy: world.now + (place + 1) * HOUR_MS });
  }
  for (const [place, id] of settled.entries())
    await dispute(merchantId, id, { openedAt: world.now - (place + 1) * HOUR_MS });
  const pages = await pagesOf(merchantId, limit);
  expect(pages.flat()).toEqual([...open, ...settled]);
  expect(pages.every((page) => page.length <= limit)).toBe(true);
  expect(pages.slice(0, 5 / limit).every((page) => page.length === limit)).toBe(true);
});

it("an answer looks through two thousand holds and no more, and the next page goes on from there", async () => {
  const merchantId = "mer_holds";
  for (let id = 0; id < 2_100; id++) await hold(merchantId, `svcpay_${id}`, world.now + id);
  await dispute(merchantId, "dp_behind", { openedAt: world.now, dueBy: world.now + HOUR_MS });
  const first = await listDisputes(merchantId, { limit: 10 }, world.now);
  expect(first).toMatchObject({ items: [], hasMore: true });
  // The last hold that was looked at; they are counted from 0.
  expect(first.lastId).toMatch(/svcpay_1999$/);
  expect(await pagesOf(merchantId, 10)).toEqual([[], ["dp_behind"]]);
});

it("a dispute that was answered wants no more, though its deadline is still to come", async () => {
  const merchantId = "mer_answered";
  await dispute(merchantId, "dp_answered", { openedAt: world.now, dueBy: world.now + HOUR_MS });
  const key = paymentKey(paymentOf("dp_answered"));
  const { disputes } = world.table.peek(key) as unknown as { disputes: { dp_answered: object } };
  world.change(key, {
    disputes: { ...disputes, dp_answered: { ...disputes.dp_answered, status: "under_review" } },
  });
  const { items } = await listDisputes(merchantId, { limit: 10 }, world.now);
  expect(items).toMatchObject([{ disputeId: "dp_answered", status: "under_review", dueBy: undefined }]);
});

it("a dispute whose answer is too late wants none, and one whose payment is gone is left out", async () => {
  const merchantId = "mer_late";
  await dispute(merchantId, "dp_late", { openedAt: world.now, dueBy: world.now });
  await dispute(merchantId, "dp_gone", { openedAt: world.now, dueBy: world.now + HOUR_MS });
  world.table.put({ ...paymentKey(paymentOf("dp_gone")), svcPaymentId: paymentOf("dp_gone"), terms: {} }, {});
  const { items } = await listDisputes(merchantId, { limit: 10 }, world.now);
  expect(items.map(({ disputeId, dueBy }) => [disputeId, dueBy])).toEqual([["dp_late", undefined]]);
});
