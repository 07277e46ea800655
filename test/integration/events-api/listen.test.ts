import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { listen } from "../../../shared/client/listen.ts";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);
const folder = mkdtempSync(join(tmpdir(), "payments-listen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without updates, so that one sale is one event. */
const servicePayload = () => ({
  url: shop.receiver.url,
  payload: "service",
  events: ["payment_intent.succeeded"],
});

/** Listens until so many events have arrived. */
async function listenFor(count: number, state: string) {
  const local = await CallbackReceiver.start();
  const lines: string[] = [];
  const stop = new AbortController();
  const listening = listen(
    ["listen", "--forward", local.url, "--base-url", service.stack.baseUrl, "--state", state],
    {
      env: { PAYMENTS_API_KEY: shop.api.apiKey },
      print: (line) => lines.push(line),
      fetch,
      signal: stop.signal,
      pollMs: 20,
    },
  );
  const received = await local.until(count);
  await service.eventually(async () => lines.filter((line) => line.startsWith("200")).length >= count);
  stop.abort();
  await listening;
  local.stop();
  return { received, lines };
}

it("forwards each event, signed with the printed secret and in the endpoint's payload, and goes on where it was", async () => {
  const state = join(folder, "state");
  const first = await sell(service, shop);
  await service.webhook(first.event);
  const heard = await listenFor(1, state);
  const secret = heard.lines.find((line) => line.startsWith("Signing secret: "))?.slice(16) ?? "";
  const [callback] = heard.received;
  if (!callback) throw new Error("no callback");
  expect(await verifyCallback(callback.rawBody, callback.headers, secret)).toMatchObject({
    payload: "processor",
    type: "payment_intent.succeeded",
    paymentId: first.svcPaymentId,
  });
  expect(heard.lines.at(-1)).toMatch(
    new RegExp(`^200 {2}payment_intent.succeeded {2}${first.event.id} {2}\\d+ ms$`),
  );
  const { after, ...place } = JSON.parse(readFileSync(state, "utf8"));
  expect(place).toEqual({ seen: [first.event.id], secret });

  await shop.api.setEndpoint(servicePayload());
  const second = await sell(service, shop);
  await service.webhook(second.event);
  const { received, lines } = await listenFor(1, state);
  expect(lines).toContain(`Signing secret: ${secret}`);
  expect(received.map(({ eventId }) => eventId)).toEqual([second.event.id]);
  expect(received[0]?.headers).toMatchObject({
    "svc-payload": "service",
    "svc-event-type": "payment.succeeded",
  });
});

it("two processes that listen in one folder while events come in post each of them once, each to its own server", async () => {
  const state = join(folder, "shared");
  const events = await Promise.all(Array.from({ length: 6 }, async () => (await sell(service, shop)).event));
  const last = events.pop();
  const listeners = await Promise.all([startListener(state), startListener(state)]);
  try {
    for (const event of events) await service.webhook(event);
    for (const { local } of listeners) await local.until(events.length);
    // Another one comes: the round that finds it has read all of the others again.
    if (last) await service.webhook(last);
    const ids = [...events, last].map((event) => event?.id).toSorted();
    for (const { local } of listeners)
      expect((await local.until(ids.length)).map(({ eventId }) => eventId).toSorted()).toEqual(ids);
  } finally {
    for (const { local, child } of listeners) {
      child.kill("SIGINT");
      local.stop();
    }
  }
  expect(await Promise.all(listeners.map(({ ended }) => ended))).toEqual([0, 0]);
});

/** `payments-client listen` as a developer starts it. */
async function startListener(state: string) {
  const local = await CallbackReceiver.start();
  const file = join(import.meta.dirname, "../../../shared/client/listen.ts");
  const given = ["--forward", local.url, "--base-url", service.stack.baseUrl, "--state", state];
  const env = childEnvironment({ PAYMENTS_API_KEY: shop.api.apiKey });
  const child = spawn(process.execPath, [file, "listen", ...given], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  // One that starts later would go on where the other is by then.
  await once(child.stdout, "data");
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { local, child, ended };
}
