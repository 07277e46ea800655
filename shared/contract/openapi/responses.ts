import { FAILURES, type FailureCode } from "../../domain/failure.ts";
import { FAILURE_ADVICE } from "../../domain/failure-advice.ts";
import { pascalCase } from "../described.ts";
import { type Answer, failuresOf, type Operation } from "../operation.ts";
import { headerRef } from "./headers.ts";
import { linksOf } from "./links.ts";
import type { Schemas } from "./schemas.ts";

type Response = { description: string; headers?: object; content: object; links?: object };

/** Problems that look the same wherever they occur are described once and referred to. */
export class Responses {
  readonly named: Record<string, Response> = {};
  private readonly schemas: Schemas;
  private readonly all: readonly Operation[];

  constructor(schemas: Schemas, all: readonly Operation[]) {
    this.schemas = schemas;
    this.all = all;
  }

  of(operation: Operation) {
    const failures = [...failuresOf(operation), "method_not_allowed"] as const;
    const statuses = [...new Set(failures.map((code) => FAILURES[code].status))].sort();
    return {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          this.success(operation, answer),
        ]),
      ),
      429: this.refer("TooManyRequests", TOO_MANY_REQUESTS),
      ...Object.fromEntries(statuses.map((status) => [status, this.problem(status, failures, operation)])),
    };
  }

  private success(operation: Operation, answer: Answer): Response {
    const { description, schema, example, paged, searched, timed, html, script, csv, parted } = answer;
    return {
      description,
      headers: {
        "X-Correlation-Id": headerRef("CorrelationId"),
        ...keyHeaderOf(operation),
        ...(operation.idempotencyKey &&
          operation.storesAnswer && { "Idempotent-Replayed": headerRef("IdempotentReplayed") }),
        ...((paged || parted) && { Link: headerRef("Link") }),
        ...(searched && { "Svc-Searched-To": headerRef("SearchedTo") }),
        ...(timed && { "Svc-Time": headerRef("Time") }),
        ...(parted && {
          "Svc-Line-Count": headerRef("LineCount"),
          "Svc-Missing-Days": headerRef("MissingDays"),
          "Svc-Not-Final-Days": headerRef("NotFinalDays"),
        }),
      },
      content: {
        ...(script && { "text/javascript": { schema: { type: "string" }, example } }),
        ...(csv && { "text/csv": { schema: { type: "string" }, example } }),
        ...(html !== "only" &&
          !csv &&
          !script && { "application/json": { schema: this.schemas.ofAnswer(schema), example } }),
        ...(html && { "text/html": { schema: { type: "string" }, ...(html === "only" && { example }) } }),
      },
      ...linksOf(answer, operation, this.all),
    };
  }

  /** One entry per status: several failures may share it, and their titles tell them apart. */
  private problem(status: number, failures: readonly FailureCode[], operation: Operation) {
    const codes = failures.filter((code) => FAILURES[code].status === status);
    const keyHeader = keyHeaderOf(operation);
    const name = codes.map((code) => pascalCase(code)).join("Or") + (keyHeader ? "WithKey" : "");
    return this.refer(name, problemResponse(status, codes, keyHeader));
  }

  private refer(name: string, response: Response) {
    this.named[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }
}

/** API Gateway, in front of every function, says these in its own words. */
const GATEWAY_WORDS = {
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

const gatewayContent = (message: string) => ({
  "application/json": { schema: { $ref: "#/components/schemas/GatewayMessage" }, example: { message } },
});

const TOO_MANY_REQUESTS: Response = {
  description:
    "Too many requests. This response comes from the gateway and is not a problem document. Wait, then retry.",
  content: gatewayContent(GATEWAY_WORDS[429]),
};

const keyHeaderOf = ({ idempotencyKey }: Operation) =>
  idempotencyKey === "generated" ? { "Idempotency-Key": headerRef("IdempotencyKey") } : undefined;

function problemResponse(status: number, codes: readonly FailureCode[], keyHeader?: object): Response {
  return {
    description: codes.map((code) => `${FAILURES[code].title}: ${FAILURE_ADVICE[code].meaning}`).join(" "),
    headers: {
      "X-Correlation-Id": headerRef("CorrelationId"),
      ...keyHeader,
      ...(codes.some((code) => FAILURES[code].retryable) && { "Retry-After": headerRef("RetryAfter") }),
      ...(status === 401 && { "WWW-Authenticate": headerRef("WWWAuthenticate") }),
      ...(status === 405 && { Allow: headerRef("Allow") }),
    },
    content: {
      "application/problem+json": {
        // One type for all problems: generators make a type of their own of each schema that differs.
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
      ...(status in GATEWAY_WORDS && gatewayContent(GATEWAY_WORDS[status as keyof typeof GATEWAY_WORDS])),
    },
  };
}

function exampleOf(code: FailureCode) {
  const { status, title, retryable } = FAILURES[code];
  return {
    code,
    type: `https://api.example.com/problems/${code}`,
    title,
    status,
    detail: FAILURE_ADVICE[code].meaning,
    instance: "/v1/payments/intents",
    traceId: "9e1b2c3d-0000-4000-8000-000000000003",
    retryable,
  };
}
