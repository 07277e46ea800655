import { expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

/** Scenario 24, at once: what is repeated, interrupted or overtaken is in unit/flows/capture-refund-cancel.test.ts. */
const service = useService({ muted: true });

async function chargeOf(svcPaymentId: string) {
  const { processorPaymentIntentId: id } = (await service.api.get(svcPaymentId)).json;
  const expand = ["latest_charge"];
  const intent = await service.stripe.paymentIntents.retrieve(
    String(id),
    { expand },
    { stripeAccount: service.accountId },
  );
  const charge = intent.latest_charge;
  if (!charge || typeof charge === "string") throw new Error("no charge");
  return charge;
}

it("24: refunds at once and without keys never exceed the charge, and the ledger equals the processor", async () => {
  const id = await service.paid(1000);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => service.api.refund(id, { amountCents: 300 })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422]);
  expect((await chargeOf(id)).amount_refunded).toBe(900);
  expect((await service.item(id)).refundedCents).toBe(900);
});

it("24: captures twice at once capture once, and both are told so", async () => {
  const id = await service.authorized(1000);
  const replies = await Promise.all([
    service.api.capture(id),
    service.api.capture(id),
    service.api.capture(id),
  ]);
  for (const { json } of replies) expect(json).toMatchObject({ status: "succeeded", amountCents: 1000 });
  expect((await chargeOf(id)).amount_captured).toBe(1000);
});
