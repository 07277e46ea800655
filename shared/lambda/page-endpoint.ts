import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import middy from "@middy/core";
import { statusOf } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { everyAnswer } from "./every-answer.ts";
import { type HttpEvent, type HttpResult, header } from "./http.ts";

type PageFile = { contentSecurityPolicy: string; cacheControl: string; br: string; gzip: string };

/** Built with the service, and read once at cold start. */
export function pageEndpoint(operation: Operation, file: string) {
  const page: PageFile = JSON.parse(readFileSync(file, "utf8"));
  return middy<HttpEvent, HttpResult>()
    .use(everyAnswer(operation))
    .handler(async (event: HttpEvent) => ({
      statusCode: statusOf(operation),
      ...bodyFor(event, page),
    }));
}

function bodyFor(event: HttpEvent, page: PageFile) {
  const headers = {
    ...PAGE_HEADERS,
    "Cache-Control": page.cacheControl,
    "Content-Security-Policy": page.contentSecurityPolicy,
  };
  const accepted = header(event, "accept-encoding") ?? "";
  const encoding = ENCODINGS.find((name) => new RegExp(`\\b${name}\\b`, "i").test(accepted));
  if (!encoding) return { headers, body: gunzipSync(Buffer.from(page.gzip, "base64")).toString("utf8") };
  return {
    headers: { ...headers, "Content-Encoding": encoding },
    body: page[encoding],
    isBase64Encoded: true,
  };
}

/** The smaller first. */
const ENCODINGS = ["br", "gzip"] as const;

const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  Vary: "Accept-Encoding",
  "Cross-Origin-Opener-Policy": "same-origin",
};
