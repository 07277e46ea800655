import { randomUUID } from "node:crypto";
import { GetQueueAttributesCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { machineNowMs } from "../../../infra/local/clock.ts";
import { verifySignature } from "../../../shared/domain/access/signature.ts";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-schedule.ts";
import { deliveryKey } from "../../../shared/ledger/table.ts";
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
type Redelivered = { sent: number; removed: number; putBack: number; left: number };

const events = async (...filter: string[]): Promise<Event[]> =>
  (await desk.json<{ events: Event[] }>("events", "list", shop.merchantId, ...filter)).events;
/** Others of a sale's events are not forwarded. */
const PAID = ["--type", "payment_intent.succeeded"];
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

/** How many of the processor's events have not been answered with 200: a webhook does more after its last write. */
async function unanswered(): Promise<number> {
  const { processorUrl, processorSecretKey } = desk.stack.demo;
  const { processorAccountId } = (await shop.api.call("GET", "/v1/onboarding/status")).json;
  const answer = await fetch(`${processorUrl}/v1/events?limit=100&delivery_success=false`, {
    headers: { Authorization: `Bearer ${processorSecretKey}`, "Stripe-Account": String(processorAccountId) },
  });
  return ((await answer.json()) as { data: object[] }).data.length;
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
  // A letter may be sent twice, by a delivery and by the visit that looks whether it was: both are removed.
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
  expect(await desk.json<Redelivered>(...redelivery)).toEqual({
    sent: listed.total,
    removed: listed.queued,
    putBack: 0,
    left: 0,
  });
  await desk.stack.letPass(MINUTE_SECONDS);
  await receiver.until(listed.total);
  await settled("delivered", 3);
  const ids = receiver.received.map(({ eventId }) => eventId);
  expect(ids.toSorted()).toEqual(listed.events.map(({ eventId }) => eventId).toSorted());
  expect(await queued(desk.variables.DEAD_LETTER_QUEUE_URL)).toBe(0);
  expect(await dead()).toMatchObject({ events: [], total: 0, queued: 0 });
  expect(await desk.json(...redelivery)).toEqual({ sent: 0, removed: 0, putBack: 0, left: 0 });
});

describe("a single event", () => {
  it("a single event that was delivered is sent again only by force, with the same id", async () => {
    await sell(1);
    await receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
    await settled("delivered", 1);
    const [event] = await events(...PAID, "--limit", "1");
    const eventId = String(event?.eventId);
    await expect.poll(async () => (await events(...PAID, "--limit", "1"))[0]?.delivery).toBe("delivered");
    expect(await desk.run("events", "redeliver", eventId)).toEqual({
      code: 2,
      stdout: "",
      stderr: 'error: The event was delivered. Send {"force": true} to deliver it again.\n',
    });
    receiver.received.length = 0;
    expect(await desk.json("events", "redeliver", eventId, "--force")).toEqual({ eventId, sent: true });
    const [again] = await receiver.until(1);
    expect(again?.eventId).toBe(eventId);
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
});

it("a secret is rotated: both sign during the grace, and a third rotation has to wait", async () => {
  const rotation = ["callbacks", "rotate-secret", shop.merchantId, "--grace", "1h"];
  const rotated = await desk.json<{ secret: string }>(...rotation);
  expect(rotated.secret).toMatch(/^whsec_/);
  const { eventId } = await desk.json<Event>("callbacks", "test", shop.merchantId);
  const [callback] = await receiver.until(1, (received) => received.eventId === eventId);
  const header = String(callback?.headers["svc-signature"]);
  const rawBody = callback?.rawBody ?? Buffer.alloc(0);
  const now = Math.floor(machineNowMs() / 1000);
  for (const one of [secret, rotated.secret])
    expect(verifySignature({ rawBody, header }, [one], now)).toBe("valid");
  await desk.json(...rotation);
  expect(await desk.run(...rotation)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: 3 secrets are live already/),
  });
  const { stdout } = await desk.run("callbacks", "show", shop.merchantId);
  expect(stdout).toMatch(/Secrets +of .*; of .*, signs until/);
});

it("a disabled endpoint holds its events, and delivers them when it is enabled", async () => {
  expect(await desk.json("callbacks", "disable", shop.merchantId, "--yes")).toMatchObject({ disabled: true });
  const before = receiver.received.length;
  await sell(2);
  await settled("held", 2);
  // What has just held an event looks at the endpoint once more.
  await expect.poll(unanswered).toBe(0);
  expect(receiver.received).toHaveLength(before);
  expect(await desk.run("callbacks", "test", shop.merchantId)).toMatchObject({
    code: 2,
    stderr: "error: The callback endpoint is disabled. Enable it first.\n",
  });
  // Nothing of it is on its way: what is dead is held too, and the command says so.
  const [eventId = ""] = await putDeadEvents(desk, own, 1);
  const again = ["dead-letters", "redeliver", "--merchant", shop.merchantId, "--yes"];
  expect(await desk.json(...again)).toMatchObject({
    sent: 1,
    disabled: [`${shop.merchantId}/${own.endpointId}`],
  });
  await desk.stack.letPass(MINUTE_SECONDS);
  await expect.poll(async () => (await desk.json<Event>("events", "show", eventId)).delivery).toBe("held");
  const enabled = await desk.json<{ disabled: boolean; sent: number }>(
    "callbacks",
    "enable",
    shop.merchantId,
  );
  expect(enabled).toMatchObject({ disabled: false });
  // A visit of the due list may be at the same release: what that has sent is not counted here.
  expect(enabled.sent).toBeLessThanOrEqual(3);
  await desk.stack.letPass(MINUTE_SECONDS);
  const isHeard = ({ eventId: id, type }: { eventId: string; type: string }) =>
    id === eventId || type === "payment_intent.succeeded";
  const received = await receiver.until(3, isHeard);
  expect(new Set(received.map(({ eventId: id }) => id)).size).toBe(3);
});

