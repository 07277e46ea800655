import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { answerApi } from "../api/answer-api.ts";
import { inFlightName } from "../api/idempotency.ts";
import { answerControl, CONTROL_PREFIX, readAdvanceSeconds } from "../control/control.ts";
import { type Answer, json } from "../http/answer.ts";
import { ApiError } from "../http/api-error.ts";
import { type ReceivedRequest, receive } from "../http/received-request.ts";
import { matchPath } from "../http/router.ts";
import { answerOnboarding } from "../onboarding/onboarding.ts";
import { ONBOARDING_PATH } from "../resources/account-links.ts";
import { PLATFORM } from "../world/scope.ts";
import type { World } from "../world/world.ts";
import type { ClockWalk } from "./clock-walk.ts";

// Longer than any client keeps an idle connection, so that it is never closed under a request just sent.
const KEEP_ALIVE_MS = 65_000;

export function createSimulatorServer(world: World, walk: ClockWalk): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (message, response) => {
    // A client that disconnects while its request is read gets no answer.
    const request = await receive(message, world.ids.newId("req")).catch(() => undefined);
    if (!request) {
      message.destroy();
      return;
    }
    if (/^\/v[12]\//.test(request.path)) {
      await serveApi(world, request, response);
    } else {
      send(response, await answerOther(world, walk, request));
    }
  });
}

async function answerOther(world: World, walk: ClockWalk, request: ReceivedRequest): Promise<Answer> {
  try {
    const linkId = matchPath(ONBOARDING_PATH, request.path);
    if (linkId !== undefined) return answerOnboarding(world, request, linkId);
    if (request.method === "POST" && request.path === `${CONTROL_PREFIX}clock`)
      return json(200, await walk.advance(readAdvanceSeconds(request.body) * 1000));
    if (request.path.startsWith(CONTROL_PREFIX)) return answerControl(world, request);
    throw new ApiError(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(500, String(error));
    return json(known.status, known.body());
  } finally {
    world.wake();
  }
}

async function serveApi(world: World, request: ReceivedRequest, response: ServerResponse): Promise<void> {
  const account = request.headers["stripe-account"]?.toString() ?? null;
  const logged = world.requestLog.add({ ...request, account });
  const fault = world.faults.take(request.method, request.path);
  if (fault?.kind === "hang") return;
  if (fault?.kind === "drop_request") {
    response.destroy();
    return;
  }
  const answer = answerApi(world, request, fault);
  world.wake();
  if (fault?.kind === "drop_reply") {
    response.destroy();
    return;
  }
  if (fault?.kind === "slow") await holdBack(world, request, { account, delayMs: fault.delayMs });
  logged.status = answer.status;
  send(response, answer);
}

async function holdBack(
  world: World,
  request: ReceivedRequest,
  { account, delayMs }: { account: string | null; delayMs: number },
): Promise<void> {
  const name = inFlightName({ account: account ?? PLATFORM, key: request.idempotencyKey ?? "" });
  world.keysInFlight.add(name);
  await wait(delayMs, undefined, { ref: false });
  world.keysInFlight.delete(name);
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}
