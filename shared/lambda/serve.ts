import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { Context } from "aws-lambda";
import type { Operation } from "../contract/operation.ts";
import { routesOf } from "../contract/routes.ts";
import { type BudgetName, spend } from "../domain/access/merchant-budget.ts";
import { Failure } from "../domain/failure.ts";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../runtime/config.ts";
import { runInvocation, warmMap } from "../runtime/invocation.ts";
import { count, takingNotes } from "../runtime/logger.ts";
import { everyAnswer } from "./every-answer.ts";
import { EARLY_MS, type HttpEvent, type HttpMiddleware, type HttpResult } from "./http.ts";
import { validation } from "./validation.ts";

const MAX_BODY_BYTES = 16 * 1024;

export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

type Served = {
  identify: HttpMiddleware;
  /** Checked at cold start. */
  needs: readonly Setting[];
};

/** What the endpoints of merchants' backends and of the console have in common. */
export function serve(
  operation: Operation,
  { identify, needs }: Served,
  handle: (event: HttpEvent) => Promise<HttpResult>,
): HttpHandler {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  const handler = middy<HttpEvent, HttpResult>(TIMING)
    .use([
      ...everyAnswer(operation, operation.maxBodyBytes ?? MAX_BODY_BYTES),
      identify,
      ...(operation.body ? [jsonBody()] : []),
      validation(operation),
      ...(operation.budget ? [merchantBudget(operation.budget)] : []),
    ])
    .handler(handle);
  return (event, context) =>
    runInvocation(
      () => context.getRemainingTimeInMillis(),
      () => takingNotes(() => handler(event, context)),
    );
}

/**
 * One function for several operations that touch the same things: a stack holds 500 resources, and a function is eight.
 * API Gateway sends a function only what its own routes match.
 */
export function byRoute(served: readonly (readonly [Operation, HttpHandler])[]): HttpHandler {
  const handlers = new Map(
    served.flatMap(([operation, handler]) =>
      routesOf(operation).map(({ method, path }) => [`${method} ${path}` as string, handler] as const),
    ),
  );
  return (event, context) => {
    const handler = handlers.get(event.routeKey);
    if (!handler) throw new Error("This function has no such route.");
    return handler(event, context);
  };
}

/** From the handler on. The one read before it ends in time by itself (getItems in ledger/client.ts). */
const TIMING = {
  timeoutEarlyInMillis: EARLY_MS,
  timeoutEarlyResponse: () => {
    const detail = "The request took too long. Send it again.";
    throw new Failure("service_unavailable", detail, { retryAfterSeconds: 1 });
  },
};

/**
 * An absent body means {}. A body that is not UTF-8 or JSON, or contains `__proto__`, is rejected whatever its type
 * says.
 */
export function jsonBody(): HttpMiddleware {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { facts, body } = request.event;
      try {
        decode(request.event);
        if (body) await parser.before?.(request);
      } catch (cause) {
        throw new Failure("invalid_request", "The body is not valid JSON.", { cause });
      }
      facts.sentBody = body ? request.event.body : {};
    },
  };
}

/** Keeps a byte order mark, which JSON does not allow. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Invalid bytes must not become U+FFFD: two different bodies would be one request. */
function decode(event: HttpEvent): void {
  if (!event.isBase64Encoded || !event.body) return;
  event.body = UTF_8.decode(Buffer.from(event.body, "base64"));
  event.isBase64Encoded = false;
}

/** By budget and merchant: when it is whole again. */
const fullAt = /* @__PURE__ */ warmMap<string, number>("merchants' budgets");

/** Far more merchants than call one instance. If more do, all begin anew. */
const MAX_REMEMBERED = 10_000;

/** After validation: a request that is rejected anyway costs the merchant nothing. */
const merchantBudget = (name: BudgetName): HttpMiddleware => ({
  before: ({ event: { facts } }) => {
    const remembered = fullAt();
    const key = `${name} ${facts.merchant?.merchantId}`;
    const spent = spend(name, { fullAt: remembered.get(key) ?? 0, at: facts.startedAt });
    if ("fullAt" in spent) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, spent.fullAt);
      return;
    }
    const { waitSeconds } = spent;
    count("RateLimitedRequests");
    throw new Failure(
      "rate_limited",
      `This merchant sends too many requests of this kind. Nothing was done. Send it again in ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"}.`,
      { retryAfterSeconds: waitSeconds },
    );
  },
});
