import { listEvents as operation } from "../../shared/contract/events.ts";
import { seesExactEvents } from "../../shared/domain/access/api-key.ts";
import { isOperators } from "../../shared/domain/access/console-session.ts";
import { listEvents } from "../../shared/flows/callbacks/list-events.ts";
import { listFeed } from "../../shared/flows/callbacks/list-feed.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { readableBody } from "../../shared/ledger/events.ts";
import { feedConfig } from "../../shared/runtime/config.ts";
import { fedEventView, listedEventView } from "../../shared/views/event.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, query, preset, session, at }) => {
    if (query.order === "ascending") {
      const horizonMs = feedConfig().FEED_HORIZON_SECONDS * 1000;
      const { items, cursor, ...looked } = await listFeed(merchant, query, { at, horizonMs });
      const reader = { isExact: !session && seesExactEvents(preset), isOperator: isOperators(session) };
      return {
        ...looked,
        items: items.map((fed) => fedEventView(fed, reader)),
        hasMore: true,
        after: cursor,
        answeredAt: at,
      };
    }
    const { items, ...page } = await listEvents(merchant, query, query);
    return { ...page, items: items.map((listed) => listedEventView(listed, readableBody(listed.event))) };
  },
  [feedConfig],
);
