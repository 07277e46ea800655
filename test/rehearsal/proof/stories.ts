import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import {
  accountCreationKey,
  accountKey,
  deadShardOf,
  deliveryKey,
  dueAt,
  eventKey,
  type Key,
  merchantKey,
  paymentKey,
  timeSort,
} from "../../../shared/ledger/table.ts";
import type { Onboarded, Outside, ProvenMerchant } from "./outside.ts";

/*
 * One of everything. A story leaves what it needs the clock for, and answers what must come of it: the clock is moved
 * for all of them together.
 */

/** Sold, refunded twice (once under a key, and again under it), captured in part, canceled. */
export async function sellAndReturn(outside: Outside, merchant: ProvenMerchant): Promise<string> {
  const sold = await outside.sell(merchant, { orderRef: "order-1" });
  await outside.untilStatus(merchant, sold, "succeeded");
  const post = (path: string, body: object, options = {}) =>
    outside.call(merchant, "POST", `/v1/payments/${path}`, body, options);
  const twice = async (path: string, body: object, key: string) => {
    for (let time = 0; time < 2; time++) await post(path, body, { key });
  };
  await twice(`${sold}/refund`, { amountCents: 500 }, "refund-1");
  await post(`${sold}/refund`, { amountCents: 100 });
  const held = await outside.sell(merchant, { captureMethod: "manual" });
  await outside.untilStatus(merchant, held, "requires_capture");
  await twice(`${held}/capture`, { amountCents: 900 }, "capture-1");
  const given = { key: randomUUID() };
  const { json: unpaid } = await outside.create(merchant, { amountCents: 700 }, given);
  await outside.create(merchant, { amountCents: 700 }, given);
  await twice(`${unpaid.svcPaymentId}/cancel`, {}, "cancel-1");
  await outside.call(merchant, "GET", "/v1/payments?orderRef=order-1");
  await outside.call(merchant, "GET", `/v1/payments?startingAfter=${sold}`);
  await outside.call(merchant, "GET", "/v1/payments?include=delivery");
  const intent = `processorPaymentIntentId=${unpaid.processorPaymentIntentId}`;
  await outside.call(merchant, "GET", `/v1/payments?${intent}`);
  await outside.call(merchant, "GET", `/v1/events?svcPaymentId=${sold}`);
  await outside.untilStatus(merchant, held, "succeeded");
  return sold;
}

/** The reply to each kind of request is lost, and no client comes back: a visit finishes it. */
export async function leaveOpenClaims(
  outside: Outside,
  merchant: ProvenMerchant,
): Promise<() => Promise<void>> {
  const authorized = await outside.sell(merchant, { captureMethod: "manual" });
  const released = await outside.sell(merchant, { captureMethod: "manual" });
  const sold = await outside.sell(merchant);
  await outside.untilStatus(merchant, sold, "succeeded");
  await outside.untilStatus(merchant, authorized, "requires_capture");
  await outside.untilStatus(merchant, released, "requires_capture");
  const under = (key: string) => ({ key, mayFail: true as const });
  const lose = async (asked: string, path: string, key: string) => {
    await outside.loseReply("POST", asked);
    await outside.call(merchant, "POST", path, {}, under(key));
  };
  await lose("/v1/payment_intents/*/capture", `/v1/payments/${authorized}/capture`, "open-capture");
  await lose("/v1/payment_intents/*/cancel", `/v1/payments/${released}/cancel`, "open-cancel");
  await lose("/v1/refunds", `/v1/payments/${sold}/refund`, "open-refund");
  await outside.loseReply("POST", "/v1/payment_intents");
  await outside.create(merchant, { amountCents: 4100 }, under("open-create"));
  const newcomer = await outside.signUp("Whose account was made unheard");
  await outside.loseReply("POST", "/v2/core/accounts");
  await outside.call(newcomer, "POST", "/v1/onboarding/account", {}, { mayFail: true });
  return async () => {
    await outside.untilStatus(merchant, authorized, "succeeded");
    await outside.untilStatus(merchant, released, "canceled");
    await outside.untilStatus(merchant, sold, "refunded");
    await outside.until("the newcomer has its account", async () => {
      const { json } = await outside.call(newcomer, "GET", "/v1/onboarding/status");
      return json.processorAccountId !== undefined && json.processorAccountId !== null;
    });
  };
}

