import { text } from "../http/params.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { type Route, route } from "./route.ts";

const COLLECTION = "/v1/events";

export const EVENT_ROUTES: Route[] = [
  route({
    method: "GET",
    path: COLLECTION,
    params: { ...PAGING_BY_TIME, type: text },
    run: (call, { type, ...paging }) =>
      listObjects(call, "event", { url: COLLECTION, paging, equals: { type } }),
  }),
  route({
    method: "GET",
    path: `${COLLECTION}/{id}`,
    params: {},
    run: (call) => findNamed(call, "event"),
  }),
];
