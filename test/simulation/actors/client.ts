import type { AnswerChecks } from "../checks/answers.ts";
import { type HttpAnswer, invoke, specOf } from "../world/functions.ts";
import type { Simulation } from "../world/simulation.ts";
import type { SimulatedMerchant } from "./merchants.ts";

export type ApiRequest = {
  function: string;
  /** Of a function with several operations; the first one unless told. */
  path?: string;
  /** Where the path takes several. */
  method?: string;
  /** For a path with an {id}. */
  id?: string;
  query?: Record<string, string>;
  body?: object;
  key?: string;
};

/** How a client behaves when it gets no good answer. */
export type Patience = {
  tries: number;
  /** How long after its last try it comes back once more; undefined: never. */
  returnsAfterMs?: number | undefined;
};

const RETRYABLE_PROBLEMS = ["in_progress", "processor_unavailable", "service_unavailable"];

/** A merchant's backend, which retries as the integrators' page says. */
export class Client {
  readonly merchant: SimulatedMerchant;
  readonly simulation: Simulation;
  private readonly checks: AnswerChecks;

  constructor(simulation: Simulation, merchant: SimulatedMerchant, checks: AnswerChecks) {
    this.simulation = simulation;
    this.merchant = merchant;
    this.checks = checks;
  }

  /** Once over an unreliable wire; undefined: no answer. */
  async send(request: ApiRequest): Promise<HttpAnswer | undefined> {
    const { clock, faults } = this.simulation;
    this.simulation.operations++;
    await clock.sleep(this.simulation.chance("clients").between(1, 60));
    if (faults.strikes("client-request-lost")) {
      this.tell(request, "is lost on its way");
      await clock.sleep(5_000);
      return undefined;
    }
    // Without a key a second request is a second wish, whoever has repeated it.
    if (isSafeToRepeat(request) && faults.strikes("client-request-twice")) void this.arrive(request);
    const arrived = this.arrive(request);
    // It waits no longer, and does not know that the function goes on.
    const patienceMs = this.simulation.chance("clients").between(200, 8_000);
    const isInAHurry = isSafeToRepeat(request) && faults.strikes("client-timeout");
    const answer = await (isInAHurry
      ? Promise.race([arrived, clock.sleep(patienceMs).then(() => undefined)])
      : arrived);
    if (!faults.strikes("client-reply-lost")) return answer;
    this.tell(request, "loses its answer");
    return undefined;
  }

  /** Until there is an answer that no retry would change. undefined: the client has given up. */
  async persist(wanted: ApiRequest, patience: Patience): Promise<HttpAnswer | undefined> {
    const { clock } = this.simulation;
    const chance = this.simulation.chance("clients");
    let calmTries = 0;
    let request = wanted;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(request);
      // A 503 to a request without a key names the one to repeat it with.
      const named = answer?.statusCode === 503 ? answer.headers["Idempotency-Key"] : undefined;
      if (named !== undefined) request = { ...request, key: named };
      if (answer && !isWorthRetrying(answer, request)) return answer;
      if (!answer && !isSafeToRepeat(request)) return undefined;
      const requestedMs = Number(answer?.headers["Retry-After"] ?? 0) * 1000;
      if (attempt === patience.tries) {
        if (patience.returnsAfterMs === undefined) return undefined;
        await clock.sleep(patience.returnsAfterMs);
      } else await clock.sleep(Math.max(requestedMs, chance.between(500, longestWaitMs(attempt))));
      if (this.simulation.faults.areOver()) calmTries++;
      // Without access to the account nobody can find out any more.
      if (attempt > MAX_TRIES_AFTER_LEAVING && this.merchant.hasLeft) return undefined;
      if (calmTries > MAX_CALM_TRIES) {
        this.simulation.violate(
          "liveness",
          `${request.function} ${request.key} has no answer: ${answer?.body}`,
        );
        return undefined;
      }
    }
  }

  private async arrive(request: ApiRequest): Promise<HttpAnswer | undefined> {
    const { merchantId } = this.merchant;
    this.checks.expect(merchantId, request);
    const outcome = await invoke<HttpAnswer>(request.function, toEvent(request, this.merchant.apiKey));
    if (outcome.kind !== "answered") {
      this.tell(request, "gets no answer");
      this.checks.lose(merchantId, request);
      return undefined;
    }
    const { answer } = outcome;
    this.tell(request, `→ ${answer.statusCode} ${answer.body.slice(0, 160)}`);
    this.checks.observe(merchantId, request, {
      answer,
      // Without access to its account nothing can be found out about it.
      isUndisturbed: !outcome.isDisturbed && !this.merchant.hasLeft,
      repeat: () => this.arrive(request),
    });
    return answer;
  }

  private tell(request: ApiRequest, what: string): void {
    const { function: name, id = "", key = "no key", body } = request;
    this.simulation.tell("client", () => `${name} ${id} (${key}) ${JSON.stringify(body)} ${what}`);
  }
}

/** Twice as long each time, as the page says, with a random part in every wait; then its job runs every ten minutes. */
const longestWaitMs = (attempt: number): number =>
  attempt < 10 ? Math.min(1_000 * 2 ** attempt, 30_000) : 600_000;

/** A lease and a few waits: whoever gets no answer within so many tries on a calm day never gets one. */
const MAX_CALM_TRIES = 100;
const MAX_TRIES_AFTER_LEAVING = 12;

/** Without a key a POST may be done twice; whoever sets or switches something may always repeat it. */
const isSafeToRepeat = ({ function: name, key }: ApiRequest): boolean =>
  key !== undefined || !DONE_ANEW.includes(name);

const DONE_ANEW = [
  "customers",
  "capture-payment",
  "refund-payment",
  "cancel-payment",
  "rotate-callback-secret",
];

function isWorthRetrying(answer: HttpAnswer, request: ApiRequest): boolean {
  if (answer.statusCode < 400) return false;
  if (answer.statusCode === 429) return true;
  const { code = "" } = JSON.parse(answer.body) as { code?: string };
  if (RETRYABLE_PROBLEMS.includes(code)) return true;
  return answer.statusCode >= 500 && isSafeToRepeat(request);
}

export function toEvent(
  { function: name, path: wanted, method, id = "", query, body, key }: ApiRequest,
  apiKey: string,
) {
  const { routes } = specOf(name);
  const isWanted = (route: { path: string; method: string }) =>
    route.path === wanted && (method === undefined || route.method === method);
  const route = wanted === undefined ? routes[0] : routes.find(isWanted);
  if (!route) throw new Error(`${name} has no route.`);
  const path = route.path.replace("{id}", id);
  return {
    version: "2.0",
    routeKey: `${route.method} ${route.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    ...(query && { queryStringParameters: query }),
    headers: {
      "x-api-key": apiKey,
      host: "service.example",
      ...(body && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(id !== "" && { pathParameters: { id } }),
    requestContext: { domainName: "service.example", http: { method: route.method, path } },
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}
