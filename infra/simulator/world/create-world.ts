import { openStore } from "../storage/store.ts";
import { createClock } from "./clock.ts";
import { createFaults } from "./faults.ts";
import { createIds, type RandomInt } from "./ids.ts";
import { createPayoutSettings } from "./payout-settings.ts";
import { createRequestLog } from "./request-log.ts";
import { DOCUMENTED_RIGHTS } from "./rights.ts";
import { DEFAULT_SWITCHES } from "./switches.ts";
import type { WebhookEndpoint, World } from "./world.ts";

export type WorldOptions = {
  database: string;
  secretKey: string;
  publishableKey: string;
  restrictedKey?: string;
  /** Time and chance come from outside: the same ones make the same world again. */
  nowMs: () => number;
  randomInt: RandomInt;
  webhooks?: WebhookEndpoint[];
  webhookRetryMs?: number[];
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Quick at first, for a receiver that is just being restarted; then as live mode does it, for up to three days. */
const DEFAULT_RETRY_MS = [
  ...[500, 1000, 2000, 5000, 10_000, 30_000],
  ...[1, 5, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 6, 12, 24, 24].map((hours) => hours * HOUR_MS),
];

export function createWorld(options: WorldOptions): World {
  const store = openStore(options.database);
  return {
    store,
    clock: createClock(options.nowMs, store.settings),
    ids: createIds(options.randomInt),
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    restrictedKey: options.restrictedKey ?? "rk_test_simulator",
    rights: { platform: { ...DOCUMENTED_RIGHTS }, accounts: { ...DOCUMENTED_RIGHTS } },
    baseUrl: "",
    webhookEndpoints: options.webhooks ?? [],
    disabledEndpoints: new Set(),
    webhookRetryMs: options.webhookRetryMs ?? DEFAULT_RETRY_MS,
    webhooksPaused: false,
    faults: createFaults(),
    switches: { ...DEFAULT_SWITCHES },
    nextRefunds: [],
    accountsWithoutFunds: new Set(),
    payoutSettings: createPayoutSettings(store.settings),
    requestLog: createRequestLog(),
    keysInFlight: new Set(),
    wake: () => {},
  };
}
