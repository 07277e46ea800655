import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { listen } from "../../../shared/client/listen.ts";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);
const folder = mkdtempSync(join(tmpdir(), "payments-listen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const state = join(folder, "state");

/** Listens until so many events have arrived. */
async function listenFor(count: number) {
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
  const first = await sell(service, shop);
  await service.webhook(first.event);
  const heard = await listenFor(1);
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
  expect(readFileSync(state, "utf8")).toMatch(/^[A-Za-z0-9_-]+\n$/);

  await shop.api.call("PUT", "/v1/callback-endpoint", { url: shop.receiver.url, payload: "service" });
  const second = await sell(service, shop);
  await service.webhook(second.event);
  const { received } = await listenFor(1);
  expect(received.map(({ eventId }) => eventId)).toEqual([second.event.id]);
  expect(received[0]?.headers).toMatchObject({
    "svc-payload": "service",
    "svc-event-type": "payment.succeeded",
  });
});

const LOCAL = ["listen", "--forward", "http://localhost:3000/callbacks"];

it.each([
  [
    "an address that is not on this machine",
    ["listen", "--forward", "https://shop.example/callbacks"],
    /localhost only/,
  ],
  [
    "a name that only looks local",
    ["listen", "--forward", "http://localhost.shop.example/"],
    /localhost only/,
  ],
  ["a key on the command line", [...LOCAL, "--key", "svc_live_abc"], /seen by others/],
  ["a live key of a deployed service", [...LOCAL, "--base-url", "https://api.example.com"], /--live/],
  ["nowhere to forward to", ["listen"], /Usage/],
  ["an unknown option", [...LOCAL, "--loud"], /Usage/],
])("%s is refused in one line", async (_, argv, reason) => {
  const env = { PAYMENTS_API_KEY: "svc_live_abc" };
  const refused = listen(argv, { env, print: () => undefined, fetch });
  await expect(refused).rejects.toThrow(reason);
  await expect(refused).rejects.toThrow(/^[^\n]+$/);
});

it("no key at all is refused with the two ways to give one", async () => {
  await expect(listen(LOCAL, { env: {}, print: () => undefined, fetch })).rejects.toThrow(
    "PAYMENTS_API_KEY, or use --key-file",
  );
});
