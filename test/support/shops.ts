import type { MerchantApi } from "./api.ts";
import { CallbackReceiver } from "./callback-receiver.ts";
import type { LocalService } from "./local-service.ts";
import { merchantIdOf } from "./onboarding.ts";

/** A merchant with a server of its own, set up through the API as its developer would. */
export type Shop = { api: MerchantApi; merchantId: string; receiver: CallbackReceiver; secret: string };

export async function openShop(service: LocalService): Promise<Shop> {
  const api = await service.otherMerchant();
  const receiver = await CallbackReceiver.start();
  const { json } = await api.call("PUT", "/v1/callback-endpoint", { url: receiver.url });
  return { api, merchantId: merchantIdOf(api), receiver, secret: String(json.secret) };
}
