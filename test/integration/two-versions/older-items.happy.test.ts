import { BatchWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { operationIdFor, paymentIdFor } from "../../../shared/domain/id.ts";
import { operationKey, paymentKey } from "../../../shared/ledger/table.ts";
import { DONE, invokeWith } from "../../support/queue-functions.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation, refundCreation } from "../../support/wire-calls.ts";
import fixture from "./first-items.json" with { type: "json" };

/*
 * Two versions on one ledger. During a deploy, and after a return, functions of two releases read each other's items.
 * The fixture holds items as an earlier version of this code has written them, recorded from it and never edited: this
 * version must serve them, and must keep what it does not know. When a release changes what is stored, its items are
 * recorded beside these. What an older release makes of newer items can be shown from the second release on, by its
 * bundles; until then the rule is that attributes are only added.
 */
const service = useService({ muted: true });
const receiver = useReceiver();
const { recorded, items } = fixture;

/** Of a release that is yet to come. */
const LATER = { laterRelease: { knows: ["more"], than: "we do" } };

beforeAll(async () => {
  const puts = items.map((item) => ({ PutRequest: { Item: { ...revive(item), ...LATER } } }));
  await service.table.send(new BatchWriteCommand({ RequestItems: { [service.stack.tableName]: puts } }));
  await service.pointCallbacks(receiver.url);
});

/** Bytes lie in the fixture as base64. */
const revive = (item: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(item), (_, value) =>
    typeof value?.$bytes === "string" ? new Uint8Array(Buffer.from(value.$bytes, "base64")) : value,
  );

describe("a payment of an earlier version", () => {
  it("answers a repeated create with the bytes of then, and asks the processor nothing", async () => {
    const replay = await service.api.create(recorded.terms, "old-key-1");
    expect(replay).toMatchObject({ status: 201, text: recorded.create });
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(service.processor.passed).toEqual([]);
    const other = await service.api.create({ ...recorded.terms, amountCents: 1 + 4999 }, "old-key-1");
    expect(other).toMatchObject({ status: 409, json: { title: "Idempotency conflict" } });
  });

  it("answers a repeated refund with the bytes of then", async () => {
    const replay = await service.api.refund(recorded.payment, { amountCents: 99 }, "old-refund-1");
    expect(replay).toMatchObject({ status: 200, text: recorded.refund });
    expect(service.processor.passed).toEqual([]);
  });

  it("is retrieved, listed, found by its order, and was created once", async () => {
    expect((await service.api.get(recorded.payment)).text).toBe(recorded.refund);
    const listed = await service.api.call("GET", "/v1/payments?orderRef=order-1001");
    expect(listed.json).toMatchObject([{ svcPaymentId: recorded.payment, status: "partially_refunded" }]);
    const { json } = await service.api.call("GET", `/v1/payments/${recorded.payment}/timeline`);
    const entries = json as unknown as { kind: string; operation?: string }[];
    expect(entries.filter(({ operation }) => operation === "create")).toHaveLength(1);
    expect(entries.map(({ kind }) => kind)).toContain("processor_event");
  });
});

describe("an event of an earlier version", () => {
  it("shows its bytes, and is sent again with them; what a later release has written stays", async () => {
    const { json } = await service.api.call("GET", `/v1/events/${recorded.paidEvent}`);
    expect(json.body).toBe(recorded.paidBody);
    const again = await service.api.call("POST", `/v1/events/${recorded.paidEvent}/redeliver`, {
      force: true,
    });
    expect(again.status).toBe(202);
    const [callback] = await receiver.until(1, ({ eventId }) => eventId === recorded.paidEvent);
    expect(callback?.rawBody.toString("utf8")).toBe(recorded.paidBody);
    await service.eventually(
      async () => (await service.eventItem(recorded.paidEvent)).delivery === "delivered",
    );
    expect(await service.eventItem(recorded.paidEvent)).toMatchObject({ ...LATER, generation: 2 });
  });

  it("goes on with its second attempt", async () => {
    const message = { eventId: recorded.authEvent, generation: 1 };
    expect(await invokeWith(service, "delivery", message)).toEqual(DONE);
    const [callback] = await receiver.until(1, ({ eventId }) => eventId === recorded.authEvent);
    expect(callback?.headers["svc-attempt"]).toBe("2");
    expect(await service.eventItem(recorded.authEvent)).toMatchObject({ ...LATER, delivery: "delivered" });
  });
});

/** As the first release has sent them: other parameters under a known key are an error at the processor. */
describe("a claim that an older release has begun is resumed with the parameters of that release", () => {
  const forgetVersion = async (key: { pk: unknown; sk: unknown }) =>
    service.table.send(
      new UpdateCommand({
        TableName: service.stack.tableName,
        Key: key,
        UpdateExpression: "REMOVE parametersVersion",
      }),
    );
  const metadataOf = (call: { body: string } | undefined) =>
    [...new URLSearchParams(call?.body)].flatMap(([name, value]) =>
      name.startsWith("metadata[svc") ? [[name.slice(9, -1), value]] : [],
    );

  it("a creation", async () => {
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create({ amountCents: 700 }, "begun-before")).status).toBe(503);
    const svcPaymentId = paymentIdFor(service.stack.demo.merchantId, "begun-before");
    await forgetVersion(paymentKey(svcPaymentId));
    service.processor.clear();
    expect((await service.api.create({ amountCents: 700 }, "begun-before")).status).toBe(201);
    const [sent] = service.processor.passed.filter(intentCreation);
    expect(Object.fromEntries(metadataOf(sent))).toEqual({ svcPaymentId, svcEnv: "local" });
  });

  it("a refund", async () => {
    const svcPaymentId = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.refund(svcPaymentId, { amountCents: 70 }, "begun-before")).status).toBe(503);
    const svcOperationId = operationIdFor(svcPaymentId, "refund", "begun-before");
    await forgetVersion(operationKey(svcPaymentId, svcOperationId));
    service.processor.clear();
    expect((await service.api.refund(svcPaymentId, { amountCents: 70 }, "begun-before")).status).toBe(200);
    const [sent] = service.processor.passed.filter(refundCreation);
    expect(Object.fromEntries(metadataOf(sent))).toEqual({ svcPaymentId, svcOperationId });
  });
});

/** What a resume under an older claim must repeat. Changing any of it needs the next parametersVersion on the claim. */
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
    "metadata[svcGeneration]": "1",
    "metadata[svcPaymentId]": "svcpay_4e885dcef52641e4085f88acf645e2af",
  });
  const item = await service.item(json.svcPaymentId);
  expect(item.fingerprint).toBe("2ba03a3d665aa5059c813ea5b372cb6d2f614f7ad645e03847af36f4691038e6");
});
