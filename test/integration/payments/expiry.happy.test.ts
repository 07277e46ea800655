import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { sell } from "../../support/shops.ts";
import { useService } from "../../support/use-service.ts";

/** What the table forgets by itself, and when: in seconds, as it counts them, and never what money depends on. */
const service = useService({ muted: true });

const DAY_SECONDS = 86_400;
const inDays = (days: number) => {
  const expected = Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
  return (seconds: number) => Math.abs(seconds - expected) < 60;
};

it("rejected keys go after thirty days, events after ninety, and nothing else ever", async () => {
  await service.api.create({ amountCents: 1000, customerRef: "cus_none" }, randomUUID());
  const { svcPaymentId, event } = await sell(service, service);
  await service.webhook(event);
  await service.api.refund(svcPaymentId, { amountCents: 400 }, "kept");

  // One create in ten is counted for its merchant's share, so there may or may not be a count.
  const expiring = (await service.items()).filter(
    ({ sk, expiresAt }) => expiresAt !== undefined && sk !== "CREATES",
  );
  const rejected = expiring.filter(({ state }) => state === "rejected");
  // The event, and its delivery.
  const events = expiring.filter(({ pk }) => String(pk).startsWith("EVENT#"));
  expect([rejected.length, events.length, expiring.length]).toEqual([1, 2, 3]);
  expect(Number(rejected[0]?.expiresAt)).toSatisfy(inDays(30));
  for (const { expiresAt } of events) expect(Number(expiresAt)).toSatisfy(inDays(90));
});
