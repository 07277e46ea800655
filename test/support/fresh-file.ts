import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";
import { afterAll, vi } from "vitest";

/*
 * For files that share a worker, in which the packages stay loaded and warm: each file gets the service's own modules
 * anew, with whatever they remember, and leaves the process as it found it.
 */
vi.resetModules();

const environment = { ...process.env };
const { now } = Date;
const clients = [DynamoDBDocumentClient.prototype, SQSClient.prototype].map((prototype) => ({
  prototype,
  send: prototype.send,
}));
const { getInitialNetworkRetryDelay } = Stripe.prototype;

/*
 * The processor's SDK reads the stack at each request, for the case that it fails. In a test each line of a stack is
 * looked up in its source, which takes longer than the request.
 */
const requests = Stripe.StripeResource.prototype as { _makeRequest: (...given: unknown[]) => unknown };
const { _makeRequest } = requests;
requests._makeRequest = function withoutStack(...given) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return _makeRequest.apply(this, given);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  Date.now = now;
  for (const { prototype, send } of clients) prototype.send = send;
  Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay });
  Object.assign(requests, { _makeRequest });
});
