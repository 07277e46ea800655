import type Stripe from "stripe";
import { noSuchReference } from "../http/api-error.ts";
import { integer, object, type Read, type Reader, text } from "../http/params.ts";
import type { Kind } from "../storage/kinds.ts";
import type { ListQuery } from "../storage/list-query.ts";
import type { Call } from "./define-route.ts";

// Facts 18 and 22: what was just written is listed at once.
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const OPERATORS = { gte: ">=", lt: "<", lte: "<=" } as const;
const window = object({ gte: integer, lt: integer, lte: integer });

/** Either one second, or a window with an open or closed end on each side. */
const created: Reader<ListQuery["created"]> = (value, name) => {
  if (typeof value === "string") return [{ operator: "=", value: integer(value, name) }];
  const bounds = window(value, name);
  return (["gte", "lt", "lte"] as const).flatMap((bound) => {
    const seconds = bounds[bound];
    return seconds === undefined ? [] : [{ operator: OPERATORS[bound], value: seconds }];
  });
};

/** Fact 30: a number outside of the bounds is not rejected but brought inside. */
export const limit: Reader<number> = (value, name) => Math.min(Math.max(integer(value, name), 1), MAX_LIMIT);

export const PAGING = { limit, starting_after: text };
export const PAGING_BY_TIME = { ...PAGING, created };

type PagingParams = Read<typeof PAGING_BY_TIME>;

type Listing = {
  url: string;
  paging: PagingParams;
} & Pick<ListQuery, "equals">;

export function listObjects<K extends Kind>(call: Call, kind: K, options: Listing) {
  const { paging, url, ...filters } = options;
  const { starting_after: startingAfter } = paging;
  if (startingAfter !== undefined && !call.find(kind, startingAfter))
    throw noSuchReference(kind, startingAfter, "starting_after");
  const page = call.objects.list(kind, call.account, {
    limit: paging.limit ?? DEFAULT_LIMIT,
    startingAfter,
    created: paging.created,
    ...filters,
  });
  return listOf(page.data, { url, hasMore: page.hasMore });
}

function listOf<T>(data: T[], { url, hasMore }: { url: string; hasMore: boolean }): Stripe.ApiList<T> {
  return { object: "list", data, has_more: hasMore, url };
}
