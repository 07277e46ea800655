import { randomUUID } from "node:crypto";
import { FOLLOWED_EVENTS } from "../../../shared/domain/events/event-types.ts";
import { isFailure } from "../../../shared/domain/failure.ts";
import { dateOf, dayAfter } from "../../../shared/domain/finance/day.ts";
import { reportIncome } from "../../../shared/flows/statements/report-income.ts";
import type { Reply } from "../../support/api.ts";
import type { LocalService } from "../../support/local-service.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { beginInTheMorning, HOUR_MS, later, openItems, visitByMessage } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import {
  aReader,
  createInPerson,
  createLocation,
  processAt,
  registerReader,
} from "../../support/terminal.ts";

/** `waiting`: not done, nothing rejected, and it can be tried again as it was. */
export type Outcome = "done" | "waiting" | { unexpected: unknown };

/** One thing of everything that the service does at the processor, by the name that going-live.md gives it. */
export type Flow = { name: string; run: () => Promise<Outcome> };

const TYPES: readonly string[] = FOLLOWED_EVENTS;

let prepared = 0;

/**
 * Everything that the service asks its processor for, about a merchant that has sold a few things the day before. Each
 * flow may be run again: it then goes on with what it has begun.
 */
export async function prepareFlows(service: LocalService): Promise<Flow[]> {
  beginInTheMorning();
  // Merchants share the creates of ten seconds, and those of all mornings would be in the same ones.
  later(prepared++ * 20_000);
  const shop = await sellTheDayBefore(service);
  later(30 * HOUR_MS);
  return [...requestsOf(shop), ...newsOf(service, shop), ...financesOf(service, shop)];
}

type DayBefore = Awaited<ReturnType<typeof sellTheDayBefore>>;

async function sellTheDayBefore(service: LocalService) {
  const api = await service.otherMerchant();
  const newcomer = await service.otherMerchant("none");
  const { connectedAccountId } = (await api.create({ amountCents: 1000 }, randomUUID())).json;
  const accountId = String(connectedAccountId);
  const buy = async (method: string | undefined, body: object = {}) => {
    const created = await api.create({ amountCents: 10_000, ...body }, randomUUID());
    if (method) await service.confirm(created, method, accountId);
    return created.json;
  };
  const returned = await buy("pm_card_visa");
  await api.refund(returned.svcPaymentId, { amountCents: 5000 }, randomUUID());
  const paid = await buy("pm_card_visa");
  const held = await buy("pm_card_visa", { captureMethod: "manual" });
  const unpaid = await buy(undefined);
  const disputed = await buy("pm_card_createDispute");
  const { json: location } = await createLocation(api);
  const { customerId } = (await api.call("POST", "/v1/customers", {})).json;
  const away = await buy(undefined, { customerRef: customerId });
  const save = () =>
    service.stripe.paymentMethods.attach(
      "pm_card_visa",
      { customer: String(customerId) },
      { stripeAccount: accountId },
    );
  const [{ id: card }, { id: oldCard }] = [await save(), await save()];
  const [reader, inPerson] = [await aReader(api), await createInPerson(api)];
  await payOut(service, accountId);
  const told = (await service.stripe.events.list({ limit: 100 }, { stripeAccount: accountId })).data;
  const eventIds = told.filter(({ type }) => TYPES.includes(type)).map(({ id }) => id);
  const returning = { customerId, away, card, oldCard };
  const sold = { returning, paid, held, unpaid, disputed, location, reader, inPerson, eventIds };
  return { api, newcomer, merchantId: merchantIdOf(api), accountId, ...sold, day: dateOf(Date.now()) };
}

