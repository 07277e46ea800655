import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, vi } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation, refundCreation, refundList } from "../../support/wire-calls.ts";

/** Scenario 51: the table is restored to before an operation, and the client sends its request again a day later. */
const service = useService({ muted: true });

const HOUR_MS = 3_600_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

const TableName = () => service.stack.tableName;
const put = (Item: Record<string, unknown>) =>
  service.table.send(new PutCommand({ TableName: TableName(), Item }));

/** The payment as it was, and none of its operations. */
async function restore(before: Record<string, unknown>): Promise<void> {
  const items = (await service.items()).filter(({ pk }) => pk === before.pk);
  for (const { pk, sk } of items)
    await service.table.send(new DeleteCommand({ TableName: TableName(), Key: { pk, sk } }));
  await put(before);
}

async function reconcilePayments(sinceMs = Date.now() - 48 * HOUR_MS) {
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (!merchant) throw new Error("There is no merchant.");
  const window = { sinceMs, untilMs: Date.now() + HOUR_MS };
  return rebuildPayments(merchant, window, { traceId: "trace", ownerToken: randomUUID() });
}

async function refundsOf(intentId: unknown) {
  const options = { stripeAccount: service.accountId };
  return (await service.stripe.refunds.list({ payment_intent: String(intentId) }, options)).data;
}

it("51: a keyed refund that the restored ledger has forgotten is found by its operation's id, and not made twice", async () => {
  const id = await service.paid(1000);
  await service.api.refund(id, { amountCents: 100 }, "before-the-backup");
  const before = await service.item(id);
  const first = await service.api.refund(id, { amountCents: 400 }, "forgotten");
  expect(first.status).toBe(200);
  await restore(before);
  await reconcilePayments();
  later(25 * HOUR_MS);
  const again = await service.api.refund(id, { amountCents: 400 }, "forgotten");
  expect(again).toMatchObject({ status: 200, json: { status: "partially_refunded" } });
  const refunds = await refundsOf(before.processorPaymentIntentId);
  expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([100, 400]);
});

it("51: also where the restored ledger knew of no refund: reconciling its payments tells it", async () => {
  const id = await service.paid(1000);
  const before = await service.item(id);
  expect((await service.api.refund(id, { amountCents: 400 }, "first")).status).toBe(200);
  await restore(before);
  await reconcilePayments();
  expect((await service.item(id)).refundedCents).toBe(400);
  later(25 * HOUR_MS);
  expect((await service.api.refund(id, { amountCents: 400 }, "first")).status).toBe(200);
  expect(await refundsOf(before.processorPaymentIntentId)).toHaveLength(1);
});

it("51: also where the first repetition was cut off before it had looked for the refund", async () => {
  const id = await service.paid(1000);
  await service.api.refund(id, { amountCents: 100 }, "known-before");
  const before = await service.item(id);
  expect((await service.api.refund(id, { amountCents: 400 }, "cut-off")).status).toBe(200);
  await restore(before);
  later(25 * HOUR_MS);
  service.processor.inject(refundList, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await service.api.refund(id, { amountCents: 400 }, "cut-off")).status).toBe(503);
  expect((await service.api.refund(id, { amountCents: 400 }, "cut-off")).status).toBe(200);
  const refunds = await refundsOf(before.processorPaymentIntentId);
  expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([100, 400]);
});

it("51: a payment that was made since the backup under a key that was rejected before it is brought back", async () => {
  const body = { amountCents: 1000 };
  expect((await service.api.create({ ...body, customerRef: "cus_none" }, "rejected-once")).status).toBe(400);
  const before = await service.item(paymentIdFor(service.stack.demo.merchantId, "rejected-once"));
  expect(await reconcilePayments()).toMatchObject({ rebuilt: 0 });
  const made = await service.api.create(body, "rejected-once");
  await restore(before);
  expect(await reconcilePayments()).toMatchObject({ rebuilt: 1 });
  expect(await reconcilePayments()).toMatchObject({ rebuilt: 0 });
  expect((await service.api.get(before.svcPaymentId)).status).toBe(200);
  later(25 * HOUR_MS);
  expect(await service.api.create(body, "rejected-once")).toMatchObject({ status: 201, text: made.text });
});