/** The processor tells of a payment and of an account whose creation has not been written down yet. */
export async function overtakeCreations(outside: Outside, merchant: Onboarded): Promise<void> {
  await outside.loseReply("POST", "/v1/payment_intents");
  const key = randomUUID();
  const asked = await outside.create(merchant, { amountCents: 4200 }, { key, mayFail: true });
  if (asked.status < 500) throw new Error("The reply was not lost.");
  const { data } = await outside.stripe.paymentIntents.list(
    { limit: 1 },
    { stripeAccount: merchant.accountId },
  );
  const [intent] = data;
  const svcPaymentId = String(intent?.metadata.svcPaymentId);
  await outside.confirm({
    status: 201,
    json: { processorPaymentIntentId: intent?.id, connectedAccountId: merchant.accountId },
    cookie: "",
  });
  await outside.until("the event was applied to the open claim", async () => {
    const item = await outside.item(paymentKey(svcPaymentId));
    return item?.status === "succeeded";
  });
  await outside.create(merchant, { amountCents: 4200 }, { key });
  await outside.untilStatus(merchant, svcPaymentId, "succeeded");
  const newcomer = await outside.signUp("Overtaken by its account's event");
  await outside.loseReply("POST", "/v2/core/accounts");
  await outside.call(newcomer, "POST", "/v1/onboarding/account", {}, { mayFail: true });
  const accounts = await outside.stripe.accounts.list({ limit: 100 });
  const made = accounts.data.find(({ metadata }) => metadata?.svcMerchantId === newcomer.merchantId);
  await outside.enable(String(made?.id));
  await outside.until("the event has brought the account", async () => {
    const { json } = await outside.call(newcomer, "GET", "/v1/onboarding/status");
    return json.onboardingStatus === "enabled";
  });
  await comeBackForTheAccount(outside, newcomer, String(made?.id));
}

/** The client repeats its request after the event has linked the account; later it takes the account away from us. */
async function comeBackForTheAccount(
  outside: Outside,
  newcomer: ProvenMerchant,
  accountId: string,
): Promise<void> {
  const ask = () => outside.call(newcomer, "POST", "/v1/onboarding/account", {});
  await outside.edit(merchantKey(newcomer.merchantId), { account: null });
  const resumed = await ask();
  if (resumed.json.processorAccountId !== accountId) throw new Error("The account was not found again.");
  await outside.control(`accounts/${accountId}/deauthorize`);
  await outside.until("the newcomer has taken its account away", async () => {
    const item = await outside.item(merchantKey(newcomer.merchantId));
    return (item?.account as { deauthorized?: boolean } | null)?.deauthorized === true;
  });
  const next = await ask();
  if (next.status !== 201) throw new Error(`The next account is answered with ${next.status}.`);
}

/** The newest event of a type that nobody works on any more. */
export async function finishedEvent(
  outside: Outside,
  merchant: ProvenMerchant,
  type: string,
): Promise<string> {
  let id = "";
  await outside.until(`there is a finished ${type}`, async () => {
    const { json } = await outside.call(merchant, "GET", `/v1/events?type=${type}`);
    const events = json as unknown as { id: string; applied: string | null; delivery: string }[];
    id = events.find(({ applied, delivery }) => applied !== null && delivery !== "pending")?.id ?? "";
    return id !== "";
  });
  return id;
}

/**
 * A function has died between the account's link and the merchant's account, and another before it had finished an
 * event: who carries on starts cold, reads the link, asks the processor and writes both.
 */
