import { beforeEach, describe, expect, it } from "vitest";
import type { AttentionRecord, SeenSubject } from "../../../shared/ledger/attention.ts";
import { attentionKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What is written of what needs a person: what was read from an older version never over a newer one, and each news once. */
const world = new FakeWorld().enter();
const attention = await import("../../../shared/ledger/attention.ts");
const {
  closeAttention,
  closeRefundAttention,
  closeReplaced,
  listAttention,
  scheduleVisit,
  markShown,
  markTold,
  resolveAttention,
  settleDispute,
} = attention;
const { createAttention, saveHold, saveAttention, saveFailedRefund } = attention;

/** Another one for each test. */
let merchantId = "mer_0";
beforeEach(() => {
  merchantId = `mer_${Number(merchantId.slice(4)) + 1}`;
});

const SUBJECTS = { hold_expiring: "HOLD", refund_pending: "REFUND", refund_failed: "REFUND" } as const;

const seen = (
  kind: keyof typeof SUBJECTS,
  given: Partial<Omit<SeenSubject, "kind">> = {},
): SeenSubject & { dueBy: number; shownAt: number } => ({
  merchantId,
  kind,
  subjectId: "subject",
  svcPaymentId: "svcpay_1",
  seenOn: 5,
  since: world.now,
  dueBy: world.now + 1000,
  shownAt: world.now,
  ...given,
});

const stored = (kind: keyof typeof SUBJECTS = "hold_expiring") =>
  world.table.peek(attentionKey(merchantId, SUBJECTS[kind], "subject")) as unknown as AttentionRecord & {
    dueBy: number;
  };

describe("a hold is watched", () => {
  it("since it was first seen, and again where its end has moved", async () => {
    await saveHold(seen("hold_expiring", { visitAt: world.now + 500 }));
    await saveHold(seen("hold_expiring", { since: world.now + 1, dueBy: world.now + 2000, seenOn: 6 }));
    expect(stored()).toMatchObject({ since: world.now, dueBy: world.now + 2000, seenOn: 6 });
    expect(stored()).not.toHaveProperty("dueSort");
  });

  it("not once more for the same end, and not by what was seen earlier", async () => {
    await saveHold(seen("hold_expiring"));
    await saveHold(seen("hold_expiring", { seenOn: 9 }));
    expect(stored().seenOn).toBe(5);
    await saveHold(seen("hold_expiring", { seenOn: 4, dueBy: world.now + 2000 }));
    expect(stored().dueBy).toBe(world.now + 1000);
    await saveHold(seen("hold_expiring", { seenOn: 5, dueBy: world.now + 2000 }));
    expect(stored().dueBy).toBe(world.now + 2000);
  });
});

describe("an attention item", () => {
  it("takes away what it does not know, opens what was closed, and leaves since when it is shown", async () => {
    const first = { amountCents: 7, reason: "why", shownIn: "open", expiresAt: 9 } as const;
    await saveAttention(seen("refund_pending", { ...first, visitAt: world.now }));
    await closeAttention(stored("refund_pending"), world.now);
    await saveAttention({
      merchantId,
      kind: "refund_pending",
      subjectId: "subject",
      svcPaymentId: "svcpay_1",
      seenOn: 6,
      since: world.now + 1,
      shownAt: world.now + 1,
    });
    expect(stored("refund_pending")).toEqual({
      ...attentionKey(merchantId, "REFUND", "subject"),
      merchantId,
      kind: "refund_pending",
      subjectId: "subject",
      svcPaymentId: "svcpay_1",
      seenOn: 6,
      since: world.now,
      shownAt: world.now,
    });
    await saveAttention(seen("refund_pending", { ...first, seenOn: 7, visitAt: world.now }));
    await saveAttention(seen("refund_pending", { seenOn: 8 }));
    for (const gone of [...Object.keys(first), "dueSort"])
      expect(stored("refund_pending")).not.toHaveProperty(gone);
  });

  it("is news where it is shown since this one, and none where it was shown before or an older one comes late", async () => {
    expect(await saveAttention(seen("refund_pending"))).toBe(true);
    expect(await saveAttention(seen("refund_pending", { shownAt: world.now + 1 }))).toBe(false);
    expect(await saveAttention(seen("refund_pending", { seenOn: 4 }))).toBe(false);
  });

  it("is the first one of what changes no more, also once it was closed, and its repetition is known by its time", async () => {
    expect(await createAttention(seen("refund_failed"))).toBe(true);
    expect(await createAttention(seen("refund_failed"))).toBe(true);
    await closeAttention(stored("refund_failed"), world.now);
    expect(await createAttention(seen("refund_failed", { shownAt: world.now + 1, seenOn: 9 }))).toBe(false);
    expect(stored("refund_failed").closedAt).toBe(world.now);
  });

  it("is news once, of what has become something else, since it became that", async () => {
    await saveAttention(seen("refund_pending"));
    const turn = (given: Partial<Omit<SeenSubject, "kind">>) =>
      saveFailedRefund(seen("refund_failed", given));
    expect(await turn({ since: world.now + 1 })).toBe(true);
    expect(stored("refund_failed")).toMatchObject({ kind: "refund_failed", since: world.now + 1 });
    // Its own repetition, whose first reply was lost; and another one.
    expect(await turn({ since: world.now + 1 })).toBe(true);
    expect(await turn({ since: world.now + 2, seenOn: 9 })).toBe(false);
    expect(stored("refund_failed")).toMatchObject({ since: world.now + 1, seenOn: 5 });
  });

  it("has failed for good, also where a later version of the payment was written by who saw it before", async () => {
    const failed = seen("refund_failed", { seenOn: 8 });
    await saveAttention(seen("refund_pending", { seenOn: 9 }));
    expect(await saveFailedRefund(failed)).toBe(true);
    await saveAttention(seen("refund_pending", { seenOn: 10 }));
    await closeRefundAttention({ merchantId, refundId: "subject", seenOn: 10 }, world.now);
    expect(stored("refund_failed")).toMatchObject({ kind: "refund_failed", seenOn: 8 });
    expect(stored("refund_failed")).not.toHaveProperty("closedAt");
  });
});

describe("what a visit writes", () => {
  const visits: [string, (read: AttentionRecord & { dueBy: number }) => Promise<unknown>][] = [
    ["that it was told", (read) => markTold(read, world.now + 2000)],
    ["that it is shown", (read) => markShown(read)],
    ["that it is looked at again", (read) => scheduleVisit(read, world.now + 2000)],
    ["that it is over", (read) => closeAttention(read, world.now)],
    ["that it is listed as it stood last", (read) => settleDispute(read, world.now)],
  ];

  it.each(visits)("%s, is written onto what it has read", async (_, write) => {
    await saveHold(seen("hold_expiring", { visitAt: world.now }));
    const read = stored();
    await write(read);
    expect(stored()).not.toEqual(read);
  });

  it.each(visits)("%s, is not written onto a newer write, nor onto what is closed", async (_, write) => {
    await saveHold(seen("hold_expiring", { visitAt: world.now }));
    const read = stored();
    await saveHold(seen("hold_expiring", { seenOn: 6, dueBy: world.now + 3000, visitAt: world.now }));
    const newer = stored();
    await write(read);
    expect(stored()).toEqual(newer);
    await closeAttention(newer, world.now + 7);
    const closed = stored();
    await write(newer);
    expect(stored()).toEqual(closed);
  });

  it("closes for thirty days", async () => {
    await saveHold(seen("hold_expiring", { shownIn: "open", visitAt: world.now }));
    await closeAttention(stored(), world.now);
    expect(stored()).toMatchObject({ closedAt: world.now, expiresAt: world.now / 1000 + 30 * 86_400 });
    expect(stored()).not.toHaveProperty("attentionSort");
    expect(stored()).not.toHaveProperty("dueSort");
  });
});

it("a refund that has arrived is closed where it was watched, unless something newer is known of it", async () => {
  const close = (seenOn: number) =>
    closeRefundAttention({ merchantId, refundId: "subject", seenOn }, world.now);
  await close(5);
  expect(stored("refund_pending")).toBeUndefined();
  await saveAttention(seen("refund_pending"));
  await close(4);
  expect(stored("refund_pending")).not.toHaveProperty("closedAt");
  await close(5);
  expect(stored("refund_pending")).toMatchObject({ closedAt: world.now, seenOn: 5 });
});

describe("a page of what is open", () => {
  const put = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const given = { subjectId: `s${nth}`, dueBy: world.now + nth };
      await saveAttention(seen("hold_expiring", { ...given, shownIn: "open" }));
    }
  };
  const ids = ({ records }: { records: AttentionRecord[] }) => records.map(({ subjectId }) => subjectId);

  it("names where the next one begins while there may be more, and the last one does not", async () => {
    await put(3);
    const first = await listAttention(merchantId, "open", { limit: 2 });
    expect(ids(first)).toEqual(["s0", "s1"]);
    expect(first.next).toBeDefined();
    const second = await listAttention(merchantId, "open", { limit: 2, after: first.next });
    expect(ids(second)).toEqual(["s2"]);
    expect(second.next).toBeUndefined();
  });

  it("asks for one entry more than it shows, which is the place to go on from or the first of the next", async () => {
    const asked = world.recordQueries();
    await listAttention(merchantId, "open", { limit: 2 });
    world.query = (input) => world.table.query(input);
    expect(asked.map(({ Limit }) => Limit)).toEqual([3]);
  });

  it("is empty after the last one, also where the place lies in another part of the list", async () => {
    await put(1);
    expect(await listAttention(merchantId, "open", { limit: 2, after: "DISPUTE#0" })).toEqual({
      records: [],
      next: undefined,
    });
    expect(ids(await listAttention(merchantId, "open", { limit: 2, after: "" }))).toEqual(["s0"]);
  });

  it("leaves out what has moved since the index has seen it", async () => {
    await put(2);
    world.indexLagMs = 1000;
    const moved = { subjectId: "s0", dueBy: world.now + 9000, seenOn: 6 };
    await saveAttention(seen("hold_expiring", { ...moved, shownIn: "open" }));
    world.indexLagMs = 0;
    expect(ids(await listAttention(merchantId, "open", { limit: 5 }))).toEqual(["s1"]);
  });
});

