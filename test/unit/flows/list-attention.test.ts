import { beforeEach, expect, it } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { attentionKey, paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What needs a person, in pages, while part of it is over already. */
const world = new FakeWorld();
world.enter();
const { openSort, saveSight } = await import("../../../shared/ledger/attention.ts");
const { listAttention } = await import("../../../shared/flows/attention/list-attention.ts");
const { visitAttention } = await import("../../../shared/flows/attention/visit-attention.ts");

const DAY_MS = 86_400_000;

let merchantId = "mer_0";
beforeEach(() => {
  merchantId = `mer_${Number(merchantId.slice(4)) + 1}`;
  world.putMerchant(merchantId);
});

const ORDER = { currency: "usd", amountCents: 1000, applicationFeeCents: 0 };

/** A hold; one that is over was captured since. */
async function hold(nth: number, given: { isOver?: boolean; dueBy?: number } = {}) {
  const { isOver = false, dueBy = world.now + 1000 + nth } = given;
  const svcPaymentId = `svcpay_${merchantId}_${nth}`;
  const status = isOver ? "succeeded" : "requires_capture";
  world.table.put(
    {
      ...paymentKey(svcPaymentId),
      svcPaymentId,
      merchantId,
      order: ORDER,
      status,
      captureBefore: dueBy,
      createdAt: 1,
    },
    {},
  );
  const sight = {
    merchantId,
    kind: "hold_expiring",
    subjectId: svcPaymentId,
    svcPaymentId,
    seenOn: 1,
  } as const;
  await saveSight({
    ...sight,
    since: world.now,
    dueBy,
    attentionSort: openSort(sight, world.now + 1000 + nth),
  });
}

/** It is listed as open whatever the payment says: the payment's word is asked when the list is read. */
async function dispute({
  disputeId,
  dueBy,
  ...facts
}: {
  disputeId: string;
  dueBy: number;
  [fact: string]: unknown;
}) {
  const svcPaymentId = `svcpay_${merchantId}_0`;
  const payment = { svcPaymentId, merchantId, order: ORDER, status: "succeeded", createdAt: 1 };
  const disputes = { [disputeId]: { ...facts, disputeId, dueBy } };
  world.table.put({ ...paymentKey(svcPaymentId), ...payment, disputes }, {});
  const sight = {
    merchantId,
    kind: "dispute_response_due",
    subjectId: disputeId,
    svcPaymentId,
    seenOn: 1,
  } as const;
  await saveSight({ ...sight, since: world.now, dueBy, attentionSort: openSort(sight, dueBy) });
}

const list = (limit: number, startingAfter?: string) =>
  listAttention({ merchantId } as Merchant, { limit, startingAfter }, world.now);
const numbersOf = ({ items }: { items: { subject: { svcPaymentId?: string } }[] }) =>
  items.map(({ subject }) => Number(subject.svcPaymentId?.split("_").at(-1)));

it("what is over is passed by, and the page is filled from behind it", async () => {
  for (let nth = 0; nth < 6; nth++) await hold(nth, { isOver: nth < 3 });
  const first = await list(2);
  expect(numbersOf(first)).toEqual([3, 4]);
  expect(first.hasMore).toBe(true);
  const second = await list(2, first.lastId);
  expect(numbersOf(second)).toEqual([5]);
  expect(second.hasMore).toBe(false);
});

it("a page that is full with the last one has no more behind it", async () => {
  await hold(0);
  await hold(1);
  expect(await list(2)).toMatchObject({ hasMore: false });
});

it("five pages of what is over are looked through, and the next answer goes on from there", async () => {
  for (let nth = 0; nth < 6; nth++) await hold(nth, { isOver: nth < 5 });
  const first = await list(1);
  expect(first).toMatchObject({ items: [], hasMore: true });
  expect(numbersOf(await list(1, first.lastId))).toEqual([5]);
});

it("a hold is shown until its end, and not at its end", async () => {
  await hold(0, { dueBy: world.now });
  await hold(1, { dueBy: world.now + 1 });
  expect(numbersOf(await list(5))).toEqual([1]);
});

it.each([
  ["is shown while an answer is wanted and in time", { status: "needs_response", leftMs: 1 }, ["dp_1"]],
  ["is not shown once its answer would come too late", { status: "needs_response", leftMs: 0 }, []],
  [
    "is not shown once it was answered, though its date is still to come",
    { status: "under_review", leftMs: 1 },
    [],
  ],
])("a dispute %s", async (_, { status, leftMs }, shown) => {
  const dueBy = world.now + leftMs;
  await dispute({ disputeId: "dp_1", amountCents: 700, status, dueBy, openedAt: world.now });
  const { items } = await list(5);
  expect(items.map(({ subject, dueBy: by }) => ({ ...subject, by }))).toEqual(
    shown.map((disputeId) => ({ svcPaymentId: `svcpay_${merchantId}_0`, disputeId, by: dueBy })),
  );
});

it("a visit that finds the merchant or the payment gone closes what it was about", async () => {
  await hold(0);
  const key = attentionKey(merchantId, "HOLD", `svcpay_${merchantId}_0`);
  const record = () => world.table.peek(key) as never;
  world.table.expire(paymentKey(`svcpay_${merchantId}_0`));
  expect(await visitAttention(record(), world.now)).toBe("over");
  expect(world.table.peek(key)).toMatchObject({ closedAt: world.now });
  expect(await visitAttention(record(), world.now)).toBe("closed_already");
});

it("a visit to a hold that was captured closes it without asking the processor", async () => {
  await hold(0, { isOver: true });
  const key = attentionKey(merchantId, "HOLD", `svcpay_${merchantId}_0`);
  expect(await visitAttention(world.table.peek(key) as never, world.now)).toBe("over");
});

it.each([
  ["is shown all the same where its end is still to come", 1, true],
  ["is not shown at its end", 0, false],
])("a hold of which the processor cannot be asked %s", async (_, leftMs, isShown) => {
  await hold(0, { dueBy: world.now + leftMs });
  const key = attentionKey(merchantId, "HOLD", `svcpay_${merchantId}_0`);
  world.table.update(key, {
    UpdateExpression: "SET since = :since REMOVE attentionSort",
    ExpressionAttributeValues: { ":since": world.now - DAY_MS },
  });
  // Nothing listens there.
  world.askAt("http://127.0.0.1:9", "sk_test_1");
  await expect(visitAttention(world.table.peek(key) as never, world.now)).rejects.toThrow();
  expect("attentionSort" in (world.table.peek(key) ?? {})).toBe(isShown);
  expect(world.table.peek(key)).not.toHaveProperty("closedAt");
});
