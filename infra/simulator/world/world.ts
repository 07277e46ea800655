import type { Store } from "../storage/store.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Ids } from "./ids.ts";
import type { PayoutSettings } from "./payout-settings.ts";
import type { RefundOutcome } from "./refund-outcomes.ts";
import type { RequestLog } from "./request-log.ts";
import type { Columns } from "./rights.ts";
import type { Switches } from "./switches.ts";

export type WebhookEndpoint = {
  url: string;
  secret: string;
  /** True: events of connected accounts. False: the platform's own. */
  connect: boolean;
  /** Takes thin events, and no others. */
  thin?: true;
};

/** Everything that one simulator consists of. It does nothing by itself: a server or a test drives it. */
export type World = {
  store: Store;
  clock: Clock;
  ids: Ids;
  secretKey: string;
  publishableKey: string;
  /** A key that can do only what its rights say. */
  restrictedKey: string;
  rights: Columns;
  /** Where its pages are; account links point to it. Known once a server listens. */
  baseUrl: string;
  webhookEndpoints: WebhookEndpoint[];
  /** Places of endpoints that are switched off for a while. */
  disabledEndpoints: Set<number>;
  /** Waits before each further attempt of a delivery; after the last one it is given up. */
  webhookRetryMs: number[];
  webhooksPaused: boolean;
  faults: Faults;
  switches: Switches;
  /** What the next refunds are to become; the controls put them here. */
  nextRefunds: RefundOutcome[];
  /** Accounts that have no money to refund with. */
  accountsWithoutFunds: Set<string>;
  payoutSettings: PayoutSettings;
  requestLog: RequestLog;
  /** Account and idempotency key of requests that are applied but not yet answered. */
  keysInFlight: Set<string>;
  /** Called after every change: there may be something to send, or to do later. */
  wake(): void;
};
