import type { AnswerTo } from "../contract/answer.ts";
import type { Operation } from "../contract/operation.ts";
import { spansOf } from "../domain/finance/day.ts";
import type { FilePart, Page, PageQuery } from "../domain/page.ts";
import { isoTime } from "../domain/time.ts";
import { renderAnswer } from "./every-answer.ts";
import { baseUrl, type HttpEvent, type HttpResult } from "./http.ts";

export const isFile = ({ answers }: Operation): boolean => Object.values(answers).some(({ csv }) => csv);

export const renderFile = (file: string | FilePart, event: HttpEvent): HttpResult => {
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

export const isPaged = ({ answers }: Operation): boolean => Object.values(answers).some(({ paged }) => paged);

/** A bare array; the next page is in the Link header (RFC 8288). */
export function renderList<O extends Operation>(
  operation: O,
  page: Page<unknown>,
  event: HttpEvent,
): HttpResult {
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
