import type Stripe from "stripe";
import * as z from "zod/mini";
import { type Answer, json } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { matchPath } from "../http/router.ts";
import { deauthorizeAccount, setAccountState } from "../resources/account-state.ts";
import { sendEvent } from "../world/events.ts";
import { FAULT_KINDS } from "../world/faults.ts";
import { COLUMNS, DOCUMENTED_RIGHTS, LEVELS } from "../world/rights.ts";
import { NO_CAUSE } from "../world/scope.ts";
import type { Switches } from "../world/switches.ts";
import type { World } from "../world/world.ts";
import { type Control, connectedAccount, findAnywhere } from "./control-input.ts";
import { OBJECT_CONTROLS } from "./object-controls.ts";
import { PAYOUT_CONTROLS } from "./payout-controls.ts";
import { readBody } from "./read-body.ts";
import { REFUND_CONTROLS } from "./refund-controls.ts";

/**
 * The simulator's own controls: what a test or a demo does to the processor from behind. JSON in and out, no
 * authentication, and the server listens on loopback only. README.md has the list of them.
 *
 * The SDK repeats a request once by itself after a cut connection: drop_request and drop_reply need times 2 to be felt
 * by its caller.
 */
export const CONTROL_PREFIX = "/_simulator/";

const FAULT = z.object({
  method: z.string(),
  path: z.string(),
  kind: z.enum(FAULT_KINDS),
  times: z._default(z.int().check(z.gte(1)), 1),
  delayMs: z._default(z.int().check(z.gte(0)), 0),
});

/** All endpoints, or those of one sort. */
const ENDPOINTS = z.strictObject({ connect: z.optional(z.boolean()) });

const flag = z.exactOptional(z.boolean());
const reason = z.custom<Stripe.Account.Requirements.DisabledReason>((value) => typeof value === "string");
const names = z.exactOptional(z.array(z.string()));
const ACCOUNT_STATE = z.strictObject({
  charges_enabled: flag,
  payouts_enabled: flag,
  details_submitted: flag,
  requirements: z.exactOptional(
    z.strictObject({
      disabled_reason: z.exactOptional(z.nullable(reason)),
      currently_due: names,
      eventually_due: names,
      past_due: names,
      pending_verification: names,
    }),
  ),
});

const seconds = z.exactOptional(z.number().check(z.gte(0)));
const SWITCHES = z.strictObject({
  accountsV1: flag,
  searchOffered: flag,
  searchLagSeconds: seconds,
  v2MetadataInV1: flag,
  v2AccountsInV1List: flag,
  v2AccountEventsInV1: flag,
  v2AccountHiddenSeconds: seconds,
} satisfies Record<keyof Switches, unknown>);

/** Without `on` they hold in both columns. */
const RIGHTS = z.strictObject({
  ...Object.fromEntries(Object.keys(DOCUMENTED_RIGHTS).map((name) => [name, z.optional(z.enum(LEVELS))])),
  on: z.optional(z.enum(COLUMNS)),
});

/** Ten years: far beyond anything that is ever due, and far from where dates end. Time cannot move back. */
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60;
const ADVANCE = z.strictObject({ advanceSeconds: z.int().check(z.gte(1), z.lte(MAX_SECONDS)) });
export const readAdvanceSeconds = (body: string): number => readBody(ADVANCE, body).advanceSeconds;

const CONTROLS: Record<string, Control> = {
  "POST faults": (world, { request }) => {
    const fault = readBody(FAULT, request.body);
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
  "POST webhooks/disable": (world, { request }) => {
    for (const place of endpointsNamed(world, request.body)) world.disabledEndpoints.add(place);
    return { disabled: [...world.disabledEndpoints] };
  },
  // What fell due meanwhile is not made up for; what falls due later is still sent.
  "POST webhooks/enable": (world, { request }) => {
    for (const place of endpointsNamed(world, request.body))
      if (world.disabledEndpoints.delete(place)) world.store.deliveries.giveUpDue(place, world.clock.nowMs());
    return { disabled: [...world.disabledEndpoints] };
  },
  "POST events/{id}/resend": (world, { id }) => {
    const { object: event } = findAnywhere(world, "event", id);
    sendEvent(world, event);
    return event;
  },
  "POST accounts/{id}": (world, { id, request }) => {
    const account = connectedAccount(world, id);
    return setAccountState(world, account, readBody(ACCOUNT_STATE, request.body), NO_CAUSE);
  },
  "POST accounts/{id}/deauthorize": (world, { id }) =>
    deauthorizeAccount(world, connectedAccount(world, id).id, NO_CAUSE),
  ...REFUND_CONTROLS,
  "GET clock": (world) => clockView(world),
  "POST switches": (world, { request }) => {
    Object.assign(world.switches, readBody(SWITCHES, request.body));
    return world.switches;
  },
  "GET rights": (world) => world.rights,
  "POST rights": (world, { request }) => {
    const { on, ...rights } = readBody(RIGHTS, request.body);
    for (const column of on ? [on] : COLUMNS) Object.assign(world.rights[column], rights);
    return world.rights;
  },
  ...OBJECT_CONTROLS,
  ...PAYOUT_CONTROLS,
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

function endpointsNamed(world: World, body: string): number[] {
  const { connect } = readBody(ENDPOINTS, body);
  const places = [...world.webhookEndpoints.keys()];
  return places.filter(
    (place) => connect === undefined || world.webhookEndpoints[place]?.connect === connect,
  );
}
