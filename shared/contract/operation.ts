import type * as z from "zod/mini";
import type { FailureCode } from "../domain/failure.ts";
import type { TagName } from "./tags.ts";

/** One endpoint: the single source of its route, validation, types, statuses and OpenAPI entry. */
export type Operation = {
  /** Also the name of the Lambda function that serves it. */
  name: string;
  method: "GET" | "POST" | "PUT";
  /** `{name}` marks a path parameter, as in API Gateway. */
  path: `/${string}`;
  tag: TagName;
  summary: string;
  description?: string;
  /** Absent: the endpoint takes no Idempotency-Key. */
  idempotencyKey?: "required" | "optional";
  body?: z.ZodMiniType;
  /** Where a body may be larger than 16 KB. */
  maxBodyBytes?: number;
  query?: z.ZodMiniType;
  answers: Readonly<Record<number, Answer>>;
  failures: readonly FailureCode[];
};

export type Answer = {
  name: string;
  description: string;
  schema: z.ZodMiniType;
  /** Headers beyond those of every answer, each with what it says. */
  headers?: Readonly<Record<string, string>>;
};

export type Body<O extends Operation> = O["body"] extends z.ZodMiniType ? z.output<O["body"]> : undefined;
export type Query<O extends Operation> = O["query"] extends z.ZodMiniType ? z.output<O["query"]> : undefined;

/** Every authenticated endpoint can end so, whatever it does. */
export const COMMON_FAILURES = [
  "invalid_request",
  "unauthorized",
  "request_too_large",
  "internal_error",
  "service_unavailable",
] as const satisfies readonly FailureCode[];

/** Every endpoint that asks the processor can end so too. */
export const PROCESSOR_FAILURES = [
  "processor_rejected",
  "processor_unavailable",
] as const satisfies readonly FailureCode[];
