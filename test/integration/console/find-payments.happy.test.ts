import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { ConsoleTab } from "../../support/console.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** The console's own search: by what its list shows, and what the whole filter comes to. */
const service = useService();
const shop = useShop(service);

async function pay(amountCents: number, paymentMethod: string, given: object = {}): Promise<string> {
  const created = await shop.api.create({ amountCents, ...given }, randomUUID());
  await service
    .confirm(created, paymentMethod, String(created.json.connectedAccountId))
    .catch(() => undefined);
  return String(created.json.svcPaymentId);
}

it("finds by status, card, amount and customer, and adds up what it finds", async () => {
  const paid = await pay(4999, "pm_card_visa", { customerRef: "ada" });
  const held = await pay(2000, "pm_card_mastercard", { captureMethod: "manual" });
  const declined = await pay(3000, "pm_card_visa_chargeDeclinedInsufficientFunds");
  await service.rest();
  const tab = await ConsoleTab.open(shop.api);
  const ask = async (query: string) => {
    const { status, json } = await tab.call("GET", `/v1/found-payments?${query}`);
    expect(status).toBe(200);
    return (json.payments as { svcPaymentId: string }[]).map(({ svcPaymentId }) => svcPaymentId);
  };
  expect(await ask("")).toEqual([declined, held, paid]);
  expect(await ask("status=declined,requires_capture")).toEqual([declined, held]);
  expect(await ask("status=needs_action")).toEqual([held]);
  expect(await ask("search=49.99")).toEqual([paid]);
  expect(await ask("customer=ada")).toEqual([paid]);
  // The processor's search knows a charge about a minute later.
  await service.letPass(3600);
  expect(await ask("search=4444")).toEqual([held]);
  const { json } = await tab.call("GET", "/v1/payment-totals?status=succeeded,declined");
  expect(json).toEqual({
    payments: 2,
    lookedThrough: 3,
    totals: [{ currency: "usd", paidPayments: 1, capturedCents: 4999, refundedCents: 0, disputedCents: 0 }],
    next: null,
  });
  expect((await tab.call("GET", "/v1/found-payments?status=nonsense")).status).toBe(400);
});
