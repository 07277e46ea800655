import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import middy from "@middy/core";
import { statusOf } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { Failure } from "../domain/failure.ts";
import { everyAnswer } from "./every-answer.ts";
import type { HttpEvent, HttpResult } from "./http.ts";
import type { HttpHandler } from "./serve.ts";

type Packed = { etag: string; br: string; gzip: string };
type PageFile = Packed & {
  contentSecurityPolicy: string;
  cacheControl: string;
  parts: Record<string, Packed>;
};

/** Built with the service, and read once at cold start. */
const readPage = (file: string): PageFile => JSON.parse(readFileSync(file, "utf8"));

export function pageEndpoint(operation: Operation, file: string): HttpHandler {
  const page = readPage(file);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": page.cacheControl,
    "Content-Security-Policy": page.contentSecurityPolicy,
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  return serve(operation, (event) => packedAnswer(operation, event, page, headers));
}

/** The files that a page loads later. */
export function partEndpoint(operation: Operation, file: string): HttpHandler {
  const parts = new Map(Object.entries(readPage(file).parts));
  return serve(operation, (event) => {
    const part = parts.get(event.pathParameters?.part ?? "");
    if (!part) throw new Failure("not_found", "This version of the console has no such part.");
    return packedAnswer(operation, event, part, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  });
}

const serve = (operation: Operation, answer: (event: HttpEvent) => HttpResult): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(everyAnswer(operation))
    .handler(async (event: HttpEvent) => answer(event));

function packedAnswer(
  operation: Operation,
  event: HttpEvent,
  packed: Packed,
  own: Record<string, string>,
): HttpResult {
  const headers = { ...own, ETag: packed.etag, Vary: "Accept-Encoding" };
  if (event.headers["if-none-match"]?.includes(packed.etag)) return { statusCode: 304, headers, body: "" };
  const statusCode = statusOf(operation);
  const accepted = event.headers["accept-encoding"] ?? "";
  const encoding = ENCODINGS.find((name) => new RegExp(`\\b${name}\\b`, "i").test(accepted));
  if (!encoding) {
    const body = gunzipSync(Buffer.from(packed.gzip, "base64")).toString("utf8");
    return { statusCode, headers, body };
  }
  return {
    statusCode,
    headers: { ...headers, "Content-Encoding": encoding },
    body: packed[encoding],
    isBase64Encoded: true,
  };
}

/** The smaller first. */
const ENCODINGS = ["br", "gzip"] as const;