it("51: also where the backup has it open, for a body that was rejected since, and it was made for another", async () => {
  const first = { amountCents: 1000, customerRef: "cus_none" };
  service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
  expect((await service.api.create(first, "open-once")).status).toBe(503);
  const before = await service.item(paymentIdFor(service.stack.demo.merchantId, "open-once"));
  expect(before.state).toBe("claimed");
  expect((await service.api.create(first, "open-once")).status).toBe(400);
  const body = { amountCents: 2000 };
  const made = await service.api.create(body, "open-once");
  await restore(before);
  expect(await reconcilePayments()).toMatchObject({ rebuilt: 1 });
  later(25 * HOUR_MS);
  expect(await service.api.create(body, "open-once")).toMatchObject({ status: 201, text: made.text });
});

it.each([
  ["the body's own key", "opened-own", { idempotencyKey: "own" }],
  ["our key", "opened-ours", {}],
])(
  "51: a creation under %s that the backup has open is not made again where less was authorized and captured since",
  async (_, key, own) => {
    const body = { amountCents: 10_000, captureMethod: "manual", ...own };
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create(body, key)).status).toBe(503);
    const before = await service.item(paymentIdFor(service.stack.demo.merchantId, key));
    const made = await service.api.create(body, key);
    const options = { stripeAccount: service.accountId };
    const { svcPaymentId, processorPaymentIntentId } = made.json;
    await service.stripe.paymentIntents.update(String(processorPaymentIntentId), { amount: 8000 }, options);
    await service.confirm(made);
    expect(await service.api.capture(svcPaymentId, {}, "captured")).toMatchObject({
      json: { amountCents: 8000, applicationFeeCents: 224 },
    });
    await restore(before);
    await reconcilePayments();
    later(25 * HOUR_MS);
    expect(await service.api.create(body, key)).toMatchObject({ json: { processorPaymentIntentId } });
    expect((await service.api.get(svcPaymentId)).json).toMatchObject({
      status: "succeeded",
      amountCents: 8000,
    });
  },
);

it("51: a refund that failed before the restore is nobody's, and the key makes a new one", async () => {
  const id = await service.paid(1000);
  await service.api.refund(id, { amountCents: 100 }, "kept");
  const before = await service.item(id);
  await service.api.refund(id, { amountCents: 400 }, "failed-since");
  const [newest] = await refundsOf(before.processorPaymentIntentId);
  await fetch(`${service.stack.processorUrl}/_simulator/refunds/${newest?.id}/fail`, { method: "POST" });
  await restore(before);
  later(25 * HOUR_MS);
  expect((await service.api.refund(id, { amountCents: 400 }, "failed-since")).status).toBe(200);
  const refunds = await refundsOf(before.processorPaymentIntentId);
  expect(
    refunds
      .filter(({ status }) => status === "succeeded")
      .map(({ amount }) => amount)
      .toSorted(),
  ).toEqual([100, 400]);
});

it.each([
  ["capture", { amountCents: 700 }],
  ["cancel", {}],
] as const)("51: a keyed %s after a restore moves nothing a second time", async (operation, body) => {
  const id = await service.authorized(1000);
  const before = await service.item(id);
  expect((await service.api[operation](id, body, "again")).status).toBe(200);
  await restore(before);
  await reconcilePayments();
  later(25 * HOUR_MS);
  service.processor.clear();
  expect((await service.api[operation](id, body, "again")).status).toBe(200);
  expect(service.processor.passed.filter(({ method }) => method === "POST")).toEqual([]);
});

const REPLAYED = { status: 200, headers: expect.anything() };

