import { FIRST_KEY_ID } from "../../../shared/domain/access/callback-keys.ts";
import { seal } from "../../../shared/domain/access/signing-secret.ts";
import { SHARDS } from "../../../shared/ledger/due.ts";
import { accountKey, merchantKey, timeSort } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { aStoredAccount } from "../../support/onboarding.ts";
import { CALLBACK_KEY } from "../actors/merchants.ts";
import { attemptOf } from "../checks/attempt-of.ts";
import { checkWrite } from "../checks/ledger-writes.ts";
import { FakeTable } from "../ledger/fake-table.ts";
import type { Item } from "../ledger/values.ts";
import { FAULT_KINDS } from "../world/faults.ts";
import { invoke, resetFunctions } from "../world/functions.ts";
import { type Parts, type SimulatedQueues, setParts } from "../world/parts.ts";
import { KEYS, Processor, WEBHOOK_SECRET } from "../world/processor.ts";
import { Simulation, START_MS, setRunning, type Violation } from "../world/simulation.ts";
import { createWebhookDoor, type WebhookDoor } from "../world/webhook-door.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS_BETWEEN_SIGNS = 6;

export type ScenarioWorld = {
  simulation: Simulation;
  table: FakeTable;
  door: WebhookDoor;
  processor: Processor;
};

/** What a scenario has to say, and what it has found. */
export type ScenarioResult = { text: string[]; violations: Violation[]; calls: number };

export type ScenarioParts = {
  queues: (simulation: Simulation) => SimulatedQueues;
  receive: Parts["receive"];
  onWrite?: (before: Item | undefined, after: Item) => void;
};

/** The seeds' world, without any fault of chance: what goes wrong is the scenario's own affair. */
export function enterWorld({ queues, receive, onWrite = () => {} }: ScenarioParts): ScenarioWorld {
  const simulation = new Simulation({ seed: 1, without: FAULT_KINDS }, START_MS);
  setRunning(simulation);
  resetFunctions();
  const { clock } = simulation;
  const table = new FakeTable({ now: () => clock.now, indexLagMs: () => 0 }, (before, after) => {
    checkWrite(simulation, before, after);
    onWrite(before, after);
  });
  const door = createWebhookDoor(simulation);
  const processor = new Processor(simulation, door);
  const secrets = new Map([
    ["processor", JSON.stringify(KEYS)],
    ["webhook", JSON.stringify({ secrets: [WEBHOOK_SECRET] })],
    ["callback-key", CALLBACK_KEY],
  ]);
  setParts({
    table,
    queues: queues(simulation),
    processor,
    secrets,
    receive: (callback) => {
      const { "Svc-Event-Id": eventId, "Svc-Attempt": attempts } = callback.headers;
      const endpointId = endpointIdAt(callback.url);
      simulation.claimedAttempts.delete(attemptOf({ eventId, endpointId, deliveryRound: 1, attempts }));
      return receive(callback);
    },
  });
  return { simulation, table, door, processor };
}

export function leaveWorld({ processor }: ScenarioWorld): void {
  processor.close();
  setParts(undefined);
  setRunning(undefined);
}

/** As the schedule does it: every minute, whether or not the one before has ended. Minutes with nothing due are left out. */
export function sweepEveryMinute({ simulation: { clock }, table }: ScenarioWorld): void {
  const isDue = (shard: string) =>
    table.query({
      IndexName: "due",
      KeyConditionExpression: "#shard = :shard AND #sort BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#shard": "dueShard", "#sort": "dueSort" },
      ExpressionAttributeValues: { ":shard": shard, ":from": "!", ":to": timeSort(clock.now) },
      Limit: 1,
    }).length > 0;
  clock.after(MINUTE_MS, function sweep() {
    if (SHARDS.some(isDue)) void invoke("sweep", {});
    clock.after(MINUTE_MS, sweep);
  });
}

/** A sign of life: a whole day takes many minutes. */
export function showTime({ simulation: { clock } }: ScenarioWorld): void {
  const every = HOURS_BETWEEN_SIGNS * HOUR_MS;
  clock.after(every, function show() {
    console.error(`${(clock.now - START_MS) / HOUR_MS} hours have passed`);
    clock.after(every, show);
  });
}

const merchantIdOf = (number: number): string => `mer_${String(number).padStart(4, "0")}`;

/** Whose it is, its address says. */
const endpointIdAt = (url: string): string => endpointIdOf(merchantIdOf(Number(/shop-(\d+)/.exec(url)?.[1])));

export type ScenarioMerchant = { merchantId: string; accountId: string; url: string };

/** A merchant that has its account and its endpoint. */
export function putMerchant({ simulation, table }: ScenarioWorld, number: number): ScenarioMerchant {
  const chance = simulation.chance("merchants");
  const nonce = Uint8Array.from({ length: 12 }, () => chance.below(256));
  const merchantId = merchantIdOf(number);
  const accountId = `acct_${String(number).padStart(16, "0")}`;
  const url = `https://shop-${number}.example.com/hook`;
  const box = seal(`whsec_${merchantId}`, { key: CALLBACK_KEY, keyId: FIRST_KEY_ID, merchantId, nonce });
  const secrets = [{ box, createdAt: START_MS, endsAt: null }];
  const account = aStoredAccount({ accountId });
  const endpoint = { endpointId: endpointIdOf(merchantId), url, secrets, disabled: false };
  const callbackEndpoints = { version: 1, list: [endpoint] };
  const merchant = { merchantId, name: url, feePolicy: null, account, callbackEndpoints };
  table.put({ ...merchantKey(merchantId), ...merchant, createdAt: START_MS }, {});
  const link = { processorAccountId: accountId, merchantId, linkedAt: START_MS };
  table.put({ ...accountKey(accountId), ...link }, {});
  return { merchantId, accountId, url };
}
