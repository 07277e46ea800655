import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type { Operation } from "../contract/operation.ts";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../runtime/config.ts";
import { runInvocation } from "../runtime/invocation.ts";
import { takingNotes } from "../runtime/logger.ts";
import { bodySize } from "./body-size.ts";
import { EARLY_MS, tookTooLong } from "./early-timeout.ts";
import { everyAnswer } from "./every-answer.ts";
import type { HttpEvent, HttpMiddleware, HttpResult } from "./http.ts";
import { jsonBody } from "./json-body.ts";
import { merchantBudget } from "./merchant-budget.ts";
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
      ...everyAnswer(operation),
      bodySize(operation.maxBodyBytes ?? MAX_BODY_BYTES),
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

const TIMING = {
  timeoutEarlyInMillis: EARLY_MS,
  timeoutEarlyResponse: () => {
    throw tookTooLong();
  },
};
