import type { Store } from "../storage/store.ts";
import type { Faults } from "./faults.ts";
import type { RequestLog } from "./request-log.ts";

export type WebhookEndpoint = {
  url: string;
  secret: string;
  /** True: events of connected accounts. False: the platform's own. */
  connect: boolean;
};

/** Everything that one running simulator consists of. */
export type World = {
  store: Store;
  secretKey: string;
  publishableKey: string;
  /** Known once the server listens; account links point to it. */
  baseUrl: string;
  webhookEndpoints: WebhookEndpoint[];
  webhooksPaused: boolean;
  faults: Faults;
  requestLog: RequestLog;
  /** Account and idempotency key of requests that are applied but not yet answered. */
  keysInFlight: Set<string>;
  /** To be called after every change: there may be something to send, or to do later. */
  wake(): void;
};
