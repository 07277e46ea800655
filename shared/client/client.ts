import createFetchClient from "openapi-fetch";
import { type Followed, type FollowOptions, followFeed } from "./follow.ts";
import type { operations } from "./generated/contract.ts";
import { ENDPOINTS } from "./generated/endpoints.ts";
import type { EventSummary } from "./generated/schemas.ts";
import { FileParts, Pages } from "./pages.ts";
import { RETRY_DEFAULTS, type RetrySettings } from "./retry.ts";
import { type SendSettings, send } from "./send.ts";

export type { Followed, FollowOptions } from "./follow.ts";
export type { components, operations } from "./generated/contract.ts";
/** Every schema of the contract under its own name: Payment, Refund, ServiceEvent and so on. */
export type * from "./generated/schemas.ts";
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
  /**
   * From your order, so that the request happens once even if your server restarts in between. Default: a new one for
   * each call, so that the call's own retries happen once.
   */
  idempotencyKey?: string;
};

type JsonBody<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type FileText<Content> = Content extends { content: { "text/csv": infer Text } } ? Text : never;
/** The body that an operation takes. */
export type BodyOf<Name extends keyof operations> = JsonBody<NonNullable<operations[Name]["requestBody"]>>;
/** The filters of a list. */
export type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;

type Table = typeof ENDPOINTS;
type Name = keyof Table;

type AnswersOf<N extends Name> = operations[N]["responses"];
/** What an operation answers when all is well. */
export type AnswerOf<N extends Name> = JsonBody<GoodAnswerOf<N>> | FileText<GoodAnswerOf<N>>;
type GoodAnswerOf<N extends Name> = AnswersOf<N>[keyof AnswersOf<N> & (200 | 201 | 202)];

/** What an operation's headers say beside the body. */
export type AnswerWithHeaders<N extends Name> = {
  data: AnswerOf<N>;
  /** The request's id: quote it to support. */
  traceId: string | undefined;
} & (GoodAnswerOf<N> extends { headers: { "Idempotent-Replayed": string } }
  ? {
      /** The answer of an earlier request with this key, as it was then: the payment may have moved on since. */
      replayed: boolean;
    }
  : object);

/** The body; `withHeaders()` gives what the headers say as well. */
export type Answered<N extends Name> = Promise<AnswerOf<N>> & {
  withHeaders: () => Promise<AnswerWithHeaders<N>>;
};

type PathArgument<N extends Name> = Table[N]["path"] extends `${string}{${string}{${string}`
  ? [id: string, part: string]
  : Table[N]["path"] extends `${string}{${string}`
    ? [id: string]
    : [];

type Content<Value> = object extends Value ? [content?: Value] : [content: Value];
type ContentArgument<N extends Name> = Table[N]["content"] extends "body"
  ? Content<BodyOf<N>>
  : Table[N]["content"] extends "query"
    ? Content<QueryOf<N>>
    : [];

type HeadersOf<N extends Name> = NonNullable<operations[N]["parameters"]["header"]>;
type OptionsArgument<N extends Name> =
  HeadersOf<N> extends { "Idempotency-Key": string }
    ? [
        options: CallOptions & {
          /** From your order, so that a retry sends the same. */ idempotencyKey: string;
        },
      ]
    : "Idempotency-Key" extends keyof HeadersOf<N>
      ? [options?: KeyedOptions]
      : [options?: CallOptions];

type Result<N extends Name> = Table[N]["isPaged"] extends true
  ? AnswerOf<N> extends (infer Item)[]
    ? Pages<Item, QueryOf<N>>
    : FileParts<QueryOf<N>>
  : Answered<N>;

/** Your backend's way to the service: one method per operation of the contract, by its name there. */
export type PaymentsClient = {
  [N in Name]: (...given: [...PathArgument<N>, ...ContentArgument<N>, ...OptionsArgument<N>]) => Result<N>;
} & {
  events: {
    /** Every event once, as it comes, for ever: see Followed for where to go on after a restart. */
    follow: (options?: FollowOptions & FollowFilter) => AsyncGenerator<Followed, void, undefined>;
  };
};

/** Which events, and whether with their bodies, in the oldest endpoint's payload. */
export type FollowFilter = Pick<QueryOf<"listEvents">, "type" | "include">;

// The functions answer within 25 seconds.
const TIMEOUT_MS = 30_000;

export function createPaymentsClient({ baseUrl, apiKey, ...options }: ClientOptions): PaymentsClient {
  const settings: SendSettings = {
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    attempts: options.attempts ?? RETRY_DEFAULTS.attempts,
    longestWaitSeconds: options.longestWaitSeconds ?? RETRY_DEFAULTS.longestWaitSeconds,
    fetch: options.fetch ?? ((request, init) => fetch(request, init)),
  };
  const http = createFetchClient({
    baseUrl,
    headers: { "X-Api-Key": apiKey },
    // A redirect would carry the key to wherever it leads.
    redirect: "manual",
    fetch: (request) => send(request, settings),
  });
  const methods = Object.entries(ENDPOINTS).map(([name, row]) => [
    name,
    methodOf(row, http.request as Request),
  ]);
  // Each method does what its row says. That the types are read off the same rows, the compiler cannot see.
  const client = Object.fromEntries(methods) as PaymentsClient;
  return { ...client, events: { follow: (options) => follow(client, options) } };
}

