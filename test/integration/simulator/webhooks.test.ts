import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WebhookEndpoint } from "../../../infra/simulator/simulator.ts";
import { type Bench, CARD_USD, startBench } from "./support.ts";

const SECRET = "whsec_of_the_test";
const RETRY_MS = [20, ...Array.from({ length: 40 }, () => 40)];

type Received = {
  path: string | undefined;
  event: Stripe.Event;
  body: string;
  contentType: string | undefined;
};

/** A receiver that checks every signature and answers as told. */
async function startReceiver(answer: (event: Stripe.Event, attempt: number) => number | Promise<number>) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const event = Stripe.webhooks.constructEvent(body, String(request.headers["stripe-signature"]), SECRET);
    received.push({ path: request.url, event, body, contentType: request.headers["content-type"] });
    const attempt = received.filter((entry) => entry.event.id === event.id).length;
    response.writeHead(await answer(event, attempt), { Location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { received, server, url };
}

const endpoint = (url: string, connect: boolean): WebhookEndpoint => ({ url, secret: SECRET, connect });
const types = (received: Received[]) => received.map((entry) => entry.event.type).sort();

let bench: Bench;
let options: { stripeAccount: string };
let servers: Server[];

beforeEach(async () => {
  servers = [];
  bench = await startBench({ webhookRetryMs: RETRY_MS });
  options = await bench.connect();
});
afterEach(async () => {
  await bench.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(answer: Parameters<typeof startReceiver>[0] = () => 200) {
  const started = await startReceiver(answer);
  servers.push(started.server);
  return started;
}

describe("webhooks", () => {
  it("reach the endpoint of their sort, signed, as the event that the API shows", async () => {
    const [connected, platform] = [await receiver(), await receiver()];
    bench.simulator.setWebhooks([endpoint(platform.url, false), endpoint(connected.url, true)]);
    const intent = await bench.stripe.paymentIntents.create(CARD_USD, options);
    const customer = await bench.stripe.customers.create({});
    await expect.poll(() => connected.received.length + platform.received.length).toBe(2);

    const [received] = connected.received;
    expect(received?.event).toMatchObject({
      object: "event",
      account: options.stripeAccount,
      api_version: Stripe.API_VERSION,
      livemode: false,
      pending_webhooks: 1,
      type: "payment_intent.created",
      data: { object: { id: intent.id } },
    });
    expect(received?.contentType).toBe("application/json; charset=utf-8");
    expect(received?.body).toContain('{\n  "id": "evt_');
    expect(await bench.stripe.events.retrieve(received?.event.id ?? "", {}, options)).toEqual(
      received?.event,
    );
    expect(platform.received[0]?.event).toMatchObject({
      type: "customer.created",
      data: { object: { id: customer.id } },
    });
    expect(platform.received[0]?.event.account).toBeUndefined();
  });

  it("name the request that caused them", async () => {
    const { received, url } = await receiver();
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.stripe.paymentIntents.create(CARD_USD, { ...options, idempotencyKey: "cause" });
    await expect.poll(() => received[0]?.event.request?.idempotency_key).toBe("cause");
  });

  it("do not count a redirect as acknowledged", async () => {
    const { received, url } = await receiver((_, attempt) => (attempt === 1 ? 307 : 200));
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.stripe.paymentIntents.create(CARD_USD, options);
    await expect.poll(() => received.map((entry) => entry.path)).toEqual(["/hook", "/hook"]);
  });

  it("do not wait for a slow one", async () => {
    const { received, url } = await receiver((event) =>
      event.type === "customer.created" ? new Promise<number>(() => {}) : 200,
    );
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.stripe.customers.create({}, options);
    await bench.stripe.paymentIntents.create(CARD_USD, options);
    await expect.poll(() => types(received)).toEqual(["customer.created", "payment_intent.created"]);
  });

  it("come after a restart if nobody was there before, even on another address", async () => {
    const gone = await receiver();
    gone.server.close();
    bench.simulator.setWebhooks([endpoint(gone.url, true)]);
    await bench.stripe.paymentIntents.create(CARD_USD, options);
    await bench.restart();
    const { received, url } = await receiver();
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await expect.poll(() => types(received)).toEqual(["payment_intent.created"]);
  });

  it("are held back while paused, and can be sent again", async () => {
    const { received, url } = await receiver();
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.control("POST", "webhooks/pause");
    await bench.stripe.paymentIntents.create(CARD_USD, options);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(received).toEqual([]);
    await bench.control("POST", "webhooks/resume");
    await expect.poll(() => received.length).toBe(1);

    await bench.control("POST", `events/${received[0]?.event.id}/resend`);
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.event).toEqual(received[0]?.event);
  });

  it("all arrive when there are many at once", async () => {
    let [open, mostOpen] = [0, 0];
    const { received, url } = await receiver(async () => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return 200;
    });
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.control("POST", "webhooks/pause");
    await Promise.all(
      Array.from({ length: 40 }, () => bench.stripe.paymentIntents.create(CARD_USD, options)),
    );
    await bench.control("POST", "webhooks/resume");
    await expect.poll(() => new Set(received.map((entry) => entry.event.id)).size).toBe(40);
    expect(received).toHaveLength(40);
    expect(mostOpen).toBeLessThanOrEqual(8);
  });

  it("are given up after the last wait (fact 23)", async () => {
    await bench.restart({ webhookRetryMs: [1, 1, 1] });
    const { received, url } = await receiver((event) => (event.type === "customer.created" ? 200 : 500));
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.stripe.paymentIntents.create(CARD_USD, options);
    await bench.stripe.customers.create({}, options);
    await expect.poll(() => received.length).toBe(5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(received).toHaveLength(5);

    await bench.control("POST", "clock", { advanceSeconds: 24 * 60 * 60 });
    expect(received).toHaveLength(5);
  });

  it("leave no trace while their endpoint is disabled, and come again when it is enabled (fact 23)", async () => {
    const { received, url } = await receiver();
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.control("POST", "webhooks/disable");
    await bench.stripe.paymentIntents.create(CARD_USD, options);
    await bench.control("POST", "webhooks/enable", {});
    await bench.stripe.customers.create({}, options);
    await expect.poll(() => types(received)).toEqual(["customer.created"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(types(received)).toEqual(["customer.created"]);
  });

  it("webhooks that fell due while their endpoint was disabled are not made up for", async () => {
    await bench.restart({ webhookRetryMs: [60_000] });
    let answer = 500;
    const { received, url } = await receiver(() => answer);
    bench.simulator.setWebhooks([endpoint(url, true)]);
    await bench.stripe.customers.create({}, options);
    await expect.poll(() => received.length).toBe(1);
    answer = 200;
    // Until the failure has been noted.
    await expect.poll(() => bench.simulator.busy()).toEqual([]);
    await bench.control("POST", "webhooks/disable", { connect: true });
    await bench.control("POST", "clock", { advanceSeconds: 61 });
    await bench.control("POST", "webhooks/enable", { connect: true });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(received).toHaveLength(1);
  });

  it("are disabled by sort, and a sort that there is not is rejected", async () => {
    const [connected, platform] = [await receiver(), await receiver()];
    bench.simulator.setWebhooks([endpoint(platform.url, false), endpoint(connected.url, true)]);
    await bench.control("POST", "webhooks/disable", { connect: true });
    await bench.stripe.customers.create({}, options);
    await bench.stripe.customers.create({});
    await expect.poll(() => types(platform.received)).toEqual(["customer.created"]);
    expect(connected.received).toEqual([]);
    await expect(bench.control("POST", "webhooks/disable", { connect: "all" })).rejects.toThrow("400");
  });
});