it("what failed of a payout is about no single payment, and everything else is about one", () => {
  const about = (kind: AttentionRecord["kind"]) => {
    const record = { kind } as AttentionRecord;
    return [attention.isAboutPayment(record), attention.isAboutPayout(record)];
  };
  expect(about("payout_failed")).toEqual([false, true]);
  for (const kind of ["hold_expiring", "refund_failed", "dispute_response_due"] as const)
    expect(about(kind)).toEqual([true, false]);
});

describe("a failed refund", () => {
  const failed = () => stored("refund_failed") as AttentionRecord & { replacedBy?: string };
  const replace = (replacedBy: string, svcPaymentId = "svcpay_1") =>
    closeReplaced({ merchantId, failedId: "subject", svcPaymentId, seenOn: 6 }, replacedBy, world.now);
  beforeEach(() => saveFailedRefund(seen("refund_failed")));

  it("is closed by the refund that replaced it first, and by no other", async () => {
    await replace("re_first");
    await replace("re_second");
    expect(failed()).toMatchObject({ replacedBy: "re_first", closedAt: world.now });
  });

  it("is not closed by a refund of another payment", async () => {
    await replace("re_first", "svcpay_2");
    expect(failed()).not.toHaveProperty("closedAt");
  });

  it("stays open where a person has resolved what it was before", async () => {
    const read = { ...failed(), kind: "refund_pending" } as AttentionRecord;
    expect(await resolveAttention(read, world.now)).toBeUndefined();
    expect(failed()).not.toHaveProperty("closedAt");
    expect(await resolveAttention(failed(), world.now)).toBe(world.now);
    expect(failed()).toMatchObject({ closedAt: world.now, resolvedAt: world.now });
  });
});
