import { invalid, noSuchObject } from "../http/api-error.ts";
import { listOf, type Read, text } from "../http/params.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/events";
const LIST_PARAMS = { ...PAGING_BY_TIME, type: text, types: listOf(text) };

/** Fact 23: older events are gone. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;
const MAX_TYPES = 20;

function listEvents(call: Call, params: Read<typeof LIST_PARAMS>) {
  const { type, types, ...paging } = params;
  if (type !== undefined && types !== undefined)
    throw invalid("You may only specify one of these parameters: type, types.");
  if (types && types.length > MAX_TYPES)
    throw invalid(`At most ${MAX_TYPES} types can be given.`, { param: "types" });
  const kept = { operator: ">=", value: call.nowSeconds - KEPT_SECONDS } as const;
  const created = [...(paging.created ?? []), kept];
  const url = COLLECTION;
  return listObjects(call, "event", { url, paging: { ...paging, created }, equals: { type: types ?? type } });
}

function findEvent(call: Call) {
  const event = findNamed(call, "event");
  if (event.created < call.nowSeconds - KEPT_SECONDS) throw noSuchObject("event", event.id);
  return event;
}

export const EVENT_ROUTES: Route[] = [
  route(`GET ${COLLECTION}`, "EventListParams", LIST_PARAMS, listEvents),
  route(`GET ${COLLECTION}/{id}`, "EventRetrieveParams", {}, findEvent),
];
