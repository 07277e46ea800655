import { randomUUID } from "node:crypto";
import type { MerchantApi } from "./api.ts";
import { CallbackReceiver } from "./callback-receiver.ts";
import type { LocalService } from "./local-service.ts";
import { merchantIdOf } from "./onboarding.ts";

/** A merchant with a server of its own, set up through the API as its developer would. */
export type Shop = {
  api: MerchantApi;
  merchantId: string;
  receiver: CallbackReceiver;
  secret: string;
  endpointId: string;
};

export async function openShop(service: LocalService): Promise<Shop> {
  const api = await service.otherMerchant();
  const receiver = await CallbackReceiver.start();
  const { json } = await api.setEndpoint({ url: receiver.url });
  const { secret, id } = json;
  return { api, merchantId: merchantIdOf(api), receiver, secret: String(secret), endpointId: String(id) };
}

/** A payment of the shop's that a buyer has just paid, and the processor's event that tells so, not yet told. */
export async function sell(service: LocalService, { api }: Pick<Shop, "api">, method = "pm_card_visa") {
  const created = await api.create({ amountCents: 1000 }, randomUUID());
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
  await service.confirm(created, method, String(connectedAccountId));
  const events = await service.eventsOf(processorPaymentIntentId, String(connectedAccountId));
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  if (!event) throw new Error("no event");
  return { svcPaymentId: String(svcPaymentId), event };
}
