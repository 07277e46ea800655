import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { type Read, required, text } from "../http/params.ts";
import type { Kinds } from "../storage/kinds.ts";
import type { Call } from "./define-route.ts";
import { limit } from "./list.ts";

export const SEARCH_PARAMS = { limit, page: text, query: text };

const DEFAULT_LIMIT = 10;

/** `metadata['orderRef']:'42'` or `payment_method_details.card.last4:'4242'` */
const CLAUSE =
  /^(?:metadata\[(["'])(?<key>[^"'\]]+)\1\]|(?<field>payment_method_details\.card\.last4)):(["'])(?<text>.*)\4$/;

/** Fact 22: finds what is older than the lag, by the part of the query language that is simulated. */
export function searchObjects<K extends "payment_intent" | "customer" | "charge">(
  call: Call,
  kind: K,
  { url, ...params }: Read<typeof SEARCH_PARAMS> & { url: string },
): Stripe.ApiSearchResult<Kinds[K]> {
  const { searchOffered, searchLagSeconds } = call.switches;
  if (!searchOffered) throw invalid("Search is not offered to this account.");
  const newest = { operator: "<=", value: call.nowSeconds - searchLagSeconds } as const;
  const { data, hasMore } = call.objects.list(kind, call.account, {
    limit: params.limit ?? DEFAULT_LIMIT,
    startingAfter: params.page && Buffer.from(params.page, "base64url").toString(),
    created: [newest],
    matches: parseQuery(required(params.query, "query")),
  });
  const last = data.at(-1);
  return {
    object: "search_result",
    data,
    has_more: hasMore,
    next_page: hasMore && last ? Buffer.from(last.id).toString("base64url") : null,
    url,
  };
}

const parseQuery = (query: string): Record<string, string> =>
  Object.fromEntries(query.split(/\s+AND\s+/i).map((clause) => parseClause(clause.trim())));

function parseClause(clause: string): [field: string, value: string] {
  const { key, field = `metadata."${key}"`, text } = CLAUSE.exec(clause)?.groups ?? {};
  if (text === undefined)
    throw invalid(`We were unable to parse your search query: ${clause}`, { param: "query" });
  return [field, text.replace(/\\(.)/g, "$1")];
}
