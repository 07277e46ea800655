import { learnServiceTime } from "./service-clock.ts";
import { endsOwnSession, readSessionId } from "./tab-session.ts";
import type { Schemas } from "./types.ts";

export class CallError extends Error {
  readonly status: number | undefined;
  readonly traceId: string | undefined;
  /** The problem's title, such as Outcome unknown; undefined where the service said none. */
  readonly title: string | undefined;

  constructor(message: string, status?: number, traceId?: string, title?: string) {
    super(message);
    this.status = status;
    this.traceId = traceId;
    this.title = title;
  }
}

/** Dispatched on the window when the service no longer knows this tab's session. */
export const SESSION_ENDED = "console-session-ended";

export type Answer<T> = {
  data: T;
  /** The query of the next page of a list. */
  next: string | undefined;
  /** Back to which time a list was looked through, where the service stopped before the page was full. */
  searchedTo: string | undefined;
  /** Of a file over many days: which are not in it. */
  missingDays: string | undefined;
  /** The answer of an earlier request with the same Idempotency-Key: nothing was done this time. */
  isReplayed: boolean;
};

/** Longer than the gateway waits for any function: after it no answer comes. */
export const TIMEOUT_MS = 35_000;

type Call = {
  method?: "GET" | "POST" | "PUT";
  body?: object;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** Instead of this tab's own. */
  session?: "none";
  asText?: true;
};

/** A session's call: the header says which session this tab means, and so which cookie counts. */
export async function call<T>(path: string, settings: Call = {}): Promise<Answer<T>> {
  const session = settings.session ?? readSessionId();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await send(path, session, { ...settings, timeout });
  learnServiceTime(response.headers.get("Date"));
  const isText = settings.asText && response.ok;
  const data: unknown = await bodyOf(response, isText).catch((cause) => {
    settings.signal?.throwIfAborted();
    if (response.ok) throw failureOf(settings, timeout, { text: "The response was incomplete.", cause });
  });
  if (response.ok) return answerOf<T>(response, data);
  if (endsOwnSession({ status: response.status, path, asked: session, own: readSessionId() }))
    window.dispatchEvent(new Event(SESSION_ENDED));
  throw rejectionOf(response, (data ?? {}) as Partial<Schemas["Problem"]>);
}

/** Some answers have none. One that cannot be read to its end must not pass for one of those. */
async function bodyOf(response: Response, isText: boolean | undefined): Promise<unknown> {
  // A file keeps the mark at its beginning, by which Excel knows its encoding.
  if (isText) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

const answerOf = <T>({ headers }: Response, data: unknown): Answer<T> => ({
  data: data as T,
  next: nextQueryOf(headers.get("Link")),
  searchedTo: headers.get("Svc-Searched-To") ?? undefined,
  missingDays: headers.get("Svc-Missing-Days") ?? undefined,
  isReplayed: headers.get("Idempotent-Replayed") === "true",
});

const UNREACHABLE = "The service did not respond. Check your connection.";

async function send(path: string, session: string | undefined, settings: Call & { timeout: AbortSignal }) {
  const { method = "GET", body, idempotencyKey, signal, timeout } = settings;
  const headers = new Headers({ Accept: "application/json" });
  if (session) headers.set("Svc-Console", session);
  if (body) headers.set("Content-Type", "application/json");
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  try {
    return await fetch(`/console/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // No answer may redirect this session.
      redirect: "error",
      cache: "no-store",
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw failureOf(settings, timeout, { text: UNREACHABLE, cause });
  }
}

function failureOf(
  asked: Call,
  timeout: AbortSignal,
  { text, cause }: { text: string; cause: unknown },
): CallError {
  const message = timeout.aborted ? lateText(asked) : text;
  return Object.assign(new CallError(message), { cause });
}

const LATE = `The service did not respond within ${TIMEOUT_MS / 1000} seconds.`;

/** What was only to be read can be asked for again; what was to be done may have been done. */
export function lateText({ method = "GET", idempotencyKey }: Pick<Call, "method" | "idempotencyKey">) {
  if (method === "GET") return `${LATE} Try again.`;
  const advice = idempotencyKey
    ? "Retry: it is the same request and runs only once."
    : "Check the current state before you repeat it.";
  return `${LATE} The outcome is unknown. ${advice}`;
}

function rejectionOf({ status, headers }: Response, problem: Partial<Schemas["Problem"]>): CallError {
  // A fault that the detail has already is not said twice.
  const fields = (problem.errors ?? [])
    .map(({ detail }) => detail)
    .filter((fault) => !problem.detail?.includes(fault));
  const message = [problem.detail ?? `The service responded with status ${status}.`, ...fields].join(" ");
  const traceId = problem.traceId ?? headers.get("X-Correlation-Id") ?? undefined;
  return new CallError(message, status, traceId, problem.title);
}

/** Only the query: an answer must not decide where this session's calls go. */
const nextQueryOf = (link: string | null): string | undefined =>
  /<[^<>?]*\?([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