it.each([
  ["a part", { amountCents: 400 }],
  ["all that was left", {}],
])("51: a keyed refund of %s that was brought back is replayed, and nobody is asked", async (_, body) => {
  const id = await service.paid(1000);
  const before = await service.item(id);
  expect((await service.api.refund(id, body, "brought-back")).status).toBe(200);
  await restore(before);
  expect(await reconcilePayments()).toMatchObject({ operations: 1 });
  expect(await reconcilePayments()).toMatchObject({ operations: 0 });
  later(25 * HOUR_MS);
  service.processor.clear();
  const again = await service.api.refund(id, body, "brought-back");
  expect(again).toMatchObject(REPLAYED);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(service.processor.passed).toEqual([]);
  const other = await service.api.refund(id, { amountCents: 399 }, "brought-back");
  expect(other).toMatchObject({ status: 409, json: { title: "Idempotency conflict" } });
});

it("51: the refund of a payment that is older than the backup is brought back, and the payment is right", async () => {
  const id = await service.paid(1000);
  const before = await service.item(id);
  later(72 * HOUR_MS);
  const backedUpAt = Date.now() - HOUR_MS;
  await service.api.refund(id, { amountCents: 400 }, "of-an-old-payment");
  await restore(before);
  expect(await reconcilePayments(backedUpAt)).toMatchObject({ operations: 1 });
  expect(await service.item(id)).toMatchObject({ status: "partially_refunded", refundedCents: 400 });
});

it("51: refunds that failed are not brought back, and one whose key the service made is", async () => {
  // All that earlier tests have restored and left so.
  await reconcilePayments();
  const id = await service.paid(1000);
  const before = await service.item(id);
  await service.api.refund(id, { amountCents: 100 });
  await service.api.refund(id, { amountCents: 200 }, "to-fail");
  const [newest] = await refundsOf(before.processorPaymentIntentId);
  await fetch(`${service.stack.processorUrl}/_simulator/refunds/${newest?.id}/fail`, { method: "POST" });
  await restore(before);
  expect(await reconcilePayments(Date.now() - HOUR_MS)).toMatchObject({ operations: 1 });
});

it("the first refund of a payment is made without a listing", async () => {
  const id = await service.paid(1000);
  service.processor.clear();
  await service.api.refund(id, { amountCents: 400 }, "first-of-all");
  expect(service.processor.passed.filter(refundList)).toEqual([]);
  expect(service.processor.passed.filter(refundCreation)).toHaveLength(1);
});

const TOOK_A_PART: { amountCents?: number } = { amountCents: 700 };
const TOOK_ALL: { amountCents?: number } = {};
const leaveItSo = async () => {};

it.each([
  ["a capture of a part, in a ledger that was reconciled", TOOK_A_PART, reconcilePayments],
  ["a capture of all, in a ledger that was reconciled", TOOK_ALL, reconcilePayments],
  ["a capture of a part, in a ledger that still says that it is owed", TOOK_A_PART, leaveItSo],
  ["a capture of all, in a ledger that still says that it is owed", TOOK_ALL, leaveItSo],
])("51: %s, is answered as made although some of it was refunded since", async (_, body, reconcile) => {
  const id = await service.authorized(1000);
  const before = await service.item(id);
  expect((await service.api.capture(id, body, "captured")).status).toBe(200);
  expect((await service.api.refund(id, { amountCents: 100 }, "refunded-since")).status).toBe(200);
  await restore(before);
  await reconcile();
  later(25 * HOUR_MS);
  const again = await service.api.capture(id, body, "captured");
  const amountCents = body.amountCents ?? 1000;
  expect(again).toMatchObject({ status: 200, json: { status: "partially_refunded", amountCents } });
  expect((await service.api.capture(id, body, "captured")).text).toBe(again.text);
  const other = await service.api.capture(id, { amountCents: 600 }, "another-amount");
  expect(other).toMatchObject({ status: 409, json: { title: "Payment not capturable" } });
});

it("a new key finds a payment not capturable that was captured under another one and refunded since", async () => {
  const id = await service.authorized(1000);
  expect((await service.api.capture(id, {}, "captured-here")).status).toBe(200);
  expect((await service.api.refund(id, { amountCents: 100 }, "refunded-here")).status).toBe(200);
  const again = await service.api.capture(id, {}, "a-new-wish");
  expect(again).toMatchObject({ status: 409, json: { title: "Payment not capturable" } });
});
