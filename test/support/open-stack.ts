import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";
import { type Stack, startStack, type WiredServer } from "../../infra/local/stack.ts";
import { MerchantApi } from "./api.ts";
import type { FaultyWire, Upstream } from "./faulty-wire.ts";
import { makeClientsPatient, shortenRetryPause } from "./patient-clients.ts";

export type ServiceSettings = {
  /** The processor tells nothing by itself, and no schedule runs: only the test's own calls are on the wires. */
  muted?: boolean;
  /** No hourly pull and no daily statement: they are most of what a day of the clock costs. A moved clock still sweeps. */
  unscheduled?: boolean;
  /** v2: accounts are made by the processor's v2 API. */
  accountsApi?: "v1" | "v2";
  /** No wires at all, for measurements. */
  wireless?: boolean;
};

export type OpenedStack = {
  stack: Stack;
  stateDir: string;
  api: MerchantApi;
  stripe: Stripe;
  table: DynamoDBDocumentClient;
};

/** Starts the local stack in this process, with a wire before each of its servers, and a client for each of them. */
export async function openStack(
  { muted, unscheduled, wireless, accountsApi }: ServiceSettings,
  wires: Record<WiredServer, FaultyWire>,
): Promise<OpenedStack> {
  makeClientsPatient();
  shortenRetryPause();
  process.env.LOG_LEVEL ??= "SILENT";
  const stateDir = mkdtempSync(join(tmpdir(), "payments-"));
  const wire = async (name: WiredServer, to: Upstream) => (wireless ? to.url : wires[name].open(to));
  // A file invokes few of the functions, and hardly one opens a page.
  const stack = await startStack({
    port: 0,
    stateDir,
    wire,
    schedules: !muted && !unscheduled,
    onDemand: true,
    accountsApi,
  });
  return {
    stack,
    stateDir,
    api: new MerchantApi(stack.baseUrl, stack.demo.apiKey),
    stripe: simulatorClient(stack.processorUrl, stack.demo.processorSecretKey),
    table: DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: stack.dynamodbUrl })),
  };
}

/** Of the simulator at this address. */
export function simulatorClient(url: string, secretKey: string, given: Stripe.StripeConfig = {}): Stripe {
  const { hostname: host, port } = new URL(url);
  const address = { host, port, protocol: "http" as const };
  return new Stripe(secretKey, { ...address, telemetry: false, maxNetworkRetries: 0, ...given });
}
