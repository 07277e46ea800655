import { HEADLINE_FILTERS } from "../../../../shared/domain/payments/headline.ts";
import { type IdKind, isId } from "../address/ids.ts";
import { type Query, queryText } from "../address/query.ts";
import { sessionInLinks } from "../address/session-in-links.ts";
import { DELIVERY_LABELS, EVENT_LABELS } from "../words/labels.ts";

export type Route = { screen: Screen; id: string; query: Query };
export type Screen = keyof typeof SCREENS | "unknown";

type Check = (value: string) => boolean;

const isTime: Check = (value) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const idOf =
  (kind: IdKind): Check =>
  (value) =>
    isId(kind, value);
const oneOf =
  (known: object): Check =>
  (value) =>
    Object.hasOwn(known, value);
const isCount: Check = (value) => /^\d{1,9}$/.test(value);
const isCurrency: Check = (value) => /^[a-z]{3}$/.test(value);
const isReference: Check = (value) => value.length >= 1 && value.length <= 500;

/** Each screen's path, the kind of id behind it, and the filters that it knows. Anything else in the address is dropped. */
const SCREENS = {
  overview: {
    path: "overview",
    filters: { days: oneOf({ "1": 1, "7": 7, "30": 30 }), currency: isCurrency, settled: isCurrency },
  },
  attention: { path: "attention", filters: { startingAfter: (value) => /^[\w#]{1,400}$/.test(value) } },
  payments: {
    path: "payments",
    filters: {
      search: isReference,
      status: (value) => value.split(",").every((one) => HEADLINE_FILTERS.includes(one)),
      delivery: oneOf(DELIVERY_LABELS),
      customer: isReference,
      since: isTime,
      until: isTime,
      startingAfter: idOf("payment"),
    },
  },
  payment: { path: "payments", id: "payment", filters: {} },
  events: {
    path: "events",
    filters: {
      delivery: oneOf(DELIVERY_LABELS),
      type: oneOf(EVENT_LABELS),
      svcPaymentId: idOf("payment"),
      endpointId: idOf("endpoint"),
      startingAfter: idOf("event"),
    },
  },
  event: { path: "events", id: "event", filters: {} },
  endpoints: { path: "endpoint", filters: {} },
  endpoint: {
    path: "endpoint",
    id: "endpoint",
    filters: { tab: oneOf({ deliveries: 1, settings: 1 }) },
  },
  statements: { path: "statements", filters: { startingAfter: idOf("date") } },
  month: { path: "month", filters: { month: (value) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value) } },
  statement: { path: "statements", id: "date", filters: {} },
  payouts: { path: "payouts", filters: { startingAfter: idOf("payout") } },
  payout: { path: "payouts", id: "payout", filters: { startingAfter: isCount } },
  disputes: { path: "disputes", filters: { startingAfter: (value) => /^[\w#]{1,400}$/.test(value) } },
  dispute: { path: "disputes", id: "dispute", filters: {} },
  account: { path: "account", filters: {} },
  keys: { path: "keys", filters: {} },
  access: { path: "access", filters: {} },
} satisfies Record<string, { path: string; id?: IdKind; filters: Record<string, Check> }>;

const UNKNOWN: Route = { screen: "unknown", id: "", query: {} };

export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  if (path === "") return { screen: "overview", id: "", query: {} };
  const [name = "", id, ...rest] = path.split("/");
  const found = Object.entries(SCREENS).find(
    ([, screen]) => screen.path === name && "id" in screen === (id !== undefined),
  );
  if (!found || rest.length > 0) return UNKNOWN;
  const [screen, spec] = found as [keyof typeof SCREENS, (typeof found)[1]];
  if ("id" in spec && !isId(spec.id, id ?? "")) return UNKNOWN;
  return { screen, id: id ?? "", query: knownFilters(spec.filters, search) };
}

/** Of any query only what the screen knows. */
export const queryOf = (screen: keyof typeof SCREENS, search: string): Query =>
  knownFilters(SCREENS[screen].filters, search);

function knownFilters(filters: Record<string, Check>, search: string): Query {
  const given = [...new URLSearchParams(search)];
  return Object.fromEntries(
    given.filter(([name, value]) => Object.hasOwn(filters, name) && filters[name]?.(value)),
  );
}

/** An id leads somewhere only if it has the form of one: no text of an answer becomes an address by itself. */
export function linkTo(screen: OfOne, id: string): string | undefined {
  return isId(SCREENS[screen].id, id) ? hrefOf(screen, { id }) : undefined;
}

/** The screens of one thing. The list that it belongs to has its name in the plural. */
export type OfOne = {
  [Name in keyof typeof SCREENS]: (typeof SCREENS)[Name] extends { id: IdKind } ? Name : never;
}[keyof typeof SCREENS];

/** The way to a screen, made of nothing but what its address may hold, and of the session that it is in. */
export function hrefOf(screen: keyof typeof SCREENS, { id = "", query = {} }: Partial<Route> = {}): string {
  const search = queryText({ ...queryOf(screen, queryText(query)), s: sessionInLinks() });
  return `#/${SCREENS[screen].path}${id && `/${encodeURIComponent(id)}`}${search && `?${search}`}`;
}
