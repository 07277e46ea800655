import { describe, expect, it } from "vitest";
import { openCreation } from "../../support/open-creation.ts";
import { forgetOpenWork, later, MINUTE_MS } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";

/**
 * Scenario 53. Payment ids follow from merchant and key by a plain hash, and an account's owner writes any metadata into
 * its own intents: while a creation is open, an intent that names it may be a forgery.
 */
const service = useService({ muted: true });
forgetOpenWork(service);

const AMOUNT_CENTS = 500_000;

/** An intent of the account's own making that names our payment, paid. */
async function forge(svcPaymentId: string, given: { amount: number; currency: string }): Promise<string> {
  const options = { stripeAccount: service.accountId };
  const { id } = await service.stripe.paymentIntents.create(
    {
      ...given,
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      metadata: { svcPaymentId, svcEnv: "local" },
      payment_method: "pm_card_visa",
      confirm: true,
    },
    options,
  );
  return id;
}

describe.each([
  ["another amount", { amount: 100, currency: "usd" }],
  ["another currency", { amount: AMOUNT_CENTS, currency: "eur" }],
])("53: a paid intent of %s that carries the id of an open creation", (_name, given) => {
  it("is not taken for the payment when the webhook tells of it, and the real one is answered", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const forged = await forge(id, given);
    for (const event of await service.eventsOf(forged)) await service.webhook(event);
    expect((await service.item(id)).processorPaymentIntentId).toBeUndefined();
    const created = await service.api.create({ amountCents: AMOUNT_CENTS }, key);
    expect(created).toMatchObject({ status: 201, json: { amountCents: AMOUNT_CENTS } });
    expect(created.json.processorPaymentIntentId).not.toBe(forged);
  });

  it("is not found by a later look either", async () => {
    const { key, id } = await openCreation(service, AMOUNT_CENTS);
    const forged = await forge(id, given);
    later(25 * 60 * MINUTE_MS);
    const created = await service.api.create({ amountCents: AMOUNT_CENTS }, key);
    expect(created).toMatchObject({ status: 201, json: { amountCents: AMOUNT_CENTS } });
    expect(created.json.processorPaymentIntentId).not.toBe(forged);
  });
});
