import type { Page, PageQuery } from "../domain/page.ts";
import type { EndpointAnswer } from "./endpoint-answer.ts";

/** A bare array; where the list goes on, with the same filters, is in the Link header (RFC 8288). */
export function pageAnswer(
  { items, hasMore, lastId }: Page<object>,
  { url, query }: { url: string; query: PageQuery },
): EndpointAnswer {
  if (!hasMore || !lastId) return { status: 200, body: items };
  const given = Object.entries({ ...query, startingAfter: lastId }).filter(
    ([, value]) => value !== undefined,
  );
  const next = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return { status: 200, body: items, headers: { Link: `<${url}?${next}>; rel="next"` } };
}
