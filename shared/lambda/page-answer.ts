import type { Page, PageQuery } from "../domain/page.ts";
import type { EndpointAnswer } from "./endpoint-answer.ts";

/** A bare array; where the list goes on is in the Link header (RFC 8288). */
export function pageAnswer(
  { items, hasMore }: Page<{ id: string }>,
  { url, query }: { url: string; query: PageQuery },
): EndpointAnswer {
  const last = items.at(-1);
  if (!hasMore || !last) return { status: 200, body: items };
  const next = new URLSearchParams({ limit: String(query.limit), startingAfter: last.id });
  return { status: 200, body: items, headers: { Link: `<${url}?${next}>; rel="next"` } };
}
