import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  claimRejection,
  claimRelease,
  intentCreation,
  paymentSave,
  refundCreation,
} from "../../support/wire-calls.ts";

/** Requests that meet on one key: who owns it, what a resume repeats, and when the key is free again. */
const service = useService({ muted: true });
forgetOpenWork(service);

const BODY = { amountCents: 1000 };
const UNKNOWN_CUSTOMER = { ...BODY, customerRef: "cus_none" };
const REJECTED = expect.toBeOneOf([400, 422]);

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const processorKeys = () =>
  service.processor.passed.filter(intentCreation).map(({ headers }) => headers["idempotency-key"]);

async function operationOf(svcPaymentId: string) {
  const items = await service.items();
  return items.find(
    ({ pk, sk }) => pk === paymentKey(svcPaymentId).pk && String(sk).startsWith("OPERATION#"),
  );
}

it("a webhook that was held across the completion does not put its older answer in its place", async () => {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  await service.api.create(BODY, key);
  const [intent] = (await service.intents()).filter(({ metadata }) => metadata.svcPaymentId === idOf(key));
  const pay = (payment_method: string) =>
    service.stripe.paymentIntents.confirm(
      String(intent?.id),
      { payment_method, return_url: "https://shop.example/return" },
      { stripeAccount: service.accountId },
    );
  await pay("pm_card_chargeDeclined").catch(() => undefined);
  const failed = (await service.eventsOf(intent?.id)).find(
    ({ type }) => type === "payment_intent.payment_failed",
  );
  service.dynamodb.inject(paymentSave, { kind: "hold_request" });
  const held = service.webhook(failed);
  await service.dynamodb.untilHeld();
  await pay("pm_card_visa");
  // The saved 500 makes the resume look for the intent, which has been paid by now.
  service.processor.inject(intentCreation, {
    kind: "answer",
    status: 500,
    body: { error: { type: "api_error" } },
    headers: { "Idempotent-Replayed": "true" },
  });
  expect((await service.api.create(BODY, key)).status).toBe(201);
  expect((await service.api.get(idOf(key))).json.status).toBe("succeeded");
  service.dynamodb.release();
  expect((await held).status).toBe(200);
  expect((await service.api.get(idOf(key))).json.status).toBe("succeeded");
});

const IDEMPOTENCY_ERROR = {
  kind: "answer",
  status: 400,
  body: { error: { type: "idempotency_error" } },
} as const;

const QUARTER_OF_AN_HOUR_SECONDS = 15 * 60 + 1;

describe("the body's idempotencyKey", () => {
  it("is sent as it came after a rejection that the processor did not save, and stands for this payment alone", async () => {
    const [key, idempotencyKey] = [randomUUID(), randomUUID()];
    const unsaved = { error: { type: "invalid_request_error", param: "customer" } };
    service.processor.inject(intentCreation, { kind: "answer", status: 400, body: unsaved });
    expect((await service.api.create({ ...UNKNOWN_CUSTOMER, idempotencyKey }, key)).status).toEqual(REJECTED);
    expect((await service.api.create({ ...BODY, idempotencyKey }, key)).status).toBe(201);
    expect(processorKeys()).toEqual([idempotencyKey, idempotencyKey]);
    expect((await service.api.create({ ...BODY, idempotencyKey }, randomUUID())).status).toBe(409);
  });

  it("is used up by a rejection that the processor saved: another body needs another one", async () => {
    const [key, idempotencyKey] = [randomUUID(), randomUUID()];
    expect((await service.api.create({ ...UNKNOWN_CUSTOMER, idempotencyKey }, key)).status).toEqual(REJECTED);
    expect(await service.api.create({ ...BODY, idempotencyKey }, key)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining("Send a new one") },
    });
    expect((await service.api.create({ ...BODY, idempotencyKey: randomUUID() }, key)).status).toBe(201);
  });

  it("a body's idempotencyKey that another payment took meanwhile rejects the resume: of one key there is one payment", async () => {
    const [key, idempotencyKey] = [randomUUID(), randomUUID()];
    const body = { ...BODY, idempotencyKey };
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create(body, key)).status).toBe(503);
    expect((await service.api.create({ ...body, amountCents: 2000 }, randomUUID())).status).toBe(201);
    // An earlier attempt may still appear under the key: nothing is decided before its time is over.
    expect((await service.api.create(body, key)).status).toBe(503);
    await service.letPass(QUARTER_OF_AN_HOUR_SECONDS);
    expect((await service.api.create(body, key)).status).toBe(409);
    expect((await service.item(idOf(key))).state).toBe("rejected");
    expect((await service.api.create({ ...body, idempotencyKey: randomUUID() }, key)).status).toBe(201);
  });

  it("under which an earlier attempt made the intent is no other payment's, whatever the processor says", async () => {
    const [key, idempotencyKey] = [randomUUID(), randomUUID()];
    const body = { ...BODY, idempotencyKey };
    service.processor.inject(intentCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await service.api.create(body, key)).status).toBe(503);
    service.processor.inject(intentCreation, IDEMPOTENCY_ERROR);
    expect((await service.api.create(body, key)).status).toBe(201);
  });
});

it("a processor key that is stuck, and its successor too, free nothing: a retry makes the one payment", async () => {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
  await service.api.create(BODY, key);
  service.processor.inject(intentCreation, IDEMPOTENCY_ERROR, PROCESSOR_TRIES);
  const stuck = await service.api.create(BODY, key);
  expect(stuck.json).toMatchObject({ status: 503, title: "Processor unavailable" });
  expect((await service.item(idOf(key))).state).toBe("claimed");
  expect((await service.api.create(BODY, key)).status).toBe(201);
});

describe("a resumed refund", () => {
  it("30: that meets the processor's idempotency error keeps its key, and pays once", async () => {
    const id = await service.paid(1000);
    service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
    await service.api.refund(id, { amountCents: 300 }, "remembered");
    service.processor.inject(refundCreation, IDEMPOTENCY_ERROR);
    await service.api.refund(id, { amountCents: 300 }, "remembered");
    expect((await operationOf(id))?.state).not.toBe("rejected");
    expect((await service.api.refund(id, { amountCents: 300 }, "remembered")).status).toBe(200);
    expect((await service.item(id)).refundedCents).toBe(300);
  });
});

describe("a claim that cannot be ended does not hide why the work failed", () => {
  const DECLINED = { kind: "answer", status: 402, body: { error: { type: "card_error" } } } as const;
  const OVERLOADED = { kind: "answer", status: 503, body: { error: { type: "api_error" } } } as const;

  it.each([
    ["rejected", DECLINED, claimRejection, 402, "Payment declined"],
    ["of unknown outcome", OVERLOADED, claimRelease, 503, "Processor unavailable"],
  ])("%s", async (_, answer, ending, status, title) => {
    const key = randomUUID();
    service.processor.inject(intentCreation, answer);
    service.dynamodb.inject(ending, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.api.create(BODY, key)).json).toMatchObject({ status, title });
    expect((await service.api.create(BODY, key)).json.title).toBe("In progress");
  });
});
