import { beforeEach, describe, expect, it } from "vitest";
import { replacementIdFor } from "../../../shared/domain/id.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { attentionKey, type Key, operationKey, paymentKey, payoutKey } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";

/* What needs a person, in pages, while part of it is over already. */
const world = new FakeWorld().enter();
const { saveAttention } = await import("../../../shared/ledger/attention.ts");
const { listAttention } = await import("../../../shared/flows/attention/list-attention.ts");
const { upsertPayoutAttention } = await import("../../../shared/flows/payouts/record-failed-payout.ts");
const { createPayout } = await import("../../../shared/ledger/payouts.ts");

let merchantId = "mer_0";
beforeEach(() => {
  merchantId = `mer_${Number(merchantId.slice(4)) + 1}`;
  world.putMerchant(merchantId);
});

const ORDER = { currency: "usd", amountCents: 1000, applicationFeeCents: 0 };

/** It is on the list of what is open. */
const watch = (
  kind: "hold_expiring" | "dispute_response_due",
  subjectId: string,
  given: { svcPaymentId: string; dueBy: number },
) => saveAttention({ merchantId, kind, subjectId, seenOn: 1, since: world.now, shownIn: "open", ...given });

/** A hold; one that is over was captured since. */
async function hold(nth: number, given: { isOver?: boolean; dueBy?: number } = {}) {
  const { isOver = false, dueBy = world.now + 1000 + nth } = given;
  const svcPaymentId = `svcpay_${merchantId}_${nth}`;
  const status = isOver ? "succeeded" : "requires_capture";
  world.putPayment({ svcPaymentId, merchantId, status, captureBefore: dueBy });
  await watch("hold_expiring", svcPaymentId, { svcPaymentId, dueBy });
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
  const disputes = { [disputeId]: { ...facts, disputeId, dueBy } };
  world.putPayment({ svcPaymentId, merchantId, status: "succeeded", disputes });
  await watch("dispute_response_due", disputeId, { svcPaymentId, dueBy });
}

const list = (limit: number, startingAfter?: string, endpoint?: object) =>
  listAttention(
    {
      merchantId,
      ...(endpoint && { callbackEndpoints: { version: 1, list: [endpoint] } }),
    } as unknown as Merchant,
    { limit, startingAfter },
    world.now,
  );
const numbersOf = ({ items }: { items: { subject: { svcPaymentId?: string } }[] }) =>
  items.map(({ subject }) => Number(subject.svcPaymentId?.split("_").at(-1)));

it("what is over is passed by, and the page is filled from behind it", async () => {
  for (let nth = 0; nth < 63; nth++) await hold(nth, { isOver: nth < 60 });
  const first = await list(2);
  expect(numbersOf(first)).toEqual([60, 61]);
  expect(first.hasMore).toBe(true);
  const second = await list(2, first.lastId);
  expect(numbersOf(second)).toEqual([62]);
  expect(second.hasMore).toBe(false);
  // Full with the last one.
  expect(await list(3)).toMatchObject({ hasMore: false });
});

it("five hundred records that are over are read for one page, and the next answer goes on from there", async () => {
  for (let nth = 0; nth < 501; nth++) await hold(nth, { isOver: nth < 500 });
  const first = await list(1);
  expect(first).toMatchObject({ items: [], hasMore: true });
  expect(numbersOf(await list(1, first.lastId))).toEqual([500]);
});

