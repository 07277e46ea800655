import { isFollowed } from "../../../shared/domain/events/event-types.ts";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { LocalService } from "../../support/local-service.ts";
import { isWorkedOff } from "../../support/open-work.ts";
import { createKey } from "../create-key.ts";
import { installMeters, largestItem, type Metered, meteredOf, resetMeters } from "./meter.ts";

type Item = Record<string, unknown>;

type Weighed = { item: Item; largestBytes: number };

/** A payment that was created, and that nobody has paid. */
export type UnpaidPayment = {
  functions: Readonly<Record<string, Metered>>;
  payment: Weighed;
  event?: Weighed;
  delivery?: Weighed;
  /** What went out to the merchant and its buyers. */
  answerBytes: number;
  callbackBytes: number;
};

/** One payment's worth of everything: created, retrieved, one event in, one callback out. */
export type OnePayment = UnpaidPayment & { event: Weighed; delivery: Weighed };

export const FUNCTION_NAMES = ["create-payment", "get-payment", "webhook", "delivery"] as const;

/** Measured when warm: the second payment of a process. */
export async function measurePayments(): Promise<{ paid: OnePayment; unpaid: UnpaidPayment }> {
  process.env.LOG_LEVEL = "INFO";
  installMeters();
  const service = await LocalService.start({ muted: true, wireless: true });
  // As deployed; the local stack has them off.
  process.env.METRICS = "on";
  const receiver = await CallbackReceiver.start();
  await service.pointCallbacks(receiver.url);
  await sell(service, receiver);
  resetMeters();
  const paid = await sell(service, receiver);
  resetMeters();
  const unpaid = await createOnly(service);
  await service.stop();
  receiver.stop();
  return { paid, unpaid };
}

async function createOnly(service: LocalService): Promise<UnpaidPayment> {
  const created = await service.api.create(
    { amountCents: 4999, orderRef: "order-1002" },
    createKey(service, { counted: false }),
  );
  return {
    functions: { "create-payment": meteredOf("create-payment") },
    payment: { item: await service.item(created.json.svcPaymentId), largestBytes: largestItem("PAYMENT") },
    answerBytes: byteLengthOf(created.json),
    callbackBytes: 0,
  };
}

/** After `charge.succeeded`; with automatic capture the fee is there before both. */
const LAST_OF_A_SALE = "payment_intent.succeeded";

/** Every event that the processor is asked to send of a sale comes in, and is counted. */
async function sell(service: LocalService, receiver: CallbackReceiver): Promise<OnePayment> {
  const { api } = service;
  const created = await api.create(
    { amountCents: 4999, orderRef: "order-1001" },
    createKey(service, { counted: false }),
  );
  await service.confirm(created);
  const { svcPaymentId, processorPaymentIntentId } = created.json;
  const retrieved = await api.get(String(svcPaymentId));
  const told = () => service.eventsOf(processorPaymentIntentId);
  await service.eventually(async () => (await told()).some(({ type }) => type === LAST_OF_A_SALE));
  const events = await told();
  const paid = events.find(({ type }) => type === "payment_intent.succeeded");
  for (const event of events.filter(({ type }) => isFollowed(type))) await service.webhook(event);
  await service.eventually(async () => (await service.deliveryItem(paid?.id)).delivery === "delivered");
  await service.eventually(() => isWorkedOff(service, "callbacks"));
  const [payment, event] = [await service.item(svcPaymentId), await service.eventItem(paid?.id)];
  const delivery = await service.deliveryItem(paid?.id);
  return {
    functions: Object.fromEntries(FUNCTION_NAMES.map((name) => [name, meteredOf(name)])),
    payment: { item: payment, largestBytes: largestItem("PAYMENT") },
    event: { item: event, largestBytes: largestItem("EVENT") },
    delivery: { item: delivery, largestBytes: largestItem("DELIVERY") },
    answerBytes: byteLengthOf(created.json) + byteLengthOf(retrieved.json),
    callbackBytes: receiver.received.at(-1)?.rawBody.byteLength ?? 0,
  };
}

const byteLengthOf = (json: unknown): number => Buffer.byteLength(JSON.stringify(json));
