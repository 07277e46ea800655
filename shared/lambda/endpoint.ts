import { randomBytes } from "node:crypto";
import type { ResultOf } from "../contract/answer.ts";
import type { Body, Operation, Query } from "../contract/operation.ts";
import type { Preset } from "../domain/access/preset.ts";
import { EVENT_ID, PAYMENT_ID } from "../domain/id-forms.ts";
import type { Scope } from "../domain/scope.ts";
import type { Change } from "../flows/record-audit.ts";
import type { Merchant } from "../ledger/merchants.ts";
import type { Setting } from "../runtime/config.ts";
import { newToken } from "../runtime/invocation.ts";
import { note } from "../runtime/logger.ts";
import { render } from "./endpoint-answer.ts";
import { baseUrl, type HttpEvent, type HttpResult } from "./http.ts";
import { keyAuthentication } from "./key-authentication.ts";
import { type HttpHandler, serve } from "./serve.ts";

/** A function that the console may not call does not even contain what reads a cookie. */
type ByKeyOnly = Operation & { scope: Scope; console?: never };

export const endpoint = <O extends ByKeyOnly>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[] = [],
): HttpHandler =>
  serve(operation, { identify: keyAuthentication(operation.scope), needs }, async (event) =>
    renderFor(operation, event, await handle(toRequest<O>(event))),
  );

export const renderFor = <O extends Operation>(
  operation: O,
  event: HttpEvent,
  result: ResultOf<O>,
): HttpResult => render(operation, result, { url: baseUrl(event) + event.rawPath, query: askedQuery(event) });

/** With defaults left out: the next page's address must be read as this one's was. */
const askedQuery = ({ facts, queryStringParameters }: HttpEvent): unknown => ({
  ...(facts.query as object | undefined),
  ...queryStringParameters,
});

/** A request that has passed every check, with the time and the randomness that its flow may use. */
export type EndpointRequest<O extends Operation> = {
  merchant: Merchant;
  keyId: string;
  preset: Preset;
  /** For whatever it changes: when, by which key or console session. */
  change: Change;
  parameter: (name: string) => string;
  body: Body<O>;
  sentBody: unknown;
  query: Query<O>;
  idempotencyKey: O["idempotencyKey"] extends "required" | "generated" ? string : string | undefined;
  traceId: string;
  at: number;
  ownerToken: string;
  baseUrl: string;
};

export function toRequest<O extends Operation>(event: HttpEvent): EndpointRequest<O> {
  noteSubject(event);
  const {
    merchant,
    keyId,
    preset,
    traceId,
    startedAt: at,
    sentBody,
    body,
    query,
    idempotencyKey,
  } = event.facts;
  const { actor, maker } = event.facts;
  const checked = { merchant, keyId, preset, sentBody, body, query, idempotencyKey, traceId, at };
  const change: Change = { at, random: randomBytes, actor, maker };
  const parameter = (name: string) => event.pathParameters?.[name] ?? "";
  const own = { change, parameter, ownerToken: newToken(), baseUrl: baseUrl(event) };
  // The middlewares have checked all this, which the compiler cannot see.
  return { ...checked, ...own } as EndpointRequest<O>;
}

/** Only names of ours are logged, not whatever a caller may write there. */
function noteSubject({ pathParameters }: HttpEvent): void {
  const named = Object.values(pathParameters ?? {}).filter((value) => value !== undefined);
  note({
    svcPaymentId: named.find((value) => PAYMENT_ID.test(value)),
    eventId: named.find((value) => EVENT_ID.test(value)),
  });
}
