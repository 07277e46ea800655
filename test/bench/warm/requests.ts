import { randomUUID } from "node:crypto";
import { signatureHeader } from "../../../shared/domain/access/signature.ts";
import { putEvents } from "../../support/events.ts";
import type { LocalService } from "../../support/local-service.ts";
import { requestsTo } from "../cold/requests.ts";

export type WarmFunction = "create" | "retrieve" | "webhook" | "delivery";

/** So many requests, each of which finds what it needs and has not been made before. */
export type MakeRequests = (count: number) => Promise<object[]>;

export async function warmRequests(service: LocalService): Promise<Record<WarmFunction, MakeRequests>> {
  const cold = await requestsTo(service);
  const events = (next: () => { event: object }) => async (count: number) =>
    Array.from({ length: count }, () => next().event);
  return {
    create: events(cold.create),
    retrieve: events(cold.retrieve),
    webhook: (count) => inTurn(count, () => webhookRequest(service)),
    delivery: (count) => pendingEvents(service, count),
  };
}

async function inTurn(count: number, make: () => Promise<object>): Promise<object[]> {
  const made: object[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

async function webhookRequest(service: LocalService): Promise<object> {
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created, "pm_card_visa");
  const events = await service.eventsOf(created.json.processorPaymentIntentId, service.accountId);
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  const body = JSON.stringify(event, null, 2);
  const { webhookSecret } = service.stack.demo;
  const signature = signatureHeader(Buffer.from(body), [webhookSecret], Math.floor(Date.now() / 1000));
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath: "/webhooks/processor",
    rawQueryString: "",
    headers: { host: "api.example.com", "content-type": "application/json", "stripe-signature": signature },
    requestContext: { domainName: "api.example.com", http: { method: "POST", path: "/webhooks/processor" } },
    body,
    isBase64Encoded: false,
  };
}

/** Events in the ledger that wait for their first attempt, and the messages that would come of them. */
async function pendingEvents(service: LocalService, count: number): Promise<object[]> {
  const { merchantId } = service.stack.demo;
  const ids = Array.from({ length: count }, () => `evt_${randomUUID().replaceAll("-", "")}`);
  await putEvents(
    service,
    ids.map((eventId) => ({ eventId, merchantId, delivery: "pending" })),
  );
  return ids.map((eventId) => ({
    Records: [
      {
        messageId: eventId,
        receiptHandle: eventId,
        body: JSON.stringify({ eventId, deliveryRound: 1 }),
        attributes: {},
      },
    ],
  }));
}
