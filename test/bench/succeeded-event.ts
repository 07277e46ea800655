import { randomUUID } from "node:crypto";
import type { MerchantApi, Reply } from "../support/api.ts";
import type { LocalService } from "../support/local-service.ts";

/** A payment that was made and confirmed; what the processor would now tell of it. */
export async function succeededEvent(service: LocalService, api: MerchantApi, accountId: string) {
  const created: Reply = await api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created, "pm_card_visa", accountId);
  const events = await service.eventsOf(created.json.processorPaymentIntentId, accountId);
  return events.find(({ type }) => type === "payment_intent.succeeded");
}
