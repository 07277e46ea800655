import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";
import { isRejection, processorSays } from "../domain/failure.ts";
import { processorConfig } from "../runtime/config.ts";
import { CALL_MS, callTimeMs, warmMap } from "../runtime/invocation.ts";
import { forgetProcessorKeys, readProcessorKeys } from "../runtime/secrets.ts";
import {
  type FieldNames,
  NO_ERROR_NAMED,
  NoTimeLeft,
  noDefiniteAnswer,
  OF_V2,
  type RejectionMeanings,
  toFailure,
} from "./errors.ts";

/** One per key: a rolled key makes another. */
const clients = /* @__PURE__ */ warmMap<string, Stripe>("clients of the processor");

/**
 * Every call to the processor goes through here: one client, one timeout, one translation of errors. `fields`: which
 * parameters are the caller's own fields; `meanings`: what a rejection of one means.
 */
export async function callProcessor<T>(
  call: (stripe: Stripe) => Promise<T>,
  fields?: FieldNames,
  meanings?: RejectionMeanings,
): Promise<T> {
  const stripe = await client();
  try {
    return await runCall(() => call(stripe));
  } catch (error) {
    // The key may have been rolled a minute ago: read it afresh for the next call.
    if (error instanceof Stripe.errors.StripeAuthenticationError) forgetProcessorKeys();
    throw toFailure(error, fields, meanings);
  }
}

/** Reads an object that must exist. A rejection to show it says nothing about an earlier call. */
export async function readFromProcessor<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await callProcessor(call);
  } catch (error) {
    throw isRejection(error)
      ? noDefiniteAnswer(error, { processorSays: processorSays(error) ?? "rejected" })
      : error;
  }
}

async function client(): Promise<Stripe> {
  const { secretKey } = await readProcessorKeys();
  const known = clients().get(secretKey);
  if (known) return known;
  const stripe = new Stripe(secretKey, clientOptions());
  clients().clear();
  clients().set(secretKey, stripe);
  return stripe;
}

/** The SDK does not retry answers: a retry is the caller's, under the same claim. The SDK pins the API version. */
function clientOptions() {
  const options = {
    timeout: CALL_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: timedHttpClient(),
  };
  const { PROCESSOR_BASE_URL } = processorConfig();
  if (!PROCESSOR_BASE_URL) return options;
  const { protocol, hostname, port } = new URL(PROCESSOR_BASE_URL);
  const scheme: "http" | "https" = protocol === "http:" ? "http" : "https";
  return { ...options, protocol: scheme, host: hostname, ...(port && { port }) };
}

/** Of the SDK's own call. */
const PATH_ARGUMENT = 2;
const TIMEOUT_ARGUMENT = 7;

const calls = new AsyncLocalStorage<{ sent: boolean }>();

/** The SDK may send one call several times, when the socket was closed. */
export const runCall = <T>(call: () => Promise<T>): Promise<T> => calls.run({ sent: false }, call);

/**
 * Checks the remaining time before every send, with the write after it: the function may have been frozen between two
 * sends.
 */
export function timedHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request) => {
    const call = calls.getStore() ?? { sent: false };
    const leftMs = callTimeMs();
    if (leftMs === 0) return Promise.reject(new NoTimeLeft(call.sent));
    call.sent = true;
    const timeoutMs = Math.min(request[TIMEOUT_ARGUMENT], leftMs);
    const isV2 = request[PATH_ARGUMENT].startsWith("/v2/");
    return send(...(request.with(TIMEOUT_ARGUMENT, timeoutMs) as typeof request)).then((response) =>
      withError(response, isV2),
    );
  };
  return client;
}

/**
 * The SDK looks at the body only: a 4xx or 5xx without an error would be taken for the object, and plain text for a
 * saved error. The processor always names its error's type, or in v2 at least its code, so anything else was answered by
 * something in between.
 */
function withError<R extends Stripe.HttpClientResponse>(response: R, isV2: boolean): R {
  if (response.getStatusCode() < 400) return response;
  const parse = response.toJSON.bind(response);
  response.toJSON = async () => {
    const body: unknown = await parse();
    const error = errorIn(body);
    if (typeof error?.type === "string" && !isV2) return body;
    return typeof (error?.type ?? error?.code) === "string" && isV2
      ? { error: { ...error, [OF_V2]: true } }
      : { error: { type: "api_error", code: NO_ERROR_NAMED } };
  };
  return response;
}

const errorIn = (body: unknown): { type?: unknown; code?: unknown } | null | undefined =>
  (body as { error?: { type?: unknown; code?: unknown } | null } | null)?.error;
