import { type Answer, json } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { matchPath } from "../http/router.ts";
import { deauthorizeAccount, setAccountState } from "../resources/account-state.ts";
import { sendEvent } from "../world/events.ts";
import { NO_CAUSE } from "../world/scope.ts";
import type { World } from "../world/world.ts";
import { parseAccountState } from "./account-state-body.ts";
import { type Control, connectedAccount, findAnywhere } from "./control-input.ts";
import { DISPUTE_CONTROLS } from "./dispute-controls.ts";
import { parseFault } from "./fault-body.ts";
import { INTENT_CONTROLS } from "./intent-controls.ts";
import { parseJson } from "./json-body.ts";
import { PAYOUT_CONTROLS } from "./payout-controls.ts";
import { READER_CONTROLS } from "./reader-controls.ts";
import { REFUND_CONTROLS } from "./refund-controls.ts";
import { parseRights } from "./rights-body.ts";
import { parseSwitches } from "./switches-body.ts";
import { disableEndpoints, enableEndpoints, parseEndpoints } from "./webhook-endpoints.ts";

/**
 * The simulator's own controls: what a test or a demo does to the processor from behind. JSON in and out, no
 * authentication, and the server listens on loopback only. README.md has the list of them.
 *
 * The SDK repeats a request once by itself after a cut connection: drop_request and drop_reply need times 2 to be felt
 * by its caller.
 */
export const CONTROL_PREFIX = "/_simulator/";

const CONTROLS: Record<string, Control> = {
  "POST faults": (world, { request }) => {
    const fault = parseFault(parseJson(request.body));
    world.faults.add(fault);
    return fault;
  },
  "DELETE faults": (world) => {
    world.faults.clear();
    return {};
  },
  "GET requests": (world, { request }) =>
    world.requestLog.since(Number(new URLSearchParams(request.query).get("since") ?? 0)),
  "POST webhooks/pause": (world) => pauseWebhooks(world, true),
  "POST webhooks/resume": (world) => pauseWebhooks(world, false),
  "POST webhooks/disable": (world, { request }) =>
    disableEndpoints(world, parseEndpoints(world, request.body)),
  "POST webhooks/enable": (world, { request }) => enableEndpoints(world, parseEndpoints(world, request.body)),
  "POST events/{id}/resend": (world, { id }) => {
    const { object: event } = findAnywhere(world, "event", id);
    sendEvent(world, event);
    return event;
  },
  "POST accounts/{id}": (world, { id, request }) => {
    const account = connectedAccount(world, id);
    return setAccountState(world, account, parseAccountState(parseJson(request.body)), NO_CAUSE);
  },
  "POST accounts/{id}/deauthorize": (world, { id }) =>
    deauthorizeAccount(world, connectedAccount(world, id).id, NO_CAUSE),
  ...REFUND_CONTROLS,
  "GET clock": (world) => clockView(world),
  "POST switches": (world, { request }) => {
    Object.assign(world.switches, parseSwitches(parseJson(request.body)));
    return world.switches;
  },
  "GET rights": (world) => world.rights,
  "POST rights": (world, { request }) => {
    const { columns, rights } = parseRights(parseJson(request.body));
    for (const column of columns) Object.assign(world.rights[column], rights);
    return world.rights;
  },
  ...DISPUTE_CONTROLS,
  ...INTENT_CONTROLS,
  ...PAYOUT_CONTROLS,
  ...READER_CONTROLS,
};

export function answerControl(world: World, request: ReceivedRequest): Answer {
  const path = request.path.slice(CONTROL_PREFIX.length);
  for (const [name, control] of Object.entries(CONTROLS)) {
    const [method = "", pattern = ""] = name.split(" ");
    const id = method === request.method ? matchPath(pattern, path) : undefined;
    if (id !== undefined) {
      return json(
        200,
        world.store.atomically(() => control(world, { id, request })),
      );
    }
  }
  throw new ApiError(404, `The simulator has no control ${request.method} ${request.path}.`);
}

function clockView({ clock }: World): object {
  return { now: new Date(clock.nowMs()).toISOString() };
}

function pauseWebhooks(world: World, paused: boolean): object {
  world.webhooksPaused = paused;
  return { paused };
}
