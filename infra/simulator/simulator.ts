import type { AddressInfo } from "node:net";
import { createJobRunner } from "./jobs/job-runner.ts";
import { createSimulatorServer } from "./server.ts";
import { openStore } from "./storage/store.ts";
import { createDeliverer, DEFAULT_RETRY_MS } from "./webhooks/deliverer.ts";
import { createFaults } from "./world/faults.ts";
import { createRequestLog } from "./world/request-log.ts";
import type { WebhookEndpoint, World } from "./world/world.ts";

export type { WebhookEndpoint } from "./world/world.ts";

export type SimulatorOptions = {
  /** Where its one database file lives; started there again, it goes on where it was. */
  stateDir: string;
  /** 0, the default, takes a free one. */
  port?: number;
  secretKey: string;
  publishableKey: string;
  webhooks?: WebhookEndpoint[];
  /** Waits before each further attempt of a delivery; the last one repeats. */
  webhookRetryMs?: number[];
};

export type Simulator = {
  url: string;
  setWebhooks(endpoints: WebhookEndpoint[]): void;
  stop(): Promise<void>;
};

/** Starts a payment processor on this machine that speaks Stripe's HTTP API. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const world = createWorld(options);
  const deliverer = createDeliverer(world, options.webhookRetryMs ?? DEFAULT_RETRY_MS);
  const jobs = createJobRunner(world, deliverer.wake);
  world.wake = () => {
    jobs.wake();
    deliverer.wake();
  };
  const server = createSimulatorServer(world);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  world.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.wake();

  return {
    url: world.baseUrl,
    setWebhooks(endpoints) {
      world.webhookEndpoints = endpoints;
      world.wake();
    },
    async stop() {
      // A request that is just being read must not stir what is being put away.
      world.wake = () => {};
      jobs.stop();
      deliverer.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      world.store.close();
    },
  };
}

function createWorld(options: SimulatorOptions): World {
  return {
    store: openStore(options.stateDir),
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    baseUrl: "",
    webhookEndpoints: options.webhooks ?? [],
    webhooksPaused: false,
    faults: createFaults(),
    requestLog: createRequestLog(),
    keysInFlight: new Set(),
    wake: () => {},
  };
}
