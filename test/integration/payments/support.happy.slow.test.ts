import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
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

/** What people have in their hands when they ask: an id of ours, one of the processor's, an order. */
it("the list shows a payment with the card that paid, in the console, which asks the processor once for the whole page", async () => {
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
