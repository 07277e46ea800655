import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryRecord, EventRecord } from "../../../shared/ledger/events.ts";
import {
  accountCreationKey,
  attentionKey,
  auditKey,
  deliveryKey,
  eventKey,
  operationKey,
  paymentKey,
} from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What leaves a record with its merchant's erasure, also where it came after an earlier one. */
const world = new FakeWorld().enter();
const {
  eraseAccountCreation,
  eraseAttention,
  eraseAuditEntry,
  eraseDelivery,
  eraseEvent,
  eraseOperation,
  erasePayment,
} = await import("../../../shared/ledger/erasure.ts");
const { eventBody } = await import("../../../shared/ledger/events.ts");
const { unpackedRecord } = await import("../../../shared/ledger/kept-records.ts");
const { pack } = await import("../../../shared/ledger/table.ts");

const at = world.now;

it.each(["answer", "fingerprint"])("an operation loses its %s, again where that came back", async (name) => {
  const KEY = operationKey("svcpay_1", "op_1");
  world.table.put({ ...KEY, answer: 1, fingerprint: 1, operationId: "op_1" }, {});
  expect(await eraseOperation(KEY, at)).toBe("erased");
  expect(world.table.peek(KEY)).toEqual({ ...KEY, operationId: "op_1", erasedAt: at });
  expect(await eraseOperation(KEY, at + 1)).toBe("nothing_personal");
  world.table.put({ ...KEY, erasedAt: at, [name]: 1 }, {});
  expect(await eraseOperation(KEY, at + 1)).toBe("erased");
  expect(world.table.peek(KEY)).toEqual({ ...KEY, erasedAt: at });
});

describe.each([
  ["an operation", operationKey("svcpay_1", "op_2"), eraseOperation],
  ["a payment's creation", paymentKey("svcpay_2"), erasePayment],
  ["an account's creation", accountCreationKey("mer_1"), eraseAccountCreation],
])("%s", (_, KEY, erase) => {
  const put = (given: object) =>
    world.change(KEY, { state: "claimed", terms: {}, answer: 1, dueShard: "DUE#0", dueSort: "1", ...given });
  beforeEach(() => world.table.expire(KEY));

  it("is not made where the table has forgotten it", async () => {
    expect(await erase(KEY, at)).toBe("nothing_personal");
    expect(world.table.peek(KEY)).toBeUndefined();
  });

  it("is not touched while a visit may still complete it", async () => {
    put({});
    const before = world.table.peek(KEY);
    expect(await erase(KEY, at)).toBe("not_finished");
    expect(world.table.peek(KEY)).toEqual(before);
  });

  it.each([
    ["is completed, also while it must catch up", { state: "completed" }],
    ["is rejected", { state: "rejected" }],
    ["is looked for no more", { dueShard: undefined, dueSort: undefined }],
  ])("is erased once it %s", async (__, given) => {
    put(given);
    expect(await erase(KEY, at)).toBe("erased");
    expect(world.table.peek(KEY)).not.toHaveProperty("answer");
    expect(await erase(KEY, at)).toBe("nothing_personal");
  });
});

it("a payment loses what is personal of its terms and of itself, and keeps its amounts", async () => {
  const KEY = paymentKey("svcpay_1");
  const order = {
    amountCents: 5,
    orderRef: "o",
    customerRef: "c",
    description: "d",
    branch: "b",
    statementDescriptorSuffix: "S",
    metadata: { m: "m" },
    idempotencyKey: "k",
  };
  const personal = { answer: 1, fingerprint: 1, orderKey: "mer_1#o" };
  world.table.put({ ...KEY, terms: order, ...personal, refundedCents: 3 }, {});
  expect(await erasePayment(KEY, at)).toBe("erased");
  expect(world.table.peek(KEY)).toEqual({
    ...KEY,
    terms: { amountCents: 5 },
    refundedCents: 3,
    erasedAt: at,
  });
});

it.each(["attentionSort", "dueSort"])(
  "what needs a person is closed, again where its %s came back",
  async (name) => {
    const KEY = attentionKey("mer_1", "HOLD", "svcpay_1");
    world.table.put({ ...KEY, [name]: "sort" }, {});
    expect(await eraseAttention(KEY, at)).toBe("erased");
    expect(world.table.peek(KEY)).toEqual({ ...KEY, erasedAt: at, closedAt: at });
    world.table.put({ ...KEY, erasedAt: at, closedAt: at, [name]: "sort" }, {});
    expect(await eraseAttention(KEY, at + 1)).toBe("erased");
    expect(world.table.peek(KEY)).toEqual({ ...KEY, erasedAt: at, closedAt: at });
    expect(await eraseAttention(KEY, at + 1)).toBe("nothing_personal");
  },
);

