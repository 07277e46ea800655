import { openStore } from "../storage/store.ts";
import { createClock } from "./clock.ts";
import { createFaults } from "./faults.ts";
import { createIds, type RandomInt } from "./ids.ts";
import { createRequestLog } from "./request-log.ts";
import { DEFAULT_SWITCHES } from "./switches.ts";
import type { WebhookEndpoint, World } from "./world.ts";

export type WorldOptions = {
  /** The database file, or ":memory:". */
  database: string;
  secretKey: string;
  publishableKey: string;
  /** Time and chance come from outside: the same ones make the same world again. */
  nowMs: () => number;
  randomInt: RandomInt;
  /** Told whenever a control has moved the simulated time on, by how much it is ahead of the outside's in all. */
  onClockAdvance?: (offsetMs: number) => void;
  webhooks?: WebhookEndpoint[];
  webhookRetryMs?: number[];
};

const DEFAULT_RETRY_MS = [500, 1000, 2000, 5000, 10_000];

export function createWorld(options: WorldOptions): World {
  const store = openStore(options.database);
  return {
    store,
    clock: createClock(options.nowMs, store.settings),
    ids: createIds(options.randomInt),
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    baseUrl: "",
    webhookEndpoints: options.webhooks ?? [],
    webhookRetryMs: options.webhookRetryMs ?? DEFAULT_RETRY_MS,
    webhooksPaused: false,
    faults: createFaults(),
    switches: { ...DEFAULT_SWITCHES },
    requestLog: createRequestLog(),
    keysInFlight: new Set(),
    onClockAdvance: options.onClockAdvance ?? (() => {}),
    wake: () => {},
  };
}
