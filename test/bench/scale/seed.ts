import { createHash } from "node:crypto";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { fingerprint } from "../../../shared/domain/id.ts";
import { packAnswer } from "../../../shared/ledger/claims.ts";
import { newPaymentRecord } from "../../../shared/ledger/payments.ts";
import type { LocalService } from "../../support/local-service.ts";

/** A batch takes at most so many items; so many batches are under way at once. */
const BATCH = 25;
const BATCHES_AT_ONCE = 8;

export const orderRefOf = (index: number): string => `order-${index}`;

export const seededId = (index: number): string =>
  `svcpay_${createHash("sha256").update(`seed ${index}`).digest("hex").slice(0, 32)}`;

/** Completed payments of the demonstration's merchant, a second apart, the newest an hour ago. Past every function. */
export async function seedPayments(service: LocalService, from: number, until: number): Promise<void> {
  const newestAt = Date.now() - 3_600_000;
  const starts = Array.from(
    { length: Math.ceil((until - from) / BATCH) },
    (_, n) => from + n * BATCH,
  ).values();
  const write = async () => {
    for (const start of starts) {
      const indexes = Array.from({ length: Math.min(BATCH, until - start) }, (_, n) => start + n);
      const items = indexes.map((index) => paidPayment(service, index, newestAt - index * 1000));
      const puts = items.map((Item) => ({ PutRequest: { Item } }));
      await service.table.send(new BatchWriteCommand({ RequestItems: { [service.stack.tableName]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, write));
}

function paidPayment(service: LocalService, index: number, at: number) {
  const svcPaymentId = seededId(index);
  const terms = {
    connectedAccountId: service.accountId,
    amountCents: 4999,
    applicationFeeCents: 155,
    currency: "usd",
    captureMethod: "automatic" as const,
    orderRef: orderRefOf(index),
  };
  const { merchantId } = service.stack.demo;
  const record = newPaymentRecord({ svcPaymentId, merchantId, terms, traceId: `seed-${index}`, at });
  return {
    ...record,
    state: "completed",
    fingerprint: fingerprint(svcPaymentId),
    ownerToken: "seeded",
    keyNumber: 1,
    answer: packAnswer({ status: 201, body: JSON.stringify({ svcPaymentId }) }),
    version: 2,
    status: "succeeded",
    amountCents: terms.amountCents,
    applicationFeeCents: terms.applicationFeeCents,
    refundedCents: 0,
    processorPaymentIntentId: `pi_${index}`,
    processorChargeId: `ch_${index}`,
  };
}
