import { randomBytes } from "node:crypto";
import type { AnswerTo, ResultOf } from "../contract/answer.ts";
import type { Body, Operation, Query } from "../contract/operation.ts";
import { type Preset, parseApiKey, requireScope } from "../domain/access/api-key.ts";
import { Failure } from "../domain/failure.ts";
import { EVENT_ID, PAYMENT_ID } from "../domain/id-forms.ts";
import type { FilePart, Page } from "../domain/page.ts";
import type { StoredReply } from "../domain/payments/claim.ts";
import type { Scope } from "../domain/scope.ts";
import type { Change } from "../flows/record-audit.ts";
import { authenticate, type Merchant } from "../ledger/merchants.ts";
import type { Setting } from "../runtime/config.ts";
import { newToken } from "../runtime/invocation.ts";
import { note } from "../runtime/logger.ts";
import { renderAnswer, renderStored } from "./every-answer.ts";
import { baseUrl, type HttpEvent, type HttpMiddleware, type HttpResult } from "./http.ts";
import { isFile, isPaged, renderFile, renderList } from "./list-answer.ts";
import { type HttpHandler, serve } from "./serve.ts";

/** A function that the console may not call does not even contain what reads a cookie. */
type ByKeyOnly = Operation & { scope: Scope; console?: never };

export const endpoint = <O extends ByKeyOnly>(
  operation: O,
  handle: (request: EndpointRequest<O>) => Promise<ResultOf<O>>,
  needs: readonly Setting[] = [],
): HttpHandler =>
  serve(operation, { identify: keyAuthentication(operation.scope), needs }, async (event) =>
    render(operation, await handle(toRequest<O>(event)), event),
  );

export function render<O extends Operation>(operation: O, result: ResultOf<O>, event: HttpEvent): HttpResult {
  // The operation says which form its result has; the compiler knows the same.
  if (operation.storesAnswer) return renderStored(result as StoredReply);
  if (isPaged(operation)) return renderList(operation, result as Page<unknown>, event);
  if (isFile(operation)) return renderFile(result as string | FilePart, event);
  return renderAnswer(operation, result as AnswerTo<O>);
}

/** A malformed key is rejected without I/O, and a missing scope before the request is looked at. */
export function keyAuthentication(scope: Scope): HttpMiddleware {
  return {
    before: async ({ event }) => {
      const { facts } = event;
      const presented = parseApiKey(presentedKey(event) ?? "");
      const found = presented && (await authenticate(presented, facts.startedAt));
      if (!found)
        throw new Failure("unauthorized", "The API key is missing or invalid. Send it as X-Api-Key.", {
          challenge: "Bearer",
        });
      const { merchant, preset } = found;
      const { keyId } = presented;
      Object.assign(facts, { merchant, preset, keyId, actor: keyId });
      requireScope(preset, scope);
    },
  };
}

const BEARER = /^Bearer +(\S+)$/i;

const presentedKey = (event: HttpEvent): string | undefined =>
  event.headers["x-api-key"] ?? BEARER.exec(event.headers.authorization ?? "")?.[1];

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
  baseUrl: () => string;
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
  const own = { change, parameter, ownerToken: newToken(), baseUrl: () => baseUrl(event) };
  // The middlewares have checked all this, which the compiler cannot see.
  return { ...checked, ...own } as EndpointRequest<O>;
}

/** Only names of ours are logged, not whatever a caller may write there. */
function noteSubject({ pathParameters, facts }: HttpEvent): void {
  const named = Object.values(pathParameters ?? {}).filter((value) => value !== undefined);
  // What is sent to a reader is named in the body.
  const { svcPaymentId = "" } = (facts.body ?? {}) as { svcPaymentId?: string };
  note({
    svcPaymentId: [...named, svcPaymentId].find((value) => PAYMENT_ID.test(value)),
    eventId: named.find((value) => EVENT_ID.test(value)),
  });
}
