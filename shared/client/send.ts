import { codeOf, type ErrorFacts, PaymentsError, type Problem } from "./payments-error.ts";
import { isRepeatable, type RetrySettings, retryAfterSecondsOf, waitMsAfter } from "./retry.ts";

export type SendSettings = RetrySettings & {
  fetch: (request: Request, init: { signal: AbortSignal }) => Promise<Response>;
  timeoutMs: number;
};

/** Sends a request until it is answered, as long as that is safe. Throws a PaymentsError for all but a 2xx. */
export async function send(request: Request, settings: SendSettings): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(request, settings);
    if (outcome instanceof Response) return outcome;
    const isSafe = isRepeatable(request) || outcome.code === "rate_limited";
    const waitMs = isSafe ? waitMsAfter(outcome, attempt, settings, Math.random()) : undefined;
    if (waitMs === undefined) throw outcome;
    await pause(waitMs, request.signal);
  }
}

async function attemptOnce(request: Request, settings: SendSettings): Promise<Response | PaymentsError> {
  const attempt = new AbortController();
  // Not AbortSignal.any: on Node 20 and early 22 its signal may be collected as garbage, and then no timeout comes.
  const signals = [request.signal, AbortSignal.timeout(settings.timeoutMs)];
  const end = ({ target }: Event) => attempt.abort((target as AbortSignal).reason);
  for (const signal of signals) signal.addEventListener("abort", end);
  try {
    request.signal.throwIfAborted();
    const response = await settings.fetch(request.clone(), { signal: attempt.signal });
    // The whole body belongs to the attempt: an answer that breaks off is no answer.
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    if (!response.ok) return rejectionOf(request, response, text);
    if (!isFile(response) && !isJson(text)) return unreadable(request, response);
    return new Response(bytes, { status: response.status, headers: response.headers });
  } catch (cause) {
    request.signal.throwIfAborted();
    const message = `No answer to ${request.method} ${pathOf(request)}.`;
    return new PaymentsError({
      ...factsOf(request),
      code: "no_answer",
      message,
      cause,
      retryable: isRepeatable(request),
    });
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", end);
  }
}

function rejectionOf(request: Request, response: Response, text: string): PaymentsError {
  const facts = factsOf(request, response);
  const problem = problemIn(response, text);
  if (problem) {
    const { retryable, traceId } = problem;
    const message = messageOf(problem);
    return new PaymentsError({ ...facts, code: codeOf(problem), message, retryable, traceId, problem });
  }
  const message = `${response.status} to ${request.method} ${pathOf(request)}, which did not come from the service itself.`;
  const retryable = isRepeatable(request) && (response.status === 429 || response.status >= 500);
  return new PaymentsError({ ...facts, code: "gateway", message, retryable });
}

/** So that a log of the message alone says what to correct. */
const messageOf = ({ detail, errors = [] }: Problem): string =>
  [detail, ...errors.map((error) => error.detail)].join(" ");

function unreadable(request: Request, response: Response): PaymentsError {
  const message = `The answer to ${request.method} ${pathOf(request)} is not a valid answer of the service.`;
  const retryable = isRepeatable(request);
  return new PaymentsError({ ...factsOf(request, response), code: "unreadable", message, retryable });
}

function factsOf(request: Request, response?: Response): Omit<ErrorFacts, "code" | "message" | "retryable"> {
  return {
    idempotencyKey: request.headers.get("Idempotency-Key") ?? undefined,
    status: response?.status,
    traceId: response?.headers.get("X-Correlation-Id") ?? undefined,
    retryAfterSeconds: retryAfterSecondsOf(response?.headers.get("Retry-After") ?? null, Date.now()),
  };
}

/** The gateway's own errors are not problems: only a problem document is read as one. */
function problemIn(response: Response, text: string): Problem | undefined {
  if (!response.headers.get("Content-Type")?.startsWith("application/problem+json") || !isJson(text)) {
    return undefined;
  }
  const problem: Partial<Problem> | null = JSON.parse(text);
  return typeof problem?.code === "string" && typeof problem.retryable === "boolean"
    ? (problem as Problem)
    : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isFile = (response: Response): boolean =>
  response.headers.get("Content-Type")?.startsWith("text/csv") ?? false;

const pathOf = ({ url }: Request): string => new URL(url).pathname;

export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
