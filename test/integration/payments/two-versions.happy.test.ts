import { expect, it } from "vitest";
import { eventKey, paymentKey } from "../../../shared/ledger/table.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation } from "../../support/wire-calls.ts";

/*
 * During a deploy, and after a rollback, functions of two releases use one ledger: each leaves alone what the other has
 * written, and a resumed call sends the processor what the first one sent.
 */
const service = useService();
const receiver = useReceiver();

it("attributes of a release that is yet to come stay on a payment and its events", async () => {
  const LATER = { laterRelease: { knows: ["more"], than: "we do" } };
  const ledger = { table: service.table, tableName: service.stack.tableName };
  await service.pointCallbacks(receiver.url);
  const id = await service.paid(1000);
  const [told] = await receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  const isDelivered = async () => (await service.deliveryItem(told?.eventId)).delivery === "delivered";
  await service.eventually(isDelivered);
  await changeItem(ledger, paymentKey(id), LATER);
  const event = await service.eventItem(told?.eventId);
  const { pk, sk } = await service.deliveryItem(told?.eventId);
  await changeItem(ledger, eventKey(String(told?.eventId)), LATER);
  await changeItem(ledger, { pk: String(pk), sk: String(sk) }, LATER);
  expect((await service.api.refund(id, { amountCents: 99 }, "refund")).status).toBe(200);
  await service.api.call("POST", `/v1/events/${told?.eventId}/redeliver`, { force: true });
  await receiver.until(2, ({ eventId }) => eventId === told?.eventId);
  await service.eventually(isDelivered);
  expect(await service.item(id)).toMatchObject({ ...LATER, status: "partially_refunded" });
  expect(await service.eventItem(told?.eventId)).toEqual({ ...event, ...LATER });
  expect(await service.deliveryItem(told?.eventId)).toMatchObject({ ...LATER, deliveryRound: 2 });
});

/** What a resume must repeat. Changing any of it after a release needs a version on the claim. */
it("ids, processor keys and the parameters sent under them are frozen", async () => {
  const terms = {
    amountCents: 4999,
    captureMethod: "manual",
    customerRef: "customer-7",
    orderRef: "order-1001",
    description: "Roses",
    branch: "North",
  };
  const { json } = await service.api.create(terms, "frozen-key");
  expect(json.svcPaymentId).toBe("svcpay_4e885dcef52641e4085f88acf645e2af");
  const [sent] = service.processor.passed.filter(intentCreation);
  expect(sent?.headers["idempotency-key"]).toBe(`${json.svcPaymentId}.create.1`);
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
    amount: "4999",
    application_fee_amount: "155",
    "automatic_payment_methods[enabled]": "true",
    capture_method: "manual",
    currency: "usd",
    description: "Roses",
    "expand[0]": "latest_charge",
    "metadata[branch]": "North",
    "metadata[customerRef]": "customer-7",
    "metadata[orderRef]": "order-1001",
    "metadata[svcAmountCents]": "4999",
    "metadata[svcEnv]": "local",
    "metadata[svcKeyNumber]": "1",
    "metadata[svcPaymentId]": "svcpay_4e885dcef52641e4085f88acf645e2af",
  });
  const item = await service.item(json.svcPaymentId);
  expect(item.fingerprint).toBe("K6A6PWZapQWcgT6ls3LLbQ");
});