/** What a merchant's backend calls, each under one key however often it is run. */
function requestsOf(shop: DayBefore): Flow[] {
  const { api, newcomer, returning, paid, held, unpaid, location, reader, inPerson } = shop;
  const keyed = (name: string, status: number, call: (key: string) => Promise<Reply>): Flow => {
    const key = randomUUID();
    return { name, run: async () => outcomeOf(await call(key), status) };
  };
  return [
    keyed("account", 201, () => newcomer.call("POST", "/v1/onboarding/account", {})),
    keyed("onboarding link", 200, () =>
      api.call("POST", "/v1/onboarding/link", {
        returnUrl: "https://shop.example/return",
        refreshUrl: "https://shop.example/refresh",
      }),
    ),
    keyed("onboarding status", 200, () => api.call("POST", "/v1/onboarding/refresh", {})),
    keyed("create", 201, (key) => api.create({ amountCents: 2000 }, key)),
    keyed("charge", 200, (key) => {
      const path = `/v1/payments/${returning.away.svcPaymentId}/charge`;
      return api.call("POST", path, { paymentMethodId: returning.card }, { key });
    }),
    keyed("capture", 200, (key) => api.capture(held.svcPaymentId, { amountCents: 6000 }, key)),
    keyed("cancel", 200, (key) => api.cancel(unpaid.svcPaymentId, {}, key)),
    keyed("refund", 200, (key) => api.refund(paid.svcPaymentId, { amountCents: 2500 }, key)),
    keyed("receipt", 202, () =>
      api.call("POST", `/v1/payments/${paid.svcPaymentId}/receipt`, { email: "anna@example.com" }),
    ),
    keyed("customer", 201, (key) => api.call("POST", "/v1/customers", {}, { key })),
    keyed("saving a method", 201, (key) =>
      api.call("POST", `/v1/customers/${returning.customerId}/setup`, {}, { key }),
    ),
    keyed("saved methods", 200, () =>
      api.call("GET", `/v1/customers/${returning.customerId}/payment-methods`),
    ),
    {
      name: "removal of a saved method",
      run: async () => {
        const path = `/v1/customers/${returning.customerId}/payment-methods/${returning.oldCard}`;
        const removed = await api.call("DELETE", path);
        return removed.status === 404 ? "done" : outcomeOf(removed, 200);
      },
    },
    keyed("list of refunds", 200, () => api.call("GET", `/v1/payments/${paid.svcPaymentId}/refunds`)),
    keyed("wallet domain", 201, (key) =>
      api.call("POST", "/v1/wallet-domains", { domainName: `${key}.example.com` }),
    ),
    keyed("location", 201, (key) => api.call("POST", "/v1/terminal/locations", ANOTHER_LOCATION, { key })),
    keyed("reader", 201, () => registerReader(api, { locationId: location.id, label: randomUUID() })),
    keyed("payment at a reader", 200, () => processAt(api, reader, { svcPaymentId: inPerson })),
    keyed("connection token", 200, () => api.call("POST", "/v1/terminal/connection-token", {})),
  ];
}

/** What the processor tells: by the webhook, and asked for what was missed. */
function newsOf(service: LocalService, { merchantId, accountId, disputed, eventIds }: DayBefore): Flow[] {
  const areFinished = async (ids: string[]) => {
    const items = await Promise.all(ids.map((id) => service.eventItem(id)));
    return items.every(({ finishedAt }) => finishedAt !== undefined);
  };
  return [
    {
      name: "event of a dispute",
      run: async () => {
        const events = await service.eventsOf(disputed.processorPaymentIntentId, accountId);
        const event = events.find(({ type }) => type === "charge.dispute.created");
        const { status } = await service.webhook({ ...event, account: accountId });
        if (await areFinished([String(event?.id)])) return status === 200 ? "done" : { unexpected: status };
        // The processor sends again what was not acknowledged.
        return status === 503 ? "waiting" : { unexpected: status };
      },
    },
    {
      name: "missed events",
      run: async () => {
        await reconcile(service, { kind: "events", merchantId, accountId });
        await visitAll(service, eventIds);
        return (await areFinished(eventIds)) ? "done" : "waiting";
      },
    },
  ];
}

