import { describe, expect, it } from "vitest";
import { visit } from "../../../shared/flows/recovery/visit.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { changeEvent } from "../../support/events.ts";
import { isOpen, later, MINUTE_MS, runSweep } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { paymentSave, queueSend } from "../../support/wire-calls.ts";

/** Scenario 31, when the ledger cannot follow for long: the callback of the event goes its own way to its own end. */
const service = useService({ muted: true });
const shop = useShop(service);

async function sweepAfter(milliseconds: number): Promise<void> {
  later(milliseconds);
  await runSweep(service);
}

/** An event that was recorded and, while the fault lasts, cannot be applied. */
async function unappliedEvent(state: Parameters<typeof changeEvent>[2]): Promise<string> {
  const { event } = await sell(service, shop);
  service.clearWires();
  service.dynamodb.inject(paymentSave, { kind: "drop_request" }, Number.POSITIVE_INFINITY);
  expect((await service.webhook(event)).status).toBe(503);
  await changeEvent(service, event.id, state);
  return event.id;
}

describe("31: an event that was forwarded, and still cannot be applied,", () => {
  it("keeps its next attempt after its message has left the queue for a long wait", async () => {
    const id = await unappliedEvent({ enqueuedAt: Date.now(), attempts: 4, nextAttemptAt: Date.now() });
    await sweepAfter(3 * MINUTE_MS);
    await shop.receiver.until(1);
    await service.eventually(async () => (await service.eventItem(id)).delivery === "delivered");
    expect(await isOpen(service, `EVENT#${id}`)).toBe(true);
    service.clearWires();
  });

  it("gets no message while its next attempt is not due", async () => {
    const nextAttemptAt = Date.now() + 30 * MINUTE_MS;
    const id = await unappliedEvent({ enqueuedAt: Date.now(), attempts: 4, nextAttemptAt });
    await expect(
      visit({ ...eventKey(id), visit: 3 }, { runId: "run", now: () => Date.now() }),
    ).rejects.toThrow();
    expect(service.sqs.passed.filter(queueSend)).toEqual([]);
    service.clearWires();
  });

  it("gets the dead letter that was not noted", async () => {
    const id = await unappliedEvent({ enqueuedAt: Date.now(), attempts: 8, delivery: "dead" });
    await sweepAfter(3 * MINUTE_MS);
    await service.eventually(async () => (await service.eventItem(id)).deadLetteredAt !== undefined);
    expect(await isOpen(service, `EVENT#${id}`)).toBe(true);
    service.clearWires();
  });
});

describe("31: redelivering an event that was never applied", () => {
  it("redelivering an event that was never applied and is dead applies it and sends it", async () => {
    const id = await unappliedEvent({ enqueuedAt: Date.now(), attempts: 8, delivery: "dead" });
    service.clearWires();
    expect((await shop.api.call("POST", `/v1/events/${id}/redeliver`)).status).toBe(202);
    await shop.receiver.until(1);
    expect(await service.eventItem(id)).toMatchObject({ applied: "applied", generation: 2 });
  });

  it("redelivering an event that was never applied and was delivered applies it and sends it when forced", async () => {
    const id = await unappliedEvent({ enqueuedAt: Date.now(), attempts: 1, delivery: "delivered" });
    service.clearWires();
    const forced = await shop.api.call("POST", `/v1/events/${id}/redeliver`, { force: true });
    expect(forced.status).toBe(202);
    await shop.receiver.until(1);
    expect(await service.eventItem(id)).toMatchObject({ applied: "applied", generation: 2 });
  });
});
