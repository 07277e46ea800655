import { buildEvent as build } from "../../../infra/simulator/world/build-event.ts";
import { record } from "./record.ts";

export { API_VERSION } from "../../../infra/simulator/world/build-event.ts";

export const buildEvent: typeof build = (id, happening) => {
  const event = build(id, happening);
  record({ kind: "event", event: JSON.stringify(event) });
  return event;
};
