import { expect, it } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { SERVICE_EVENTS } from "../../../shared/contract/service-events.ts";
import { sha256Hex } from "../../../shared/domain/id.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { ReceivedCallback } from "../../support/callback-receiver.ts";
import { expectWrongField } from "../../support/expect-problem.ts";
import { restoreItem } from "../../support/ledger-edits.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { ledgerRead } from "../../support/wire-calls.ts";

type Item = Record<string, unknown>;

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const choose = (choice: object) => shop.api.setEndpoint({ url: shop.receiver.url, ...choice });
const bodyOf = ({ rawBody }: ReceivedCallback) => JSON.parse(rawBody.toString());
const deliveryOf = async (eventId: string) => (await service.deliveryItem(eventId)).delivery;

const restore = (svcPaymentId: string, item?: Item) =>
  restoreItem({ table: service.table, tableName: service.stack.tableName }, paymentKey(svcPaymentId), item);

/** The callback of an event, once it has come. */
async function callbackOf(event: { id: string }, count = 1): Promise<ReceivedCallback> {
  const found = (await shop.receiver.until(count, ({ eventId }) => eventId === event.id)).at(-1);
  if (!found) throw new Error("no callback");
  return found;
}

it("a payment is told in the service's own words, with the version that retrieving it shows", async () => {
  expect((await choose({ payload: "service" })).json.payload).toBe("service");
  const { event, svcPaymentId } = await sell(service, shop);
  await service.webhook(event);
  const callback = await callbackOf(event);
  expect(callback.headers).toMatchObject({
    "svc-payload": "service",
    "svc-event-type": "payment.succeeded",
    "svc-payment-id": svcPaymentId,
  });
  const body = bodyOf(callback);
  expect(SERVICE_EVENTS.get(event.type)?.safeParse(body).error).toBeUndefined();
  const { authorizedCents, description, customerRef, branch, failedRefunds, ...shown } = (
    await shop.api.get(svcPaymentId)
  ).json;
  expect(body).toEqual({
    payload: "service",
    id: event.id,
    type: "payment.succeeded",
    createdAt: new Date(event.created * 1000).toISOString(),
    payment: { ...shown, refundedCents: 0, captureBefore: null, disputes: [] },
  });
  expect(callback.rawBody.toString()).not.toMatch(/stripe/i);
  const verified = await verifyCallback(callback.rawBody, callback.headers, shop.secret);
  expect(verified).toMatchObject({ payload: "service", type: "payment.succeeded", paymentId: svcPaymentId });
  const { json } = await shop.api.call("GET", `/v1/payments?svcPaymentId=${svcPaymentId}`);
  expect((json as unknown as { version: number }[])[0]?.version).toBe(body.payment.version);
});

it("an attempt under the service payload reads the payment once, and keeps payload, version and hash of its body", async () => {
  await choose({ payload: "service", events: ["payment_intent.succeeded"] });
  const { event, svcPaymentId } = await sell(service, shop);
  service.clearWires();
  await service.webhook(event);
  const callback = await callbackOf(event);
  await service.eventually(async () => (await deliveryOf(event.id)) === "delivered");
  const reads = service.dynamodb.passed.filter(
    (call) => ledgerRead(call) && call.body.includes(svcPaymentId),
  );
  // Once to apply the event, once to render it.
  expect(reads).toHaveLength(2);
  const { json } = await shop.api.call("GET", `/v1/events/${event.id}`);
  const { version } = bodyOf(callback).payment;
  expect(json).toMatchObject({ payload: "service", version });
  const bodySha256 = sha256Hex(callback.rawBody);
  expect(json.deliveries).toMatchObject([{ attempts: [{ payload: "service", version, bodySha256 }] }]);
  // The bytes that are stored are the processor's.
  expect(JSON.parse(String(json.body))).toMatchObject({ id: event.id, object: "event" });
  const signatureHeader = String(callback.headers["svc-signature"]);
  const pasted = { rawBody: callback.rawBody.toString(), signatureHeader };
  expect((await shop.api.onEndpoint("diagnose", pasted)).json.verdict).toBe("valid");
  const changed = { rawBody: JSON.stringify(bodyOf(callback), null, 2), signatureHeader };
  expect((await shop.api.onEndpoint("diagnose", changed)).json.verdict).not.toBe("valid");
});

it.each<[string, (payment: Item) => Item | undefined]>([
  ["gone from the ledger", () => undefined],
  // Its creation has not ended: the event is of another intent that names it, or overtook the answer.
  ["not made yet", (payment) => ({ ...payment, state: "claimed" })],
])(
  "an event whose payment is %s fails its attempt, and is told once the ledger has it",
  async (_, without) => {
    await choose({ payload: "service" });
    const { event, svcPaymentId } = await sell(service, shop);
    await shop.api.onEndpoint("disable");
    await service.webhook(event);
    const lost = await service.item(svcPaymentId);
    await restore(svcPaymentId, without(lost));
    await shop.api.onEndpoint("enable");
    await service.letPass(90);
    const [attempt] = (await service.deliveryItem(event.id)).log as object[];
    expect(attempt).toMatchObject({ error: "subject_missing" });
    await restore(svcPaymentId, lost);
    await service.letPass(600);
    expect(bodyOf(await callbackOf(event)).payment.svcPaymentId).toBe(svcPaymentId);
  },
);

it("an unknown payload is rejected with the list", async () => {
  const reply = await choose({ payload: "xml" });
  expectWrongField(reply, "/payload");
  expect(reply.text).toContain("processor, service");
});
