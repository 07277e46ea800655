import { checkOwnAttention } from "../checks/attention.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const HOUR_MS = 3_600_000;

/** A merchant's people look around, try their endpoint out, and have everything of the last hours sent again. */
export async function browse(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("browsing");
  const { clock } = simulation;
  await clock.sleep(chance.between(0, HOUR_MS));
  const { merchantId, server } = client.merchant;
  const { endpointId: id } = server;
  await client.send({ function: "test-callback-endpoint", id });
  await client.send({ function: "list-payments" });
  await client.send({ function: "list-events" });
  await client.send({ function: "get-callback-health", id });
  const needed = await client.send({ function: "attention" });
  if (needed?.statusCode === 200) checkOwnAttention(simulation, client.merchant, needed.body);
  const own = partsOf()
    .table.all()
    .filter((item) => item.merchantId === merchantId);
  const event = own.find(({ sk }) => sk === "EVENT");
  const payment = own.find(({ sk }) => sk === "PAYMENT");
  if (chance.happens(0.3)) await mistype(client);
  if (payment) await lookAtPayment(client, String(payment.svcPaymentId));
  if (event) await lookAtEvent(client, String(event.eventId));
  if (chance.happens(0.3)) await changeAddress(client);
  const since = new Date(clock.now - 6 * HOUR_MS).toISOString();
  const until = new Date(clock.now).toISOString();
  const recovery = await client.send({ function: "recover-events", body: { since, until } });
  if (recovery?.statusCode !== 202) return;
  const { recoveryId } = JSON.parse(recovery.body) as { recoveryId: string };
  await client.send({ function: "get-recovery", id: recoveryId });
}

async function lookAtPayment(client: Client, svcPaymentId: string): Promise<void> {
  await client.send({ function: "get-payment-timeline", id: svcPaymentId });
  await client.send({ function: "list-payments", query: { limit: "1", status: "succeeded" } });
  await client.send({ function: "list-payments", query: { startingAfter: svcPaymentId } });
  await client.send({ function: "list-events", query: { svcPaymentId, limit: "1" } });
}

async function lookAtEvent(client: Client, eventId: string): Promise<void> {
  await client.send({ function: "get-event", id: eventId });
  await client.send({ function: "get-event", id: `${eventId}0` });
  const filter = { type: "payment_intent.succeeded", delivery: "delivered" };
  await client.send({ function: "list-events", query: { ...filter, startingAfter: eventId } });
  // Something of a callback that its own server could not verify, pasted by hand.
  const seen = { rawBody: JSON.stringify({ id: eventId }), signatureHeader: `t=1,v1=${"0".repeat(64)}` };
  await client.send({ function: "diagnose-callback", id: client.merchant.server.endpointId, body: seen });
}

/** To one that is rejected, and then to its own. */
async function changeAddress(client: Client): Promise<void> {
  const { endpointId: id, url: own } = client.merchant.server;
  for (const url of ["http://shop.example.com/hook", own])
    await client.send({
      function: "callback-endpoints",
      path: "/v1/callback-endpoints/{id}",
      id,
      body: { url },
    });
}

/** None of it is there, and some could not be. */
async function mistype(client: Client): Promise<void> {
  await client.send({ function: "get-payment", id: "svcpay_1" });
  await client.send({ function: "get-event", id: "event" });
  await client.send({ function: "get-recovery", id: "rcv_1" });
  await client.send({ function: "get-recovery", id: `rcv_${"0".repeat(32)}` });
  await client.send({ function: "list-payments", query: { startingAfter: `svcpay_${"0".repeat(32)}` } });
  await client.send({ function: "list-events", query: { startingAfter: "evt_0" } });
  const seen = { rawBody: "", signatureHeader: "" };
  const { endpointId: id } = client.merchant.server;
  await client.send({ function: "diagnose-callback", id, body: seen });
  await client.send({ function: "diagnose-callback", id, body: { ...seen, rawBody: '{"id":"evt_0"}' } });
}
