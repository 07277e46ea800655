import { randomUUID } from "node:crypto";
import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../config.ts";
import type { ResultOf } from "../contract/answer.ts";
import type { Body, Operation, Query } from "../contract/operation.ts";
import { Failure } from "../domain/failure.ts";
import { PAYMENT_ID } from "../domain/id.ts";
import { mayHaveMovedMoney, runInvocation } from "../invocation.ts";
import type { Merchant } from "../ledger/merchants.ts";
import { note, takingNotes } from "../logger.ts";
import { authentication } from "./authentication.ts";
import { bodySize } from "./body-size.ts";
import { correlation } from "./correlation.ts";
import { EARLY_MS, tookTooLong } from "./early-timeout.ts";
import { render } from "./endpoint-answer.ts";
import { baseUrl, type HttpEvent, type HttpResult } from "./http.ts";
import { jsonBody } from "./json-body.ts";
import { problems } from "./problem.ts";
import { validation } from "./validation.ts";

const MAX_BODY_BYTES = 16 * 1024;

/** A request that has passed every check, with the time and the randomness that its flow may use. */
type EndpointRequest<O extends Operation> = {
  merchant: Merchant;
  /** The key that the request came with: an audit entry names it as the one that changed something. */
  keyId: string;
  parameter: (name: string) => string;
  body: Body<O>;
  sentBody: unknown;
  query: Query<O>;
  idempotencyKey: O["idempotencyKey"] extends "required" ? string : string | undefined;
  traceId: string;
  at: number;
  ownerToken: string;
};

/**
 * Wraps one operation's handler, which answers as the operation says. All that endpoints have in common happens here,
 * once. `needs` names the settings that the operation uses beyond those of every endpoint: they are checked now, at
 * cold start.
 */
export function endpoint<O extends Operation>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[] = [],
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  const handler = middy<HttpEvent, HttpResult>(TIMING)
    .use([
      correlation(operation.name),
      problems(),
      bodySize(operation.maxBodyBytes ?? MAX_BODY_BYTES),
      authentication(),
      ...(operation.body ? [jsonBody()] : []),
      validation(operation),
    ])
    .handler(async (event: HttpEvent) => {
      noteSubject(event);
      const result = await handle(toRequest<O>(event));
      return render(operation, result, { url: baseUrl(event) + event.rawPath, query: askedQuery(event) });
    });
  return (event: HttpEvent, context: Context) =>
    runInvocation(
      () => context.getRemainingTimeInMillis(),
      () => takingNotes(() => handler(event, context)),
    );
}

/** As it was sent, with what was left out: the next page's address must be read as this one's was. */
const askedQuery = ({ facts, queryStringParameters }: HttpEvent): unknown => ({
  ...(facts.query as object | undefined),
  ...queryStringParameters,
});

const EVENT_ID = /^evt_[A-Za-z0-9]{1,64}$/;

/** What the path names, if it is a name of ours: a log is no place for whatever else a caller may write there. */
function noteSubject({ pathParameters }: HttpEvent): void {
  const named = Object.values(pathParameters ?? {}).filter((value) => value !== undefined);
  note({
    svcPaymentId: named.find((value) => PAYMENT_ID.test(value)),
    eventId: named.find((value) => EVENT_ID.test(value)),
  });
}

/** Answers a problem in the last moment instead of letting the platform cut the connection. */
const TIMING = {
  timeoutEarlyInMillis: EARLY_MS,
  timeoutEarlyResponse: () => {
    // Without an Idempotency-Key a repetition would be done again.
    if (mayHaveMovedMoney())
      throw new Failure(
        "outcome_unknown",
        "It took too long to be sure: retrieve the payment to see its state.",
      );
    throw tookTooLong();
  },
};

function toRequest<O extends Operation>(event: HttpEvent): EndpointRequest<O> {
  const { merchant, keyId, traceId, startedAt, sentBody, body, query, idempotencyKey } = event.facts;
  const checked = { merchant, keyId, sentBody, body, query, idempotencyKey, traceId, at: startedAt };
  const parameter = (name: string) => event.pathParameters?.[name] ?? "";
  // The middlewares have checked all this against the operation; the compiler cannot see through them.
  return { ...checked, parameter, ownerToken: randomUUID() } as EndpointRequest<O>;
}