describe("an endpoint that fails", () => {
  const CALLBACK = () => ({
    endpointId: endpointIdOf(merchantId),
    url: "https://shop.example/callbacks?secret=1",
  });
  const ENDPOINT = { kind: "endpoint_failing", subject: { endpointOrigin: "https://shop.example" } };
  const event = (
    eventId: string,
    delivery: "pending" | "delivered" | "dead" | "held",
    given: object = {},
  ) => {
    world.putEvent({ eventId, merchantId }, { delivery, receivedAt: world.now - 5 });
    world.table.put({ ...(world.deliveryOf(eventId) as unknown as Key), ...given }, {});
  };
  const tried = (at: number, error?: string) => ({ log: [{ deliveryRound: 1, milliseconds: 1, at, error }] });
  const die = (eventId: string, diedAt: number) => event(eventId, "dead", tried(diedAt, "timeout"));
  const shown = async () => (await list(5, undefined, CALLBACK())).items;

  /** Counts the pages of events that are read from now on. */
  const queries = () => {
    const [before, looked] = [{ ...world }.query, { count: 0 }];
    world.query = (input) => {
      if (input.IndexName === "deliveries-by-endpoint") looked.count++;
      return before(input);
    };
    return looked;
  };

  it("is shown first, on the first page alone, and the list goes on behind it", async () => {
    die(`evt_${merchantId}_2`, world.now - 1);
    die(`evt_${merchantId}_1`, world.now - 2);
    await hold(0);
    await hold(1);
    const first = await list(1, undefined, CALLBACK());
    expect(first).toMatchObject({ items: [{ ...ENDPOINT, since: world.now - 2 }], hasMore: true });
    const second = await list(1, first.lastId, CALLBACK());
    expect(numbersOf(second)).toEqual([0]);
    expect(numbersOf(await list(1, second.lastId, CALLBACK()))).toEqual([1]);
    // It takes its place among those that were asked for.
    const two = await list(2, undefined, CALLBACK());
    expect(two.items).toMatchObject([ENDPOINT, { kind: "hold_expiring" }]);
    expect(two).toMatchObject({ hasMore: true });
    expect((await list(3, undefined, CALLBACK())).hasMore).toBe(false);
  });

  it("one that is seldom used is looked for once a minute, and one in use with one page each time", async () => {
    for (let nth = 0; nth < 250; nth++) event(`evt_${merchantId}_${nth}`, "delivered", tried(world.now - 1));
    const seldom = { ...CALLBACK(), endpointId: "ep_00000000000000a1" };
    const merchant = { merchantId, callbackEndpoints: { version: 1, list: [CALLBACK(), seldom] } };
    const looked = queries();
    const look = async () => {
      looked.count = 0;
      await listAttention(merchant as unknown as Merchant, { limit: 5 }, world.now);
      return looked.count;
    };
    expect(await look()).toBe(2);
    expect(await look()).toBe(2);
  });

  it("is shown where attempts fail and nothing got through, since when they began to", async () => {
    const began = world.now - 3 * DAY_MS;
    event(`evt_${merchantId}_1`, "pending", tried(began, "timeout"));
    expect(await shown()).toMatchObject([{ ...ENDPOINT, since: began, dueBy: null }]);
    world.now += DAY_MS;
    expect(await shown(), "it does not slide").toMatchObject([{ since: began }]);
    event(`evt_${merchantId}_2`, "delivered", tried(world.now));
    expect(await shown()).toEqual([]);
  });

  it("is not shown for an event that died months ago, while others are delivered", async () => {
    die(`evt_${merchantId}_1`, world.now - 80 * DAY_MS);
    event(`evt_${merchantId}_2`, "delivered", tried(world.now - 2 * DAY_MS));
    expect(await shown()).toEqual([]);
  });

  it("is found among a thousand events, and by the first hundred where one was just accepted", async () => {
    for (let nth = 0; nth < 950; nth++) event(`evt_${merchantId}_${nth}`, "held");
    die(`evt_${merchantId}_dead`, world.now - 9);
    const looked = queries();
    expect(await shown()).toMatchObject([{ since: world.now - 9 }]);
    expect(looked.count).toBe(10);
    world.now += 60_000;
    event(`evt_${merchantId}_new`, "delivered", tried(world.now));
    expect(await shown()).toEqual([]);
    expect(looked.count).toBe(11);
  });

  it("is asked for again with one read, and looked for again where something was accepted, or after ten minutes", async () => {
    for (let nth = 0; nth < 950; nth++) event(`evt_${merchantId}_${nth}`, "held");
    const died = world.now - 2 * DAY_MS;
    die(`evt_${merchantId}_dead`, died);
    const looked = queries();
    const reads = async () => {
      looked.count = 0;
      const [item] = await shown();
      return { reads: looked.count, since: item?.since };
    };
    expect(await reads()).toEqual({ reads: 10, since: died });
    world.now += 9 * 60_000;
    expect(await reads()).toEqual({ reads: 1, since: died });
    world.now += 60_000;
    expect(await reads()).toEqual({ reads: 10, since: died });
    // Accepted for a while, and not any more.
    event(`evt_${merchantId}_new`, "delivered", tried(died + DAY_MS));
    expect(await reads()).toEqual({ reads: 10, since: undefined });
  });

  it("is not shown where nothing was tried yet, nor where there is no endpoint any more", async () => {
    event(`evt_${merchantId}_1`, "pending");
    expect(await shown()).toEqual([]);
    die(`evt_${merchantId}_2`, world.now);
    expect(await shown()).toHaveLength(1);
    expect((await list(5)).items).toEqual([]);
  });
});