describe("an event", () => {
  const KEY = eventKey("evt_1");
  const stored = () => world.table.peek(KEY) as unknown as EventRecord;
  beforeEach(() =>
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "dead", receivedAt: at }),
  );

  it("loses its bytes, once", async () => {
    expect(await eraseEvent(stored(), at)).toBe("erased");
    expect(stored()).toMatchObject({ erasedAt: at });
    expect(eventBody(stored()).toString()).toBe("{}");
    expect(await eraseEvent(stored(), at)).toBe("nothing_personal");
  });

  it("keeps its bytes until it is applied: they are all that the ledger knows of it", async () => {
    const { body } = stored();
    world.change(KEY, { finishedAt: undefined });
    expect(await eraseEvent(stored(), at)).toBe("not_finished");
    expect(stored().body).toEqual(body);
  });

  it("has nothing personal where it is gone", async () => {
    const event = stored();
    world.table.expire(KEY);
    expect(await eraseEvent(event, at)).toBe("nothing_personal");
  });
});

describe("a delivery", () => {
  const KEY = deliveryKey("evt_1", ENDPOINT_ID);
  const stored = () => world.table.peek(KEY) as unknown as DeliveryRecord;
  const attempt = (given: object) => ({ deliveryRound: 1, attempt: 1, at, milliseconds: 1, ...given });
  const erase = (log: object[] = []) => {
    world.table.put({ ...KEY, ...stored(), log }, {});
    return eraseDelivery(stored(), at);
  };
  beforeEach(() =>
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "dead", receivedAt: at }),
  );

  it("loses what was answered to its attempts, and what an error quotes", async () => {
    expect(
      await erase([attempt({ answer: "a", status: 500 }), attempt({ error: "rejected_url: https://x" })]),
    ).toBe("erased");
    expect(stored()).toMatchObject({ delivery: "none", erasedAt: at });
    expect(stored().log).toEqual([attempt({ status: 500 }), attempt({ error: "rejected_url" })]);
  });

  it("is erased once, and again where an attempt came after that", async () => {
    await erase([attempt({ error: "timeout" })]);
    expect(await erase([attempt({ error: "timeout" })])).toBe("nothing_personal");
    expect(await erase([attempt({ answer: "a" })])).toBe("erased");
    expect(await erase([attempt({ error: "rejected_url: https://x" })])).toBe("erased");
  });
});

it("an audit entry keeps who did what and when, and its place in the chain", async () => {
  const KEY = auditKey("mer_1", 7);
  const kept = {
    at: 5,
    actor: "olivia",
    maker: "key_1",
    action: "refund",
    number: 7,
    previous: "hash",
    details: "d",
  };
  const entry = { ...KEY, ...kept, subject: "svcpay_1", reason: "r", remark: "m", hash: "h", salt: "s" };
  world.table.put(entry, {});
  expect(await eraseAuditEntry(entry as unknown as Parameters<typeof eraseAuditEntry>[0], at)).toBe("erased");
  expect(world.table.peek(KEY)).toEqual({ ...KEY, ...kept, subject: "svcpay_1", erasedAt: at });
  expect(await eraseAuditEntry(entry as unknown as Parameters<typeof eraseAuditEntry>[0], at + 1)).toBe(
    "nothing_personal",
  );
});

it("what is stored packed is shown as the text that it was, and what is damaged is said to be so", () => {
  const item = { ...eventKey("evt_1"), eventId: "evt_1", merchantId: "mer_1" };
  const body = pack("the body");
  expect(unpackedRecord({ kind: "event", item: { ...item, body } }).item).toMatchObject({ body: "the body" });
  const answer = { status: 200, body: pack("the answer") };
  expect(unpackedRecord({ kind: "payment", item: { ...item, answer } }).item).toMatchObject({
    answer: { status: 200, body: "the answer" },
  });
  expect(unpackedRecord({ kind: "payment", item }).item).toEqual(item);
  expect(
    unpackedRecord({ kind: "event", item: { ...item, body: new Uint8Array([0x78, 1]) } }).item,
  ).toMatchObject({ damaged: true });
});
