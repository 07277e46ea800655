import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** How the console's page takes an answer whose head has come and whose body does not, or not whole. */

type Call = (path: string, settings?: object) => Promise<{ data: unknown }>;

let call: Call;
beforeEach(async () => {
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  // Of a project of its own, with a browser's types.
  const page = "../../../functions/console/page";
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
  ["a refund", { method: "POST", idempotencyKey: "k" }, /Whether it was done is not known\. Ask again/],
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
  await expect(call("v1/anything", settings)).rejects.toThrow("The answer broke off.");
});

it("a refusal whose body breaks off is still that refusal, and an answer without a body is a success", async () => {
  answerWith(() => broken(503));
  await expect(call("v1/anything")).rejects.toMatchObject({ status: 503 });
  answerWith(() => new Response(null, { status: 204 }));
  expect((await call("v1/anything")).data).toBeUndefined();
});

it("a question that its screen has given up ends as given up, not as an answer that broke off", async () => {
  const left = new AbortController();
  answerWith(stalled);
  const asked = call("v1/anything", { signal: left.signal });
  setImmediate(() => left.abort());
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});
