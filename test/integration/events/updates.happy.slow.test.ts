import { describe, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
import { processorEvent } from "../../support/events.ts";
import { changeAccount, deauthorize } from "../../support/onboarding.ts";
import { forgetOpenWork, later, noVisitsLeft, runSweep, sweepUntil } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { anyGet } from "../../support/wire-calls.ts";

/*
 * Under the service payload a receiver that keeps the highest version of a payment, payout or account ends with what
 * retrieving it shows, whatever has changed it.
 */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const choose = (choice: object) => shop.api.setEndpoint({ url: shop.receiver.url, ...choice });

type Told = { type: string; payment: { version: number; status: string } };

const told = (): Told[] => shop.receiver.received.map(({ rawBody }) => JSON.parse(rawBody.toString()));

/** The receiver's copy. */
const newest = () =>
  told()
    .map(({ payment }) => payment)
    .toSorted((one, other) => other.version - one.version)[0];

const updatesRecorded = async (name = "payment.updated") =>
  (await service.items()).filter(
    ({ sk, type, merchantId }) => sk === "EVENT" && type === name && merchantId === shop.merchantId,
  );

/** A payment of the shop's that is paid, and told so. */
async function paid() {
  const { svcPaymentId, event } = await sell(service, shop);
  await service.webhook(event);
  await shop.receiver.until(1);
  const { json } = await shop.api.get(svcPaymentId);
  const { connectedAccountId } = (await service.item(svcPaymentId)).terms as { connectedAccountId: string };
  const tell = async (...types: string[]) => {
    const events = await service.eventsOf(json.processorPaymentIntentId, connectedAccountId);
    for (const one of events.filter(({ type }) => types.includes(type)))
      expect((await service.webhook(one)).status).toBe(200);
  };
  return { svcPaymentId, intent: String(json.processorPaymentIntentId), connectedAccountId, tell };
}

/** Longer than an update waits for another event to tell it. */
const A_WHILE_SECONDS = 240;

async function expectKnown(svcPaymentId: string, status: string) {
  await service.letPass(A_WHILE_SECONDS);
  expect((await shop.api.get(svcPaymentId)).json.status).toBe(status);
  expect(newest()).toMatchObject({ status });
}

it("64: a refund that is canceled at the processor is told, though no event that can be chosen tells of it", async () => {
  await choose({ payload: "service" });
  const { svcPaymentId, connectedAccountId: stripeAccount, tell } = await paid();
  await control(service, "refunds/next", { outcome: "requires_action" });
  expect((await shop.api.refund(svcPaymentId, { amountCents: 400 })).status).toBe(200);
  await tell("charge.refunded");
  await expectKnown(svcPaymentId, "partially_refunded");
  const { data } = await service.stripe.refunds.list({ limit: 1 }, { stripeAccount });
  await service.stripe.refunds.cancel(String(data[0]?.id), {}, { stripeAccount });
  await tell("refund.updated");
  await expectKnown(svcPaymentId, "succeeded");
  expect(told().at(-1)?.type).toBe("payment.updated");
});

it("64: a refund that failed unheard is told by the day's statement, and needs a person", async () => {
  await choose({ payload: "service" });
  const { svcPaymentId, intent, connectedAccountId: stripeAccount } = await paid();
  const params = { payment_intent: intent, amount: 400 };
  const { id: refundId } = await service.stripe.refunds.create(params, { stripeAccount });
  await control(service, `refunds/${refundId}/fail`);
  const before = (await updatesRecorded()).length;
  const { merchantId } = shop;
  await reconcile(service, { kind: "statement", merchantId, date: dateOf(Date.now()) });
  await expectKnown(svcPaymentId, "succeeded");
  expect((await updatesRecorded()).length).toBeGreaterThan(before);
  expect(await attentionOf(shop.api, svcPaymentId)).toMatchObject([
    { kind: "refund_failed", subject: { refundId }, amountCents: 400 },
  ]);
});

describe("payouts and accounts", () => {
  type Shown = { version: number } & Record<string, unknown>;

  /** The receiver's copy: the highest version that it was sent. */
  const copyOf = (subject: "payout" | "account"): object | undefined => {
    const bodies = told() as unknown as Partial<Record<string, Shown>>[];
    const sent = bodies.flatMap((body) => body[subject] ?? []);
    const highest = sent.toSorted((one, other) => other.version - one.version)[0];
    if (!highest) return undefined;
    const { version, ...copy } = highest;
    return copy;
  };

  const merchantNow = async () => {
    const merchant = await findMerchant(shop.merchantId);
    if (!merchant?.account) throw new Error("The shop has no account.");
    return { merchant, accountId: merchant.account.processorAccountId };
  };

  async function expectPayoutKnown(payoutId: string, shown: object) {
    await service.letPass(A_WHILE_SECONDS);
    const { json } = await shop.api.call("GET", `/v1/payouts/${payoutId}`);
    expect(json).toMatchObject(shown);
    expect(copyOf("payout")).toEqual(json);
  }

  async function expectAccountKnown(shown: object) {
    await service.letPass(A_WHILE_SECONDS);
    const { json } = await shop.api.call("GET", "/v1/onboarding/status");
    expect(json).toMatchObject(shown);
    expect(copyOf("account")).toEqual(json);
  }

  /** A payout of the shop's that no event has told of, and the daily look at it. */
  async function paidOut(afterSeconds: number) {
    const { merchantId } = shop;
    const { accountId } = await merchantNow();
    await control(service, `accounts/${accountId}/balance`, { type: "adjustment", amount: 700 });
    await service.letPass(afterSeconds);
    const [payout] = (await service.stripe.payouts.list({}, { stripeAccount: accountId })).data;
    const look = () => reconcile(service, { kind: "payouts", merchantId, accountId });
    return { payoutId: String(payout?.id), look };
  }

  it.each([
    ["an account", "account.updated"],
    ["a payout", "payout.paid"],
  ])(
    "31: an event of %s that was sent before it could be applied is followed by an update",
    async (_, type) => {
      await choose({ payload: "service", events: [type, "payout.updated"] });
      const { payoutId, look } = await paidOut(3 * DAY_SECONDS);
      await look();
      const { accountId } = await merchantNow();
      const isAccount = type === "account.updated";
      if (isAccount) await changeAccount(service, accountId, { payouts_enabled: false });
      else await control(service, `payouts/${payoutId}/fail`);
      const object = isAccount ? { object: "account", id: accountId } : { object: "payout", id: payoutId };
      service.processor.inject(
        anyGet,
        { kind: "answer", status: 500, body: { error: {} } },
        Number.POSITIVE_INFINITY,
      );
      const event = processorEvent(accountId, type, object);
      const sent = () => shop.receiver.received.filter(({ eventId }) => eventId === event.id);
      expect((await service.webhook(event)).status).toBe(503);
      for (const minutes of [3, 6, 31]) {
        later(minutes * 60_000);
        await runSweep(service);
        await service.eventually(() => noVisitsLeft(service));
      }
      await service.eventually(async () => sent().length === 1);
      service.clearWires();
      later(3 * 3_600_000);
      const before = shop.receiver.received.length;
      await sweepUntil(service, async () => shop.receiver.received.length > before);
      if (isAccount) await expectAccountKnown({ payoutsEnabled: false });
      else await expectPayoutKnown(payoutId, { status: "failed" });
    },
  );

  it("an account that has left is told by its event, which cannot be chosen", async () => {
    await choose({ payload: "service" });
    const { accountId } = await merchantNow();
    await deauthorize(service, accountId);
    const left = processorEvent(accountId, "account.application.deauthorized", {
      object: "application",
      id: "ca_1",
    });
    expect((await service.webhook(left)).status).toBe(200);
    await expectAccountKnown({ onboardingStatus: "restricted" });
    expect(told().map(({ type }) => type)).toEqual(["account.updated"]);
  });

  it("a state of the account is told that a request for its refresh has met first", async () => {
    await choose({ payload: "service" });
    const { accountId } = await merchantNow();
    await changeAccount(service, accountId, { payouts_enabled: false });
    expect((await shop.api.call("POST", "/v1/onboarding/refresh")).status).toBe(200);
    await expectAccountKnown({ payoutsEnabled: false });
  });
});
