import type { QueueName } from "../../../infra/topology.ts";
import { toEvent } from "../actors/client.ts";
import { createMerchant } from "../actors/merchants.ts";
import { THROTTLED } from "../fakes/ledger-client.ts";
import { BusyQueues } from "../scenarios/busy-queues.ts";
import {
  enterWorld,
  leaveWorld,
  putMerchant,
  type ScenarioMerchant,
  type ScenarioWorld,
} from "../scenarios/scenario-world.ts";
import { tellOfPayment } from "../scenarios/told-payments.ts";
import { type HttpAnswer, invoke } from "../world/functions.ts";
import { START_MS } from "../world/simulation.ts";
import { Metrics } from "./metrics.ts";

/*
 * Three nights. The functions are the real ones, on the simulation's clock. A quarter of an hour passes before anything is wrong.
 * The queues and the number of deliveries at once are a fiftieth of the real ones, and so are the events of the endpoint that
 * hangs; what is measured of queues is told at full size.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const SHARE = 0.02;
const QUIET_MS = 15 * MINUTE_MS;
const CREATE_EVERY_MS = 2.5 * SECOND_MS;
const EVENT_EVERY_MS = 10 * SECOND_MS;

export type Incident = { name: string; metrics: Metrics; beganAtMs: number };

type Night = ScenarioWorld & { metrics: Metrics; queues: BusyQueues; hangingUrl: { value?: string } };

/** `begin`: what goes wrong. `lastsMs`: how long the night goes on from there. */
type Plan = { name: string; lastsMs: number; begin: (night: Night) => void };

const PLANS: readonly Plan[] = [
  {
    name: "the processor is down for 40 minutes",
    lastsMs: 110 * MINUTE_MS,
    begin: ({ simulation }) => {
      simulation.processorHangsUntil = simulation.clock.now + 40 * MINUTE_MS;
    },
  },
  {
    name: "one endpoint hangs, and 50,000 events are for it",
    lastsMs: 60 * MINUTE_MS,
    begin: (night) => {
      const { clock } = night.simulation;
      const merchant = putMerchant(night, 2);
      night.hangingUrl.value = merchant.url;
      const events = 50_000 * SHARE;
      for (let nth = 0; nth < events; nth++)
        clock.at(
          clock.now + (nth * 10 * MINUTE_MS) / events,
          () => void tell(night, merchant, `evt_hang${nth}`),
        );
    },
  },
  {
    name: "the due list's index is throttled for 40 minutes",
    lastsMs: 60 * MINUTE_MS,
    begin: (night) => throttleDueIndex(night, 40 * MINUTE_MS),
  },
];

export async function playIncidents(): Promise<Incident[]> {
  const played: Incident[] = [];
  for (const plan of PLANS) played.push(await play(plan));
  return played;
}

async function play({ name, lastsMs, begin }: Plan): Promise<Incident> {
  const metrics = new Metrics(START_MS);
  const stopListening = metrics.listen();
  const made: { queues?: BusyQueues } = {};
  const hangingUrl: Night["hangingUrl"] = {};
  const world = enterWorld({
    queues: (simulation) => {
      made.queues = new BusyQueues(simulation, () => {}, SHARE);
      return made.queues;
    },
    receive: ({ url }) => ({ status: 200, latencyMs: url === hangingUrl.value ? MINUTE_MS : 50 }),
  });
  const night: Night = { ...world, metrics, queues: made.queues as BusyQueues, hangingUrl };
  const { clock } = world.simulation;
  const endsAt = START_MS + QUIET_MS + lastsMs;
  const every = (ms: number, run: (nth: number) => void) => {
    for (let at = START_MS + ms, nth = 0; at < endsAt; at += ms, nth++) clock.at(at, () => run(nth));
  };
  const shop = createMerchant(world.simulation, 0);
  const other = putMerchant(night, 1);
  every(CREATE_EVERY_MS, (nth) => void create(night, shop.apiKey, nth));
  every(EVENT_EVERY_MS, (nth) => void tell(night, other, `evt_well${nth}`));
  every(MINUTE_MS, () => {
    void run(night, "sweep", {});
    measureQueues(night);
  });
  every(60 * MINUTE_MS, () => void run(night, "missed-events", {}));
  clock.at(START_MS + QUIET_MS, () => begin(night));
  await clock.runUntil(endsAt, () => false);
  metrics.untilMs = endsAt;
  leaveWorld(world);
  stopListening();
  return { name, metrics, beganAtMs: START_MS + QUIET_MS };
}

