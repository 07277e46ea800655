import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { windowSince } from "../../../shared/domain/finance/time-window.ts";
import { pullEventsBetween } from "../../../shared/flows/reconciliation/pull-events.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { ReceivedCallback } from "../../support/callback-receiver.ts";
import { readItem, restoreItem } from "../../support/ledger-edits.ts";
import { HOUR_MS, later, MINUTE_MS } from "../../support/open-work.ts";
import { disableWebhooks, dwindlingLife, reconcile, runSchedule } from "../../support/reconciliation.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { accountFetch, eventList, eventRecord } from "../../support/wire-calls.ts";

/** Whatever stops a pull, the watermark stays behind what was not taken, and the next hour goes on. */
const service = useService();
const shop = useShop(service);
beforeAll(() => disableWebhooks(service));

const accountOf = async () =>
  String((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId);
const watermarkOf = async (accountId: string) =>
  (await service.items()).find(({ pk, sk }) => pk === `ACCOUNT#${accountId}` && sk === "WATERMARK")?.untilMs;

async function buy() {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created, "pm_card_visa", String(created.json.connectedAccountId));
  return created.json;
}

const pull = async (lifeMs?: () => number) =>
  reconcile(service, { kind: "events", merchantId: shop.merchantId, accountId: await accountOf() }, lifeMs);

const KEPT = { batchItemFailures: [{ itemIdentifier: "m0" }] };

const statusOf = async (svcPaymentId: unknown) => (await shop.api.get(svcPaymentId)).json.status;

it.each([429, 500])(
  "the processor answers %d: nothing moves, the job is not done, and the next pull brings it",
  async (status) => {
    const { svcPaymentId } = await buy();
    later(11 * MINUTE_MS);
    service.processor.inject(eventList, { kind: "answer", status, body: { error: {} } });
    // Deleted, it would count as done, and nobody would hear of a processor that never answers.
    expect(await pull()).toEqual(KEPT);
    expect(await watermarkOf(await accountOf())).toBeUndefined();
    expect(await statusOf(svcPaymentId)).toBe("requires_payment_method");
    await pull();
    expect(await statusOf(svcPaymentId)).toBe("succeeded");
  },
);

it("too little time is left: nothing begins, and the job goes on at once", async () => {
  const { svcPaymentId } = await buy();
  later(11 * MINUTE_MS);
  expect(await pull(dwindlingLife(0))).toEqual(KEPT);
  expect(await watermarkOf(await accountOf())).toBeUndefined();
  await pull();
  expect(await statusOf(svcPaymentId)).toBe("succeeded");
});

it("an event that could not be taken keeps the watermark behind it, though later ones were taken", async () => {
  const [first, second] = [await buy(), await buy()];
  later(11 * MINUTE_MS);
  const intentId = String(first.processorPaymentIntentId);
  service.dynamodb.inject(
    (passing) => eventRecord(passing) && passing.body.includes(String(first.svcPaymentId)),
    { kind: "drop_request" },
    AWS_TRIES,
  );
  await pull();
  expect(await statusOf(second.svcPaymentId)).toBe("succeeded");
  expect(await watermarkOf(await accountOf())).toBeUndefined();
  await pull();
  expect(await statusOf(first.svcPaymentId), intentId).toBe("succeeded");
  expect(await watermarkOf(await accountOf())).toBeDefined();
});

it("two pulls at once tell the merchant once", async () => {
  await buy();
  later(11 * MINUTE_MS);
  await Promise.all([pull(), pull()]);
  await shop.receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  await pull();
  const told = shop.receiver.received.filter(({ type }) => type === "payment_intent.succeeded");
  expect(told).toHaveLength(1);
});

it("reaches back over hours that passed without a pull", async () => {
  const { svcPaymentId } = await buy();
  later(26 * HOUR_MS);
  await pull();
  expect(await statusOf(svcPaymentId)).toBe("succeeded");
});

it("an account that has thrown the platform out is noticed, though nobody told", async () => {
  const accountId = await accountOf();
  later(11 * MINUTE_MS);
  await fetch(`${service.stack.processorUrl}/_simulator/accounts/${accountId}/deauthorize`, {
    method: "POST",
  });
  expect(await pull()).toEqual({ batchItemFailures: [] });
  expect(await watermarkOf(accountId)).toBeUndefined();
  expect((await shop.api.call("GET", "/v1/onboarding/status")).json.onboardingStatus).toBe("restricted");
});

it("an account that only seemed lost, as to another platform's key, is the merchant's again after the next hour", async () => {
  const status = async () => (await shop.api.call("GET", "/v1/onboarding/status")).json.onboardingStatus;
  later(11 * MINUTE_MS);
  // Afterwards no event is left that would tell of the account.
  await pull();
  later(HOUR_MS);
  const error = { type: "invalid_request_error", code: "account_invalid" };
  const lost = { kind: "answer", status: 403, body: { error } } as const;
  service.processor.inject(eventList, lost);
  // Asked whether it is lost, and how it stands then.
  service.processor.inject(accountFetch, lost, 2);
  await pull();
  expect(await status()).toBe("restricted");
  await runSchedule(service, "missed-events");
  await service.eventually(async () => (await status()) === "enabled");
});

it("an event that was pulled while the ledger had forgotten its payment is applied and told again by a pull after that was rebuilt", async () => {
  const { svcPaymentId } = await buy();
  const table = { table: service.table, tableName: service.stack.tableName };
  const key = paymentKey(String(svcPaymentId));
  const payment = await readItem(table, key);
  await restoreItem(table, key);
  later(20 * MINUTE_MS);
  await pull();
  const isItsEvent = ({ type }: ReceivedCallback) => type === "payment_intent.succeeded";
  const [early] = await shop.receiver.until(1, isItsEvent);
  expect(early?.headers).not.toHaveProperty("svc-payment-id");
  await service.eventually(
    async () => (await service.eventItem(String(early?.eventId))).delivery === "delivered",
  );
  await restoreItem(table, key, payment);
  const again = () =>
    pullEventsBetween([accountId], windowSince(3600, Date.now()), { now: Date.now, traceId: randomUUID() });
  const accountId = await accountOf();
  expect(await again()).toMatchObject({ failed: 0, forwarded: 1 });
  expect(await statusOf(svcPaymentId)).toBe("succeeded");
  const [, late] = await shop.receiver.until(2, isItsEvent);
  expect(late).toMatchObject({ eventId: early?.eventId, headers: { "svc-payment-id": svcPaymentId } });
  expect(await again()).toMatchObject({ failed: 0, forwarded: 0 });
});
