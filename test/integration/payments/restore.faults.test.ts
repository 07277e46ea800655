import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, vi } from "vitest";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { useService } from "../../support/use-service.ts";

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
