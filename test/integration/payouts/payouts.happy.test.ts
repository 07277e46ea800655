import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { createSession } from "../../../shared/flows/console/create-session.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { ConsoleTab, exchange } from "../../support/console.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ unscheduled: true });
forgetOpenWork(service);
const shop = useShop(service);

const DAY_SECONDS = 86_400;

/** The platform's fee is 2.5 % and 30 cents, the processor's is 2.9 % and 30 cents. */
const platformFee = (cents: number) => Math.round(cents * 0.025) + 30;
const processorFee = (cents: number) => Math.round(cents * 0.029) + 30;

type Bought = { svcPaymentId: string; connectedAccountId: string; processorPaymentIntentId: string };

async function buy(amountCents: number, body: object = {}): Promise<Bought> {
  const created = await shop.api.create({ amountCents, ...body }, randomUUID());
  const bought = created.json as Bought;
  await service.confirm(created, "pm_card_visa", bought.connectedAccountId);
  await service.eventually(async () => (await shop.api.get(bought.svcPaymentId)).json.status === "succeeded");
  return bought;
}

const control = (path: string, body: object = {}) =>
  fetch(`${service.stack.processorUrl}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });

type PayoutJson = { payoutId: string; composition: string; amountCents: number };

const payouts = async () => (await shop.api.call("GET", "/v1/payouts")).json as unknown as PayoutJson[];

async function passUntilComposed(days = 3): Promise<PayoutJson> {
  await service.letPass(days * DAY_SECONDS);
  let payout: PayoutJson | undefined;
  await service.eventually(async () => {
    payout = (await payouts()).find(({ composition }) => composition === "complete");
    return payout !== undefined;
  });
  if (!payout) throw new Error("There is no payout.");
  return payout;
}

it("says which orders a payout is made of, to the cent", async () => {
  const { svcPaymentId, connectedAccountId } = await buy(10_000, { orderRef: "order-1" });
  await buy(5000, { orderRef: "=cmd()" });
  await shop.api.refund(svcPaymentId, { amountCents: 5000 });
  const own = { amount: 9999, currency: "usd", confirm: true, payment_method: "pm_card_visa" };
  const ways = { return_url: "https://shop.example/", automatic_payment_methods: { enabled: true } };
  await service.stripe.paymentIntents.create({ ...own, ...ways }, { stripeAccount: connectedAccountId });
  const strange = { type: "of_the_future", reporting_category: "of_the_future", amount: -7 };
  await control(`accounts/${connectedAccountId}/balance`, strange);

  const { payoutId, amountCents } = await passUntilComposed();
  const fees = platformFee(10_000) + processorFee(10_000) + platformFee(5000) + processorFee(5000);
  const returned = platformFee(10_000) / 2;
  expect(amountCents).toBe(15_000 - fees - 5000 + returned + 9999 - processorFee(9999) - 7);

  const { status, json } = await shop.api.call("GET", `/v1/payouts/${payoutId}`);
  expect({ status, json }).toMatchObject({
    status: 200,
    json: {
      status: "in_transit",
      currency: "usd",
      automatic: true,
      method: "standard",
      composition: "complete",
      lineCount: 6,
      unexplainedCents: 0,
      totals: {
        charge: {
          count: 3,
          grossCents: 24_999,
          platformFeesCents: platformFee(10_000) + platformFee(5000),
          processorFeesCents: processorFee(10_000) + processorFee(5000) + processorFee(9999),
        },
        refund: { count: 1, grossCents: -5000, netCents: -5000 },
        platform_fee_return: { count: 1, netCents: returned },
        other: { count: 1, netCents: -7 },
      },
    },
  });
  const lines = (await shop.api.call("GET", `/v1/payouts/${payoutId}/lines`)).json as unknown as Record<
    string,
    unknown
  >[];
  expect(lines.map(({ kind, orderRef, merchantsOwn }) => [kind, orderRef, merchantsOwn]).sort()).toEqual(
    [
      ["charge", "order-1", false],
      ["charge", "=cmd()", false],
      ["charge", null, true],
      ["refund", "order-1", false],
      ["platform_fee_return", "order-1", false],
      ["other", null, false],
    ].sort(),
  );
  expect(lines.reduce((sum, { netCents }) => sum + Number(netCents), 0)).toBe(amountCents);

  const file = await fetch(`${service.stack.baseUrl}/v1/payouts/${payoutId}/lines.csv`, {
    headers: { "X-Api-Key": shop.api.apiKey },
  });
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="${payoutId}-lines.csv"`);
  const rows = (await file.text()).split("\r\n");
  expect(rows[0]).toBe(
    "date,time,kind,svcPaymentId,orderRef,metadata,merchantsOwn,chargeCurrency,chargedCents,charged,exchangeRate,currency," +
      "grossCents,gross,platformFeeCents,platformFee,otherFeesCents,otherFees,processorFeeCents,processorFee,taxCents,tax,netCents,net,processorReference",
  );
  expect(rows).toHaveLength(6 + 2);
  expect(rows.join()).toContain(",'=cmd(),");
  expect(rows.join()).toContain(",usd,-5000,-50.00,0,0.00,");
  const semicolons = await shop.api.call("GET", `/v1/payouts/${payoutId}/lines.csv?separator=;`);
  expect(semicolons.text.split("\r\n")[0]).toBe(rows[0]?.replaceAll(",", ";"));

  const day = String(json.createdAt).slice(0, 10);
  const all = await fetch(
    `${service.stack.baseUrl}/v1/reports/payouts.csv?from=${day}&to=${day}&decimal=,&separator=;`,
    { headers: { "X-Api-Key": shop.api.apiKey } },
  );
  const rowsOfIt = (await all.text()).split("\r\n").filter((row) => row.startsWith(`${payoutId};`));
  expect(rowsOfIt).toHaveLength(6 + 1);
  expect(rowsOfIt.join()).toContain(`;"-50,00";`);

  const story = (await shop.api.call("GET", `/v1/payments/${svcPaymentId}/timeline`)).json as unknown as {
    kind: string;
  }[];
  expect(story.at(-1)).toMatchObject({ kind: "payout", payoutId, status: "in_transit", failureCode: null });
});

