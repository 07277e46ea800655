import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import {
  forgetOpenWork,
  later,
  MINUTE_MS,
  openItems,
  runSweep,
  visitByMessage,
} from "../../support/open-work.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { claimCompletion, dueMoveOf, intentCreation, refundCreation } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);

const idOf = (key: string) => paymentIdFor(service.stack.demo.merchantId, key);
const entryOf = async (key: string) =>
  (await openItems(service)).find(({ pk }) => pk === `PAYMENT#${idOf(key)}`);

/** A payment that was claimed and never reached the processor. */
async function openCreation(): Promise<string> {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
  expect((await service.api.create({ amountCents: 1000 }, key)).status).toBe(503);
  service.processor.clear();
  return key;
}

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

it("47: an entry that is moved while the sweep moves it stays there, and the sweep, which may not read it again, goes on", async () => {
  const key = await openCreation();
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
