import type middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { publicAddressConfig } from "../config.ts";
import type { ConsoleSession, SessionAndKey } from "../domain/access/console-session.ts";
import type { Preset } from "../domain/access/preset.ts";
import type { Failure } from "../domain/failure.ts";
import type { Merchant } from "../ledger/merchants.ts";

/** What the middlewares tell each other and the handler about one request. */
type RequestFacts = {
  traceId: string;
  /** Why it was not answered as asked. */
  failure?: Failure;
  startedAt: number;
  merchant?: Merchant;
  keyId?: string;
  /** Of the key. */
  preset?: Preset;
  session?: ConsoleSession;
  /** The key that made the session, where one did: it bounds what the session may do. */
  sessionKey?: SessionAndKey["key"];
  /** Which key or console session it is that may change something; and who made the session. */
  actor?: string;
  maker?: string;
  /** The parsed body before validation added defaults; the fingerprint is taken of it. */
  sentBody?: unknown;
  body?: unknown;
  query?: unknown;
  idempotencyKey?: string | undefined;
};

/** The facts ride on the event, because the event is what middy hands to every middleware and to the handler. */
export type HttpEvent = APIGatewayProxyEventV2 & { facts: RequestFacts };
export type HttpResult = APIGatewayProxyStructuredResultV2;

export type HttpRequest = middy.Request<HttpEvent, HttpResult>;
export type HttpMiddleware = middy.MiddlewareObj<HttpEvent, HttpResult>;

/** API Gateway's HTTP APIs lower-case header names. */
export const header = (event: HttpEvent, name: string): string | undefined => event.headers[name];

/**
 * The domain of our own, if there is one. Otherwise known from the request, because a function cannot be told the
 * address of the API that is built on top of it.
 */
export const baseUrl = (event: HttpEvent): string =>
  publicAddressConfig().PUBLIC_URL ??
  `${header(event, "x-forwarded-proto") === "http" ? "http" : "https"}://${event.requestContext.domainName}`;

export function setHeader(request: HttpRequest, name: string, value: string): void {
  if (request.response) request.response.headers = { ...request.response.headers, [name]: value };
}
