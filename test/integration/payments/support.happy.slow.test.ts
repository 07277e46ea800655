import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

/** What merchants ask support for: why it was declined, how much went back, how long the hold lives. */
const service = useService();

const details = async (id: unknown, api = service.api) =>
  (await api.call("GET", `/v1/payments/${id}/details`)).json;

it("GET /v1/payments/{id}/details knows nothing yet, then why the card was declined, then the card and what is left after all fees", async () => {
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
