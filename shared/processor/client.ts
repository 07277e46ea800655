import Stripe from "stripe";
import { isRejection, processorSays } from "../domain/failure.ts";
import { processorConfig } from "../runtime/config.ts";
import { warmMap } from "../runtime/invocation.ts";
import { forgetProcessorKeys, readProcessorKeys } from "../runtime/secrets.ts";
import { type FieldNames, noDefiniteAnswer, type RejectionMeanings, toFailure } from "./errors.ts";
import { runCall, TIMEOUT_MS, timedHttpClient } from "./http-client.ts";

/** One per key: a rolled key makes another. */
const clients = /* @__PURE__ */ warmMap<string, Stripe>("clients of the processor");

export const isLiveMode = async (): Promise<boolean> =>
  /^[sr]k_live_/.test((await readProcessorKeys()).secretKey);

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
    timeout: TIMEOUT_MS,
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
