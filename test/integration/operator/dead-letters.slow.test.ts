import { randomUUID } from "node:crypto";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { beforeAll, expect, it } from "vitest";
import { machineNowMs } from "../../../infra/local/clock.ts";
import { verifySignature } from "../../../shared/domain/access/signing-secret.ts";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-delivery.ts";
import { FaultyWire } from "../../support/faulty-wire.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { redeliveryStart } from "../../support/wire-calls.ts";
import { putDeadEvents } from "./dead-events.ts";
import { type Desk, MINUTE_SECONDS, useDesk } from "./desk.ts";

/** A merchant's server goes down; the operator sees why, and sends again what it missed. */
const desk = useDesk({ unscheduled: true });
const receiver = useReceiver();
/** Longer than eight attempts take: a day, and a fifth more by chance. */
const EIGHT_ATTEMPTS_SECONDS = 30 * 60 * MINUTE_SECONDS;
let shop: Awaited<ReturnType<Desk["openShop"]>>;
let secret: string;
let own: { merchantId: string; endpointId: string };

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
  const set = ["callbacks", "set-url", shop.merchantId, receiver.url];
  const made = await desk.json<{ secret: string; endpointId: string }>(...set);
  secret = made.secret;
  own = { merchantId: shop.merchantId, endpointId: made.endpointId };
});

type Event = { eventId: string; type: string; delivery: string; attempts: number; deliveryRound: number };
type Listed = { events: Event[]; total: number; queued: number };
type Redelivered = { sent: number };

const dead = () => desk.json<Listed>("dead-letters", "list", "--merchant", shop.merchantId);

const queued = async (QueueUrl: string | undefined): Promise<number> => {
  const AttributeNames = ["ApproximateNumberOfMessages" as const];
  const { Attributes } = await desk.sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Number(Attributes?.ApproximateNumberOfMessages);
};

/** So many payments that were paid; each tells the merchant once. */
async function sell(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const created = await shop.api.create({ amountCents: 1000 + index }, randomUUID());
    await desk.stack.confirm(created);
  }
}

/** Of what merchants are told of their payments. */
const UNTOLD = ["account.updated"];
const deliveries = async (): Promise<unknown[]> =>
  (await desk.items())
    .filter(({ sk, merchantId }) => sk === `DELIVERY#${own.endpointId}` && merchantId === shop.merchantId)
    .filter(({ type }) => !UNTOLD.includes(String(type)))
    .map(({ delivery }) => delivery);

const settled = (state: string, count: number) =>
  expect
    .poll(async () => (await deliveries()).filter((delivery) => delivery === state).length)
    .toBeGreaterThanOrEqual(count);

it("an endpoint is down, its events die, and are received once each when it is back", async () => {
  receiver.behave = (response) => response.writeHead(503).end("down for maintenance");
  await sell(3);
  await desk.stack.letPass(EIGHT_ATTEMPTS_SECONDS);
  await settled("dead", 3);

  const listed = await dead();
  expect(listed.total).toBeGreaterThanOrEqual(3);
  expect(listed.total).toBe(listed.events.length);
  // A letter may be sent twice, by a delivery and by the visit that looks whether it was.
  expect(listed.queued).toBeGreaterThanOrEqual(listed.total);
  const [first] = listed.events;
  type Shown = Event & { deliveries: { log: object[] }[] };
  const shown = await desk.json<Shown>("events", "show", String(first?.eventId));
  expect(shown).toMatchObject({ delivery: "dead", attempts: MAX_ATTEMPTS, lastError: "status_503" });
  expect(shown.deliveries[0]?.log).toHaveLength(MAX_ATTEMPTS);
  // What a merchant's server says is its merchant's business.
  expect(JSON.stringify(shown)).not.toContain("maintenance");

  receiver.behave = (response) => response.writeHead(200).end();
  receiver.received.length = 0;
  expect(await desk.run("dead-letters", "redeliver", "--merchant", shop.merchantId)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("pass --yes"),
  });
  const redelivery = ["dead-letters", "redeliver", "--merchant", shop.merchantId, "--yes"];
  expect(await desk.json<Redelivered>(...redelivery)).toEqual({ sent: listed.total });
  await desk.stack.letPass(MINUTE_SECONDS);
  await receiver.until(listed.total);
  await settled("delivered", 3);
  const ids = receiver.received.map(({ eventId }) => eventId);
  expect(ids.toSorted()).toEqual(listed.events.map(({ eventId }) => eventId).toSorted());
  expect(await desk.json("dead-letters", "purge", "--yes")).toEqual({ purged: listed.queued });
  expect(await queued(desk.variables.DEAD_LETTER_QUEUE_URL)).toBe(0);
  expect(await dead()).toMatchObject({ events: [], total: 0, queued: 0 });
  expect(await desk.json(...redelivery)).toEqual({ sent: 0 });
});

it("a single event that tries out the endpoint travels the real way, signed, and says how it went", async () => {
  const sent = await desk.json<Event>("callbacks", "test", shop.merchantId);
  expect(sent).toMatchObject({ type: "callback.test", delivery: "delivered" });
  const [callback] = await receiver.until(1, ({ type }) => type === "callback.test");
  const { rawBody = Buffer.alloc(0), headers = {} } = callback ?? {};
  const header = String(headers["svc-signature"]);
  expect(verifySignature({ rawBody, header }, [secret], Math.floor(machineNowMs() / 1000))).toBe("valid");
  receiver.behave = (response) => response.writeHead(418).end();
  const failed = await desk.run("callbacks", "test", shop.merchantId);
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("was not delivered (status_418)"),
  });
  receiver.behave = (response) => response.writeHead(200).end();
  await desk.stack.letPass(MINUTE_SECONDS);
});

/** More than a page of the command's, and few enough for a busy machine to come to rest with at a stop of the clock. */
const DEAD = 60;

it("what failed at all endpoints is redelivered from again after a run that was killed in the middle; each event arrives once", async () => {
  const dead = await putDeadEvents(desk, own, DEAD);
  const redelivery = ["dead-letters", "redeliver", "--all", "--yes"];
  const stillDead = async () => (await deliveries()).filter((delivery) => delivery === "dead").length;
  // Its way to the table is a wire that stops in the middle.
  const wire = new FaultyWire();
  const table = await wire.open({ url: String(desk.variables.AWS_ENDPOINT_URL_DYNAMODB) });
  let begun = 0;
  wire.inject((call) => redeliveryStart(call) && ++begun > DEAD / 2, { kind: "hold_request" }, DEAD);
  const { child, ended } = desk.spawnWith({ AWS_ENDPOINT_URL_DYNAMODB: table }, ...redelivery);
  await wire.untilHeld();
  child.kill("SIGKILL");
  await ended;
  wire.cut();
  // The SDK may have begun some twice; not one was begun after that.
  await expect.poll(stillDead).toBeLessThan(DEAD);
  expect(await stillDead()).toBeGreaterThanOrEqual(DEAD / 2);

  const rest = await desk.json<Redelivered>(...redelivery);
  expect(rest.sent).toBeGreaterThan(0);
  expect(await stillDead()).toBe(0);
  const isDead = ({ eventId }: { eventId: string }) => dead.includes(eventId);
  await desk.stack.letPass(2 * MINUTE_SECONDS);
  await expect.poll(async () => new Set(await deliveries())).toEqual(new Set(["delivered"]));
  const ids = receiver.received.filter(isDead).map(({ eventId }) => eventId);
  expect(ids.toSorted()).toEqual(dead);
});
