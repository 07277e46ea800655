import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import { queryOf } from "../../state/routes.ts";

/** After so many empty pages, of about a thousand events each, the reader decides whether to go on. */
const MAX_PAGES = 10;

/** The service stops looking after about a thousand events: an empty page is not shown while it knows the way on. */
export const searchEvents = (query: Query): ReturnType<typeof api.events> => ({
  ...api.events(query),
  ask: async (signal) => {
    let page = await api.events(query).ask(signal);
    for (let pages = 1; page.data.length === 0 && pages < MAX_PAGES; pages++) {
      const { startingAfter } = queryOf("events", page.next ?? "");
      if (!startingAfter) break;
      page = await api.events({ ...query, startingAfter }).ask(signal);
    }
    return page;
  },
});
