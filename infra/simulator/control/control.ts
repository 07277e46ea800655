import { type Answer, json } from "../http/answer.ts";
import { ApiError, noSuchObject } from "../http/api-error.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { matchPath } from "../http/router.ts";
import { advanceClock } from "../jobs/advance-clock.ts";
import { deauthorizeAccount, findAccount, setAccountState } from "../resources/account-state.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import { completeRefund, failRefund } from "../resources/refund-outcome.ts";
import type { Kind } from "../storage/kinds.ts";
import { sendEvent } from "../world/events.ts";
import { NO_CAUSE, openScope } from "../world/scope.ts";
import type { World } from "../world/world.ts";
import { parseAccountState } from "./account-state-body.ts";
import { parseAdvanceSeconds } from "./clock-body.ts";
import { parseFault } from "./fault-body.ts";
import { parseJson } from "./json-body.ts";
import { parseSwitches } from "./switches-body.ts";
import { disableEndpoints, enableEndpoints, parseEndpoints } from "./webhook-endpoints.ts";

/**
 * The simulator's own controls: what a test or a demo does to the processor from behind. JSON in and
 * out, no authentication, and the server listens on loopback only.
 *
 *   POST   /_simulator/faults {method, path, kind, times?, delayMs?}  misbehave; kinds in world/faults.ts
 *   DELETE /_simulator/faults                                         behave again
 *   GET    /_simulator/requests?since=N            API requests after number N → {lastSeq, requests}
 *   POST   /_simulator/webhooks/pause | resume     hold deliveries back, let them go
 *   POST   /_simulator/webhooks/disable | enable {connect?}  switch endpoints off: no delivery, not even a failed one
 *   POST   /_simulator/events/{id}/resend          deliver an event again
 *   POST   /_simulator/accounts/{id} {charges_enabled?, payouts_enabled?, details_submitted?, requirements?}
 *   POST   /_simulator/accounts/{id}/deauthorize   the merchant revokes the platform's access
 *   POST   /_simulator/refunds/{id}/fail           the bank returns a refund
 *   POST   /_simulator/refunds/{id}/complete       the buyer did what a refund that requires_action waits for
 *   POST   /_simulator/clock {advanceSeconds}      let time pass → {now}; also GET. What falls due happens
 *   POST   /_simulator/switches {accountsV1?, searchOffered?, searchLagSeconds?}  what the platform has or lacks
 *   POST   /_simulator/payment_intents/{id}/expire an authorisation lapses before its capture
 *
 * The SDK repeats a request once by itself after a cut connection: drop_request and drop_reply need
 * times 2 to be felt by its caller.
 */
export const CONTROL_PREFIX = "/_simulator/";

type Control = (world: World, input: { id: string; request: ReceivedRequest }) => object;

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
  "POST refunds/{id}/fail": (world, { id }) => {
    const { account, object: refund } = findAnywhere(world, "refund", id);
    if (refund.status === "failed") {
      throw new ApiError(409, `Refund ${id} has failed already.`);
    }
    failRefund(openScope(world, account, NO_CAUSE), refund);
    return refund;
  },
  "POST refunds/{id}/complete": (world, { id }) => {
    const { account, object: refund } = findAnywhere(world, "refund", id);
    return completeRefund(openScope(world, account, NO_CAUSE), refund);
  },
  "GET clock": (world) => clockView(world),
  "POST clock": (world, { request }) => {
    advanceClock(world, parseAdvanceSeconds(parseJson(request.body)) * 1000);
    return clockView(world);
  },
  "POST switches": (world, { request }) => {
    Object.assign(world.switches, parseSwitches(parseJson(request.body)));
    return world.switches;
  },
  "POST payment_intents/{id}/expire": (world, { id }) => {
    const { account, object: intent } = findAnywhere(world, "payment_intent", id);
    expireAuthorization(openScope(world, account, NO_CAUSE), intent);
    return intent;
  },
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

function connectedAccount(world: World, id: string) {
  const account = findAccount(world, id);
  if (!account) {
    throw noSuchObject("account", id);
  }
  return account;
}

function findAnywhere<K extends Kind>(world: World, kind: K, id: string) {
  const found = world.store.objects.findAnywhere(kind, id);
  if (!found) {
    throw noSuchObject(kind, id);
  }
  return found;
}
