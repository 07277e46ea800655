import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { listen } from "../../../shared/client/listen.ts";

/** What `payments-client listen` takes, posts and keeps, of a service and a server that are functions here. */

const folder = mkdtempSync(join(tmpdir(), "listen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const FORWARD = "http://localhost:3000/callbacks";
const PAYMENT_ID = `svcpay_${"0".repeat(32)}`;
let files = 0;
const newFile = () => join(folder, `state-${++files}`);

const fed = (given: object = {}) => ({
  id: "evt_1",
  type: "charge.refunded",
  delivery: "delivered",
  applied: "applied",
  receivedAt: "2026-07-01T12:00:00.000Z",
  svcPaymentId: PAYMENT_ID,
  body: '{"id":"evt_1","type":"charge.refunded"}',
  cursor: "cursor-2",
  ...given,
});

type Heard = {
  argv?: string[];
  env?: Record<string, string>;
  events?: object[];
  /** What the service says of its merchant's endpoint. */
  endpoint?: () => Response;
  /** What the developer's server answers. */
  server?: () => Response;
};

const problem = (status: number) =>
  Response.json(
    { code: "x", detail: `It is ${status}.`, retryable: false },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );

async function heard({ argv = [], env, events = [fed()], endpoint, server }: Heard = {}) {
  const state = newFile();
  const lines: string[] = [];
  const posts: { headers: Headers; body: string; redirect: string | undefined }[] = [];
  const asked: string[] = [];
  const stop = new AbortController();
  await listen(["listen", "--forward", FORWARD, "--state", state, ...argv], {
    env: { PAYMENTS_API_KEY: "svc_test_abc", ...env },
    print: (line) => lines.push(line),
    signal: stop.signal,
    pollMs: 1,
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      asked.push(url);
      if (url === FORWARD) {
        posts.push({
          headers: new Headers(init?.headers),
          body: String(init?.body),
          redirect: init?.redirect,
        });
        return server?.() ?? new Response(null, { status: 204 });
      }
      if (url.includes("/v1/callback-endpoint")) return endpoint?.() ?? Response.json([{ id: "ep_1" }]);
      if (url.includes("/v1/event-types"))
        return Response.json([
          { name: "charge.refunded", defaultFor: ["processor", "service"] },
          { name: "refund.failed", defaultFor: ["service"] },
        ]);
      // The second look at the feed is the last.
      const isFirst = asked.filter((one) => one.includes("/v1/events?")).length === 1;
      if (!isFirst) stop.abort();
      return Response.json(isFirst ? events : []);
    },
  });
  const secret = lines[1]?.replace("Signing secret: ", "") ?? "";
  return { lines, posts, asked, secret, state };
}

it("an event is posted as the service would post it, and its line says what became of it", async () => {
  const timeouts = vi.spyOn(AbortSignal, "timeout");
  const { lines, posts, secret } = await heard();
  expect(lines[0]).toBe(`Listening at http://localhost:8787, forwarding to ${FORWARD}`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const [post] = posts;
  if (!post) throw new Error("nothing was posted");
  expect(await verifyCallback(post.body, post.headers, secret)).toMatchObject({
    payload: "processor",
    type: "charge.refunded",
    eventId: "evt_1",
    paymentId: PAYMENT_ID,
    attempt: 1,
  });
  expect(post.headers.get("svc-payload")).toBeNull();
  expect(post.redirect).toBe("manual");
  expect(lines.slice(2)).toEqual([
    "There is no saved position. Events of the last 90 days come first.",
    expect.stringMatching(/^204 {2}charge\.refunded {2}evt_1 {2}\d+ ms$/),
  ]);
  expect(timeouts.mock.calls).toContainEqual([10_000]);
});

it("an event in the service payload is posted under its name there, and one about no payment names none", async () => {
  const body = JSON.stringify({ id: "evt_1", type: "payment.refunded", payload: "service" });
  const { posts, lines } = await heard({ events: [fed({ body, svcPaymentId: null })] });
  expect(Object.fromEntries(posts[0]?.headers ?? [])).toMatchObject({
    "svc-payload": "service",
    "svc-event-type": "payment.refunded",
  });
  expect(posts[0]?.headers.has("svc-payment-id")).toBe(false);
  expect(lines[3]).toContain("payment.refunded");
});

it("what was not chosen, or has no body, is not posted, and its place is kept all the same", async () => {
  const events = [fed({ delivery: "none" }), fed({ id: "evt_2", body: null })];
  const { posts, lines, state, secret } = await heard({ events });
  expect(posts).toEqual([]);
  expect(lines).toHaveLength(3);
  expect(JSON.parse(readFileSync(state, "utf8"))).toEqual({
    ...{ after: "cursor-2", seen: ["evt_1", "evt_2"], secret },
  });
  expect(statSync(state).mode & 0o777).toBe(0o600);
});

it("a merchant without an endpoint is forwarded what one is sent by default, and nothing else", async () => {
  const events = [fed({ delivery: "none" }), fed({ id: "evt_2", type: "refund.failed", delivery: "none" })];
  const { posts, lines } = await heard({ events, endpoint: () => Response.json([]) });
  expect(posts.map(({ headers }) => headers.get("svc-event-id"))).toEqual(["evt_1"]);
  expect(lines[3]).toBe("There is no callback endpoint. The default event types are forwarded.");
  await expect(heard({ endpoint: () => problem(403) })).rejects.toThrow("It is 403.");
});

it("a server that does not answer is named in the event's line, and the next event follows", async () => {
  const down = () => {
    throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  };
  const { lines } = await heard({ events: [fed(), fed({ id: "evt_2" })], server: down });
  expect(lines.slice(3).map((line) => line.split("  ").slice(0, 3))).toEqual([
    ["ECONNREFUSED", "charge.refunded", "evt_1"],
    ["ECONNREFUSED", "charge.refunded", "evt_2"],
  ]);
});

it("a server's page is not read, and keeps no connection: a framework's error page may be large", async () => {
  const cancel = vi.fn();
  const { lines } = await heard({
    server: () => new Response(new ReadableStream({ cancel }), { status: 500 }),
  });
  expect(lines[3]).toMatch(/^500 {2}/);
  expect(cancel).toHaveBeenCalledOnce();
});

it.each([
  ["http://127.0.0.1:3000/callbacks", true],
  ["http://[::1]:3000/", true],
  ["https://localhost/", true],
  ["http://127.0.0.1.evil.example/", false],
  ["http://10.0.0.1/", false],
  ["ftp://localhost/", false],
  ["localhost:3000", false],
  ["nonsense", false],
])("events are forwarded to %s: %s", async (forward, isTaken) => {
  const told = await listen(["listen", "--forward", forward], {
    env: {},
    print: () => undefined,
    fetch,
  }).catch(({ message }: Error) => message);
  expect(told).toBe(
    isTaken
      ? "There is no API key. Set PAYMENTS_API_KEY or use --key-file."
      : `${forward} is not on this machine. Events are forwarded to localhost only.`,
  );
});

const LIVE = { PAYMENTS_API_KEY: "svc_live_abc" };
const REJECTED =
  "This is a key of a deployed service, with events of real customers. Pass --live to confirm.";

it.each([
  ["a live key to a deployed service", LIVE, ["--base-url", "https://api.example"], REJECTED],
  ["a live key that is meant", LIVE, ["--base-url", "https://api.example", "--live"], undefined],
  ["a live key on this machine", LIVE, ["--base-url", "http://localhost:8787"], undefined],
  ["a test key to a deployed service", {}, ["--base-url", "https://api.example"], undefined],
  ["an address that is none", {}, ["--base-url", "nonsense"], "nonsense is not a URL."],
  [
    "a key file that is not there",
    {},
    ["--key-file", "/nowhere/key"],
    "The key file /nowhere/key cannot be read.",
  ],
  [
    "a key on the command line",
    {},
    ["--key-file", "svc_test_abc"],
    "A key on the command line is visible to others. Set PAYMENTS_API_KEY or use --key-file.",
  ],
  ["another command", {}, ["listen"], expect.stringMatching(/^Usage: payments-client listen --forward/)],
  ["an option that there is not", {}, ["--loud"], expect.stringMatching(/^Usage: payments-client listen/)],
] as [string, Record<string, string>, string[], unknown][])(
  "%s is taken or rejected as it must be",
  async (_, env, argv, rejection) => {
    const told = await heard({ env, argv }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    expect(told).toEqual(rejection);
  },
);

it("the key may lie in a file, and the service's address in the environment", async () => {
  const file = newFile();
  writeFileSync(file, " svc_test_file\n");
  const { asked, lines } = await heard({
    argv: ["--key-file", file],
    env: { PAYMENTS_API_KEY: "", PAYMENTS_BASE_URL: "https://pay.example" },
  });
  expect(asked[0]).toBe("https://pay.example/v1/callback-endpoints");
  expect(lines[0]).toContain("https://pay.example");
});

it.each([
  ['{"after":"cursor-1","seen":["evt_1"]}', "cursor-1", 0],
  ['{"after":"cursor-1","seen":[]}', "cursor-1", 1],
  ['{"seen":[]}', null, 1],
])("a state of %s is gone on from, and kept while nothing has come", async (kept, after, posted) => {
  const file = newFile();
  writeFileSync(file, kept);
  const { asked, posts, lines, secret } = await heard({ argv: ["--state", file] });
  expect(secret).toMatch(/^whsec_/);
  expect(lines.join()).not.toContain("no saved position");
  const feed = asked.find((url) => url.includes("/v1/events?")) ?? "";
  expect(new URL(feed).searchParams.get("after")).toBe(after);
  expect(new URL(feed).searchParams.get("include")).toBe("body");
  expect(posts).toHaveLength(posted);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    ...{ after: posted ? "cursor-2" : "cursor-1", seen: ["evt_1"], secret },
  });
  expect((await heard({ argv: ["--state", file] })).secret).toBe(secret);
});

it("--secret signs with a secret of one's own, and keeps it", async () => {
  const given = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const { secret, posts, state } = await heard({ argv: ["--secret", given] });
  expect(secret).toBe(given);
  await verifyCallback(posts[0]?.body ?? "", posts[0]?.headers ?? {}, given);
  expect(JSON.parse(readFileSync(state, "utf8")).secret).toBe(given);
  await expect(heard({ argv: ["--secret", "abc"] })).rejects.toThrow("--secret must be whsec_");
});

it("a second process may save its state between the first one's write and its rename", async () => {
  const fs = await vi.importActual<typeof import("node:fs")>("node:fs");
  const pids = [2];
  const started: Promise<void>[] = [];
  const writeFileSync: typeof fs.writeFileSync = (...written) => {
    fs.writeFileSync(...written);
    for (const pid of pids.splice(0)) {
      vi.stubGlobal("process", { ...process, pid });
      start();
      vi.unstubAllGlobals();
    }
  };
  vi.resetModules();
  vi.doMock("node:fs", () => ({ ...fs, writeFileSync }));
  const { listen } = await import("../../../shared/client/listen.ts");
  vi.doUnmock("node:fs");
  const state = newFile();
  const start = () =>
    started.push(
      listen(["listen", "--forward", FORWARD, "--state", state], {
        env: { PAYMENTS_API_KEY: "svc_test_abc" },
        print: () => undefined,
        signal: AbortSignal.abort(),
        fetch: async () => Response.json([]),
      }),
    );
  start();
  expect(await Promise.allSettled(started)).toEqual(Array(2).fill({ status: "fulfilled", value: undefined }));
});

it.each(["abcdefghijklm", "{"])("a state of %s says nothing, and is rejected", async (kept) => {
  const file = newFile();
  writeFileSync(file, kept);
  await expect(heard({ argv: ["--state", file] })).rejects.toThrow(
    `${file} is not a valid state file. Delete it to start again.`,
  );
});

it("--help describes every option, needs no key and exits with 0", () => {
  const file = fileURLToPath(new URL("../../../shared/client/listen.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, "listen", "--help"], {
    encoding: "utf8",
    env: {},
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)( [A-Z]+)? {2,}\S/gm)].map(([, option]) => option);
  expect(options).toEqual([
    "--forward",
    "--base-url",
    "--key-file",
    "--state",
    "--secret",
    "--live",
    "--help",
  ]);
});

it("the command runs by the link that npm installs it as", () => {
  const link = join(folder, "payments-client");
  symlinkSync(fileURLToPath(new URL("../../../shared/client/listen.ts", import.meta.url)), link);
  const { status, stderr } = spawnSync(process.execPath, [link, "listen"], { encoding: "utf8" });
  expect(stderr).toContain("Usage: payments-client listen");
  expect(status).toBe(1);
});
