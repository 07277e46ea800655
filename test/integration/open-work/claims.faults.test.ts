import { describe, expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import { openCreation } from "../../support/open-creation.ts";
import {
  forgetOpenWork,
  HOUR_MS,
  isOpen,
  later,
  MINUTE_MS,
  noVisitsLeft,
  openItems,
  runSweep,
  visitByMessage,
} from "../../support/open-work.ts";
import { AWS_TRIES, PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import {
  claimCompletion,
  dueMoveOf,
  intentCancel,
  intentCapture,
  intentCreation,
  intentFetch,
  queueBatch,
  refundCreation,
} from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const entryOf = async (key: string) =>
  (await openItems(service)).find(({ pk }) => pk === `PAYMENT#${idOf(key)}`);

describe("what was never made", () => {
  const dueOf = async (key: string) => Number((await entryOf(key))?.dueSort.slice(0, 13));

  it("is looked for four times and then left alone; a client's retry puts it back on the list, and makes it once", async () => {
    const { key } = await openCreation(service);
    const looksOf = async () => Number((await service.item(idOf(key))).looks ?? 0);
    for (const [look, wait] of [6 * MINUTE_MS, 6 * MINUTE_MS, 31 * MINUTE_MS, 3 * HOUR_MS].entries()) {
      later(wait);
      await runSweep(service);
      await service.eventually(async () => (await looksOf()) === look + 1 && (await noVisitsLeft(service)));
    }
    expect(await entryOf(key)).toBeUndefined();
    expect((await service.item(idOf(key))).state).toBe("claimed");
    service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
    expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
    expect((await entryOf(key))?.dueStep).toBe(0);
    expect(await dueOf(key)).toBeGreaterThan(Date.now());
    expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(201);
    const made = (await service.intents()).filter(({ metadata }) => metadata.svcPaymentId === idOf(key));
    expect(made).toHaveLength(1);
  });

  it("62: is visited when it is due, however often a client retries meanwhile", async () => {
    const { key } = await openCreation(service);
    const due = await dueOf(key);
    for (let retry = 0; retry < 4; retry++) {
      later(MINUTE_MS);
      service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
      expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
      expect(await dueOf(key)).toBe(due);
    }
    later(2 * MINUTE_MS);
    await runSweep(service);
    await service.eventually(async () => (await service.item(idOf(key))).looks === 1);
  });
});

/** The visit of the payment's capture rejects it. */
async function expectRejectedByVisit(id: string): Promise<void> {
  later(6 * MINUTE_MS);
  await runSweep(service);
  await service.eventually(async () => {
    const captures = (await service.items()).filter(
      ({ pk, decided }) => pk === `PAYMENT#${id}` && (decided as { kind?: string })?.kind === "capture",
    );
    return captures.length === 1 && captures[0]?.state === "rejected";
  });
}

it("a capture that has become impossible is rejected, and its key is free again", async () => {
  const id = await service.authorized(1000);
  service.processor.inject(intentCapture, { kind: "drop_request" }, PROCESSOR_TRIES);
  expect((await service.api.capture(id, {}, "late")).status).toBe(503);
  expect((await service.api.cancel(id)).status).toBe(200);
  await expectRejectedByVisit(id);
});

it("a capture that another one of another amount has overtaken is rejected: it is not ours", async () => {
  const id = await service.authorized(1000);
  service.processor.inject(intentCapture, { kind: "drop_request" }, PROCESSOR_TRIES);
  expect((await service.api.capture(id, { amountCents: 700 }, "overtaken")).status).toBe(503);
  const { processorPaymentIntentId } = await service.item(id);
  const options = { stripeAccount: service.accountId };
  await service.stripe.paymentIntents.capture(
    String(processorPaymentIntentId),
    { amount_to_capture: 500 },
    options,
  );
  await expectRejectedByVisit(id);
});

it("50: a right that our key lacks leaves the claim on the list, and a later visit completes it", async () => {
  const id = await service.authorized(1000);
  service.processor.inject(intentCapture, { kind: "drop_reply" }, PROCESSOR_TRIES);
  await service.api.capture(id, { amountCents: 1000 }, "rightless");
  const error = { type: "invalid_request_error" };
  service.processor.inject(intentFetch, { kind: "answer", status: 403, body: { error } });
  later(6 * MINUTE_MS);
  await runSweep(service);
  await service.eventually(async () => service.allFaultsStruck);
  expect(await isOpen(service, `PAYMENT#${id}`)).toBe(true);
  later(36 * MINUTE_MS);
  await runSweep(service);
  await service.eventually(async () => !(await isOpen(service, `PAYMENT#${id}`)));
  expect((await service.api.get(id)).json.status).toBe("succeeded");
});

it.each([
  ["refund", { amountCents: 300 }, refundCreation, () => service.paid(1000), 300],
  ["capture", { amountCents: 700 }, intentCapture, () => service.authorized(1000), 700],
  ["cancel", {}, intentCancel, () => service.authorized(1000), 1000],
] as const)(
  "a %s that a visit completed is in the payment's story, once",
  async (operation, body, call, start, amountCents) => {
    const id = await start();
    const ask = () => service.api.call("POST", `/v1/payments/${id}/${operation}`, body, { key: "told" });
    service.processor.inject(call, { kind: "drop_reply" }, PROCESSOR_TRIES);
    expect((await ask()).status).toBe(503);
    later(6 * MINUTE_MS);
    await runSweep(service);
    await service.eventually(async () => !(await isOpen(service, `PAYMENT#${id}`)));
    expect((await ask()).headers.get("idempotent-replayed")).toBe("true");
    const { json } = await service.api.call("GET", `/v1/payments/${id}/timeline`);
    const calls = (json as unknown as { kind: string; operation?: string }[]).filter(
      ({ kind }) => kind === "api_call",
    );
    expect(calls.filter((entry) => entry.operation === operation)).toEqual([
      expect.objectContaining({ amountCents }),
    ]);
  },
);

it("47: a visit and the client's retry at once make one refund, and one answer", async () => {
  const id = await service.paid(1000);
  const refund = () => service.api.refund(id, { amountCents: 300 }, "both");
  service.processor.inject(refundCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await refund()).status).toBe(503);
  later(6 * MINUTE_MS);
  const [operation] = (await openItems(service)).filter(({ pk }) => pk === `PAYMENT#${id}`);
  // The visit has found the refund, and is about to write that down.
  service.dynamodb.inject(claimCompletion, { kind: "hold_request" });
  const visit = visitByMessage(service, operation ?? { pk: "", sk: "" });
  await service.dynamodb.untilHeld();
  const retried = await refund();
  service.dynamodb.release();
  await visit;
  expect(retried).toMatchObject({ status: 200, json: { status: "partially_refunded" } });
  expect((await refund()).text).toBe(retried.text);
  const payment_intent = String((await service.item(id)).processorPaymentIntentId);
  const made = await service.stripe.refunds.list({ payment_intent }, { stripeAccount: service.accountId });
  expect(made.data).toHaveLength(1);
});

describe("47: the sweep", () => {
  it("a sweep that cannot send moves nothing", async () => {
    const { key } = await openCreation(service);
    later(6 * MINUTE_MS);
    service.sqs.inject(queueBatch, { kind: "drop_request" }, AWS_TRIES);
    await expect(runSweep(service)).rejects.toThrow();
    expect((await entryOf(key))?.dueStep).toBe(0);
  });

  it("an entry that is moved while the sweep moves it stays there, and the sweep, which may not read it again, goes on", async () => {
    const { key } = await openCreation(service);
    later(6 * MINUTE_MS);
    // Other tests' entries are due by now, too, and are moved beside this one.
    service.dynamodb.inject(dueMoveOf(idOf(key)), { kind: "hold_request" });
    const sweep = runSweep(service);
    await service.dynamodb.untilHeld();
    const dueSort = `${Date.now() + MINUTE_MS}${(await entryOf(key))?.dueSort.slice(13)}`;
    const { table, stack } = service;
    await changeItem({ table, tableName: stack.tableName }, paymentKey(idOf(key)), { dueSort });
    service.dynamodb.release();
    await sweep;
    expect(await entryOf(key)).toMatchObject({ dueSort, dueStep: 0 });
  });
});