/** As Lambda counts it. */
async function run<T>({ simulation, metrics }: Night, name: string, event: unknown): Promise<T | undefined> {
  const { clock } = simulation;
  const begunAt = clock.now;
  const outcome = await invoke<T>(name, event);
  const dimensions = { FunctionName: `payments-prod-${name}` };
  metrics.add("AWS/Lambda", "Duration", dimensions, { atMs: clock.now, value: clock.now - begunAt });
  if (outcome.kind === "answered") return outcome.answer;
  metrics.add("AWS/Lambda", "Errors", dimensions, { atMs: clock.now, value: 1 });
  return undefined;
}

/** As API Gateway counts it. */
function answered({ simulation, metrics }: Night, status: number): void {
  const count = (name: string) =>
    metrics.add("AWS/ApiGateway", name, { ApiId: "api" }, { atMs: simulation.clock.now, value: 1 });
  count("Count");
  if (status >= 500) count("5xx");
  else if (status >= 400) count("4xx");
}

async function create(night: Night, apiKey: string, nth: number): Promise<void> {
  const body = { amountCents: 4200, orderRef: `order-${nth}` };
  const event = toEvent({ function: "create-payment", body, key: `create-${nth}` }, apiKey);
  const answer = await run<HttpAnswer>(night, "create-payment", event);
  answered(night, answer?.statusCode ?? 502);
}

async function tell(night: Night, merchant: ScenarioMerchant, eventId: string): Promise<void> {
  // A processor that is down sends nothing either.
  if (night.simulation.clock.now < night.simulation.processorHangsUntil) return;
  answered(night, (await tellOfPayment(night, merchant, eventId)) ? 200 : 503);
}

const MEASURED_QUEUES: readonly QueueName[] = [
  "callbacks",
  "open-work",
  "reconciliation",
  "dead-letters",
  "reconciliation-dead-letters",
];

function measureQueues({ simulation, metrics, queues }: Night): void {
  for (const name of MEASURED_QUEUES) {
    const add = (metric: string, value: number) =>
      metrics.add(
        "AWS/SQS",
        metric,
        { QueueName: `payments-prod-${name}` },
        { atMs: simulation.clock.now, value: value / SHARE },
      );
    add("ApproximateNumberOfMessagesVisible", queues.of(name).length);
    add("ApproximateNumberOfMessagesNotVisible", queues.inFlight(name));
  }
}

/** Of ten writes that touch the index nine are throttled, as a partition does that is far above its limit. */
function throttleDueIndex({ simulation, table, metrics }: Night, lastsMs: number): void {
  const { clock } = simulation;
  const endsAt = clock.now + lastsMs;
  const chance = simulation.chance("throttles");
  const throttle = (operation: string, written: unknown) => {
    if (clock.now >= endsAt || !JSON.stringify(written).includes("dueSort") || chance.happens(0.1)) return;
    metrics.add(
      "AWS/DynamoDB",
      "ThrottledRequests",
      { TableName: "payments-prod", Operation: operation },
      { atMs: clock.now, value: 1 },
    );
    throw THROTTLED;
  };
  const [put, update] = [table.put.bind(table), table.update.bind(table)];
  table.put = (item, input) => {
    throttle("PutItem", item);
    return put(item, input);
  };
  table.update = (key, input) => {
    throttle("UpdateItem", input);
    return update(key, input);
  };
}
