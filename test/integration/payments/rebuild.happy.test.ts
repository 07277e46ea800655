import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { attentionKey, paymentKey } from "../../../shared/ledger/table.ts";
import { readItem, restoreItem } from "../../support/ledger-edits.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });
forgetOpenWork(service);

const HOUR_MS = 3_600_000;

it("a disputed payment that the ledger has forgotten comes back with its dispute", async () => {
  const { svcPaymentId, processorPaymentIntentId } = (
    await service.api.create({ amountCents: 5000 }, randomUUID())
  ).json;
  const options = { stripeAccount: service.accountId };
  await service.stripe.paymentIntents.confirm(
    String(processorPaymentIntentId),
    { payment_method: "pm_card_createDispute", return_url: "https://shop.example/return" },
    options,
  );
  const [dispute] = (await service.stripe.disputes.list({}, options)).data;
  const Key = paymentKey(String(svcPaymentId));
  await service.table.send(new DeleteCommand({ TableName: service.stack.tableName, Key }));
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (!merchant) throw new Error("no merchant");
  const window = { sinceMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS };
  const rebuild = { traceId: "trace", ownerToken: randomUUID() };
  expect(await rebuildPayments(merchant, window, rebuild)).toMatchObject({ rebuilt: 1 });
  const { id = "", status, amount } = dispute ?? {};
  expect((await service.item(svcPaymentId)).disputes).toMatchObject({
    [id]: { status, amountCents: amount },
  });
});

describe("a payment that the restored ledger has as it was some time ago", () => {
  const table = () => ({ table: service.table, tableName: service.stack.tableName });

  /** A disputed payment: as it was before its dispute, as it is after, and what a person is told of it. */
  async function disputed() {
    const created = await service.api.create({ amountCents: 5000 }, randomUUID());
    const before = await service.item(created.json.svcPaymentId);
    await service.confirm(created, "pm_card_createDispute", service.accountId);
    const told = await service.eventsOf(created.json.processorPaymentIntentId);
    for (const event of told) await service.webhook(event);
    const after = await service.item(created.json.svcPaymentId);
    const [disputeId = ""] = Object.keys(after.disputes ?? {});
    const key = attentionKey(service.stack.demo.merchantId, "DISPUTE", disputeId);
    return { before, after, disputeId, key, shown: await readItem(table(), key) };
  }

  it("gets back the dispute that was opened since, which is listed again, and a newer version than was told", async () => {
    const { before, after, disputeId, key, shown } = await disputed();
    expect(shown).toMatchObject({ kind: "dispute_response_due", attentionSort: expect.any(String) });
    const place = paymentKey(String(before.svcPaymentId));
    await restoreItem(table(), place, before);
    await restoreItem(table(), key);
    await rebuild();
    const { disputes, version } = await service.item(before.svcPaymentId);
    expect(disputes).toEqual(after.disputes);
    expect(Number(version)).toBeGreaterThan(Number(after.version));
    const { seenOn: _, ...sight } = shown;
    expect(await readItem(table(), key)).toMatchObject({ ...sight, subjectId: disputeId });
  });
});

async function rebuild(): Promise<object> {
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (!merchant) throw new Error("no merchant");
  const window = { sinceMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS };
  return rebuildPayments(merchant, window, { traceId: "trace", ownerToken: randomUUID() });
}
