import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { Reply } from "../../support/api.ts";
import { ConsoleTab } from "../../support/console.ts";
import { watchDeadlines } from "../../support/deadlines.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { openShop, sell } from "../../support/shops.ts";
import { useService } from "../../support/use-service.ts";

/** What merchants ask support for: why it was declined, how much went back, how long the hold lives. */
const service = useService();

type Row = Record<string, unknown>;
const rows = ({ json }: Reply) => json as unknown as Row[];

const timeline = async (id: unknown) => rows(await service.api.call("GET", `/v1/payments/${id}/timeline`));

/** The timeline's entry of the event, once the event is finished. */
async function entryOf(id: unknown, type: string): Promise<Row> {
  const find = async () =>
    (await timeline(id)).find((entry) => entry.type === type && entry.kind === "processor_event");
  await service.eventually(async () => ((await find())?.applied ?? "not_finished") !== "not_finished");
  return (await find()) ?? {};
}

async function listed(id: unknown): Promise<Row | undefined> {
  const reply = await service.api.call("GET", "/v1/payments");
  return rows(reply).find(({ svcPaymentId }) => svcPaymentId === id);
}

const DAY_MS = 86_400_000;

describe("a declined attempt", () => {
  it("says on the timeline why the card was declined, and the payment that follows does not", async () => {
    const created = await service.api.create({ amountCents: 4999 }, randomUUID());
    const id = created.json.svcPaymentId;
    await expect(service.confirm(created, "pm_card_chargeDeclined")).rejects.toThrow();
    expect(await entryOf(id, "payment_intent.payment_failed")).toMatchObject({
      declineCode: "generic_decline",
      refundedCents: null,
      captureBefore: null,
    });
    await service.confirm(created);
    expect(await entryOf(id, "payment_intent.succeeded")).toMatchObject({ declineCode: null });
  });
});

