import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { DEFAULT_EVENTS } from "../../support/default-events.ts";
import { expectAsDocumented } from "../../support/documented-callback.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const statusOf = async (id: unknown) => (await service.api.get(id)).json.status;

it("every one of the nine event types travels the whole way", async () => {
  const options = { stripeAccount: service.accountId };
  await service.paid(1000);
  const manual = await service.authorized(1000);
  await service.api.capture(manual);
  await service.api.refund(manual);
  const declined = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(declined, "pm_card_chargeDeclined").catch(() => undefined);
  await service.stripe.paymentIntents.cancel(String(declined.json.processorPaymentIntentId), {}, options);
  const debit = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(debit, "pm_usBankAccount");
  const disputed = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(disputed, "pm_card_createDispute");
  const opened = await receiver.until(1, ({ type }) => type === "charge.dispute.created");
  const { data } = JSON.parse(String(opened[0]?.rawBody)) as { data: { object: { id: string } } };
  await service.stripe.disputes.close(data.object.id, {}, options);
  await fetch(`${service.stack.processorUrl}/_simulator/accounts/${service.accountId}`, {
    method: "POST",
    body: JSON.stringify({ charges_enabled: true, payouts_enabled: true, details_submitted: true }),
  });
  for (const type of DEFAULT_EVENTS) await receiver.until(1, (callback) => callback.type === type);
  expect(new Set(receiver.received.map(({ type }) => type))).toEqual(new Set(DEFAULT_EVENTS));
  for (const callback of receiver.received) expectAsDocumented(callback);
  const disputes = Object.values((await service.item(disputed.json.svcPaymentId)).disputes as object);
  expect(disputes).toMatchObject([{ disputeId: data.object.id, status: "lost" }]);
  expect(await statusOf(disputed.json.svcPaymentId)).toBe("succeeded");
});