export async function leaveUnfinished(outside: Outside, merchant: Onboarded): Promise<() => Promise<void>> {
  const forget = () => outside.edit(merchantKey(merchant.merchantId), { account: null });
  const isAttached = async () => {
    const item = await outside.item(merchantKey(merchant.merchantId));
    return item?.account !== null;
  };
  await outside.sell(merchant);
  const sold = await finishedEvent(outside, merchant, "payment_intent.succeeded");
  // By the webhook, of an account that is still being made.
  await forget();
  await unlink(outside, merchant);
  await outside.control(`events/${sold}/resend`);
  await outside.enable(merchant.accountId);
  await outside.until("the webhook has attached the account", isAttached);
  // By a visit, once the clock has moved.
  const told = await finishedEvent(outside, merchant, "account.updated");
  await outside.edit(eventKey(told), {
    finishedAt: undefined,
    applied: undefined,
    ...dueAt(eventKey(told), Date.now() + 1_000),
  });
  const { endpointId } = await endpointOf(outside, merchant);
  const delivery = deliveryKey(sold, endpointId);
  await outside.until("the event has arrived", async () => {
    const item = await outside.item(delivery);
    return item?.delivery === "delivered";
  });
  await outside.edit(delivery, {
    delivery: "dead",
    deadLetteredAt: undefined,
    diedAt: Date.now(),
    deadShard: deadShardOf(sold),
    deadSort: `${merchant.merchantId}/${endpointId}#${timeSort(Date.now(), sold)}`,
    ...dueAt(delivery, Date.now() + 1_000),
  });
  await forget();
  return async () => {
    await outside.until("a visit has attached the account", isAttached);
    await outside.until("a visit has sent the dead letter", async () => {
      const item = await outside.item(delivery);
      return item?.deadLetteredAt !== undefined;
    });
  };
}

/** As if the function that made the account had died before it wrote down whose it is. */
export async function unlink(outside: Outside, { merchantId, accountId }: Onboarded): Promise<void> {
  await outside.lose(accountKey(accountId));
  await outside.edit(accountCreationKey(merchantId), { state: "claimed" });
}

export type Receiver = { url: string; isUp: boolean; received: number; stop: () => void };

/** A merchant's server, which can be down. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", isUp: true, received: 0, stop: () => server.close() };
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (receiver.isUp) receiver.received++;
      response.writeHead(receiver.isUp ? 204 : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
  return receiver;
}

/** The merchant's oldest callback endpoint. */
export async function endpointOf(
  outside: Outside,
  merchant: ProvenMerchant,
): Promise<{ endpointId: string; path: string; url: string }> {
  const { json } = await outside.call(merchant, "GET", "/v1/callback-endpoints");
  const [first] = json as unknown as { id: string; url: string }[];
  if (!first) throw new Error("The merchant has no callback endpoint.");
  return { endpointId: first.id, path: `/v1/callback-endpoints/${first.id}`, url: first.url };
}

/** Disabled and enabled again: what was held meanwhile is released. */
export async function holdAndRelease(
  outside: Outside,
  merchant: ProvenMerchant,
): Promise<() => Promise<void>> {
  const { path } = await endpointOf(outside, merchant);
  await outside.call(merchant, "POST", `${path}/disable`, {});
  await outside.sell(merchant);
  await outside.until("an event is held", async () => (await listed(outside, merchant, "held")) > 0);
  await outside.call(merchant, "POST", `${path}/enable`, {});
  return () => outside.until("nothing is held", async () => (await listed(outside, merchant, "held")) === 0);
}

export async function listed(outside: Outside, merchant: ProvenMerchant, delivery: string): Promise<number> {
  const { json } = await outside.call(merchant, "GET", `/v1/events?delivery=${delivery}`);
  return (json as unknown as unknown[]).length;
}

export const recover = (outside: Outside, merchant: ProvenMerchant) =>
  outside.call(merchant, "POST", "/v1/events/recover", {
    since: new Date(Date.now() - 20 * 86_400_000).toISOString(),
    until: new Date(Date.now() + 60_000).toISOString(),
  });

/** The ledger forgets a payment, as one restored from a backup does, and an operator has it rebuilt. */
export async function forgetAndRebuild(outside: Outside, merchant: Onboarded): Promise<void> {
  const sold = await outside.sell(merchant, { orderRef: "forgotten" });
  await outside.untilStatus(merchant, sold, "succeeded");
  await outside.lose(paymentKey(sold) as Key);
  const window = { sinceMs: Date.now() - 3_600_000, untilMs: Date.now() + 1_000 };
  const rebuilt = await rebuildPayments(await getMerchant(merchant.merchantId), window, {
    traceId: randomUUID(),
    ownerToken: randomUUID(),
  });
  await outside.untilStatus(merchant, sold, "succeeded");
  if (!("rebuilt" in rebuilt) || rebuilt.rebuilt < 1) throw new Error("Nothing was rebuilt.");
}