describe("GET /v1/payments/{id}/details", () => {
  const details = async (id: unknown, api = service.api) =>
    (await api.call("GET", `/v1/payments/${id}/details`)).json;

  it("knows nothing yet, then why the card was declined, then the card and what is left after all fees", async () => {
    const created = await service.api.create({ amountCents: 4999 }, randomUUID());
    const id = created.json.svcPaymentId;
    expect(await details(id)).toEqual({
      ...{ method: null, decline: null, captureBefore: null, statementDescriptor: null, receiptUrl: null },
      fees: null,
    });
    await service.confirm(created, "pm_card_visa_chargeDeclinedInsufficientFunds").catch(() => undefined);
    expect(await details(id)).toMatchObject({
      method: { type: "card", brand: "visa", last4: "9995", wallet: null },
      decline: {
        code: "card_declined",
        declineCode: "insufficient_funds",
        meaning: "The account has insufficient funds.",
        advice: "The customer can pay with another card, or later.",
      },
      fees: null,
    });
    await service.confirm(created, "pm_simulator_applePay");
    const { method, decline, fees } = await details(id);
    expect(method).toEqual({
      type: "card",
      brand: "visa",
      last4: "4242",
      wallet: "apple_pay",
      funding: "credit",
      country: "US",
      expMonth: 12,
      expYear: 2034,
    });
    expect(decline).toBe(null);
    const { applicationFeeCents } = (await service.api.get(id)).json;
    const platformFeeCents = Number(applicationFeeCents);
    expect(fees).toMatchObject({
      currency: "usd",
      grossCents: 4999,
      processorFeeCents: 175,
      platformFeeCents,
      netCents: 4999 - 175 - platformFeeCents,
      chargedCents: 4999,
      chargeCurrency: "usd",
      exchangeRate: null,
    });
  });

  it("has what the customer paid and the rate beside what a foreign sale was settled as", async () => {
    const created = await service.api.create({ amountCents: 2000, currency: "eur" }, randomUUID());
    await service.confirm(created);
    const { fees } = await details(created.json.svcPaymentId);
    expect(fees).toMatchObject({
      currency: "usd",
      grossCents: 2500,
      chargedCents: 2000,
      chargeCurrency: "eur",
      exchangeRate: 1.25,
    });
  });

  it("has what a dispute took and what the processor asked for it", async () => {
    const created = await service.api.create({ amountCents: 4999 }, randomUUID());
    const id = created.json.svcPaymentId;
    await service.confirm(created, "pm_card_createDispute");
    await service.eventually(async () => ((await details(id)).fees as Row).disputesCents === 4999);
    expect((await details(id)).fees).toMatchObject({ disputesCents: 4999, disputeFeesCents: 1500 });
  });

  describe("a foreign sale that was refunded", () => {
    /** The first sale of a merchant of its own, so that every line of the account is about it. */
    async function sellAbroad() {
      const api = await service.otherMerchant();
      const created = await api.create({ amountCents: 10_000, currency: "eur" }, randomUUID());
      const stripeAccount = String(created.json.connectedAccountId);
      await service.confirm(created, "pm_card_visa", stripeAccount);
      const id = created.json.svcPaymentId;
      const refund = (amountCents: number) => api.refund(id, { amountCents }, randomUUID());
      const simulate = (path: string, body: object) =>
        fetch(`${service.stack.processorUrl}/_simulator/${path}`, {
          method: "POST",
          body: JSON.stringify(body),
        });
      const fees = async () => (await details(id, api)).fees as Record<string, number>;
      const net = async () => {
        const {
          grossCents = 0,
          refundsCents,
          processorFeeCents = 0,
          platformFeeCents = 0,
          ...rest
        } = await fees();
        const returnedCents = rest.platformFeeReturnedCents ?? Number.NaN;
        return (
          grossCents - (refundsCents ?? Number.NaN) - processorFeeCents - platformFeeCents + returnedCents
        );
      };
      const booked = async () => {
        const { data } = await service.stripe.balanceTransactions.list({ limit: 100 }, { stripeAccount });
        return data.reduce((sum, line) => sum + line.net, 0);
      };
      return { stripeAccount, refund, simulate, fees, net, booked };
    }

    it("has the refunds and the returned fee as they were settled, to the cent of the balance", async () => {
      const sale = await sellAbroad();
      expect(await sale.fees()).toMatchObject({ refundsCents: 0, platformFeeReturnedCents: 0 });
      await sale.refund(4000);
      await sale.refund(1001);
      expect(await sale.fees()).toMatchObject({ currency: "usd", grossCents: 12_500, refundsCents: 6251 });
      expect((await sale.fees()).platformFeeReturnedCents).toBeGreaterThan(0);
      expect(await sale.net()).toBe(await sale.booked());
    });
  });

  it("shows a checkout key the card and no fees, and another merchant nothing", async () => {
    const id = await service.paid(4999);
    const seen = await details(id, await service.keyWith(service.api, "checkout"));
    expect(seen).toMatchObject({ method: { last4: "4242" } });
    expect(seen).not.toHaveProperty("fees");
    const stranger = await service.otherMerchant();
    expect((await stranger.call("GET", `/v1/payments/${id}/details`)).status).toBe(404);
  });

  it("asks the processor at each look, with one request, and answers 503 while it is down", async () => {
    const id = await service.paid(4999);
    await service.eventually(async () => (await service.api.get(id)).json.status === "succeeded");
    // Later webhooks of the payment ask the processor, too.
    await service.rest();
    service.processor.clear();
    await details(id);
    expect(service.processor.passed).toHaveLength(1);
    const body = { error: { type: "api_error", message: "down" } };
    service.processor.inject(({ path }) => path.startsWith("/v1/payment_intents"), {
      kind: "answer",
      status: 500,
      body,
    });
    expect((await service.api.call("GET", `/v1/payments/${id}/details`)).status).toBe(503);
    expect((await service.api.get(id)).status).toBe(200);
  });
});

