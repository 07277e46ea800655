import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";
import { afterAll, vi } from "vitest";

/*
 * For files that share a worker, in which the packages stay loaded and warm: each file gets the service's own modules
 * anew, with whatever they remember, and leaves the process as it found it.
 *
 * The rooms below remember nothing and read no settings, but take the longest to load. Vitest knows no reset that spares
 * some modules, so these are put back after it.
 */
const STATELESS = /\/(shared\/(domain|contract|views)|infra\/(simulator|topology))\b/;

type Worker = { evaluatedModules: { idToModuleMap: Map<string, object> } };

const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: Worker }).__vitest_worker__;
const stateless = [...evaluatedModules.idToModuleMap]
  .filter(([file]) => STATELESS.test(file))
  .map(([_, module]) => ({ module, loaded: { ...module } }));
vi.resetModules();
for (const { module, loaded } of stateless) Object.assign(module, loaded);

const environment = { ...process.env };
const { now } = Date;
const clients = [DynamoDBDocumentClient.prototype, SQSClient.prototype].map((prototype) => ({
  prototype,
  send: prototype.send,
}));
const { getInitialNetworkRetryDelay } = Stripe.prototype;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  Date.now = now;
  for (const { prototype, send } of clients) prototype.send = send;
  Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay });
});
