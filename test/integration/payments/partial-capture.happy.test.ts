import { expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

/**
 * Facts 6 and 7: since API 2025-03-31 what a partial capture leaves, or a cancellation releases, is no refund. The
 * charge's amount_refunded and refunded stay as they are, and no charge.refunded is sent.
 */
const service = useService({ muted: true });

/** What the processor itself says of the payment's charge. */
async function chargeOf(svcPaymentId: string) {
  const { processorPaymentIntentId } = (await service.api.get(svcPaymentId)).json;
  const intent = await service.stripe.paymentIntents.retrieve(
    String(processorPaymentIntentId),
    { expand: ["latest_charge"] },
    { stripeAccount: service.accountId },
  );
  return intent.latest_charge;
}

const eventTypesOf = async (svcPaymentId: string) => {
  const { processorPaymentIntentId } = (await service.api.get(svcPaymentId)).json;
  return (await service.eventsOf(processorPaymentIntentId)).map(({ type }) => type);
};

it("a partial capture refunds nothing: 1000 authorized, 600 captured, 600 left", async () => {
  const id = await service.authorized(1000);
  const captured = await service.api.capture(id, { amountCents: 600 });
  expect(captured.json).toMatchObject({ status: "succeeded", amountCents: 600 });
  expect(await service.item(id)).toMatchObject({ amountCents: 600 });
  expect(await chargeOf(id)).toMatchObject({ amount_captured: 600, amount_refunded: 0, refunded: false });
  expect(await eventTypesOf(id)).not.toContain("charge.refunded");
});

it("what is left after a partial capture is what was captured, to the cent", async () => {
  const id = await service.authorized(1000);
  await service.api.capture(id, { amountCents: 600 });
  const above = await service.api.refund(id, { amountCents: 601 });
  expect(above).toMatchObject({ status: 422, json: { title: "Refund exceeds charge" } });
  const part = await service.api.refund(id, { amountCents: 100 });
  expect(part.json).toMatchObject({ status: "partially_refunded", amountCents: 600 });
  expect(await service.item(id)).toMatchObject({ refundedCents: 100 });
  const rest = await service.api.refund(id);
  expect(rest.json).toMatchObject({ status: "refunded", amountCents: 600 });
  expect(await service.item(id)).toMatchObject({ refundedCents: 600 });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 600, refunded: true });
});
