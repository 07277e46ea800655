import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { type Answers, readPage, type Step } from "./fake-page.ts";

type Invented = typeof import("./console-answers.ts");

/** The answers are made when they are loaded: once a test stands at noon. */
let invented: Invented;
export let aSession: Invented["aSession"];
export let booksEndpoint: Invented["booksEndpoint"];
export let EMPTY: Invented["EMPTY"];
export let FULL: Invented["FULL"];
export let INCOMPLETE_MONTH: Invented["INCOMPLETE_MONTH"];
export let WITH_OTHER_BALANCE: Invented["WITH_OTHER_BALANCE"];

/** 15 November 2026, at noon in UTC. */
async function standAtNoon(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 15, 12) });
  vi.stubEnv("TZ", "UTC");
  invented = await import("./console-answers.ts");
  ({ aSession, booksEndpoint, EMPTY, FULL, INCOMPLETE_MONTH, WITH_OTHER_BALANCE } = invented);
}

/** What the service answers to one path, with these differences. */
export const answerWith = (path: string, given: object) => ({
  [path]: { ...(FULL[path] as object), ...given },
});

function leaveNoon(): void {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
}

/** Every test of the file stands at noon, and begins in UTC. Called at its top. */
export function useNoon(): void {
  beforeAll(standAtNoon);
  afterEach(() => void vi.stubEnv("TZ", "UTC"));
  afterAll(leaveNoon);
}

export type Asked = {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  key: string | null;
};

export type ConsoleVisit = {
  access?: Parameters<Invented["aSession"]>[0];
  /** What the session has otherwise. */
  session?: object;
  /** What the service answers otherwise, by path. */
  has?: Record<string, unknown>;
  /** What it answers to what changes something, or to one question; undefined: as it has it. */
  answer?: (asked: Asked) => Partial<Answers> | undefined;
  steps?: readonly Step[];
  /** Where the page is served; 127.0.0.1: on a developer's machine. */
  hostname?: string;
};

/** A visit to the console of a merchant who has one of everything: what it says at the end, and what it has asked for. */
export async function visitConsole(hash: string, visit: ConsoleVisit = {}) {
  const session = { ...aSession(visit.access ?? "read"), ...visit.session };
  const has: Record<string, unknown> = { ...FULL, ...visit.has };
  const asked: Asked[] = [];
  const text = await readPage(hash, {
    session: session.sessionId,
    steps: visit.steps ?? [],
    ...(visit.hostname && { hostname: visit.hostname }),
    answer: (path, query, { method, body, headers }) => {
      const one = {
        method,
        path,
        query: Object.fromEntries(query),
        body,
        key: headers.get("Idempotency-Key"),
      };
      asked.push(one);
      if (path === "session") return { status: 200, body: session };
      const given = visit.answer?.(one);
      if (given) return { status: 200, body: {}, ...given };
      return found(has, one);
    },
  });
  return { text, asked, changes: asked.filter(({ method }) => method !== "GET") };
}

function found(has: Record<string, unknown>, { method, path, query }: Asked): Answers {
  const { paymentsNamed, paymentsFound, paymentsTotal } = invented;
  if (method !== "GET") return { status: 200, body: {} };
  if (path === "found-payments" && !(path in has)) return { status: 200, body: paymentsFound(query, has) };
  if (path === "payment-totals" && !(path in has)) return { status: 200, body: paymentsTotal(query, has) };
  const id = path === "payments" ? query.svcPaymentId : undefined;
  const body = id === undefined ? has[path] : paymentsNamed(id, has);
  if (body !== undefined) return { status: 200, body };
  return { status: 404, body: { detail: "There is no such thing.", traceId: "trace" } };
}

/** What stands between two lines, without them. */
export function linesBetween(text: string, from: string, to: string): string[] {
  const lines = text.split("\n");
  const start = lines.indexOf(from) + 1;
  const end = lines.findIndex((line, place) => place >= start && (line === to || line.startsWith(`${to}|`)));
  if (start === 0 || end === -1)
    throw new Error(`There is nothing between "${from}" and "${to}" in:\n${text}`);
  return lines.slice(start, end);
}
