import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../../infra/simulator/simulator.ts";
import { simulatorClient } from "../../support/open-stack.ts";

export const SECRET_KEY = "sk_test_simulator";
export const PUBLISHABLE_KEY = "pk_test_simulator";

type Settings = Partial<Omit<SimulatorOptions, "stateDir">>;

export type Bench = {
  simulator: Simulator;
  stripe: Stripe;
  /** Calls one of the simulator's own controls and gives its JSON answer. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** A fresh connected account, as request options. */
  connect(): Promise<{ stripeAccount: string }>;
  /** Stops and starts again on the same state. */
  restart(settings?: Settings): Promise<void>;
  close(): Promise<void>;
};

/** A simulator for this test file, with the real SDK as its client; used inside of tests and hooks only. */
export function useBench(settings: Settings = {}): Bench {
  const bench = {} as Bench;
  beforeAll(() => startBench(settings, bench));
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => bench.close());
  return bench;
}

/** A connected account for this test file, as request options. */
export function useAccount(bench: Bench): { stripeAccount: string } {
  const options = { stripeAccount: "" };
  beforeAll(async () => {
    Object.assign(options, await bench.connect());
  });
  return options;
}

/** A reader at a new location. */
export async function newReader({ stripe }: Bench, options: { stripeAccount: string }) {
  const address = { line1: "1 Main St", city: "Berlin", postal_code: "10115", country: "DE" };
  const place = { display_name: "Shop", address };
  const { id: location } = await stripe.terminal.locations.create(place, options);
  return stripe.terminal.readers.create({ registration_code: "simulated-wpe", location }, options);
}

/** One that the test closes by itself. */
export async function startBench(settings: Settings = {}, bench = {} as Bench): Promise<Bench> {
  const stateDir = mkdtempSync(join(tmpdir(), "simulator-"));
  const start = (given: Settings) =>
    startSimulator({ stateDir, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, ...given });
  const simulator = await start(settings);
  const parts: Bench = {
    simulator,
    stripe: clientOf(simulator.url),
    control: (method, path, body) => callControl(bench.simulator.url, { method, path, body }),
    connect: async () => ({ stripeAccount: (await bench.stripe.accounts.create({ country: "US" })).id }),
    restart: async (given = settings) => {
      await bench.simulator.stop();
      bench.simulator = await start(given);
      bench.stripe = clientOf(bench.simulator.url);
    },
    close: async () => {
      await bench.simulator.stop();
      rmSync(stateDir, { recursive: true });
    },
  };
  return Object.assign(bench, parts);
}

export const clientOf = (url: string, key = SECRET_KEY, timeout = 5000): Stripe =>
  simulatorClient(url, key, { timeout });

async function callControl(url: string, call: { method: string; path: string; body: object | undefined }) {
  const answer = await fetch(`${url}/_simulator/${call.path}`, {
    method: call.method,
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
  if (!answer.ok) {
    throw new Error(`${call.method} ${call.path}: ${answer.status} ${await answer.text()}`);
  }
  return answer.json();
}

/** The error of a call that must be rejected. */
export async function rejectionOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome && outcome.error instanceof Stripe.errors.StripeError) {
    return outcome.error;
  }
  throw new Error(`expected a rejection, got ${JSON.stringify(outcome)}`);
}

/** Types of the events of one account, oldest first. */
export async function eventTypes(stripe: Stripe, options?: { stripeAccount: string }): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 }, options);
  return events.data.map((event) => event.type).reverse();
}

export const CARD_USD = {
  amount: 1000,
  currency: "usd",
  allowed_payment_method_types: ["card"],
} satisfies Stripe.PaymentIntentCreateParams;
export const PAID = {
  ...CARD_USD,
  confirm: true,
  payment_method: "pm_card_visa",
} satisfies Stripe.PaymentIntentCreateParams;
export const AUTHORIZED = {
  ...PAID,
  capture_method: "manual",
} satisfies Stripe.PaymentIntentCreateParams;
