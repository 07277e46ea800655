import { randomUUID } from "node:crypto";
import type { LocalService } from "../../support/local-service.ts";
import { isWorkedOff } from "../../support/open-work.ts";
import { type Metered, meteredOf, resetMeters } from "../price/meter.ts";
import { orderRefOf, seededId } from "./seed.ts";

/** What each operation asks of the table and the queue; times and log lines say nothing here. */
export type Effort = Pick<Metered, "invocations" | "calls" | "writeUnits" | "readUnits" | "queueRequests">;

export type Efforts = Readonly<Record<string, Effort>>;

/** Every operation of the hot path, and every list: at its beginning, deep inside, and by order. */
export async function measureOperations(service: LocalService, seeded: number): Promise<Efforts> {
  const { api } = service;
  const key = randomUUID();
  const body = { amountCents: 4999, orderRef: "order-new" };
  const created = await api.create(body, key);
  const id = String(created.json.svcPaymentId);
  await service.confirm(created);
  const paid = (await service.eventsOf(created.json.processorPaymentIntentId)).find(
    ({ type }) => type === "payment_intent.succeeded",
  );
  const [manual, unpaid] = [await service.authorized(1000), await api.create(body, randomUUID())];
  const middle = Math.floor(seeded / 2);
  const list = (query: string) => () => api.call("GET", `/v1/payments?${query}`);
  const effort = (functions: string[], act: () => Promise<unknown>) => measure(functions, act);
  return {
    create: await effort(["create-payment"], () => api.create(body, randomUUID())),
    "replay of create": await effort(["create-payment"], () => api.create(body, key)),
    retrieve: await effort(["get-payment"], () => api.get(seededId(middle))),
    "event in, callback out": await effort(["webhook", "delivery"], async () => {
      await service.webhook(paid);
      await service.eventually(async () => (await service.deliveryItem(paid?.id)).delivery === "delivered");
      // The table shows it before the function has its reply, which is what is counted.
      await service.eventually(() => isWorkedOff(service, "callbacks"));
    }),
    capture: await effort(["capture-payment"], () => api.capture(manual)),
    "refund with a key": await effort(["refund-payment"], () =>
      api.refund(id, { amountCents: 100 }, randomUUID()),
    ),
    cancel: await effort(["cancel-payment"], () =>
      api.call("POST", `/v1/payments/${unpaid.json.svcPaymentId}/cancel`, {}),
    ),
    "list, newest 100": await effort(["list-payments"], list("limit=100")),
    "list, 100 in the middle": await effort(
      ["list-payments"],
      list(`limit=100&startingAfter=${seededId(middle)}`),
    ),
    "list, of one order": await effort(["list-payments"], list(`orderRef=${orderRefOf(middle)}`)),
    timeline: await effort(["get-payment-timeline"], () =>
      api.call("GET", `/v1/payments/${seededId(middle)}/timeline`),
    ),
    "list of events, newest 1": await effort(["list-events"], () => api.call("GET", "/v1/events?limit=1")),
  };
}

async function measure(functions: string[], act: () => Promise<unknown>): Promise<Effort> {
  resetMeters();
  const reply = await act();
  const status = (reply as { status?: number } | undefined)?.status;
  if (status !== undefined && status >= 400) throw new Error(`A measured operation answered ${status}.`);
  const sum: Effort = { invocations: 0, calls: 0, writeUnits: 0, readUnits: 0, queueRequests: 0 };
  for (const metered of functions.map(meteredOf))
    for (const unit of Object.keys(sum) as (keyof Effort)[]) sum[unit] += metered[unit];
  return sum;
}
