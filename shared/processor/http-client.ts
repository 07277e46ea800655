import { AsyncLocalStorage } from "node:async_hooks";
import Stripe from "stripe";
import { remainingMs } from "../invocation.ts";

/** Well below the function's 25 s, so that a slow processor still leaves time to write down what it did. */
export const TIMEOUT_MS = 8_000;

/** The longest that the ledger's client takes for the write after a call (three tries of 1.5 s), and for the answer. */
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

const calls = new AsyncLocalStorage<{ sent: boolean }>();

/** One call of the SDK, which may be several sends: it repeats one by itself when the socket was closed. */
export const runCall = <T>(call: () => Promise<T>): Promise<T> => calls.run({ sent: false }, call);

/**
 * The SDK's own client with a check before every send: what the remaining time cannot carry to its end, the write
 * after it included, is not sent at all. At every send, because between two of them the function may have been frozen.
 */
export function timedHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request) => {
    const call = calls.getStore() ?? { sent: false };
    if (remainingMs() < MIN_CALL_MS) return Promise.reject(new NoTimeLeft(call.sent));
    call.sent = true;
    return send(...request).then(withError);
  };
  return client;
}

/** Our own code for an answer that names no error. */
export const NO_ERROR_NAMED = "no_error_named";

/**
 * The SDK looks at the body alone: a 4xx or 5xx that carries no error would be taken for the object that was asked for,
 * and a mere text for an error that the processor has saved. The processor itself always names its error's type, so
 * anything else is the word of something in between, and says nothing.
 */
function withError<R extends Stripe.HttpClientResponse>(response: R): R {
  if (response.getStatusCode() < 400) return response;
  const parse = response.toJSON.bind(response);
  response.toJSON = async () => {
    const body: unknown = await parse();
    return namesError(body) ? body : { error: { type: "api_error", code: NO_ERROR_NAMED } };
  };
  return response;
}

const namesError = (body: unknown): boolean =>
  typeof (body as { error?: { type?: unknown } | null } | null)?.error?.type === "string";