it("gives all lines of a range as one file, which adds up to the statements, with what was charged and the payout", async () => {
  const first = await buy(4000, { orderRef: "order-1", customerRef: "=cus" });
  await shop.api.refund(first.svcPaymentId, { amountCents: 1000 });
  await buy(5000, { currency: "eur" });
  const from = dateOf(Date.now());
  const { payoutId } = await passUntilComposed();
  const paidOutOn = String((await shop.api.call("GET", `/v1/payouts/${payoutId}`)).json.createdAt).slice(
    0,
    10,
  );
  const made = [...new Set([from, dateOf(Date.now()), paidOutOn])];
  for (const date of made) await reconcile(service, { kind: "statement", merchantId: shop.merchantId, date });
  const statements = await Promise.all(made.map((date) => shop.api.call("GET", `/v1/statements/${date}`)));
  const totals = statements.flatMap(({ json }) => json.totals as { accountNetCents: number }[]);
  const to = dateOf(Date.parse(paidOutOn) + DAY_SECONDS * 1000);

  const { status, text, headers } = await shop.api.call(
    "GET",
    `/v1/reports/movements.csv?from=${from}&to=${to}`,
  );
  expect(status).toBe(200);
  const [header = "", ...rows] = text.trimEnd().split("\r\n");
  const lines = rows.map((row) => {
    const cells = row.split(",");
    return Object.fromEntries(header.split(",").map((name, nth) => [name, cells[nth] ?? ""]));
  });
  const moved = lines.filter(({ kind }) => kind !== "payout");
  const sumOf = (name: string) => moved.reduce((sum, line) => sum + Number(line[name]), 0);
  expect(sumOf("netCents")).toBe(totals.reduce((sum, { accountNetCents }) => sum + accountNetCents, 0));
  const fees = ["platformFeeCents", "otherFeesCents", "processorFeeCents", "taxCents"].map(sumOf);
  expect(fees.reduce((left, fee) => left - fee, sumOf("grossCents"))).toBe(sumOf("netCents"));
  expect(lines.map(({ kind, orderRef, customerRef }) => [kind, orderRef, customerRef])).toEqual([
    ["charge", "order-1", "'=cus"],
    ["refund", "order-1", "'=cus"],
    ["platform_fee_return", "order-1", "'=cus"],
    ["charge", "", ""],
    ["payout", "", ""],
  ]);
  expect(lines[3]).toMatchObject({
    ...{ chargeCurrency: "eur", chargedCents: "5000", charged: "50.00", exchangeRate: "1.25" },
    ...{ currency: "usd", grossCents: "6250", gross: "62.50" },
  });
  expect(new Set(lines.map((line) => line.payoutId))).toEqual(new Set([payoutId]));
  // The payout's own line takes out what the others have brought in.
  expect(lines.reduce((sum, { netCents }) => sum + Number(netCents), 0)).toBe(0);
  expect(headers.get("Svc-Line-Count")).toBe("5");
  expect(headers.get("Svc-Missing-Days")).toContain(to);
  expect(headers.get("Svc-Not-Final-Days") ?? "").not.toContain(to);
  expect(headers.get("Link")).toBeNull();
  expect(headers.get("Content-Disposition")).toBe(`attachment; filename="movements-${from}-${to}.csv"`);

  const wrong = await shop.api.call("GET", `/v1/reports/movements.csv?from=${from}&to=${to}&after=1`);
  expect([wrong.status, wrong.json.errors]).toMatchObject([400, [{ pointer: "/after" }]]);
});