describe("the dead-letter queue", () => {
  /** More than a page of the command's, and few enough for a busy machine to come to rest with at a stop of the clock. */
  const DEAD = 60;

  it("17: a message that the fuse threw out while its event has attempts left is put back", async () => {
    await sell(1);
    const [callback] = await receiver.until(1);
    const eventId = String(callback?.eventId);
    await expect.poll(async () => (await events(...PAID, "--limit", "1"))[0]?.delivery).toBe("delivered");
    // As if the function had crashed on it until the queue gave up.
    const { TABLE_NAME: TableName, DEAD_LETTER_QUEUE_URL: QueueUrl } = desk.variables;
    await desk.table.send(
      new UpdateCommand({
        TableName,
        Key: deliveryKey(eventId, own.endpointId),
        UpdateExpression: "SET delivery = :pending",
        ExpressionAttributeValues: { ":pending": "pending" },
      }),
    );
    receiver.received.length = 0;
    for (const MessageBody of [
      JSON.stringify({ eventId, endpointId: own.endpointId, deliveryRound: 1 }),
      "written by hand",
    ]) {
      await desk.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    }
    const { stdout } = await desk.run("dead-letters", "list", "--merchant", shop.merchantId);
    expect(stdout).toMatch(/^0 of 0 shown. The dead-letter queue has about 2 messages of all merchants\.$/m);
    expect(stdout).toMatch(
      /^Queued messages that are not shown .* To sort them: npm run operator -- dead-letters put-back --all$/m,
    );
    const redelivery = ["dead-letters", "redeliver", "--all", "--yes"];
    expect(await desk.json<Redelivered>(...redelivery)).toMatchObject({ putBack: 1, left: 1 });
    const [again] = await receiver.until(1, (received) => received.eventId === eventId);
    expect(again).toMatchObject({ eventId, headers: { "svc-attempt": "2" } });
  });

  it("is redelivered from again after a run that was killed in the middle; each event arrives once", async () => {
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
});

it("a redelivery names an endpoint that is disabled, and not one that was deleted", async () => {
  const added = ["callbacks", "add", shop.merchantId, "https://tax.example/hooks"];
  const { endpointId } = await desk.json<{ endpointId: string }>(...added);
  await desk.json("callbacks", "disable", shop.merchantId, "--endpoint", endpointId, "--yes");
  for (const id of [endpointId, "ep_00000000000000ff"])
    await putDeadEvents(desk, { ...own, endpointId: id }, 1);
  const again = ["dead-letters", "redeliver", "--merchant", shop.merchantId, "--yes"];
  expect(await desk.json(...again)).toMatchObject({
    sent: 2,
    disabled: [`${shop.merchantId}/${endpointId}`],
  });
  await desk.json("callbacks", "delete", shop.merchantId, "--endpoint", endpointId, "--yes");
});

it("the merchant's page lists its endpoints with their state", async () => {
  const added = ["callbacks", "add", shop.merchantId, "https://books.example/hooks"];
  const { endpointId } = await desk.json<{ endpointId: string }>(...added);
  await desk.json("callbacks", "disable", shop.merchantId, "--endpoint", endpointId, "--yes");
  const page = await desk.json("merchants", "show", shop.merchantId);
  expect(page).toMatchObject({
    callbackEndpoints: [{ endpointId: own.endpointId }, { endpointId, disabled: true }],
  });
  const { stdout } = await desk.run("merchants", "show", shop.merchantId);
  expect(stdout).toContain("https://books.example/hooks (disabled)");
});

it("what was held for an endpoint is shown as not sent, once the endpoint is deleted", async () => {
  const added = ["callbacks", "add", shop.merchantId, "https://archive.example/hooks"];
  const { endpointId } = await desk.json<{ endpointId: string }>(...added);
  await desk.json("callbacks", "disable", shop.merchantId, "--endpoint", endpointId, "--yes");
  await sell(1);
  const there = () => events("--endpoint", endpointId);
  await expect.poll(async () => (await there()).map(({ delivery }) => delivery)).toEqual(["held"]);
  const [{ eventId = "" } = {}] = await there();
  await desk.json("callbacks", "delete", shop.merchantId, "--endpoint", endpointId, "--yes");
  const { deliveries: shown } = await desk.json<{ deliveries: object[] }>("events", "show", eventId);
  expect(shown).toContainEqual(expect.objectContaining({ endpointId, delivery: "none" }));
  expect(await there()).toEqual([]);
});
