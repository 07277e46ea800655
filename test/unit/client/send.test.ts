import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ClientOptions,
  createPaymentsClient,
  type KeyedOptions,
  PaymentsError,
} from "../../../shared/client/client.ts";

const PAYMENT = { svcPaymentId: `svcpay_${"a".repeat(32)}`, status: "succeeded" };
const ID = PAYMENT.svcPaymentId;

type Answer = Response | Error;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

const problem = (code: string, status: number, retryable: boolean, headers: Record<string, string> = {}) =>
  json(
    {
      code,
      type: `https://api.example/problems/${code}`,
      title: "T",
      status,
      detail: "Why.",
      instance: "/v1",
      traceId: "trace-1",
      retryable,
    },
    status,
    { ...headers, "Content-Type": "application/problem+json" },
  );

/** A service that gives these answers, one after the other, and keeps what it was asked. */
function service(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const requests: {
    method: string;
    url: string;
    key: string | null;
    trace: string | null;
    body: string;
    atMs: number;
  }[] = [];
  const client = createPaymentsClient({
    baseUrl: "https://api.example",
    apiKey: "svc_test_key",
    ...options,
    fetch: async (request) => {
      const { method, url, headers } = request;
      const key = headers.get("Idempotency-Key");
      const trace = headers.get("X-Correlation-Id");
      requests.push({ method, url, key, trace, body: await request.text(), atMs: Date.now() });
      const answer = answers.shift();
      if (!answer) throw new Error("The test has no answer left.");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { client, requests };
}

/** How a call ends, with all waiting done at once. */
async function ended(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a keyed request", () => {
  const lost = () => new TypeError("fetch failed");
  it.each<[string, () => Answer]>([
    ["no answer", lost],
    ["a key in progress", () => problem("in_progress", 409, true, { "Retry-After": "1" })],
    ["the gateway's throttling", () => json({ message: "Too Many Requests" }, 429)],
    ["the gateway's 500", () => json({ message: "Internal Server Error" }, 500)],
    ["a processor that is away", () => problem("processor_unavailable", 503, true, { "Retry-After": "2" })],
    ["a page instead of an answer", () => new Response("<html>", { status: 200 })],
  ])("is sent again after %s, with the same key and body", async (_, first) => {
    const { client, requests } = service([first(), json(PAYMENT)]);
    const options = { idempotencyKey: "refund-1" };
    expect(await ended(client.refundPayment(ID, { amountCents: 5 }, options))).toEqual(PAYMENT);
    expect(requests.map(({ key, body }) => [key, body])).toEqual([
      ["refund-1", '{"amountCents":5}'],
      ["refund-1", '{"amountCents":5}'],
    ]);
  });

  it.each<[string, () => Answer]>([
    ["an unknown outcome", () => problem("outcome_unknown", 503, false)],
    ["a bug there", () => problem("internal_error", 500, false)],
    ["a conflict", () => problem("idempotency_conflict", 409, false)],
    ["the gateway's own rejection", () => json({ message: "Request Entity Too Large" }, 413)],
    ["a redirect", () => new Response(null, { status: 302, headers: { Location: "https://evil.example" } })],
  ])("is not sent again after %s", async (_, only) => {
    const { client, requests } = service([only()]);
    const error = await ended(client.refundPayment(ID, {}, { idempotencyKey: "refund-1" }));
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error).toMatchObject({ retryable: false, idempotencyKey: "refund-1" });
    expect(requests).toHaveLength(1);
  });

  it("is given up after five attempts, and the error keeps the key for later", async () => {
    const answers = Array.from({ length: 9 }, () => problem("service_unavailable", 503, true));
    const { client, requests } = service(answers);
    const error = await ended(client.createPayment({ amountCents: 100 }, { idempotencyKey: "order-1" }));
    expect(error).toMatchObject({ code: "service_unavailable", retryable: true, idempotencyKey: "order-1" });
    expect(requests).toHaveLength(5);
  });
});

it("rejects an empty idempotencyKey, which is no key", () => {
  const { client, requests } = service([]);
  expect(() => client.refundPayment(ID, {}, { idempotencyKey: "" })).toThrow(
    /idempotencyKey must not be empty/,
  );
  expect(requests).toEqual([]);
});

it.each(["", ".", "..", undefined])("an id of %j is rejected: it would lead elsewhere", (id) => {
  const { client, requests } = service([json({}), json({})]);
  const wrong = `"${id}" is none.`;
  expect(() => client.getPayment(id as string)).toThrow(`/v1/payments/{id} needs an id. ${wrong}`);
  expect(() => client.deleteSavedMethod("cus_1", id as string)).toThrow(wrong);
  expect(requests).toEqual([]);
});

it("a key is rejected for an operation that takes none, and would happen again with each attempt", () => {
  const { client, requests } = service([]);
  const options: KeyedOptions = { idempotencyKey: "once" };
  expect(() => client.rotateCallbackSecret("ep_5f2b8c1de0a94b73", {}, options)).toThrow(
    "/v1/callback-endpoints/{id}/rotate-secret takes no idempotencyKey.",
  );
  expect(requests).toEqual([]);
});

it.each(["refundPayment", "capturePayment", "cancelPayment"] as const)(
  "%s gets a key for each call, under which it is repeated",
  async (name) => {
    const { client, requests } = service([new TypeError("fetch failed"), json(PAYMENT), json(PAYMENT)]);
    expect(await ended(client[name](ID))).toEqual(PAYMENT);
    await client[name](ID);
    const [first, second, third] = requests.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  },
);

describe("without a key", () => {
  const answers: (() => Answer)[] = [
    () => new TypeError("fetch failed"),
    () => problem("service_unavailable", 503, true, { "Retry-After": "1" }),
    () => json({ message: "Too Many Requests" }, 429),
    () => json({ message: "Internal Server Error" }, 500),
  ];
  it("a rotation of a secret is sent once, whatever is answered", async () => {
    for (const answer of answers) {
      const { client, requests } = service([answer(), json(PAYMENT)]);
      expect(await ended(client.rotateCallbackSecret("ep_5f2b8c1de0a94b73"))).toBeInstanceOf(PaymentsError);
      expect(requests).toHaveLength(1);
    }
  });

  it("is sent again after the time that the service asks for when it limits the merchant's lookups", async () => {
    const limited = () => problem("rate_limited", 429, true, { "Retry-After": "7" });
    type Client = ReturnType<typeof service>["client"];
    for (const call of [
      (client: Client) => client.getPaymentDetails(ID),
      // No key, and yet safe: nothing was done.
      (client: Client) => client.refreshOnboardingStatus(),
    ]) {
      const { client, requests } = service([limited(), json([])]);
      expect(await ended(call(client))).not.toBeInstanceOf(PaymentsError);
      expect(requests).toHaveLength(2);
      expect((requests[1]?.atMs ?? 0) - (requests[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(7_000);
    }
  });

  it.each<[string, () => Answer, string]>([
    ["a gateway's own 429", () => json({ message: "Too Many Requests" }, 429), "gateway"],
    ["a gateway's own 500", () => json({ message: "Internal Server Error" }, 500), "gateway"],
    ["a gateway's own 502", () => json({ message: "Bad Gateway" }, 502), "gateway"],
    ["a gateway's own 503", () => json({ message: "Service Unavailable" }, 503), "gateway"],
    ["an answer that never came", () => new TypeError("fetch failed"), "no_answer"],
  ])("%s does not invite a retry either", async (_, answer, code) => {
    const { client } = service([answer()]);
    const error = await ended(client.rotateCallbackSecret("ep_5f2b8c1de0a94b73"));
    expect(error).toMatchObject({ code, retryable: false });
  });
});

describe("waiting", () => {
  const waitedFor = async (headers: Record<string, string>) => {
    const { client, requests } = service([problem("in_progress", 409, true, headers), json(PAYMENT)]);
    await ended(client.getPayment(ID));
    return ((requests[1]?.atMs ?? Number.NaN) - (requests[0]?.atMs ?? 0)) / 1000;
  };

  it("is never shorter than Retry-After", async () => {
    expect(await waitedFor({ "Retry-After": "7" })).toBeGreaterThanOrEqual(7);
    expect(await waitedFor({})).toBeLessThan(1);
  });

  it("ends when the caller gives up", async () => {
    const abort = new AbortController();
    const { client, requests } = service([problem("in_progress", 409, true, { "Retry-After": "20" })]);
    const call = client.getPayment(ID, { signal: abort.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    abort.abort(new Error("enough"));
    expect(await call).toEqual(new Error("enough"));
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    const last = service([new DOMException("aborted", "AbortError")], { attempts: 1 });
    expect(await ended(last.client.getPayment(ID, { signal: abort.signal }))).toEqual(new Error("enough"));
  });
});

it("a call that is aborted ends at once and is not sent again, also where its fetch does not look at the signal", async () => {
  const abort = new AbortController();
  let sent = 0;
  const fetch = async () => {
    sent++;
    abort.abort(new Error("enough"));
    return problem("in_progress", 409, true, { "Retry-After": "20" });
  };
  const client = createPaymentsClient({ baseUrl: "https://api.example", apiKey: "k", fetch });
  const options = { signal: abort.signal, idempotencyKey: "refund-1" };
  const call = client.refundPayment(ID, {}, options).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(await call).toEqual(new Error("enough"));
  expect(sent).toBe(1);
});

describe("an error", () => {
  it("has the problem's code, and what support asks for", async () => {
    const { client } = service([problem("not_found", 404, false)]);
    expect(await ended(client.getPayment(ID))).toMatchObject({
      name: "PaymentsError",
      code: "not_found",
      status: 404,
      message: "Why.",
      traceId: "trace-1",
      problem: { title: "T" },
    });
  });

  it("an error of a later version than the client is told apart", async () => {
    const { client } = service([problem("constructor", 418, false)]);
    expect(await ended(client.getPayment(ID))).toMatchObject({ code: "unknown_problem", status: 418 });
  });

  it.each([
    ["has no code", { retryable: true, detail: "D" }],
    ["does not say whether it is retryable", { code: "not_found", detail: "D" }],
    ["is nothing", null],
    ["is no JSON", undefined],
  ])("an error whose problem %s is not taken for the service's", async (_, body) => {
    const headers = { "Content-Type": "application/problem+json" };
    const { client } = service([new Response(JSON.stringify(body) ?? "<html>", { status: 404, headers })]);
    expect(await ended(client.getPayment(ID))).toMatchObject({
      code: "gateway",
      message: `404 to GET /v1/payments/${ID}, which did not come from the service itself.`,
    });
  });

  it("an error that does not say that it is a problem is not taken for the service's", async () => {
    const body = { code: "not_found", retryable: false, detail: "D" };
    expect(await ended(service([json(body, 404)]).client.getPayment(ID))).toMatchObject({ code: "gateway" });
  });
});

describe("a file that comes in parts", () => {
  const RANGE = { from: "2026-07-01", to: "2026-07-31" };
  const part = (text: string, headers: Record<string, string> = {}) =>
    new Response(text, { headers: { "Content-Type": "text/csv", "Svc-Line-Count": "3", ...headers } });

  it("is joined by reading it, and says how long it is and which days are missing", async () => {
    const answers = () => [
      part("header\r\none\r\n", {
        Link: '<https://evil.example/steal?from=2026-07-01&after=2026-07-09.1.2>; rel="next"',
        "Svc-Missing-Days": "2026-07-03",
      }),
      part("two\r\nthree\r\n", { "Svc-Not-Final-Days": "2026-07-31" }),
    ];
    const { client, requests } = service(answers());
    let file = "";
    for await (const text of client.downloadMovements(RANGE)) file += text;
    expect(file).toBe("header\r\none\r\ntwo\r\nthree\r\n");
    expect(requests.map(({ url }) => url)).toEqual([
      "https://api.example/v1/reports/movements.csv?from=2026-07-01&to=2026-07-31",
      "https://api.example/v1/reports/movements.csv?from=2026-07-01&to=2026-07-31&after=2026-07-09.1.2",
    ]);
    const parts: unknown[] = [];
    for await (const { text: _, ...facts } of service(answers()).client.downloadMovements(RANGE).parts())
      parts.push(facts);
    expect(parts).toEqual([
      { lineCount: 3, missingDays: "2026-07-03", notFinalDays: undefined },
      { lineCount: 3, missingDays: undefined, notFinalDays: "2026-07-31" },
    ]);
  });

  it("keeps the byte order mark by which Excel knows its encoding", async () => {
    const { client } = service([part("\ufeffdate\r\n"), part("\ufeffdate\r\n")]);
    let file = "";
    for await (const text of client.downloadMovements({ ...RANGE, format: "excel" })) file += text;
    expect(file).toBe("\ufeffdate\r\n");
    expect(await client.downloadPayoutLines("po_1", { format: "excel" })).toBe("\ufeffdate\r\n");
  });

  it("holds one part in memory at a time, however many there are", async () => {
    let asked = 0;
    // A part is fetched when it is asked for, and not before.
    const fetchPart = async () =>
      part("x", ++asked < 50 ? { Link: `</x?after=2026-07-09.${asked}.2>; rel="next"` } : {});
    const client = createPaymentsClient({ baseUrl: "https://api.example", apiKey: "k", fetch: fetchPart });
    let read = 0;
    for await (const _ of client.downloadMovements(RANGE)) expect(asked).toBe(++read);
    expect(read).toBe(50);
  });
});

describe("a list", () => {
  const page = (ids: string[], link?: string) => json(ids, 200, link ? { Link: link } : {});

  it("is read page by page, and only the query of the next address is used", async () => {
    const next = '<https://evil.example/steal?limit=2&startingAfter=b&status=succeeded>; rel="next"';
    const { client, requests } = service([page(["a", "b"], next), page(["c"])]);
    const items: unknown[] = [];
    for await (const item of client.listPayments({ limit: 2, status: "succeeded" })) items.push(item);
    expect(items).toEqual(["a", "b", "c"]);
    expect(requests.map(({ url }) => url)).toEqual([
      "https://api.example/v1/payments?limit=2&status=succeeded",
      "https://api.example/v1/payments?limit=2&status=succeeded&startingAfter=b",
    ]);
  });

  it("ends when a page leads back, or somewhere without a query", async () => {
    const back = '</v1/events?startingAfter=b>; rel="next"';
    const { client } = service([
      page(["a"], back),
      page(["b"], back),
      page(["c"], '</v1/events>; rel="next"'),
    ]);
    const pages: unknown[] = [];
    for await (const items of client.listEvents().pages()) pages.push(items);
    expect(pages).toEqual([["a"], ["b"]]);
    for await (const item of client.listEvents()) pages.push(item);
    expect(pages).toEqual([["a"], ["b"], "c"]);
  });

  it("fetches no page that is not read", async () => {
    const { client, requests } = service([page(["a", "b"], '</v1/events?startingAfter=b>; rel="next"')]);
    for await (const _ of client.listEvents()) break;
    expect(requests).toHaveLength(1);
  });
});

describe("a call", () => {
  it("a call waits for half a minute, unless told, and follows no redirect", async () => {
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    const redirects: string[] = [];
    const fetch = async (request: Request) => {
      redirects.push(request.redirect);
      return json(PAYMENT);
    };
    const settings = { baseUrl: "https://api.example", apiKey: "svc_test_key", fetch };
    await createPaymentsClient(settings).getPayment(ID);
    await createPaymentsClient({ ...settings, timeoutMs: 7 }).getPayment(ID);
    expect(timeouts.mock.calls).toEqual([[30_000], [7]]);
    expect(redirects).toEqual(["manual", "manual"]);
    timeouts.mockRestore();
  });

  it("a call sends what its operation takes: the path's name, a query or a body, and the headers that were given", async () => {
    const { client, requests } = service([json(PAYMENT), json({}), json({})]);
    await client.getPayment(ID, { correlationId: "order-7" });
    await client.previewFee({ amountCents: 1000 });
    await client.recoverEvents({ by: "death" });
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", `https://api.example/v1/payments/${ID}`, ""],
      ["GET", "https://api.example/v1/fee-preview?amountCents=1000", ""],
      ["POST", "https://api.example/v1/events/recover", '{"by":"death"}'],
    ]);
    expect(requests.map(({ trace }) => trace)).toEqual(["order-7", null, null]);
  });

  it("a call for a file gets its text, and a file that is none is unreadable", async () => {
    const csv = new Response("a,b\r\n1,2", { headers: { "Content-Type": "text/csv; charset=utf-8" } });
    const { client } = service([csv]);
    expect(await client.downloadPayoutLines("po_1")).toBe("a,b\r\n1,2");
    const { client: other } = service([new Response("<html>", { status: 200 })]);
    expect(await ended(other.rotateCallbackSecret("ep_5f2b8c1de0a94b73"))).toMatchObject({
      code: "unreadable",
      retryable: false,
      message:
        "The answer to POST /v1/callback-endpoints/ep_5f2b8c1de0a94b73/rotate-secret is not a valid answer of the service.",
    });
  });

  it("a call that gets no answer is told as one, with its key and what to quote", async () => {
    const { client } = service([new TypeError("fetch failed")], { attempts: 1 });
    expect(await ended(client.getPayment(ID))).toMatchObject({
      code: "no_answer",
      message: `No answer to GET /v1/payments/${ID}.`,
      retryable: true,
    });
    const gateway = json({}, 413, { "X-Correlation-Id": "trace-2" });
    expect(await ended(service([gateway]).client.getPayment(ID))).toMatchObject({ traceId: "trace-2" });
  });
});

it("a feed is followed from where it was left, with what was asked for, and with the service's cursors", async () => {
  const next = '</v1/events?order=ascending&after=c-2>; rel="next"';
  const followed = async (time: string, options: object) => {
    const { client, requests } = service([
      json([{ id: "evt_1", applied: "applied", cursor: "of-1" }], 200, {
        Link: next,
        "Svc-Searched-To": "2026-07-01T12:00:00.000Z",
        "Svc-Time": time,
      }),
      json([{ id: "evt_2", applied: "applied", cursor: "of-2" }], 200, { "Svc-Time": time }),
    ]);
    const cursors: (string | undefined)[] = [];
    for await (const { event, cursor } of client.events.follow(options)) {
      cursors.push(cursor);
      if (event.id === "evt_2") break;
    }
    return { cursors, queries: requests.map(({ url }) => new URL(url).search) };
  };
  // By the service's time, whatever the clock here says.
  vi.setSystemTime(Date.UTC(2026, 6, 1));
  const all = await followed("2026-07-02T00:00:00.000Z", {});
  expect(all.queries).toEqual(["?order=ascending", "?order=ascending&after=c-2"]);
  expect(all.cursors).toEqual(["of-1", "of-2"]);
  vi.setSystemTime(Date.UTC(2026, 6, 2));
  const some = await followed("2026-07-01T12:01:00.000Z", {
    type: "charge.refunded",
    include: "body",
    after: "c-1",
  });
  expect(some.queries).toEqual([
    "?order=ascending&type=charge.refunded&include=body&after=c-1",
    "?order=ascending&type=charge.refunded&include=body&after=c-2",
  ]);
  expect(some.cursors).toEqual(["of-1", "of-2"]);
});

it("a follower that is told to stop in the middle of a request or between two ends, and no error comes of it", async () => {
  const stop = new AbortController();
  const { client, requests } = service([json([]), json([])]);
  const following = client.events.follow({ signal: stop.signal }).next();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  stop.abort();
  expect(await following).toEqual({ done: true, value: undefined });
  const aborted = service([new DOMException("aborted", "AbortError")], { attempts: 1 });
  expect(await aborted.client.events.follow({ signal: AbortSignal.abort() }).next()).toMatchObject({
    done: true,
  });
});

it("a follower hears of a request that is rejected, also where it could be told to stop", async () => {
  const { client } = service([problem("unauthorized", 401, false)]);
  const following = client.events.follow({ signal: new AbortController().signal }).next();
  await expect(following).rejects.toMatchObject({ code: "unauthorized" });
});

describe("what the headers say", () => {
  it("stands beside a replayed body, with the trace to quote", async () => {
    const headers = { "Idempotent-Replayed": "true", "X-Correlation-Id": "trace-1" };
    const { client } = service([json(PAYMENT, 201, headers), json(PAYMENT, 201)]);
    const create = () => client.createPayment({ amountCents: 100 }, { idempotencyKey: "order-1" });
    const again = await create().withHeaders();
    expect(again).toEqual({ data: PAYMENT, replayed: true, traceId: "trace-1" });
    expect(again.replayed).toBe(true);
    expect(await create().withHeaders()).toMatchObject({ data: PAYMENT, replayed: false });
  });

  it("is not there for a rejection, which is thrown once, and leaves no rejection that nobody handles", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { client } = service([problem("not_found", 404, false)]);
    const error = await ended(client.getPayment(ID).withHeaders());
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(error).toMatchObject({ code: "not_found" });
    expect(unhandled).not.toHaveBeenCalled();
  });
});

it("the message of a rejection names the fields that were rejected, and why", async () => {
  const errors = [
    { pointer: "/amountCents", detail: "amountCents must be at least 50." },
    { pointer: "/currency", detail: "currency must be three letters." },
  ];
  const rejected = json(
    { ...(await problem("invalid_request", 400, false).json()), detail: "The body is invalid.", errors },
    400,
    { "Content-Type": "application/problem+json" },
  );
  const { client } = service([rejected]);
  const error = await ended(client.createPayment({ amountCents: 1 }, { idempotencyKey: "order-1" }));
  expect(error).toMatchObject({
    message: "The body is invalid. amountCents must be at least 50. currency must be three letters.",
    problem: { errors },
  });
});
