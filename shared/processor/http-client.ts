import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";
import { isProcessorTimeUsedUp, processorTimeLeftMs, remainingMs } from "../runtime/invocation.ts";

/** Well below the function's 25 s, so that time is left to write down what a slow processor did. */
export const TIMEOUT_MS = 8_000;

/** The ledger's write after a call (three tries of 1.5 s), and the answer. */
const WRITE_AND_ANSWER_MS = 6_000;

/** With less time left no call is sent. */
export const MIN_CALL_MS = TIMEOUT_MS + WRITE_AND_ANSWER_MS;

/** Thrown instead of sending; `mayHaveBeenSent` when an earlier send of the same call did leave. */
export class NoTimeLeft extends Error {
  readonly mayHaveBeenSent: boolean;

  constructor(mayHaveBeenSent: boolean) {
    super("The invocation has too little time left for a call to the processor.");
    this.name = "NoTimeLeft";
    this.mayHaveBeenSent = mayHaveBeenSent;
  }
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
    if (remainingMs() < MIN_CALL_MS || isProcessorTimeUsedUp())
      return Promise.reject(new NoTimeLeft(call.sent));
    call.sent = true;
    const timeoutMs = Math.min(request[TIMEOUT_ARGUMENT], processorTimeLeftMs());
    const isV2 = request[PATH_ARGUMENT].startsWith("/v2/");
    return send(...(request.with(TIMEOUT_ARGUMENT, timeoutMs) as typeof request)).then((response) =>
      withError(response, isV2),
    );
  };
  return client;
}

export const NO_ERROR_NAMED = "no_error_named";

/** Marks an error of the processor's v2 API: the SDK's error does not say which API it comes from. */
const OF_V2 = "svc_of_v2";

export const isOfV2 = (error: Stripe.errors.StripeError): boolean =>
  (error.raw as { [OF_V2]?: unknown } | undefined)?.[OF_V2] === true;

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