function financesOf(service: LocalService, { api, merchantId, accountId, day: date }: DayBefore): Flow[] {
  return [
    {
      name: "payouts",
      run: async () => {
        await reconcile(service, { kind: "payouts", merchantId, accountId });
        const { json } = await api.call("GET", "/v1/payouts");
        return (json as unknown as object[]).length === 1 ? "done" : "waiting";
      },
    },
    {
      name: "payout lines",
      run: async () => {
        const [payout] = (await service.stripe.payouts.list({}, { stripeAccount: accountId })).data;
        const payoutId = String(payout?.id);
        await reconcile(service, { kind: "payout", merchantId, payoutId });
        const { status, json } = await api.call("GET", `/v1/payouts/${payoutId}`);
        if (status === 404 || json.composition === "waiting") return "waiting";
        return isWholePayout(json) ? "done" : { unexpected: json };
      },
    },
    {
      name: "statement",
      run: async () => {
        await reconcile(service, { kind: "statement", merchantId, date });
        const { status, json } = await api.call("GET", `/v1/statements/${date}`);
        if (status === 404) return "waiting";
        return isWholeStatement(json) ? "done" : { unexpected: json };
      },
    },
    {
      name: "income on cash basis",
      run: async () => {
        const day = { sinceMs: Date.parse(date), untilMs: Date.parse(dayAfter(date)) };
        try {
          const income = await reportIncome(day, "cash");
          const { returnedCents = 0 } = income.find((one) => one.merchantId === merchantId) ?? {};
          return returnedCents > 0 ? "done" : { unexpected: income };
        } catch (error) {
          return isFailure(error, "processor_unavailable") ? "waiting" : { unexpected: error };
        }
      },
    },
  ];
}

/** What was sold is paid out, days early; a moment later the processor tells that it knows what is in it. */
async function payOut(service: LocalService, accountId: string): Promise<void> {
  const url = `${service.stack.processorUrl}/_simulator/accounts/${accountId}/payouts/hurry`;
  const { ok } = await fetch(url, { method: "POST" });
  if (!ok) throw new Error("The simulator rejected a payout.");
  const told = { type: "payout.reconciliation_completed" };
  await service.eventually(
    async () => (await service.stripe.events.list(told, { stripeAccount: accountId })).data.length > 0,
  );
}

const ANOTHER_LOCATION = {
  displayName: "Side Street",
  line1: "2 Side St",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
};

/** A wait is a 503 that says itself that the same request may come again. */
function outcomeOf({ status, json }: Reply, expected: number): Outcome {
  if (status === expected) return "done";
  const isWaiting = status === 503 && json.title === "Processor unavailable" && json.retryable === true;
  return isWaiting ? "waiting" : { unexpected: json };
}

/** What is due is visited, as the sweep would have it; a visit that fails changes nothing. */
async function visitAll(service: LocalService, eventIds: string[]): Promise<void> {
  for (const item of await openItems(service))
    if (eventIds.some((id) => item.pk.includes(id)))
      await visitByMessage(service, item).catch(() => undefined);
}

/** The same sales: all that is about them is ours. */
function isWholePayout({ unexplainedCents, lineCount, totals }: Reply["json"]): boolean {
  const { charge, refund, platform_fee_return, dispute } = totals as Record<string, { count: number }>;
  const counts = [charge, refund, platform_fee_return, dispute].map((total) => total?.count);
  return unexplainedCents === 0 && lineCount === 6 && String(counts) === "3,1,1,1";
}

/** Three sales of 100.00, of which half of one was refunded with its share of the fee, and one was disputed. */
function isWholeStatement({ final, totals, differences, unreachableAccounts }: Reply["json"]): boolean {
  const [total] = totals as Record<string, number>[];
  const isOpen = (differences as { healed: boolean }[]).some(({ healed }) => !healed);
  return (
    final === true &&
    total?.grossCents === 30_000 &&
    total.refundsCents === 5000 &&
    !isOpen &&
    (unreachableAccounts as string[]).length === 0
  );
}
