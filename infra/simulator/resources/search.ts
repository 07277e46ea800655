import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { type Read, required, text } from "../http/params.ts";
import type { Kinds } from "../storage/kinds.ts";
import type { Call } from "./define-route.ts";
import { limit } from "./list.ts";

export const SEARCH_PARAMS = { limit, page: text, query: text };

const DEFAULT_LIMIT = 10;

/** `metadata['orderRef']:'42'` or `payment_method_details.card_present.last4:'4242'` */
const CLAUSE =
  /^(?:metadata\[(["'])(?<key>[^"'\]]+)\1\]|(?<field>payment_method_details\.[a-z_]+\.last4)):(["'])(?<text>.*)\4$/;

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
    ...parseQuery(required(params.query, "query")),
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

/** Where a field follows: a text may have these words too. */
const JOINTS = /\s+(AND|OR)\s+(?=metadata\[|payment_method_details\.)/i;

/** All clauses are joined by AND, or all by OR. */
function parseQuery(query: string) {
  const parts = query.split(JOINTS);
  const clauses = parts.filter((_, nth) => nth % 2 === 0).map((clause) => parseClause(clause.trim()));
  const joints = new Set(parts.filter((_, nth) => nth % 2 === 1).map((joint) => joint.toUpperCase()));
  if (joints.size > 1) throw invalid("AND and OR cannot be mixed in one query.", { param: "query" });
  return { matches: joints.has("OR") ? [clauses] : clauses.map((clause) => [clause]) };
}

function parseClause(clause: string): [field: string, value: string] {
  const { key, field = `metadata."${key}"`, text } = CLAUSE.exec(clause)?.groups ?? {};
  if (text === undefined)
    throw invalid(`We were unable to parse your search query: ${clause}`, { param: "query" });
  return [field, text.replace(/\\(.)/g, "$1")];
}