async function* follow(
  client: PaymentsClient,
  { type, include, ...options }: FollowOptions & FollowFilter = {},
): AsyncGenerator<Followed, void, undefined> {
  const { signal } = options;
  const filter = { ...(type && { type }), ...(include && { include }) };
  const fetchPage = async (after: string | undefined) => {
    const query = { order: "ascending", ...filter, ...(after !== undefined && { after }) } as const;
    const { items, next, searchedTo, time } = await client.listEvents(query, signal ? { signal } : {}).page();
    return {
      // In the feed every event has its cursor.
      items: items as (EventSummary & { cursor: string })[],
      after: next?.get("after") ?? undefined,
      serviceMs: time === null ? Date.now() : Date.parse(time),
      ...(searchedTo && { lookedToMs: Date.parse(searchedTo) }),
    };
  };
  try {
    yield* followFeed(fetchPage, options);
  } catch (error) {
    // Told to stop in the middle of a request or between two.
    if (!signal?.aborted) throw error;
  }
}

type Row = Table[Name];
type Request = <Data>(
  method: Row["method"],
  path: string,
  init: object,
) => Promise<{ data?: Data; response: Response }>;

const methodOf =
  (row: Row, request: Request) =>
  (...given: unknown[]) => {
    const { method, path, content, isPaged } = row;
    const { named, sent = {}, options = {} } = argumentsOf(row, given);
    const header = headerOf(row, options);
    const isFile = path.endsWith(".csv");
    const call = async <Data>(query: object) => {
      const answer = await request<Data>(method, path, {
        ...(options.signal && { signal: options.signal }),
        params: { path: named, header, query },
        ...(content === "body" && { body: sent }),
        ...(isFile && { parseAs: "arrayBuffer" }),
      });
      return isFile ? { ...answer, data: fileText(answer.data as ArrayBuffer) as Data } : answer;
    };
    if (isPaged && isFile) return new FileParts((query: object) => call<string>(query), sent);
    if (isPaged) return new Pages((query: object) => call<unknown[]>(query), sent);
    return answered(call(content === "query" ? sent : {}));
  };

/** With its byte order mark, by which Excel knows UTF-8: Response.text() would leave it out. */
const fileText = (bytes: ArrayBuffer): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

type Arguments = { named: Record<string, string>; sent?: object; options?: KeyedOptions };

/** In this order; what an operation does not take is left out. */
function argumentsOf({ path, content }: Row, given: unknown[]): Arguments {
  const rest = [...given];
  const named = Object.fromEntries(
    [...path.matchAll(/{(\w+)}/g)].map(([, name]) => [name, idIn(path, rest.shift())]),
  );
  const sent = content === undefined ? undefined : rest.shift();
  // The method's own type has checked them.
  return { named, sent, options: rest.shift() } as Arguments;
}

/** Without one, and with dots alone, the address would be that of something else. */
function idIn(path: string, given: unknown): string {
  if (typeof given === "string" && !/^\.{0,2}$/.test(given)) return given;
  throw new TypeError(`${path} needs an id. "${given}" is none.`);
}

/** `send` has thrown for everything but a 2xx with what was asked for in it, so there is data. */
function answered(call: Promise<{ data?: unknown; response: Response }>) {
  const body = call.then(({ data }) => data);
  const withHeaders = () => {
    // A caller that asks for the headers gets the failure there, and does not wait for the body alone.
    body.catch(() => undefined);
    return call.then(({ data, response }) => ({ data, ...headersOf(response) }));
  };
  return Object.assign(body, { withHeaders });
}

function headersOf({ headers }: Response) {
  return {
    traceId: headers.get("X-Correlation-Id") ?? undefined,
    replayed: headers.get("Idempotent-Replayed") === "true",
  };
}

function headerOf({ isKeyed, path }: Row, { correlationId, ...options }: KeyedOptions) {
  // Under a key it would be sent again, and the service would do it again: there the key says nothing.
  if (!isKeyed && options.idempotencyKey !== undefined)
    throw new TypeError(`${path} takes no idempotencyKey. It would not keep it from happening twice.`);
  const { idempotencyKey = isKeyed ? crypto.randomUUID() : undefined } = options;
  // An empty header is no key: the service would reject it.
  if (idempotencyKey === "") throw new TypeError("idempotencyKey must not be empty. Omit it or pass a key.");
  return {
    ...(correlationId !== undefined && { "X-Correlation-Id": correlationId }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
  };
}
