import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import { queryOf } from "../../state/routes.ts";

/** After so many empty pages, of about a thousand events each, the reader decides whether to go on. */
const MAX_PAGES = 10;

/** The service stops looking after about a thousand events: an empty page is not shown while it knows the way on. */
export async function searchEvents(query: Query, signal: AbortSignal) {
  let page = await api.events(query, signal);
  for (let pages = 1; page.data.length === 0 && pages < MAX_PAGES; pages++) {
    const { startingAfter } = queryOf("events", page.next ?? "");
    if (!startingAfter) break;
    page = await api.events({ ...query, startingAfter }, signal);
  }
  return page;
}