describe("a payout that failed", () => {
  const facts = (payoutId: string, given: object = {}) => ({
    ...{ payoutId, accountId: "acct_1", currency: "eur", status: "failed", createdAt: world.now },
    ...{ amountCents: 700, automatic: true, method: "standard", ...given },
  });
  const fail = async (payoutId: string) => {
    world.table.put({ ...payoutKey(merchantId, payoutId), merchantId, facts: facts(payoutId) }, {});
    await upsertPayoutAttention({ merchantId, facts: facts(payoutId), version: 1 } as never, world.now);
  };

  it("is shown with its amount until its money has arrived with a later one", async () => {
    await fail("po_1");
    expect(await list(5)).toMatchObject({
      items: [
        {
          ...{ kind: "payout_failed", subject: { payoutId: "po_1" }, amountCents: 700, currency: "eur" },
          ...{ orderRef: null, since: world.now, dueBy: null },
        },
      ],
      hasMore: false,
    });
    const later = facts("po_2", {
      status: "paid",
      createdAt: world.now + 1,
      reconciliation: "not_applicable",
    });
    await createPayout(merchantId, later as never, world.now);
    expect((await list(5)).items).toEqual([]);
  });

  it("is not shown where the ledger does not have it any more, and beside a hold each is what it is", async () => {
    await fail("po_1");
    await hold(0);
    expect((await list(5)).items.map(({ kind }) => kind).toSorted()).toEqual([
      "hold_expiring",
      "payout_failed",
    ]);
    world.table.expire(payoutKey(merchantId, "po_1"));
    expect((await list(5)).items.map(({ kind }) => kind)).toEqual(["hold_expiring"]);
  });

  it("59: is written down for a person since its money was back, and one that did not fail is not", async () => {
    const failed = facts("po_1", { returnedAt: world.now - 5 });
    await upsertPayoutAttention({ merchantId, facts: failed, version: 1 } as never, world.now);
    const item = world.table.peek(attentionKey(merchantId, "PAYOUT", "po_1"));
    expect(item).toMatchObject({ since: world.now - 5 });
    const paid = facts("po_3", { status: "paid" });
    await upsertPayoutAttention({ merchantId, facts: paid, version: 1 } as never, world.now);
    expect(world.table.peek(attentionKey(merchantId, "PAYOUT", "po_3"))).toBeUndefined();
  });
});

