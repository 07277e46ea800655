import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { forgetOpenWork, later, MINUTE_MS } from "../../support/open-work.ts";
import { disableWebhooks, runSchedule } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** The processor's endpoint is switched off, so nothing is ever told: only the hourly pull can find it. */
const service = useService();
forgetOpenWork(service);
const shop = useShop(service);
beforeAll(() => disableWebhooks(service));

it("brings what no webhook has brought: the payment follows, and the merchant is told once", async () => {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
  await service.confirm(created, "pm_card_visa", String(connectedAccountId));
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("requires_payment_method");
  later(11 * MINUTE_MS);
  await runSchedule(service, "missed-events");
  const [callback] = await shop.receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
  const [event] = (await service.eventsOf(processorPaymentIntentId, String(connectedAccountId))).filter(
    ({ type }) => type === "payment_intent.succeeded",
  );
  expect(callback?.eventId).toBe(event?.id);
  expect(JSON.parse(String(callback?.rawBody))).toEqual({ ...event, account: connectedAccountId });
  expect(await service.eventItem(event?.id)).toMatchObject({ source: "pull", applied: "applied" });
});
