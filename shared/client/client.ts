import createFetchClient from "openapi-fetch";
import type { components, operations, paths } from "./generated/contract.ts";
import { Pages } from "./pages.ts";
import { RETRY_DEFAULTS, type RetrySettings } from "./retry.ts";
import { type SendSettings, send } from "./send.ts";

export type { components, operations } from "./generated/contract.ts";
export { type ErrorCode, PaymentsError, type Problem } from "./payments-error.ts";

export type ClientOptions = Partial<RetrySettings> & {
  /** For example https://api.example.com. */
  baseUrl: string;
  /** Your secret key, `svc_…`: on your server only. */
  apiKey: string;
  /** How long one attempt may take; 30 s unless told. */
  timeoutMs?: number;
  fetch?: SendSettings["fetch"];
};

export type CallOptions = {
  signal?: AbortSignal;
  /** An id of your own for this request, which becomes its traceId. */
  correlationId?: string;
};
export type KeyedOptions = CallOptions & {
  /** With one the request is repeated until it is answered, and happens once. Without one it is sent once. */
  idempotencyKey?: string;
};

type JsonBody<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
/** The body that an operation takes. */
export type BodyOf<Name extends keyof operations> = JsonBody<NonNullable<operations[Name]["requestBody"]>>;
/** The filters of a list. */
export type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;

type Schemas = components["schemas"];

/** Your backend's way to the service: one method per operation of the contract, by its name there. */
export type PaymentsClient = ReturnType<typeof createPaymentsClient>;

// The functions answer within 25 seconds.
const TIMEOUT_MS = 30_000;

