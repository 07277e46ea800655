import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Dispute } from "../../../shared/domain/payments/payment.ts";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { attentionKey, paymentKey } from "../../../shared/ledger/table.ts";
import { readItem, restoreItem } from "../../support/ledger-edits.ts";
import { forgetOpenWork, later } from "../../support/open-work.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation } from "../../support/wire-calls.ts";

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

  it("gets a newer version than was told, though it is as it was again", async () => {
    const created = await service.api.create({ amountCents: 5000 }, randomUUID());
    const before = await service.item(created.json.svcPaymentId);
    const told = Number(before.version) + 500;
    await restoreItem(table(), paymentKey(String(before.svcPaymentId)), before);
    later(1000);
    await rebuild();
    const { version, status } = await service.item(before.svcPaymentId);
    expect(status).toBe(before.status);
    expect(Number(version)).toBeGreaterThan(told);
  });

  it("gets its answer and its dispute back where the backup is of the middle of its creation", async () => {
    const key = randomUUID();
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create({ amountCents: 5000 }, key)).status).toBe(503);
    const [open] = (await service.items()).filter(({ sk, state }) => sk === "PAYMENT" && state === "claimed");
    if (!open) throw new Error("no open creation");
    const created = await service.api.create({ amountCents: 5000 }, key);
    await service.confirm(created, "pm_card_createDispute", service.accountId);
    const told = await service.eventsOf(created.json.processorPaymentIntentId);
    for (const event of told) await service.webhook(event);
    const { disputes } = await service.item(created.json.svcPaymentId);
    await restoreItem(table(), paymentKey(String(created.json.svcPaymentId)), open);
    await rebuild();
    expect(await service.item(created.json.svcPaymentId)).toMatchObject({ state: "completed", disputes });
    expect(Object.keys(disputes ?? {})).toHaveLength(1);
  });

  it("follows its dispute's deadline that has moved since, though the dispute's status is the same", async () => {
    const { after, disputeId, key, shown } = await disputed();
    const place = paymentKey(String(after.svcPaymentId));
    const [dispute] = Object.values(after.disputes as Record<string, Dispute>);
    const earlier = Number(dispute?.dueBy) - HOUR_MS;
    await restoreItem(table(), place, {
      ...after,
      disputes: { [disputeId]: { ...dispute, dueBy: earlier } },
    });
    await restoreItem(table(), key, { ...shown, dueBy: earlier });
    await rebuild();
    const { disputes, version } = await service.item(after.svcPaymentId);
    expect(disputes).toEqual(after.disputes);
    expect(Number(version)).toBeGreaterThan(Number(after.version));
    expect(await readItem(table(), key)).toMatchObject({ dueBy: dispute?.dueBy });
  });
});

async function rebuildForgotten(svcPaymentId: unknown): Promise<object> {
  const Key = paymentKey(String(svcPaymentId));
  await service.table.send(new DeleteCommand({ TableName: service.stack.tableName, Key }));
  return rebuild();
}

async function rebuild(): Promise<object> {
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (!merchant) throw new Error("no merchant");
  const window = { sinceMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS };
  return rebuildPayments(merchant, window, { traceId: "trace", ownerToken: randomUUID() });
}

it("a payment whose intent was changed since is rebuilt as it was ordered, so that a retry finds it", async () => {
  const body = { amountCents: 5000, captureMethod: "manual" };
  const created = await service.api.create(body, "changed-since");
  const { svcPaymentId, processorPaymentIntentId } = created.json;
  const options = { stripeAccount: service.accountId };
  await service.stripe.paymentIntents.update(String(processorPaymentIntentId), { amount: 6000 }, options);
  expect(await rebuildForgotten(svcPaymentId)).toMatchObject({ rebuilt: 1 });
  const again = await service.api.create(body, "changed-since");
  expect(again).toMatchObject({ status: 201, json: { processorPaymentIntentId } });
  expect((await service.api.create({ ...body, amountCents: 6000 }, "changed-since")).status).toBe(409);
});

it("an intent without a client secret does not stop a rebuild", async () => {
  const created = await service.api.create({ amountCents: 5000 }, "secretless");
  const { svcPaymentId, processorPaymentIntentId } = created.json;
  const options = { stripeAccount: service.accountId };
  const { lastResponse: _, ...intent } = await service.stripe.paymentIntents.retrieve(
    String(processorPaymentIntentId),
    { expand: ["latest_charge"] },
    options,
  );
  service.processor.inject(
    ({ method, path }) => method === "GET" && path.startsWith("/v1/payment_intents?"),
    {
      kind: "answer",
      status: 200,
      body: { object: "list", data: [{ ...intent, client_secret: null }], has_more: false, url: "/" },
    },
  );
  expect(await rebuildForgotten(svcPaymentId)).toMatchObject({ rebuilt: 1 });
  expect((await service.api.get(String(svcPaymentId))).status).toBe(200);
});