describe("a hold", () => {
  it("says in the list and on the timeline until when it lives, and no longer once it is captured", async () => {
    const id = await service.authorized(4999);
    const entry = await entryOf(id, "payment_intent.amount_capturable_updated");
    const days = (Date.parse(String(entry.captureBefore)) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect(await listed(id)).toMatchObject({
      status: "requires_capture",
      captureBefore: entry.captureBefore,
    });
    const details = await service.api.call("GET", `/v1/payments/${id}/details`);
    expect(details.json).toMatchObject({ captureBefore: entry.captureBefore });
    await service.api.capture(id);
    expect(await listed(id)).toMatchObject({ status: "succeeded", captureBefore: null });
    expect(await entryOf(id, "payment_intent.amount_capturable_updated")).toEqual(entry);
  });
});

/** What people have in their hands when they ask: an id of ours, one of the processor's, an order. */
describe("the list finds a payment", () => {
  const list = async (query: Record<string, string>) =>
    service.api.call("GET", `/v1/payments?${new URLSearchParams(query)}`);

  it("with its disputes, and with where its last callback stands if that is asked for", async () => {
    const created = await service.api.create({ amountCents: 4999 }, randomUUID());
    const id = String(created.json.svcPaymentId);
    const find = async () => rows(await list({ svcPaymentId: id, include: "delivery" }))[0] ?? {};
    expect(await find()).toMatchObject({ delivery: null });
    await service.confirm(created, "pm_card_createDispute");
    await service.eventually(async () => ((await find()).disputes as unknown[]).length === 1);
    await service.eventually(async () => (await find()).delivery === "delivered");
    expect((await find()).disputes).toMatchObject([{ amountCents: 4999, reason: "fraudulent" }]);
    const [{ disputeId }] = (await find()).disputes as [{ disputeId: string }];
    const disputes = async (of: string) =>
      (await service.api.call("GET", `/v1/disputes?disputeId=${of}`)).json;
    expect(await disputes(disputeId)).toMatchObject([{ disputeId, svcPaymentId: id }]);
    expect(await disputes("dp_unknown")).toEqual([]);
  });

  it("with what it was paid with and why the last attempt failed, as its events say, until it goes on", async () => {
    const created = await service.api.create({ amountCents: 4999 }, randomUUID());
    const find = async () =>
      rows(await list({ svcPaymentId: String(created.json.svcPaymentId), include: "delivery" }))[0] ?? {};
    expect(await find()).toMatchObject({ method: null, lastDecline: null, cancellationReason: null });
    await service.confirm(created, "pm_card_visa_chargeDeclinedInsufficientFunds").catch(() => undefined);
    await service.eventually(async () => (await find()).lastDecline === "insufficient_funds");
    expect(await find()).toMatchObject({ method: { type: "card", brand: "visa", last4: "9995" } });
    await service.eventually(async () => (await find()).deliveryAttempts === 1);
    await service.confirm(created, "pm_card_mastercard");
    await service.eventually(async () => (await find()).status === "succeeded");
    expect((await find()).lastDecline).toBe(null);
    // The card that was declined did not pay. Which one did, an event of the charge says.
    expect((await find()).method).toBe(null);
    await service.api.refund(created.json.svcPaymentId, { amountCents: 100 }, randomUUID());
    const paid = { type: "card", brand: "mastercard", last4: "4444" };
    await service.eventually(async () => isDeepStrictEqual((await find()).method, paid));
  });

  it("with the card that paid, in the console, which asks the processor once for the whole page", async () => {
    const shop = await openShop(service);
    const tab = await ConsoleTab.open(shop.api);
    const ids = [];
    for (const method of ["pm_card_visa", "pm_card_mastercard"])
      ids.unshift((await sell(service, shop, method)).svcPaymentId);
    const cards = async () =>
      rows(await tab.call("GET", "/v1/payments?include=delivery")).map(({ svcPaymentId, method }) => [
        svcPaymentId,
        method,
      ]);
    const card = (brand: string, last4: string) => ({ type: "card", brand, last4 });
    await service.eventually(async () => !!(await cards())[0]?.[1]);
    // The webhooks of both ask the processor, too.
    await service.rest();
    service.processor.clear();
    expect(await cards()).toEqual([
      [ids[0], card("mastercard", "4444")],
      [ids[1], card("visa", "4242")],
    ]);
    expect(service.processor.passed.map(({ path }) => path.split("?")[0])).toEqual(["/v1/charges"]);
    const ofList = ({ path }: { path: string }) => path.startsWith("/v1/charges");
    service.processor.inject(ofList, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect(await cards()).toEqual(ids.map((id) => [id, null]));
    service.processor.inject(ofList, { kind: "hang" });
    const asked = watchDeadlines();
    expect(await cards()).toEqual(ids.map((id) => [id, null]));
    expect(asked).toContain(1_500);
    await shop.receiver.stop();
  });
});
