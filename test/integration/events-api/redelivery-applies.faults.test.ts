import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { expect, it } from "vitest";
import { pack } from "../../../shared/ledger/packed.ts";
import { attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
import { changeEvent, putEvents } from "../../support/events.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** An event that was recorded, and whose call died before it was applied, is applied before it is sent again. */
const service = useService({ muted: true });
const shop = useShop(service);

async function leaveUnfinished({ id, type, ...event }: Stripe.Event, svcPaymentId?: string): Promise<void> {
  const delivery = "dead" as const;
  const accountId = String(event.account);
  await putEvents(service, [
    {
      eventId: id,
      type,
      merchantId: shop.merchantId,
      accountId,
      delivery,
      body: pack(JSON.stringify({ ...event, id, type }), id),
      ...(svcPaymentId !== undefined && { svcPaymentId }),
    },
  ]);
  await changeEvent(service, id, { finishedAt: undefined, applied: undefined });
}

const redeliver = (id: string) => shop.api.call("POST", `/v1/events/${id}/redeliver`);

it("a dispute that nobody has applied is on the list of what needs a person before its event is sent again", async () => {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json as Record<
    string,
    string
  >;
  await service.confirm(created, "pm_card_createDispute", connectedAccountId);
  const events = await service.eventsOf(String(processorPaymentIntentId), String(connectedAccountId));
  const opened = events.find(({ type }) => type === "charge.dispute.created");
  if (!opened) throw new Error("no event");
  await leaveUnfinished(opened, svcPaymentId);
  expect(await attentionOf(shop.api, svcPaymentId)).toEqual([]);
  expect((await redeliver(opened.id)).status).toBe(202);
  expect(await attentionOf(shop.api, svcPaymentId)).toMatchObject([{ kind: "dispute_response_due" }]);
  // A second one that is left undone finds what the first has noted.
  const again = { ...opened, id: "evt_again" };
  await leaveUnfinished(again, svcPaymentId);
  expect((await redeliver(again.id)).status).toBe(202);
  expect(await attentionOf(shop.api, svcPaymentId)).toHaveLength(1);
});

it("a payout that nobody has applied is in the ledger before its event is sent again", async () => {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  const stripeAccount = String(created.json.connectedAccountId);
  await service.confirm(created, "pm_card_visa", stripeAccount);
  await service.letPass(6 * DAY_SECONDS);
  const { data } = await service.stripe.events.list({ limit: 100 }, { stripeAccount });
  const paid = data.find(({ type }) => type === "payout.paid");
  if (!paid) throw new Error("no event");
  await leaveUnfinished({ ...paid, account: stripeAccount } as Stripe.Event);
  expect((await redeliver(paid.id)).status).toBe(202);
  const { json } = await shop.api.call("GET", "/v1/payouts");
  expect(json).toMatchObject([{ status: "paid" }]);
  const { id: payoutId } = paid.data.object as Stripe.Payout;
  await control(service, `payouts/${payoutId}/fail`);
  const failed = { ...paid, id: "evt_failed", type: "payout.failed", account: stripeAccount };
  await leaveUnfinished(failed as Stripe.Event);
  expect((await redeliver(failed.id)).status).toBe(202);
  expect((await shop.api.call("GET", "/v1/payouts")).json).toMatchObject([{ status: "failed" }]);
});
