import { type Answer, json } from "../http/answer.ts";
import { ApiError, invalid } from "../http/api-error.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { matchPath } from "../http/router.ts";
import { deauthorizeAccount, setAccountState } from "../resources/account-state.ts";
import { sendEvent } from "../world/events.ts";
import { FAULT_KINDS, type Fault } from "../world/faults.ts";
import { COLUMNS, type Columns, DOCUMENTED_RIGHTS, LEVELS, type Rights } from "../world/rights.ts";
import { NO_CAUSE } from "../world/scope.ts";
import { DEFAULT_SWITCHES, type Switches } from "../world/switches.ts";
import type { World } from "../world/world.ts";
import { parseAccountState } from "./account-state-body.ts";
import { type Control, connectedAccount, findAnywhere } from "./control-input.ts";
import { DISPUTE_CONTROLS } from "./dispute-controls.ts";
import { INTENT_CONTROLS } from "./intent-controls.ts";
import { isRecord, parseJson } from "./json-body.ts";
import { PAYOUT_CONTROLS } from "./payout-controls.ts";
import { READER_CONTROLS } from "./reader-controls.ts";
import { REFUND_CONTROLS } from "./refund-controls.ts";
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

function parseSwitches(body: unknown): Partial<Switches> {
  for (const [name, value] of Object.entries(isRecord(body) ? body : {})) {
    const known = Object.entries(DEFAULT_SWITCHES).find(([candidate]) => candidate === name);
    const negative = typeof value === "number" && !(value >= 0);
    if (!known || typeof value !== typeof known[1] || negative)
      throw invalid(`Not a switch, or not a value of it: ${name}`);
  }
  return isRecord(body) ? body : {};
}

function parseFault(body: unknown): Fault {
  const { method, path, kind, times = 1, delayMs = 0 } = isRecord(body) ? body : {};
  const known = FAULT_KINDS.find((candidate) => candidate === kind);
  if (typeof method !== "string" || typeof path !== "string" || !known)
    throw invalid(`A fault needs method, path and kind (${FAULT_KINDS.join(", ")}).`);
  if (!isCount(times) || times < 1 || !isCount(delayMs))
    throw new ApiError(400, "times must be at least 1 and delayMs at least 0.");
  return { method, path, kind: known, times, delayMs };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** Without `on` they hold in both columns. */
function parseRights(body: unknown): { columns: (keyof Columns)[]; rights: Partial<Rights> } {
  if (!isRecord(body)) throw invalid("The rights are an object.");
  const { on, ...rights } = body;
  const columns = COLUMNS.filter((column) => on === undefined || on === column);
  if (columns.length === 0) throw invalid(`\`on\` is one of ${COLUMNS.join(", ")}, or left out.`);
  for (const [name, level] of Object.entries(rights)) {
    if (!Object.hasOwn(DOCUMENTED_RIGHTS, name) || !LEVELS.some((known) => known === level))
      throw invalid(`Not a right, or not a level of it (${LEVELS.join(", ")}): ${name}`);
  }
  return { columns, rights };
}
