import { type Answer, json } from "../http/answer.ts";
import { ApiError, DeclinedError, retryAdvice, v2Body } from "../http/api-error.ts";
import { decodeForm, type Form, formOfJson } from "../http/form.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { type Match, matchRoute } from "../http/router.ts";
import type { Route } from "../resources/define-route.ts";
import { ROUTES } from "../resources/routes.ts";
import { renewV2Body } from "../resources/v2-accounts.ts";
import { API_VERSION } from "../world/build-event.ts";
import type { Fault } from "../world/faults.ts";
import { missingRight, missingSight } from "../world/rights.ts";
import { openScope, PLATFORM } from "../world/scope.ts";
import type { World } from "../world/world.ts";
import { authenticate, type Caller } from "./authentication.ts";
import { expandAnswer, kindsIn } from "./expand.ts";
import { answerOnce, keyInUse } from "./idempotency.ts";

/** Answers one request to the processor's API, at once. Never throws: rejections are answers too. */
export function answerApi(world: World, request: ReceivedRequest, fault?: Fault): Answer {
  if (fault?.kind === "proxy_rejection") return json(403, { message: "Forbidden by the proxy." });
  const answer = attempt(world, request, () => {
    rejectUnseen(request, fault);
    return decide(world, request, fault);
  });
  return { ...answer, headers: { ...standardHeaders(request), ...answer.headers } };
}

function rejectUnseen(request: ReceivedRequest, fault: Fault | undefined): void {
  if (fault?.kind === "rate_limit")
    throw new ApiError(429, "Too many requests: slow down.", { code: "rate_limit" });
  if (fault?.kind === "lock_timeout") {
    const message = "This object cannot be accessed right now because another request holds its lock.";
    throw new ApiError(429, message, { code: "lock_timeout" });
  }
  if (fault?.kind === "forbidden")
    throw new ApiError(403, "The provided key does not have the required permissions for this endpoint.");
  if (fault?.kind === "key_in_use") throw keyInUse(request.idempotencyKey ?? "");
}

function standardHeaders({ id, idempotencyKey, headers }: ReceivedRequest): Record<string, string> {
  const account = headers["stripe-account"];
  return {
    "Content-Type": "application/json",
    "Request-Id": id,
    "Stripe-Version": API_VERSION,
    ...(account === undefined ? {} : { "Stripe-Account": String(account) }),
    ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }),
  };
}

// The order is the processor's: a key, an account, a path, then the key's earlier answer, and only then
// the parameters. So a replay is a replay even where the parameters would be rejected today.
function decide(world: World, request: ReceivedRequest, fault: Fault | undefined): Answer {
  const caller = authenticate(world, request.headers);
  checkVersion(request);
  const match = findRoute(request, caller);
  const form = readForm(request);
  checkRight(world, { request, caller, form });
  const execute = () => {
    const run = match.route.prepare(form);
    return attempt(world, request, () => {
      if (fault?.kind === "error") throw unknownError();
      const answer = perform(world, { request, caller, match, run });
      if (fault?.kind === "reader_timeout") return rejection(request, readerTimeout());
      return fault?.kind === "error_applied" && !isV2(request) ? rejection(request, unknownError()) : answer;
    });
  };
  const { method, path, id: requestId, idempotencyKey: key } = request;
  if (method !== "POST" || key === null) return execute();
  const operation = `${method} ${path}`;
  const keyed = { requestId, account: caller.account, key, operation, form };
  if (!isV2(request)) return answerOnce(world, keyed, execute);
  // What was done is remembered, and not the fault.
  const answer = answerOnce(
    world,
    { ...keyed, renew: (body) => renewV2Body(world.store.objects, body) },
    execute,
  );
  return fault?.kind === "error_applied" ? rejection(request, unknownError()) : answer;
}

function unknownError(): ApiError {
  return new ApiError(500, "An unknown error occurred.", { type: "api_error" });
}

function readerTimeout(): ApiError {
  const message = "There was a timeout when sending this command to the reader.";
  return new ApiError(400, message, { code: "terminal_reader_timeout" });
}

/** Another version has other parameters and other answers: better no answer than a wrong one. */
function checkVersion(request: ReceivedRequest): void {
  const version = request.headers["stripe-version"] ?? API_VERSION;
  if (version !== API_VERSION)
    throw new ApiError(400, `Invalid Stripe API version: ${version}. Simulated is ${API_VERSION}.`);
}

function findRoute(request: ReceivedRequest, caller: Caller): Match<Route> {
  const match = matchRoute(ROUTES, request.method, request.path);
  if (!match) throw new ApiError(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
  if (caller.key === "publishable" && !match.route.publishable) {
    throw new ApiError(401, "This API call cannot be made with a publishable API key.", {
      code: "secret_key_required",
    });
  }
  return match;
}

/**
 * Facts 15 and 31: a missing right is a 403 as well, but one without a code. It says nothing of the account, and comes
 * before anything is done or remembered.
 */
function checkRight(
  world: World,
  { request, caller, form }: { request: ReceivedRequest; caller: Caller; form: Form },
): void {
  if (caller.key !== "restricted") return;
  const returnsFee = form.refund_application_fee === "true";
  const expanded = kindsIn(Object.values(form.expand ?? {}).map(String));
  const where = { isOnPlatform: caller.account === PLATFORM };
  const missing =
    missingRight(world.rights, { ...request, returnsFee, ...where }) ??
    expanded.map((kind) => missingSight(world.rights, kind, where)).find(Boolean);
  if (missing !== undefined) {
    throw new ApiError(
      403,
      `The provided key does not have the required permissions for this endpoint on account '${caller.account}'. Having the '${missing}' permission would allow this request to continue.`,
    );
  }
}

const isV2 = ({ path }: ReceivedRequest): boolean => path.startsWith("/v2/");

function readForm(request: ReceivedRequest): Form {
  if (isV2(request) && request.body !== "") return formOfJson(request.body);
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  if (request.body !== "" && !isForm)
    throw new ApiError(400, "Invalid request: the content type must be application/x-www-form-urlencoded.");
  return decodeForm([request.query, request.body].filter(Boolean).join("&"));
}

type Performance = {
  request: ReceivedRequest;
  caller: Caller;
  match: Match<Route>;
  run: ReturnType<Route["prepare"]>;
};

function perform(world: World, { request, caller, match, run }: Performance): Answer {
  const cause = { id: request.id, idempotency_key: request.idempotencyKey };
  const scope = openScope(world, caller.account, cause);
  try {
    const { answer, expand } = run({
      ...scope,
      id: match.id,
      key: caller.key === "publishable" ? "publishable" : "secret",
      baseUrl: world.baseUrl,
      switches: world.switches,
    });
    return json(200, expandAnswer(world.store.objects, answer, expand));
  } catch (error) {
    if (error instanceof DeclinedError) return rejection(request, error);
    throw error;
  }
}

/** A rejection is an answer, saved like any other. */
function attempt(world: World, request: ReceivedRequest, operation: () => Answer): Answer {
  try {
    return world.store.atomically(operation);
  } catch (error) {
    return rejection(request, error);
  }
}

function rejection(request: ReceivedRequest, error: unknown): Answer {
  if (error instanceof ApiError) {
    const { headers, ...answer } = json(error.status, isV2(request) ? v2Body(error) : error.body(request.id));
    return { ...answer, headers: { ...headers, ...retryAdvice(error.status, error.details.code) } };
  }
  // A bug of the simulator is printed where it runs; the client gets the processor's usual error.
  console.error("simulator:", error);
  return rejection(request, new ApiError(500, "The simulator failed.", { type: "api_error" }));
}
