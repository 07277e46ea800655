import { randomUUID } from "node:crypto";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import type { SpawnedStack } from "../../support/spawned-stack.ts";

/** Milliseconds of each thing that happened, from when it should have begun. */
export type Times = { create: number[]; retrieve: number[]; told: number[]; errors: string[] };

const SOLD = "payment_intent.succeeded";

/**
 * An open loop: buyers come at their own rate, whether or not those before them have been served. A time counts from
 * the moment at which its buyer came, so a stack that falls behind cannot hide it.
 */
export class Shoppers {
  private readonly stack: SpawnedStack;
  private readonly receiver: CallbackReceiver;
  private readonly paidAt = new Map<string, number>();
  private times: Times = noTimes();
  /** All who have bought so far. */
  bought = 0;

  private constructor(stack: SpawnedStack, receiver: CallbackReceiver) {
    this.stack = stack;
    this.receiver = receiver;
    receiver.behave = (response, { headers, type }) => {
      response.writeHead(200).end();
      const paidAt = this.paidAt.get(String(headers["svc-payment-id"]));
      if (type === SOLD && paidAt !== undefined) this.times.told.push(performance.now() - paidAt);
    };
  }

  static async at(stack: SpawnedStack): Promise<Shoppers> {
    const receiver = await CallbackReceiver.start();
    await stack.api.setEndpoint({ url: receiver.url });
    return new Shoppers(stack, receiver);
  }

  stop(): void {
    this.receiver.stop();
  }

  /** So many a second, for so many seconds; ends when all are served, and told of. */
  async come(perSecond: number, seconds: number): Promise<Times> {
    const times = noTimes();
    this.times = times;
    this.receiver.received.length = 0;
    const begunAt = performance.now();
    const buyers = Array.from({ length: Math.round(perSecond * seconds) }, async (_, nth) => {
      const comesAt = begunAt + (nth * 1000) / perSecond;
      await until(comesAt);
      await this.buy(comesAt, times).catch((error: Error) => times.errors.push(error.message));
    });
    await Promise.all(buyers);
    const bought = buyers.length - times.errors.length;
    const patienceEnds = performance.now() + PATIENCE_MS;
    while (times.told.length < bought && performance.now() < patienceEnds)
      await until(performance.now() + 20);
    for (let missing = bought - times.told.length; missing > 0; missing--) times.errors.push("never told");
    return times;
  }

  private async buy(comesAt: number, times: Times): Promise<void> {
    const created = await this.ask("POST", "/v1/payments/intents", { amountCents: 4999 });
    times.create.push(performance.now() - comesAt);
    const id = String(created.svcPaymentId);
    // From before the buyer pays: the callback may be faster than the buyer's own answer.
    this.paidAt.set(id, performance.now());
    const { status } = await this.stack.confirm({ json: created });
    if (status !== 200) throw new Error(`confirm ${status}`);
    const asksAt = performance.now();
    await this.ask("GET", `/v1/payments/${id}`);
    times.retrieve.push(performance.now() - asksAt);
    this.bought += 1;
  }

  private async ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const { baseUrl, apiKey } = this.stack.demo;
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        "X-Api-Key": apiKey,
        "Content-Type": "application/json",
        "Idempotency-Key": randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  }
}

const PATIENCE_MS = 20_000;

const noTimes = (): Times => ({ create: [], retrieve: [], told: [], errors: [] });

const until = (at: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