async function operatorsTab(): Promise<ConsoleTab> {
  const maker = { kind: "operator", name: "olivia", reason: "help" } as const;
  const change = { at: Date.now(), random: randomBytes };
  const { code } = await createSession(await getMerchant(shop.merchantId), { access: "read", maker }, change);
  return new ConsoleTab(shop.api.baseUrl, await exchange(shop.api.baseUrl, code));
}

it("shows an operator what was sold, but no word that the merchant has written, and not which card it was", async () => {
  await shop.api.call("PUT", `/v1/callback-endpoints/${shop.endpointId}`, { payload: "service" });
  const written = { customerRef: "cus-Anna", metadata: { gift: "for-Anna" }, description: "Roses for Anna" };
  const { svcPaymentId } = await buy(4000, { orderRef: "order-1", ...written });
  const day = dateOf(Date.now());
  const { payoutId } = await passUntilComposed();
  const to = dateOf(Date.now() + DAY_SECONDS * 1000);
  await reconcile(service, { kind: "statement", merchantId: shop.merchantId, date: day });
  const [own, operator] = [await ConsoleTab.open(shop.api), await operatorsTab()];
  for (const path of [
    `/v1/reports/movements.csv?from=${day}&to=${to}`,
    `/v1/reports/payouts.csv?from=${day}&to=${to}`,
    `/v1/payouts/${payoutId}/lines.csv`,
    `/v1/statements/${day}/payments.csv`,
    "/v1/payments",
    "/v1/found-payments",
    `/v1/payments/${svcPaymentId}`,
  ]) {
    expect((await own.call("GET", path)).text, path).toContain("for-Anna");
    const shown = (await operator.call("GET", path)).text;
    expect(shown, path).toContain("order-1");
    expect(shown, path).not.toContain("Anna");
  }
  const byCustomer = await operator.call("GET", "/v1/payments?customerRef=cus-Anna");
  expect([byCustomer.status, byCustomer.json.code]).toEqual([400, "invalid_request"]);
  const feed = "/v1/events?order=ascending&include=body";
  expect((await own.call("GET", feed)).text).toContain("for-Anna");
  expect((await operator.call("GET", feed)).text).not.toContain("Anna");
  const { json } = await operator.call("GET", `/v1/payments/${svcPaymentId}/details`);
  expect(json).toMatchObject({ method: { brand: "visa", last4: null }, receiptUrl: null });
});
