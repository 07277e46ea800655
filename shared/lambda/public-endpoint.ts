import { createHash } from "node:crypto";
import middy from "@middy/core";
import { type AnswerTo, statusOf } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { everyAnswer, renderAnswer } from "./every-answer.ts";
import { baseUrl, type HttpEvent, type HttpResult } from "./http.ts";
import type { HttpHandler } from "./serve.ts";

type PublicRequest = { parameter: (name: string) => string; baseUrl: string };

const withoutKey = (name: string) => middy<HttpEvent, HttpResult>().use(everyAnswer({ name }));

type Presentation<O extends Operation> = {
  toPage?: (answer: AnswerTo<O>) => string;
  style?: string;
  headers?: Record<string, string>;
};

export const publicEndpoint = <O extends Operation>(
  operation: O,
  handle: (request: PublicRequest) => AnswerTo<O>,
  { toPage, style, headers }: Presentation<O> = {},
): HttpHandler =>
  withoutKey(operation.name).handler(async (event: HttpEvent) => {
    const answer = handle(toRequest(event));
    if (!toPage || !wantsPage(event)) return renderAnswer(operation, answer, headers);
    return renderPage(statusOf(operation), toPage(answer), style);
  });

const toRequest = (event: HttpEvent): PublicRequest => ({
  parameter: (name) => event.pathParameters?.[name] ?? "",
  baseUrl: baseUrl(event),
});

/**
 * Browsers name it; curl and HTTP clients send a star, and are answered JSON. Generated clients name every type that the
 * document has; a browser never names JSON.
 */
function wantsPage(event: HttpEvent): boolean {
  const accepted = event.headers.accept ?? "";
  return /\btext\/html\b/i.test(accepted) && !/\bapplication\/json\b/i.test(accepted);
}

export const unrouted = (name: string, reject: (event: HttpEvent) => never) =>
  withoutKey(name).handler(async (event: HttpEvent) => reject(event));

/** It may load nothing and run nothing. */
export const renderPage = (statusCode: number, html: string, style = ""): HttpResult => ({
  statusCode,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": [
      "default-src 'none'",
      ...(style === "" ? [] : [`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`]),
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; "),
  },
  body: html,
});
