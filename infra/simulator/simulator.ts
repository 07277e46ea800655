import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { runDueJobs } from "./jobs/due-jobs.ts";
import { createAlarm } from "./server/alarm.ts";
import { type ClockHost, ClockWalk } from "./server/clock-walk.ts";
import { createDeliverer } from "./server/deliverer.ts";
import { type Guard, guardServer } from "./server/guard-server.ts";
import { createSimulatorServer } from "./server/http-server.ts";
import { createWorld } from "./world/create-world.ts";
import type { WebhookEndpoint } from "./world/world.ts";

export type { ClockHost } from "./server/clock-walk.ts";
export type { WebhookEndpoint } from "./world/world.ts";

export type SimulatorOptions = {
  /** Where its one database file lives; started there again, it goes on where it was. */
  stateDir: string;
  /** 0, the default, takes a free one. */
  port?: number;
  secretKey: string;
  publishableKey: string;
  restrictedKey?: string;
  guard?: Guard;
  webhooks?: WebhookEndpoint[];
  webhookRetryMs?: number[];
  /** The wall clock, from which the simulated one is reckoned; Date.now unless told. */
  nowMs?: () => number;
};

export type Simulator = {
  url: string;
  server: Server;
  /** How far the simulated time is ahead of the machine's; kept over restarts. */
  clockOffsetMs(): number;
  /** What of its own is under way or due, in words. */
  busy(): string[];
  setClockHost(host: ClockHost): void;
  setWebhooks(endpoints: WebhookEndpoint[]): void;
  stop(): Promise<void>;
};

/** Starts a payment processor on this machine that speaks Stripe's HTTP API. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { stateDir, port = 0, guard, nowMs = () => Date.now(), ...rest } = options;
  mkdirSync(stateDir, { recursive: true });
  const database = join(stateDir, "simulator.sqlite");
  const world = createWorld({ ...rest, database, nowMs, randomInt });
  const deliverer = createDeliverer(world);
  const jobs = createAlarm(world.clock, () => {
    runDueJobs(world);
    world.wake();
  });
  world.wake = () => {
    jobs.set(world.store.jobs.nextDueAtMs());
    deliverer.wake();
  };
  const walk = new ClockWalk(world, deliverer);
  const server = createSimulatorServer(world, walk);
  guardServer(server, guard);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  world.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.wake();

  return {
    url: world.baseUrl,
    server,
    clockOffsetMs: world.clock.offsetMs,
    busy: deliverer.busy,
    setClockHost: (host) => walk.setHost(host),
    setWebhooks(endpoints) {
      world.webhookEndpoints = endpoints;
      world.wake();
    },
    async stop() {
      // A request that is just being read must not stir what is being put away.
      world.wake = () => {};
      jobs.clear();
      deliverer.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      world.store.close();
    },
  };
}
