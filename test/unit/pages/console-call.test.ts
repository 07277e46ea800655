import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** How the console's page asks the service, and takes an answer whose head has come and whose body does not, or not whole. */

type Call = (
  path: string,
  settings?: object,
) => Promise<{ data: unknown; next: string | undefined; isReplayed: boolean }>;

let call: Call;
beforeEach(async () => {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  // Of a project of its own, with a browser's types.
  const page = "../../../infra/pages/console";
  ({ call } = (await import(/* @vite-ignore */ `${page}/api/call.ts`)) as { call: Call });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answerWith = (answer: (signal: AbortSignal) => Response): void => {
  vi.stubGlobal("fetch", async (_: string, { signal }: { signal: AbortSignal }) => answer(signal));
};

/** The first bytes come, and then nothing until the request is given up. */
const stalled = (signal: AbortSignal): Response =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode("svcPaymentId,"));
        signal.addEventListener("abort", () => stream.error(signal.reason));
      },
    }),
  );

const broken = (status: number): Response =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) }), {
    status,
  });

it.each([
  ["a file", { asText: true }, /35 seconds\. Try again\.$/],
  ["a list", {}, /35 seconds\. Try again\.$/],
  ["a refund", { method: "POST", idempotencyKey: "k" }, /The outcome is unknown\. Retry/],
])("%s whose body stalls is late, and no success without data", async (_, settings, words) => {
  const late = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  answerWith(stalled);
  const asked = call("v1/anything", settings);
  setImmediate(() => late.abort());
  await expect(asked).rejects.toThrow(words);
});

it.each([
  ["breaks off on the wire", () => broken(200), { asText: true }],
  ["is half of its JSON", () => new Response('[{"id":'), {}],
])("an answer that %s is said to have broken off", async (_, answer, settings) => {
  answerWith(answer);
  await expect(call("v1/anything", settings)).rejects.toThrow("The response was incomplete.");
});

it("a rejection whose body breaks off is still that rejection, and an answer without a body is a success", async () => {
  answerWith(() => broken(503));
  await expect(call("v1/anything")).rejects.toMatchObject({ status: 503 });
  answerWith(() => new Response(null, { status: 204 }));
  expect((await call("v1/anything")).data).toBeUndefined();
});

const SESSION = `ses_${"A".repeat(26)}07${"B".repeat(8)}`;

/** What is sent, and the events that the window hears. */
async function sent(settings: object, answer = new Response("{}"), path = "v1/payments") {
  const fetch = vi.fn(async (_: string, __: RequestInit & { headers: Headers }) => answer);
  const dispatchEvent = vi.fn();
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("window", { dispatchEvent });
  vi.stubGlobal("sessionStorage", { getItem: () => SESSION });
  const outcome = await call(path, settings).catch((error: Error) => error);
  const [address, init] = fetch.mock.calls[0] ?? [];
  const headers = Object.fromEntries(init?.headers ?? []);
  return { address, init, headers, outcome, heard: dispatchEvent.mock.calls.map(([{ type }]) => type) };
}

it("a question names the session, follows no redirect, is kept by no cache, and has no body", async () => {
  const { address, init, headers } = await sent({});
  expect(address).toBe("/console/v1/payments");
  expect(init).toMatchObject({ method: "GET", redirect: "error", cache: "no-store" });
  expect(init).not.toHaveProperty("body");
  expect(headers).toEqual({ accept: "application/json", "svc-console": SESSION });
});

it("what is asked to be done is sent as JSON, with its key", async () => {
  const { init, headers } = await sent({ method: "POST", body: { amountCents: 1 }, idempotencyKey: "k-1" });
  expect(init).toMatchObject({ method: "POST", body: '{"amountCents":1}' });
  expect(headers).toMatchObject({ "content-type": "application/json", "idempotency-key": "k-1" });
});

it("the next page's query alone is taken of its address, and a replay is told as one", async () => {
  const Link = '<https://elsewhere.example/v1/payments?limit=100&startingAfter=a%20b>; rel="next"';
  const first = new Response("[]", { headers: { Link, "Idempotent-Replayed": "true" } });
  expect((await sent({}, first)).outcome).toMatchObject({
    next: "limit=100&startingAfter=a%20b",
    isReplayed: true,
  });
  const last = new Response("[]", { headers: { Link: Link.replace("next", "prev") } });
  expect((await sent({}, last)).outcome).toMatchObject({ next: undefined, isReplayed: false });
});

it("a rejection is told with the fields that are wrong, its title, and what to quote", async () => {
  const problem = {
    title: "Invalid request",
    detail: "Something is wrong.",
    errors: [{ pointer: "/amountCents", detail: "amountCents is too small." }],
    traceId: "trace-1",
  };
  const { outcome } = await sent({}, Response.json(problem, { status: 400 }));
  expect(outcome).toMatchObject({
    message: "Something is wrong. amountCents is too small.",
    title: "Invalid request",
    status: 400,
    traceId: "trace-1",
  });
  const bare = new Response("", { status: 502, headers: { "X-Correlation-Id": "trace-2" } });
  expect((await sent({}, bare)).outcome).toMatchObject({
    message: "The service responded with status 502.",
    traceId: "trace-2",
  });
});

it("a rejection of the tab's own session is heard in the whole page, and no other rejection is", async () => {
  const rejected = (status: number) => new Response("{}", { status });
  expect((await sent({}, rejected(401))).heard).toEqual(["console-session-ended"]);
  expect((await sent({}, rejected(403))).heard).toEqual([]);
  expect((await sent({ session: "none" }, rejected(401), "sessions")).heard).toEqual([]);
});

it("a service that cannot be reached is told as one", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("fetch failed")));
  await expect(call("v1/payments")).rejects.toThrow("The service did not respond. Check your connection.");
});

it("a question that its screen has given up ends as given up, not as an answer that broke off", async () => {
  const left = new AbortController();
  answerWith(stalled);
  const asked = call("v1/anything", { signal: left.signal });
  setImmediate(() => left.abort());
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});