describe("a refund that failed", () => {
  it("is shown with its own amount and id until nothing is left to give back", async () => {
    await hold(0, { isOver: true });
    const svcPaymentId = `svcpay_${merchantId}_0`;
    const item = { merchantId, kind: "refund_failed", subjectId: "re_1", svcPaymentId, seenOn: 1 } as const;
    await saveAttention({ ...item, amountCents: 400, since: world.now, shownIn: "open" });
    const refunded = (refundedCents: number) => world.change(paymentKey(svcPaymentId), { refundedCents });
    refunded(999);
    expect((await list(5)).items).toMatchObject([
      {
        ...{ attentionId: "att_re_1", kind: "refund_failed", amountCents: 400, dueBy: null },
        subject: { svcPaymentId, refundId: "re_1" },
      },
    ]);
    refunded(1000);
    expect((await list(5)).items).toEqual([]);
  });

  it("is not what one that is pending is, which nobody can call resolved", async () => {
    await hold(0, { isOver: true });
    const svcPaymentId = `svcpay_${merchantId}_0`;
    const item = { merchantId, kind: "refund_pending", subjectId: "re_1", svcPaymentId, seenOn: 1 } as const;
    await saveAttention({ ...item, amountCents: 400, since: world.now, shownIn: "open" });
    expect((await list(5)).items).toMatchObject([
      { attentionId: null, kind: "refund_pending", amountCents: 400, subject: { refundId: "re_1" } },
    ]);
  });
});

it("what is about a payment that the ledger does not have is not shown", async () => {
  await hold(0);
  world.table.expire(paymentKey(`svcpay_${merchantId}_0`));
  expect((await list(5)).items).toEqual([]);
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

it("a dispute is shown in its own currency where it has one", async () => {
  const dueBy = world.now + 1;
  await dispute({ disputeId: "dp_1", amountCents: 700, currency: "eur", status: "needs_response", dueBy });
  expect((await list(5)).items).toMatchObject([{ amountCents: 700, currency: "eur" }]);
});

it.each([
  ["is shown with what is left to refund", { refundedCents: 400 }, [600]],
  ["is not shown once nothing is left", { refundedCents: 1000 }, []],
  ["is not shown once it has become a dispute", { disputes: { dp_1: { disputeId: "dp_1" } } }, []],
])("81: a warning of fraud %s", async (_, given, shown) => {
  const svcPaymentId = `svcpay_${merchantId}_0`;
  const payment = { svcPaymentId, merchantId, terms: ORDER, status: "succeeded", createdAt: 1, ...given };
  world.table.put({ ...paymentKey(svcPaymentId), ...payment }, {});
  const item = { merchantId, kind: "fraud_warning", subjectId: "issfr_1", svcPaymentId, seenOn: 1 } as const;
  await saveAttention({ ...item, since: world.now, shownIn: "open" });
  const { items } = await list(5);
  expect(items.map(({ amountCents }) => amountCents)).toEqual(shown);
  for (const { attentionId, subject } of items)
    expect([attentionId, subject]).toEqual(["att_issfr_1", { svcPaymentId, fraudWarningId: "issfr_1" }]);
});

it("a failed refund whose replacement is open is under way, also where visits have given it up, and one whose replacement was rejected is not", async () => {
  const svcPaymentId = `svcpay_${merchantId}_0`;
  const payment = {
    svcPaymentId,
    merchantId,
    terms: ORDER,
    status: "succeeded",
    amountCents: 1000,
    createdAt: 1,
  };
  world.table.put({ ...paymentKey(svcPaymentId), ...payment }, {});
  const claims = {
    re_open: { state: "claimed", dueSort: "1", decided: { kind: "refund" } },
    re_given_up: { state: "claimed", decided: { kind: "refund" } },
    re_rejected: { state: "rejected", decided: { kind: "refund" } },
    re_none: undefined,
  };
  for (const [subjectId, claim] of Object.entries(claims)) {
    const operationId = replacementIdFor(svcPaymentId, subjectId);
    if (claim) world.table.put({ ...operationKey(svcPaymentId, operationId), operationId, ...claim }, {});
    const item = { merchantId, kind: "refund_failed", subjectId, svcPaymentId, seenOn: 1 } as const;
    await saveAttention({ ...item, since: world.now, amountCents: 5, shownIn: "open" });
  }
  const { items } = await listAttention({ merchantId } as Merchant, { limit: 10 }, world.now);
  const underWay = items.filter(({ replacement }) => replacement === "in_progress");
  expect(underWay.map(({ subject }) => subject.refundId).toSorted()).toEqual(["re_given_up", "re_open"]);
  expect(underWay.map(({ attentionId }) => attentionId)).toEqual([null, null]);
  expect(items).toHaveLength(4);
});
