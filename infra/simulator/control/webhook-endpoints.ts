import { invalid } from "../http/api-error.ts";
import type { World } from "../world/world.ts";
import { isRecord, parseJson } from "./json-body.ts";

/** The places of the endpoints that are meant: all of them, or those of one sort. */
export function parseEndpoints(world: World, body: string): number[] {
  const given = body === "" ? {} : parseJson(body);
  const { connect, ...others } = isRecord(given) ? given : { connect: given };
  if (Object.keys(others).length > 0 || (connect !== undefined && typeof connect !== "boolean"))
    throw invalid("The body must be empty or {connect}, true or false.");
  const places = [...world.webhookEndpoints.keys()];
  return places.filter(
    (place) => connect === undefined || world.webhookEndpoints[place]?.connect === connect,
  );
}

export function disableEndpoints(world: World, places: number[]): object {
  for (const place of places) world.disabledEndpoints.add(place);
  return { disabled: [...world.disabledEndpoints] };
}

/** What fell due meanwhile is not made up for; what falls due later is still sent. */
export function enableEndpoints(world: World, places: number[]): object {
  for (const place of places.filter((candidate) => world.disabledEndpoints.delete(candidate)))
    world.store.deliveries.giveUpDue(place, world.clock.nowMs());
  return { disabled: [...world.disabledEndpoints] };
}
