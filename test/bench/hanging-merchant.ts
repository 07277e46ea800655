import { randomUUID } from "node:crypto";
import type { MerchantApi } from "../support/api.ts";
import { CallbackReceiver } from "../support/callback-receiver.ts";
import { LocalService } from "../support/local-service.ts";
import { type Bench, columns, hold } from "./report.ts";
import { succeededEvent } from "./succeeded-event.ts";

const MERCHANTS = 20;
const EVENTS_EACH = 50;
const BUDGET_SECONDS = 30;
const GIVE_UP_MS = 60_000;

export const hangingMerchant: Bench = {
  title: "1000 events to 20 merchants, one of whom hangs",
  measure,
};

/** Twenty merchants, fifty events each, all at once; one merchant's server accepts connections and never answers. */
async function measure(): Promise<string[]> {
  const service = await LocalService.start({ muted: true, wireless: true });
  const shops = await openShops(service);
  const orders = shops.flatMap((shop) => Array.from({ length: EVENTS_EACH }, () => shop));
  const events = await inParallel(orders, ({ api, accountId }) => succeededEvent(service, api, accountId));
  const [hanging, ...healthy] = shops;
  if (hanging) hanging.receiver.behave = () => {};
  const startedAt = performance.now();
  const replies = await inParallel(events, (event) => service.webhook(event));
  const acknowledged = performance.now() - startedAt;
  await Promise.all(healthy.map(({ receiver }) => receiver.until(EVENTS_EACH, undefined, GIVE_UP_MS)));
  const served = performance.now() - startedAt;
  const twice = healthy.flatMap(({ receiver }) => receiver.received).length - healthy.length * EVENTS_EACH;
  for (const { receiver } of shops) receiver.stop();
  await service.stop();
  return columns({
    acknowledged: `${replies.filter(({ status }) => status === 200).length} in ${seconds(acknowledged)} s`,
    "the other 19 all served": `${seconds(served)} s (${hold(served / 1000, BUDGET_SECONDS)})`,
    "events that came twice": String(twice),
  });
}

type Shop = { api: MerchantApi; accountId: string; receiver: CallbackReceiver };

async function openShops(service: LocalService): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (let index = 0; index < MERCHANTS; index++) {
    const api = await service.otherMerchant();
    const receiver = await CallbackReceiver.start();
    const created = await api.create({ amountCents: 1000 }, randomUUID());
    await service.pointCallbacks(receiver.url, merchantOf(api.apiKey));
    shops.push({ api, accountId: String(created.json.connectedAccountId), receiver });
  }
  return shops;
}

/** The first characters of a key's locator name its merchant. */
const merchantOf = (apiKey: string): string =>
  `mer_${apiKey.slice("svc_live_".length, "svc_live_".length + 16)}`;

/** So many at once: one process plays AWS, the processor and twenty merchants here. */
const WIDTH = 20;

async function inParallel<T, R>(items: T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  return results;
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
