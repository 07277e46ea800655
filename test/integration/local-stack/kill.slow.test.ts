import Stripe from "stripe";
import { afterEach, expect, it } from "vitest";
import { QUEUES } from "../../../infra/topology.ts";
import type { Reply } from "../../support/api.ts";
import { Customers, orderOf } from "../../support/customers.ts";
import { MortalStack } from "../../support/mortal-stack.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { cleanUp } from "../../support/spawned-stack.ts";

/**
 * The promise behind all others: kill -9 at any moment loses nothing that was acknowledged. KILL_SEED repeats the
 * moments of an earlier run, as far as a busy machine can.
 */
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9));
const KILLS = 4;
/** A blow finds eight of them under way: so many are paid before, between and after all blows. */
const PAYMENTS = 8 * (KILLS + 1);

/** Longer than a message that was just being handled stays hidden, and so than every lease. */
const LATER_SECONDS = QUEUES.callbacks.visibilitySeconds + 60;

/** When those who are left only wait for the leases of the dead, it is time for the next blow. */
const IDLE_REJECTIONS = 50;
const HOUR_SECONDS = 3600;
const HOURS = 48;
/** All of them at once are more than a busy machine answers in time. */
const AT_ONCE = 20;
const RETRIES = 30;
const RETRY_MS = 200;
const TYPE = "payment_intent.succeeded";

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

afterEach(cleanUp);

async function untilSteps(customers: Customers, steps: number): Promise<void> {
  customers.rejectedInARow = 0;
  while (customers.steps < steps && customers.rejectedInARow < IDLE_REJECTIONS) await pause(5);
}

/** At random moments, once while it starts; it comes back at once or much later, the last time much later. */
async function killAtRandom(stack: MortalStack, customers: Customers): Promise<void> {
  const random = seededRandom(SEED);
  const moments = Array.from({ length: KILLS }, () => Math.floor(random() * 1.9 * PAYMENTS));
  const unlucky = Math.floor(random() * KILLS);
  for (const [index, moment] of moments.sort((a, b) => a - b).entries()) {
    await untilSteps(customers, moment);
    await pause(random() * 50);
    await stack.kill();
    if (index === unlucky) await stack.dieStarting(random() * 1_500);
    if (random() < 0.5 || index === KILLS - 1) stack.letPass(LATER_SECONDS);
    await stack.start();
  }
}

/** A busy machine does not answer all of them in time: what is retryable is retried, as by clients. */
async function replay(create: () => Promise<Reply>): Promise<Reply> {
  for (let retries = 0; retries < RETRIES; retries++) {
    const reply = await create();
    if (reply.status !== 503) return reply;
    await pause(RETRY_MS);
  }
  return create();
}

/**
 * What met a dying stack, or one that was too busy to answer, waits for its next attempt, of the processor or of ours,
 * the longer the more often. This is about loss and not about lateness: hours pass while something is missing.
 */
async function inTheEnd(stack: MortalStack, missing: () => Promise<string[]>): Promise<string[]> {
  for (let hour = 0; hour < HOURS; hour++) {
    if ((await missing()).length === 0) return [];
    await (await stack.alive()).letPass(HOUR_SECONDS);
  }
  return missing();
}

it(`kill -9 during ${PAYMENTS} payments loses nothing and doubles nothing`, async () => {
  console.info(`KILL_SEED=${SEED}`);
  const stack = new MortalStack();
  await stack.start();
  const customers = new Customers(stack, PAYMENTS);
  await Promise.all([customers.shop(), killAtRandom(stack, customers)]);
  const { demo, api } = await stack.alive();
  const { hostname: host, port } = new URL(demo.processorUrl);
  const stripe = new Stripe(demo.processorSecretKey, { host, port, protocol: "http", telemetry: false });
  const account = { stripeAccount: demo.connectedAccountId };
  const all = { limit: 10 * PAYMENTS };

  const ids = [...customers.created.values()].map(({ json }) => String(json.svcPaymentId)).sort();
  expect(new Set(ids).size).toBe(PAYMENTS);
  const intents = await stripe.paymentIntents.list({ limit: 100 }, account).autoPagingToArray(all);
  expect(intents.map(({ metadata }) => metadata.svcPaymentId).sort()).toEqual(ids);

  const unpaid = new Set(ids);
  const stillUnpaid = async () => {
    for (const id of unpaid) if ((await api.get(id)).json.status === "succeeded") unpaid.delete(id);
    return [...unpaid];
  };
  expect(await inTheEnd(stack, stillUnpaid)).toEqual([]);
  const events = await stripe.events.list({ type: TYPE, limit: 100 }, account).autoPagingToArray(all);
  expect(events).toHaveLength(PAYMENTS);
  const untold = async () => {
    const callbacks = await (await stack.alive()).callbacks();
    const told = new Set(callbacks.map(({ eventId }) => eventId));
    return events.map(({ id }) => id).filter((id) => !told.has(id));
  };
  expect(await inTheEnd(stack, untold)).toEqual([]);

  const made = [...customers.created];
  while (made.length > 0) {
    const replays = made.splice(0, AT_ONCE).map(async ([key, first]) => {
      const again = await replay(() => api.create(orderOf(key), key));
      return again.status === 201 && again.text === first.text ? [] : [again.text];
    });
    expect((await Promise.all(replays)).flat()).toEqual([]);
  }
  expect([...customers.rejections.keys()].filter((rejection) => rejection.startsWith("500"))).toEqual([]);
});
