import { expect, it } from "vitest";
import { eventKey } from "../../../shared/ledger/table.ts";
import { forgetOpenWork, visitByMessage } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { anyGet, type Call } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);

const shop = useShop(service);

/** The newest event of a type on the shop's account. */
async function eventOf(type: string) {
  const account = String((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId);
  const [event] = (await service.stripe.events.list({ type }, { stripeAccount: account })).data;
  return { ...event, id: String(event?.id), account };
}

const control = async (path: string) => {
  const answer = await fetch(`${service.stack.processorUrl}/_simulator/${path}`, {
    method: "POST",
    body: "{}",
  });
  expect(answer.status).toBe(200);
};

const buy = async (method: string, body: object = {}) => {
  const created = await shop.api.create({ amountCents: 1000, ...body }, crypto.randomUUID());
  await service.confirm(created, method, String(created.json.connectedAccountId));
  return created.json;
};

/** The first call that applies an event needs every right for it, also to write an attention item. */
it.each<[type: string, asked: string, happen: () => Promise<unknown>]>([
  [
    "payment_intent.amount_capturable_updated",
    "payment_intents",
    () => buy("pm_card_visa", { captureMethod: "manual", orderRef: "held" }),
  ],
  ["charge.dispute.created", "disputes", () => buy("pm_card_createDispute")],
  [
    "refund.failed",
    "refunds",
    async () => {
      const { processorPaymentIntentId, connectedAccountId } = await buy("pm_card_visa");
      const options = { stripeAccount: String(connectedAccountId) };
      const wish = { payment_intent: String(processorPaymentIntentId), amount: 100 };
      const { id } = await service.stripe.refunds.create(wish, options);
      await control(`refunds/${id}/fail`);
    },
  ],
  [
    "payout.failed",
    "payouts",
    async () => {
      const { connectedAccountId } = await buy("pm_card_visa");
      await control(`accounts/${connectedAccountId}/payouts/hurry`);
      const options = { stripeAccount: String(connectedAccountId) };
      const [payout] = (await service.stripe.payouts.list({}, options)).data;
      await control(`payouts/${payout?.id}/fail`);
    },
  ],
])(
  "31: a visit of a %s that was never applied applies it, whatever it is about",
  async (type, asked, happen) => {
    await happen();
    const event = await eventOf(type);
    service.clearWires();
    const whenApplied: Call = (passing) => anyGet(passing) && passing.path.startsWith(`/v1/${asked}/`);
    service.processor.inject(whenApplied, { kind: "answer", status: 500, body: { error: {} } });
    expect((await service.webhook(event)).status).toBe(503);
    expect((await service.eventItem(event.id)).finishedAt).toBeUndefined();
    await visitByMessage(service, eventKey(event.id));
    expect(await service.eventItem(event.id)).toMatchObject({ applied: "applied" });
  },
);
