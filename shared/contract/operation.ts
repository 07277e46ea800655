import type * as z from "zod/mini";
import type { ConsoleNeed } from "../domain/access/console-session.ts";
import type { BudgetName } from "../domain/access/merchant-budget.ts";
import type { FailureCode } from "../domain/failure.ts";
import type { Scope } from "../domain/scope.ts";

/** One endpoint: the single source of its route, validation, types, statuses and OpenAPI entry. */
export type Operation = Described & (ByKey | WithoutKey);

/** Merchants call it with an API key. */
type ByKey = {
  caller?: never;
  /** What the key must be allowed to do. */
  scope: Scope;
  /**
   * Also for console sessions that may do this, or one of these: on a route of its own, /console before the path, on the
   * same function. Unmarked: there is no such route.
   */
  console?: ConsoleNeed | readonly ConsoleNeed[];
};

/** The processor signs what it sends; the console's page has a session; and a few things are for anyone. */
type WithoutKey = { caller: "anyone" | "processor" | "console"; scope?: never; console?: never };

type Described = {
  /** Also the name of the Lambda function that serves it. */
  name: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}` marks a path parameter, as in API Gateway. */
  path: `/${string}`;
  /** What the path's parameters are. Described only: an id that does not fit is an unknown one, 404. */
  pathParameters?: Readonly<Record<string, z.ZodMiniType>>;
  tag: Tag;
  summary: string;
  description: string;
  /** Absent: the endpoint takes no Idempotency-Key. `generated`: the service makes one for a request that has none. */
  idempotencyKey?: "required" | "optional" | "generated";
  body?: z.ZodMiniType;
  /** A body that a test sends, and that must be answered as documented. */
  example?: unknown;
  /** Where a body may be larger than 16 KB. */
  maxBodyBytes?: number;
  query?: z.ZodMiniType;
  answers: Readonly<Record<number, Answer>>;
  /** The first answer's bytes are kept in the ledger, and every repetition of the request gets them. */
  storesAnswer?: true;
  /** It lists or looks up: one merchant may do so only so often, and is then told to wait. Never where money moves. */
  budget?: BudgetName;
  /** Those of its own; `failuresOf` has all. */
  failures: readonly FailureCode[];
};

/** What operations are about; their functions lie in the folder of the same name. */
export type Tag = { name: string; description: string };

export type Answer = {
  description: string;
  schema: z.ZodMiniType;
  example: unknown;
  /** What handlers call this answer, where an operation has several. */
  outcome?: string;
  /** One page of a list, with the way to the next one in a header. */
  paged?: true;
  /** A page that may be cut short while it is searched for, and says in a header how far it has looked. */
  searched?: true;
  /** A page that may be a feed, and says the service's time in a header. */
  timed?: true;
  /** A page for people: nothing else, or also, where Accept asks for one. */
  html?: "only" | "also";
  /** A script for a browser, and nothing else. */
  script?: true;
  /** A file for spreadsheets, and nothing else. */
  csv?: true;
  /** A part of a file, with the way to the next one in a header. */
  parted?: true;
};

export type Body<O extends Operation> = O["body"] extends z.ZodMiniType ? z.output<O["body"]> : undefined;
export type Query<O extends Operation> = O["query"] extends z.ZodMiniType ? z.output<O["query"]> : undefined;

/** Every endpoint of the console's page can end so, whatever it does. */
export const SESSION_FAILURES = [
  "invalid_request",
  "unauthorized",
  "request_too_large",
  "internal_error",
  "service_unavailable",
] as const satisfies readonly FailureCode[];

/** And so every endpoint that merchants call. */
export const COMMON_FAILURES = [
  ...SESSION_FAILURES,
  "insufficient_scope",
] as const satisfies readonly FailureCode[];

/** What the operation can end with, behind its route. */
export const failuresOf = ({ failures, budget }: Operation): FailureCode[] => [
  ...failures,
  ...(budget ? (["rate_limited"] as const) : []),
];

/** Every endpoint that asks the processor can end so too. */
export const PROCESSOR_FAILURES = [
  "processor_rejected",
  "processor_unavailable",
] as const satisfies readonly FailureCode[];
