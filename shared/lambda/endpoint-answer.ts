import { createHash } from "node:crypto";
import { type AnswerTo, type ResultOf, statusAndBody } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { spansOf } from "../domain/finance/day.ts";
import type { FilePart, Page, PageQuery } from "../domain/page.ts";
import type { StoredReply } from "../domain/payments/claim.ts";
import { isoTime } from "../domain/time.ts";
import { baseUrl, type HttpEvent, type HttpResult } from "./http.ts";

export function render<O extends Operation>(operation: O, result: ResultOf<O>, event: HttpEvent): HttpResult {
  // The operation says which form its result has; the compiler knows the same.
  if (operation.storesAnswer) return renderStored(result as StoredReply);
  if (isPaged(operation)) return renderList(operation, result as Page<unknown>, event);
  if (isFile(operation)) return renderFile(result as string | FilePart, event);
  return renderAnswer(operation, result as AnswerTo<O>);
}

const isFile = ({ answers }: Operation): boolean => Object.values(answers).some(({ csv }) => csv);

const renderFile = (file: string | FilePart, event: HttpEvent): HttpResult => {
  const { name, text } = typeof file === "string" ? { name: nameOf(event.rawPath), text: file } : file;
  return {
    statusCode: 200,
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
      ...(typeof file !== "string" && partHeaders(file, event)),
    },
    body: text,
  };
};

/** A file's name is of its address: po_1-lines.csv. */
const nameOf = (path: string): string =>
  path
    .split("/")
    .slice(-2)
    .join("-")
    .replace(/[^\w.-]/g, "");

const partHeaders = (
  { after, lineCount, missingDays, notFinalDays }: FilePart,
  event: HttpEvent,
): Record<string, string> => ({
  "Svc-Line-Count": String(lineCount),
  ...(after !== undefined && { Link: `<${nextPage(event, { after })}>; rel="next"` }),
  ...(missingDays.length > 0 && { "Svc-Missing-Days": spansOf(missingDays) }),
  ...(notFinalDays.length > 0 && { "Svc-Not-Final-Days": spansOf(notFinalDays) }),
});

const isPaged = ({ answers }: Operation): boolean => Object.values(answers).some(({ paged }) => paged);

const renderStored = ({ status, body, replayed }: StoredReply): HttpResult =>
  json(status, body, replayed ? { "Idempotent-Replayed": "true" } : {});

/** A bare array; the next page is in the Link header (RFC 8288). */
function renderList<O extends Operation>(operation: O, page: Page<unknown>, event: HttpEvent): HttpResult {
  const { items, hasMore, lastId, after, searchedTo, answeredAt } = page;
  const next = after ? { after } : lastId ? { startingAfter: lastId } : undefined;
  return renderAnswer(operation, items as AnswerTo<O>, {
    ...(hasMore && next && { Link: `<${nextPage(event, next)}>; rel="next"` }),
    ...(searchedTo !== undefined && { "Svc-Searched-To": isoTime(searchedTo) }),
    ...(answeredAt !== undefined && { "Svc-Time": isoTime(answeredAt) }),
  });
}

/** What was sent replaces the defaults: the next page's address must be read as this one's was. */
function nextPage(event: HttpEvent, next: Record<string, string>): string {
  const query = { ...(event.facts.query as PageQuery), ...event.queryStringParameters, ...next };
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${baseUrl(event)}${event.rawPath}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

export function renderAnswer<O extends Operation>(
  operation: O,
  answer: AnswerTo<O>,
  headers?: Record<string, string>,
): HttpResult {
  const { status, body } = statusAndBody(operation, answer);
  return json(status, JSON.stringify(body), headers);
}

const json = (statusCode: number, body: string, headers?: Record<string, string>): HttpResult => ({
  statusCode,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  body,
});

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