export function createPaymentsClient({ baseUrl, apiKey, ...options }: ClientOptions) {
  const settings: SendSettings = {
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    attempts: options.attempts ?? RETRY_DEFAULTS.attempts,
    longestWaitSeconds: options.longestWaitSeconds ?? RETRY_DEFAULTS.longestWaitSeconds,
    fetch: options.fetch ?? ((request, init) => fetch(request, init)),
  };
  const http = createFetchClient<paths>({
    baseUrl,
    headers: { "X-Api-Key": apiKey },
    // A redirect would carry the key to wherever it leads.
    redirect: "manual",
    fetch: (request) => send(request, settings),
  });

  return {
    createPayment: (
      body: BodyOf<"createPayment">,
      options: CallOptions & {
        /** From your order, so that a retry sends the same. */ idempotencyKey: string;
      },
    ) =>
      dataOf(
        http.POST("/v1/payments/intents", {
          ...initOf(options),
          params: { header: { ...headerOf(options), "Idempotency-Key": options.idempotencyKey } },
          body,
        }),
      ),
    /** Without `amountCents` everything that was authorised. */
    capturePayment: (id: string, body: BodyOf<"capturePayment"> = {}, options: KeyedOptions = {}) =>
      dataOf(http.POST("/v1/payments/{id}/capture", { ...on(id, options), body })),
    cancelPayment: (id: string, body: BodyOf<"cancelPayment"> = {}, options: KeyedOptions = {}) =>
      dataOf(http.POST("/v1/payments/{id}/cancel", { ...on(id, options), body })),
    /** Without `amountCents` everything that is left. Without a key every call is a new refund. */
    refundPayment: (id: string, body: BodyOf<"refundPayment"> = {}, options: KeyedOptions = {}) =>
      dataOf(http.POST("/v1/payments/{id}/refund", { ...on(id, options), body })),
    getPayment: (id: string, options: CallOptions = {}) =>
      dataOf(http.GET("/v1/payments/{id}", on(id, options))),
    listPayments: (query: QueryOf<"listPayments"> = {}, options: CallOptions = {}) =>
      new Pages((query: QueryOf<"listPayments">) => http.GET("/v1/payments", by(query, options)), query),
    getPaymentTimeline: (id: string, options: CallOptions = {}) =>
      dataOf(http.GET("/v1/payments/{id}/timeline", on(id, options))),
    /** Where each refund stands, also of those that were made in the processor's dashboard. */
    listRefunds: (id: string, query: QueryOf<"listRefunds"> = {}, options: CallOptions = {}) =>
      new Pages(
        (query: QueryOf<"listRefunds">) =>
          http.GET("/v1/payments/{id}/refunds", {
            params: { path: { id }, query, header: headerOf(options) },
            ...initOf(options),
          }),
        query,
      ),
    previewFee: (query: QueryOf<"previewFee">, options: CallOptions = {}) =>
      dataOf(http.GET("/v1/fee-preview", by(query, options))),

    createConnectionToken: (options: CallOptions = {}) =>
      dataOf(http.POST("/v1/terminal/connection-token", plain(options))),
    createLocation: (body: BodyOf<"createLocation">, options: KeyedOptions = {}) =>
      dataOf(http.POST("/v1/terminal/locations", { ...plain(options), body })),
    listLocations: (query: QueryOf<"listLocations"> = {}, options: CallOptions = {}) =>
      new Pages(
        (query: QueryOf<"listLocations">) => http.GET("/v1/terminal/locations", by(query, options)),
        query,
      ),
    registerReader: (body: BodyOf<"registerReader">, options: KeyedOptions = {}) =>
      dataOf(http.POST("/v1/terminal/readers", { ...plain(options), body })),
    listReaders: (query: QueryOf<"listReaders"> = {}, options: CallOptions = {}) =>
      new Pages(
        (query: QueryOf<"listReaders">) => http.GET("/v1/terminal/readers", by(query, options)),
        query,
      ),

    createAccount: (body: BodyOf<"createAccount"> = {}, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/onboarding/account", { ...plain(options), body })),
    getOnboardingStatus: (options: CallOptions = {}) =>
      dataOf(http.GET("/v1/onboarding/status", plain(options))),
    refreshOnboardingStatus: (options: CallOptions = {}) =>
      dataOf(http.POST("/v1/onboarding/refresh", plain(options))),
    createOnboardingLink: (body: BodyOf<"createOnboardingLink">, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/onboarding/link", { ...plain(options), body })),

    listStatements: (query: QueryOf<"listStatements"> = {}, options: CallOptions = {}) =>
      new Pages((query: QueryOf<"listStatements">) => http.GET("/v1/statements", by(query, options)), query),
    getStatement: (date: string, options: CallOptions = {}) =>
      dataOf(
        http.GET("/v1/statements/{date}", {
          params: { path: { date }, header: headerOf(options) },
          ...initOf(options),
        }),
      ),

    listPayouts: (query: QueryOf<"listPayouts"> = {}, options: CallOptions = {}) =>
      new Pages((query: QueryOf<"listPayouts">) => http.GET("/v1/payouts", by(query, options)), query),
    getPayout: (id: string, options: CallOptions = {}) =>
      dataOf(http.GET("/v1/payouts/{id}", on(id, options))),
    /** Every line of what is in a payout, oldest first. */
    listPayoutLines: (id: string, query: QueryOf<"listPayoutLines"> = {}, options: CallOptions = {}) =>
      new Pages(
        (query: QueryOf<"listPayoutLines">) =>
          http.GET("/v1/payouts/{id}/lines", {
            params: { path: { id }, query, header: headerOf(options) },
            ...initOf(options),
          }),
        query,
      ),
    /** The same as one file for a spreadsheet: the text of a CSV. */
    downloadPayoutLines: (id: string, options: CallOptions = {}): Promise<string> =>
      dataOf(http.GET("/v1/payouts/{id}/lines.csv", { ...on(id, options), parseAs: "text" })),

    listEvents: (query: QueryOf<"listEvents"> = {}, options: CallOptions = {}) =>
      new Pages((query: QueryOf<"listEvents">) => http.GET("/v1/events", by(query, options)), query),
    getEvent: (id: string, options: CallOptions = {}) => dataOf(http.GET("/v1/events/{id}", on(id, options))),
    /** With `force` also one that your server has accepted. */
    redeliverEvent: (id: string, body: BodyOf<"redeliverEvent"> = {}, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/events/{id}/redeliver", { ...on(id, options), body })),
    recoverEvents: (body: BodyOf<"recoverEvents">, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/events/recover", { ...plain(options), body })),
    getRecovery: (id: string, options: CallOptions = {}) =>
      dataOf(http.GET("/v1/events/recoveries/{id}", on(id, options))),

    getCallbackEndpoint: (options: CallOptions = {}) =>
      dataOf(http.GET("/v1/callback-endpoint", plain(options))),
    /** Every event type that an endpoint can choose. */
    listEventTypes: (options: CallOptions = {}) => dataOf(http.GET("/v1/event-types", plain(options))),
    getCallbackHealth: (options: CallOptions = {}) =>
      dataOf(http.GET("/v1/callback-endpoint/health", plain(options))),
    /** The first time the answer carries the signing secret, once. */
    setCallbackEndpoint: (
      body: BodyOf<"setCallbackEndpoint">,
      options: CallOptions = {},
    ): Promise<Schemas["CallbackEndpoint"] | Schemas["CreatedCallbackEndpoint"]> =>
      dataOf(http.PUT("/v1/callback-endpoint", { ...plain(options), body })),
    rotateCallbackSecret: (body: BodyOf<"rotateCallbackSecret"> = {}, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/callback-endpoint/rotate-secret", { ...plain(options), body })),
    disableCallbackEndpoint: (options: CallOptions = {}) =>
      dataOf(http.POST("/v1/callback-endpoint/disable", plain(options))),
    enableCallbackEndpoint: (options: CallOptions = {}) =>
      dataOf(http.POST("/v1/callback-endpoint/enable", plain(options))),
    testCallbackEndpoint: (options: CallOptions = {}) =>
      dataOf(http.POST("/v1/callback-endpoint/test", plain(options))),
    diagnoseCallback: (body: BodyOf<"diagnoseCallback">, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/callback-endpoint/diagnose", { ...plain(options), body })),

    /** A link into the console, for one person: it works once, within five minutes. */
    createConsoleSession: (body: BodyOf<"createConsoleSession"> = {}, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/console-sessions", { ...plain(options), body })),
    listConsoleSessions: (query: QueryOf<"listConsoleSessions"> = {}, options: CallOptions = {}) =>
      new Pages(
        (query: QueryOf<"listConsoleSessions">) => http.GET("/v1/console-sessions", by(query, options)),
        query,
      ),
    endConsoleSession: (id: string, options: CallOptions = {}) =>
      dataOf(http.POST("/v1/console-sessions/{id}/end", on(id, options))),
    endConsoleSessions: (options: CallOptions = {}) =>
      dataOf(http.POST("/v1/console-sessions/end-all", plain(options))),
  };
}

/** `send` has thrown for everything but a 2xx with what was asked for in it, so there is data. */
const dataOf = async <Data>(call: Promise<{ data?: Data }>): Promise<NonNullable<Data>> =>
  (await call).data as NonNullable<Data>;

const initOf = ({ signal }: CallOptions) => (signal ? { signal } : {});

function headerOf({ correlationId, idempotencyKey }: KeyedOptions) {
  // An empty header is no key: the service would take every retry for a new operation.
  if (idempotencyKey === "") throw new TypeError("idempotencyKey is empty: leave it out, or give one.");
  return {
    ...(correlationId !== undefined && { "X-Correlation-Id": correlationId }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
  };
}

const plain = (options: KeyedOptions) => ({ params: { header: headerOf(options) }, ...initOf(options) });

const on = (id: string, options: KeyedOptions) => ({
  params: { path: { id }, header: headerOf(options) },
  ...initOf(options),
});

const by = <Query extends object>(query: Query, options: KeyedOptions) => ({
  params: { query, header: headerOf(options) },
  ...initOf(options),
});
