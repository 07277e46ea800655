import type middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Preset } from "../domain/access/api-key.ts";
import type { ConsoleSession, SessionAndKey } from "../domain/access/console-session.ts";
import type { Failure } from "../domain/failure.ts";
import type { Merchant } from "../ledger/merchants.ts";
import { publicAddressConfig } from "../runtime/config.ts";

type RequestFacts = {
  traceId: string;
  failure?: Failure;
  startedAt: number;
  merchant?: Merchant;
  keyId?: string;
  preset?: Preset;
  session?: ConsoleSession;
  /** It limits what the session may do. */
  sessionKey?: SessionAndKey["key"];
  /** Who made the change, and who made the session. */
  actor?: string;
  maker?: string;
  /** The parsed body before validation added defaults; the fingerprint is taken of it. */
  sentBody?: unknown;
  body?: unknown;
  query?: unknown;
  idempotencyKey?: string | undefined;
  /** The request came without a key, and the service made this one. */
  isKeyGenerated?: true;
};

/**
 * middy hands the event to every middleware and to the handler, so the facts are part of it. The names of its headers are in
 * lower case, as API Gateway's HTTP APIs write them.
 */
export type HttpEvent = APIGatewayProxyEventV2 & { facts: RequestFacts };
export type HttpResult = APIGatewayProxyStructuredResultV2;

export type HttpRequest = middy.Request<HttpEvent, HttpResult>;
export type HttpMiddleware = middy.MiddlewareObj<HttpEvent, HttpResult>;

/**
 * Our own domain, if there is one. Otherwise the request's, because a function cannot know the address of the API
 * that is built on top of it.
 */
export const baseUrl = (event: HttpEvent): string =>
  publicAddressConfig().PUBLIC_URL ??
  `${event.headers["x-forwarded-proto"] === "http" ? "http" : "https"}://${event.requestContext.domainName}`;

/** A problem is answered before the platform cuts the connection. */
export const EARLY_MS = 500;
