import { afterEach, beforeEach, expect, it } from "vitest";
import { deliveryKey } from "../../../shared/ledger/table.ts";
import type { CallbackReceiver } from "../../support/callback-receiver.ts";
import { CallbackReceiver as Receiver } from "../../support/callback-receiver.ts";
import { ConsoleTab } from "../../support/console.ts";
import { type Shop, sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** With several endpoints, what speaks of an event speaks of all of them: the worst of its deliveries counts. */
const service = useService({ muted: true });
const shop: Shop = useShop(service);

let books: CallbackReceiver;
beforeEach(async () => {
  books = await Receiver.start();
  books.behave = (response) => response.writeHead(503).end();
});
afterEach(() => books.stop());

/** The longest that eight attempts may take. By then the hour of the first is no longer shown. */
const EIGHT_ATTEMPTS_SECONDS = 26 * 3600;

type Json = Record<string, unknown>;

async function soldWithFailingEndpoint() {
  const made = await shop.api.call("POST", "/v1/callback-endpoints", { url: books.url });
  const endpointId = String(made.json.id);
  const { event, svcPaymentId } = await sell(service, shop);
  expect((await service.webhook(event)).status).toBe(200);
  await shop.receiver.until(1);
  await books.until(1);
  return { endpointId, eventId: String(event.id), svcPaymentId: String(svcPaymentId) };
}

/** In the table itself: a merchant's calls are counted, and would be rejected after some. */
const untilTried = (eventId: string, endpointId: string, attempts: number) =>
  service.eventually(async () => {
    const { pk, sk } = deliveryKey(eventId, endpointId);
    const found = (await service.items()).find((item) => item.pk === pk && item.sk === sk);
    return (found?.log as unknown[] | undefined)?.length === attempts;
  });

const idsIn = async (path: string): Promise<unknown[]> =>
  ((await shop.api.call("GET", path)).json as unknown as Json[]).map(({ id }) => id);

/** By a session of its own, because a session ends while a day passes. */
async function webhooks() {
  const tab = await ConsoleTab.open(shop.api);
  const { json } = await tab.call("GET", "/v1/overview?days=1");
  const { hours, failedInAll } = json.webhooks as { hours: Record<string, number>[]; failedInAll: number };
  const sum = (name: string) => hours.reduce((all, hour) => all + (hour[name] ?? 0), 0);
  return { delivered: sum("delivered"), failed: sum("failed"), failedInAll };
}

const listed = async (svcPaymentId: string): Promise<Json | undefined> => {
  const reply = await shop.api.call("GET", `/v1/payments?svcPaymentId=${svcPaymentId}&include=delivery`);
  return (reply.json as unknown as Json[])[0];
};

it("an event that one of two endpoints rejects is retrying, then failed, in every list and count", async () => {
  const { endpointId, eventId, svcPaymentId } = await soldWithFailingEndpoint();
  await untilTried(eventId, shop.endpointId, 1);
  await untilTried(eventId, endpointId, 1);
  // Attempts are counted at every endpoint, and events that failed once.
  expect(await webhooks()).toEqual({ delivered: 1, failed: 1, failedInAll: 0 });
  expect(await listed(svcPaymentId)).toMatchObject({ delivery: "pending", deliveryAttempts: 1 });
  expect(await idsIn("/v1/events?delivery=pending")).toEqual([eventId]);

  await service.letPass(EIGHT_ATTEMPTS_SECONDS);
  await untilTried(eventId, endpointId, 8);
  expect((await webhooks()).failedInAll).toBe(1);
  expect(await listed(svcPaymentId)).toMatchObject({ delivery: "dead", deliveryAttempts: 8 });
  expect(await idsIn("/v1/events?delivery=dead")).toEqual([eventId]);
  expect(await idsIn("/v1/events?delivery=delivered")).toEqual([]);
  expect(await idsIn(`/v1/events?delivery=delivered&endpointId=${shop.endpointId}`)).toEqual([eventId]);
  const { json: events } = await shop.api.call("GET", "/v1/events");
  expect(events).toMatchObject([{ id: eventId, delivery: "dead", attemptCount: 8, endpointId }]);

  const { json: timeline } = await shop.api.call("GET", `/v1/payments/${svcPaymentId}/timeline`);
  const entries = timeline as unknown as Json[];
  expect(entries.find(({ kind }) => kind === "processor_event")).toMatchObject({
    delivery: "dead",
    endpointId,
  });
  const attempts = entries.filter(({ kind }) => kind === "callback_attempt");
  const at = (status: number) => attempts.filter((attempt) => attempt.status === status);
  expect(at(200)).toMatchObject([{ attempt: 1, endpointId: shop.endpointId }]);
  expect(at(503)).toHaveLength(8);
  for (const attempt of at(503)) expect(attempt.endpointId).toBe(endpointId);
});
