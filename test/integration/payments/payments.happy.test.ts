import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { TimelineEntry } from "../../../shared/contract/payment-lists.ts";
import type { MerchantApi, Reply } from "../../support/api.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });

describe("create", () => {
  it("accepts the key as a bearer token", async () => {
    const { baseUrl, apiKey } = service.api;
    const reply = await fetch(`${baseUrl}/v1/payments/svcpay_${"0".repeat(32)}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    expect(reply.status).toBe(404);
  });
});

describe("retrieve", () => {
  it("has every field of the list, with what the payment was created with", async () => {
    const given = { orderRef: "o-7", metadata: { basket: "b-7" }, description: "A lamp", branch: "North" };
    const created = await service.api.create({ amountCents: 900, ...given }, "happy-get-all");
    const id = created.json.svcPaymentId;
    const { json } = await service.api.call("GET", `/v1/payments?svcPaymentId=${id}`);
    const retrieved = await service.api.get(id);
    expect([retrieved.json]).toEqual(json);
    expect(retrieved.json).toMatchObject({ ...given, captureBefore: null, disputes: [] });
    expect(retrieved.json.version).toBe((await service.item(String(id))).version);
  });

  it("has the shape that the list, a capture, a refund and a cancellation answer", async () => {
    const [id, unpaid] = [await service.authorized(2000), await service.authorized(900)];
    const listed = async (svcPaymentId: string) => {
      const { json } = await service.api.call("GET", `/v1/payments?svcPaymentId=${svcPaymentId}`);
      return (json as unknown as object[])[0];
    };
    const steps = [
      { capturedCents: 0, refundedCents: 0, reply: await service.api.get(id) },
      { capturedCents: 1500, refundedCents: 0, reply: await service.api.capture(id, { amountCents: 1500 }) },
      { capturedCents: 1500, refundedCents: 400, reply: await service.api.refund(id, { amountCents: 400 }) },
    ];
    const { createdAt } = (await service.api.get(id)).json;
    expect(Date.parse(String(createdAt))).toBe((await service.item(id)).createdAt);
    for (const { reply, ...money } of steps) expect(reply.json).toMatchObject({ ...money, createdAt });
    const { refundId, ...refunded } = steps.at(-1)?.reply.json ?? {};
    expect(await listed(id)).toMatchObject(refunded);
    expect((await service.api.call("GET", `/v1/payments/${id}/refunds`)).json).toMatchObject([{ refundId }]);
    const canceled = await service.api.call("POST", `/v1/payments/${unpaid}/cancel`, {});
    expect(canceled.json).toMatchObject({ status: "canceled", capturedCents: 0, refundedCents: 0 });
    expect(await listed(unpaid)).toMatchObject(canceled.json);
  });
});

const shop = useShop(service);

const rows = ({ json }: Reply) => json as unknown as Record<string, unknown>[];
const ids = (reply: Reply) => rows(reply).map(({ svcPaymentId }) => svcPaymentId);
const targets = () => service.dynamodb.passed.map(({ target }) => target);

async function create(api: MerchantApi, body: object = {}): Promise<Reply> {
  const reply = await api.create({ amountCents: 1000, ...body }, randomUUID());
  expect(reply.status).toBe(201);
  return reply;
}

describe("the list of payments", () => {
  it("goes on page by page, with one query and one read by key more", async () => {
    const made: unknown[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await create(shop.api)).json.svcPaymentId);
    const seen: unknown[] = [];
    let path: string | undefined = "/v1/payments?limit=2";
    for (let page = 1; path; page++) {
      service.dynamodb.clear();
      const reply = await shop.api.call("GET", path);
      expect(targets().filter((target) => target === "Query")).toHaveLength(1);
      expect(targets()).toHaveLength(page === 1 ? 3 : 4);
      seen.push(...ids(reply));
      const next = /^<(.+)>; rel="next"$/.exec(reply.headers.get("link") ?? "")?.[1];
      expect(next === undefined).toBe(page === 3);
      path = next?.replace(shop.api.baseUrl, "");
    }
    expect(seen).toEqual(made);
  });
});

it("a payment's timeline tells of API calls, the processor's events and callbacks, in order, each with its trace", async () => {
  const trace = (id: string) => ({ headers: { "X-Correlation-Id": id } });
  const body = { amountCents: 2000, captureMethod: "manual" };
  const created = await shop.api.create(body, randomUUID(), trace("t-create"));
  const { svcPaymentId, connectedAccountId, processorPaymentIntentId } = created.json;
  const accountId = String(connectedAccountId);
  await service.confirm(created, "pm_card_visa", accountId);
  const path = `/v1/payments/${svcPaymentId}`;
  await shop.api.call("POST", `${path}/capture`, { amountCents: 1500 }, trace("t-capture"));
  await shop.api.call("POST", `${path}/refund`, { amountCents: 500 }, trace("t-refund"));
  const told = (await service.eventsOf(processorPaymentIntentId, accountId)).filter(({ type }) =>
    ["payment_intent.succeeded", "charge.refunded"].includes(type),
  );
  for (const event of told) {
    expect((await service.webhook(event)).json).toEqual({ received: true, forwarded: true });
    await service.eventually(async () => (await service.deliveryItem(event.id)).delivery === "delivered");
  }

  service.dynamodb.clear();
  const reply = await shop.api.call("GET", `${path}/timeline`);
  expect(reply.status).toBe(200);
  // Its events and its operations, and at last which payouts have paid the payment out.
  const reads = ["BatchGetItem", "GetItem", "Query", "Query", "BatchGetItem", "BatchGetItem", "Query"];
  expect(targets()).toEqual(reads);
  const entries = rows(reply);
  for (const entry of entries) expect(TimelineEntry.safeParse(entry).error).toBeUndefined();
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
    ...["api_call", "api_call", "api_call", "callback_attempt", "callback_attempt"],
    ...["processor_event", "processor_event"],
  ]);
  expect(entries.filter(({ kind }) => kind === "api_call")).toMatchObject([
    { operation: "create", amountCents: 2000, traceId: "t-create" },
    { operation: "capture", amountCents: 1500, traceId: "t-capture" },
    { operation: "refund", amountCents: 500, traceId: "t-refund" },
  ]);
  const [event] = entries.filter(({ eventId }) => eventId === told[0]?.id);
  expect(event).toMatchObject({ kind: "processor_event", delivery: "delivered", applied: "unchanged" });
  const attempts = entries.filter(
    ({ kind, traceId }) => kind === "callback_attempt" && traceId === event?.traceId,
  );
  expect(attempts).toMatchObject([{ attempt: 1, status: 200, error: null, nextAttemptAt: null }]);
  expect(reply.text).not.toMatch(/_secret_|whsec_/);
});
