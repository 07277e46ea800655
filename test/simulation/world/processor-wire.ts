import Stripe from "stripe";
import { fateOfKey } from "./forgotten-key.ts";
import { callOutside, nameOf } from "./outside.ts";
import { partsOf } from "./parts.ts";
import type { ApiAnswer } from "./processor.ts";
import { current, invocations } from "./simulation.ts";

const TIMEOUT_MS = 8_000;

/** From now on the SDK's own client, which the service wraps, sends to the processor of this process. */
export function replaceHttpClient(): void {
  Object.assign(Stripe, { createNodeHttpClient: () => new SimulatedWire() });
}

class SimulatedWire {
  getClientName = (): string => "simulation";

  async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: Record<string, string>,
    body: string,
    _protocol: string,
    timeoutMs: number,
  ): Promise<object> {
    const { faults, clock } = current();
    const begunAt = clock.now;
    requireTime();
    requireRight(method, path, body ?? "");
    const isReset = faults.strikes("processor-reset");
    const request = { method, path, headers: lowerCased(headers), body: body ?? "" };
    const keyFate = fateOfKey(request);
    const answer = await callOutside<ApiAnswer>({
      to: "processor",
      what: () => `${method} ${path} ${headers["Idempotency-Key"] ?? ""}`,
      apply: () => {
        if (isReset) throw connectionReset();
        if (isOverLimit(method, path)) return TOO_MANY;
        const answered = typeof keyFate === "object" ? keyFate.answer : partsOf().processor.answer(request);
        current().tell("processor", () => `answers ${method} ${path} with ${answered.status}`);
        return answered;
      },
      latencyMs: [60, 600],
      timeoutMs,
      slowMs: Math.floor(TIMEOUT_MS * 0.9),
      lost: timedOut,
      fate: keyFate === "lost" || isHanging() ? "lost" : undefined,
    }).finally(() => noteWait(clock.now - begunAt, timeoutMs));
    const heard = lowerCased(answer.headers);
    return {
      getStatusCode: () => answer.status,
      getHeaders: () => heard,
      getRawResponse: () => answer,
      toStream: () => answer.body,
      toJSON: () => Promise.resolve(JSON.parse(answer.body)),
    };
  }
}

const LIMIT_A_SECOND = 25;
const TOO_MANY: ApiAnswer = {
  status: 429,
  headers: {},
  body: JSON.stringify({ error: { type: "invalid_request_error", code: "rate_limit" } }),
};

/** How often each endpoint was asked in the second that runs. */
const asked = new Map<string, { second: number; times: number }>();

function isOverLimit(method: string, path: string): boolean {
  const { isProcessorLimited, clock } = current();
  if (!isProcessorLimited) return false;
  const endpoint = `${method} ${path.replace(/\?.*/, "").replace(/\/[a-z]+_\w+/g, "/:id")}`;
  const second = Math.floor(clock.now / 1000);
  const before = asked.get(endpoint);
  const times = before?.second === second ? before.times + 1 : 1;
  asked.set(endpoint, { second, times });
  return times > LIMIT_A_SECOND;
}

/** Nothing is answered, and nothing is done, until the caller gives up. */
const isHanging = (): boolean => current().clock.now < current().processorHangsUntil;

/** So long an event may keep the webhook waiting for the processor: a processor that hangs must not fill it. */
const WEBHOOK_WAITS_MS = 2_000;

function noteWait(ms: number, timeoutMs: number): void {
  const caller = invocations.getStore();
  if (caller?.name !== "webhook" || caller.isZombie) return;
  caller.waitedMs = (caller.waitedMs ?? 0) + ms;
  if (ms >= timeoutMs) current().reach("webhooks that the processor kept waiting");
  if (caller.waitedMs > WEBHOOK_WAITS_MS)
    current().violate("time", `${nameOf(caller)} has waited ${caller.waitedMs} ms for the processor`);
}

/** No call may begin that the function's remaining time cannot carry to its end. */
function requireTime(): void {
  const caller = invocations.getStore();
  const leftMs = caller ? caller.endsAt - current().clock.now : TIMEOUT_MS;
  if (leftMs < TIMEOUT_MS)
    current().violate("time", `${nameOf(caller)} begins a call with ${leftMs} ms left`);
}

/** What follows the processor, or finishes what others began, looks: only a client's own request moves money. */
const ONLY_LOOK = ["webhook", "delivery", "sweep", "open-work", "missed-events", "daily-statements"];

function requireRight(method: string, path: string, body: string): void {
  const caller = invocations.getStore();
  if (caller && path.endsWith("/confirm") && !body.includes("off_session=true"))
    current().violate("I1", `${nameOf(caller)} charges as if the customer were there`);
  if (method === "GET" || !caller || !ONLY_LOOK.includes(caller.name)) return;
  current().violate("I1", `${nameOf(caller)} asks the processor to do something: ${method} ${path}`);
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name in headers) lower[name.toLowerCase()] = String(headers[name]);
  return lower;
}

/** A socket that was closed while it slept: the SDK itself sends once more. */
const connectionReset = (): Error => Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });

const timedOut = (): Error => Object.assign(new TypeError("ETIMEDOUT"), { code: "ETIMEDOUT" });
