import { openStore } from "../storage/store.ts";
import { createClock } from "./clock.ts";
import { createFaults } from "./faults.ts";
import { createIds, type RandomInt } from "./ids.ts";
import { createRequestLog } from "./request-log.ts";
import type { WebhookEndpoint, World } from "./world.ts";

export type WorldOptions = {
  /** The database file, or ":memory:". */
  database: string;
  secretKey: string;
  publishableKey: string;
  /** Time and chance come from outside: the same ones make the same world again. */
  nowMs: () => number;
  randomInt: RandomInt;
  webhooks?: WebhookEndpoint[];
  webhookRetryMs?: number[];
};

const DEFAULT_RETRY_MS = [500, 1000, 2000, 5000, 10_000];

export function createWorld(options: WorldOptions): World {
  return {
    store: openStore(options.database),
    clock: createClock(options.nowMs),
    ids: createIds(options.randomInt),
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    baseUrl: "",
    webhookEndpoints: options.webhooks ?? [],
    webhookRetryMs: options.webhookRetryMs ?? DEFAULT_RETRY_MS,
    webhooksPaused: false,
    faults: createFaults(),
    requestLog: createRequestLog(),
    keysInFlight: new Set(),
    wake: () => {},
  };
}
