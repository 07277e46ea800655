import { expect, it, vi } from "vitest";
import type { components } from "../../../shared/client/generated/contract.ts";
import {
  type Asked,
  answerWith,
  aSession,
  booksEndpoint,
  type ConsoleVisit,
  FULL,
  linesBetween,
  useNoon,
  visitConsole,
  WITH_OTHER_BALANCE,
} from "../../support/visit-console.ts";

/** What the console's buttons and forms ask of the service, and what the page says of its answer. */

useNoon();

type RecordedEvent = components["schemas"]["RecordedEvent"];

const SHOP = "ep_0f3c51b7d2e84a96";
const AT_SHOP = `callback-endpoints/${SHOP}`;

const asks = ({ changes }: { changes: Asked[] }) =>
  changes.map(({ method, path, body }) => [method, path, body]);

const endpointVisit = (visit: ConsoleVisit) => visitConsole(`#/endpoint/${SHOP}`, visit);
const settingsVisit = (visit: ConsoleVisit) => visitConsole(`#/endpoint/${SHOP}?tab=settings`, visit);

it("another session is ended once the question was answered, and the list is asked for again", async () => {
  const steps = [
    { click: "End session", in: "main" },
    { click: "End session", in: "End this session?" },
  ];
  const visit = await visitConsole("#/access", { access: "manage", steps });
  expect(asks(visit)).toEqual([["POST", `console-sessions/ses_${"A".repeat(22)}k3Fm04CCCCCCCC/end`, {}]]);
  expect(visit.asked.filter(({ path }) => path === "console-sessions")).toHaveLength(2);
  const canceled = await visitConsole("#/access", { access: "manage", steps: steps.slice(0, 1) });
  expect(asks(canceled)).toEqual([]);
});

it("only sessions that are open, and not the reader's own, can be ended", async () => {
  const [first, second] = await sessionsOf("manage", aSession("manage").sessionId);
  expect(first).toContain("This session");
  expect(first).not.toContain("End this session?");
  expect(second).toContain("End this session?");
  const [, looking] = await sessionsOf("read", aSession("read").sessionId);
  expect(looking).not.toContain("End this session?");
});

it("each right of a session is listed with its end, or without one while or when none runs", async () => {
  const { text } = await visitConsole("#/access");
  expect(text).toContain("OwnerCan resend and pause events until 2026-11-15T13:00:00.000Z");
  expect(text).toMatch(/DeveloperCan resend and pause events until .+Could set up webhooks until/);
  expect(text).toMatch(/OwnerCan resend and pause eventsCan refund and captureCan set up webhooks ·/);
});

it("a right that ends on another day ends with its date", async () => {
  const may = { manage: "2026-11-15T14:20:00.000Z", money: "2026-11-16T08:00:00.000Z" };
  const { text } = await visitConsole("#/access", { session: { may } });
  expect(text).toContain("Can resend and pause events until 2026-11-15T14:20:00.000Z (clock)");
  expect(text).toMatch(/Can refund and capture until 2026-11-16T08:00:00\.000Z$/m);
});

it("the reader's time zone has its name", async () => {
  vi.stubEnv("TZ", "America/New_York");
  const { text } = await visitConsole("#/access");
  expect(text).toContain("Show times in UTC");
  expect(text).toContain("Times in America/New_York");
});

async function sessionsOf(access: "read" | "manage", own: string): Promise<string[]> {
  const [first, second] = FULL["console-sessions"] as object[];
  const has = { "console-sessions": [{ ...first, sessionId: own }, second] };
  const { text } = await visitConsole("#/access", { access, has });
  const [, ...rows] = text.split(/\n(?=(?:Support|Owner)Can)/);
  return rows;
}

it("an endpoint whose events are retried is called so in the list as on its page", async () => {
  const path = `callback-endpoints/${booksEndpoint.id}/health`;
  const has = answerWith(path, { failing: 3 });
  for (const hash of ["#/endpoint", `#/endpoint/${booksEndpoint.id}`])
    expect((await visitConsole(hash, { has })).text).toContain("[(wait) Retrying|tone=wait|");
});

it("an endpoint is disabled at once, with the way back beside it, and enabled", async () => {
  const disabling = { access: "manage", steps: [{ click: "Disable endpoint" }] } as const;
  const disabled = await endpointVisit(disabling);
  expect(asks(disabled)).toEqual([["POST", `${AT_SHOP}/disable`, {}]]);
  expect(disabled.text).toContain("Endpoint disabled. [Undo");
  const undone = await endpointVisit({ ...disabling, steps: [...disabling.steps, { click: "Undo" }] });
  expect(asks(undone).at(-1)).toEqual(["POST", `${AT_SHOP}/enable`, {}]);
  expect(undone.text).not.toContain("Endpoint disabled.");
  const has = answerWith(AT_SHOP, { disabled: true });
  const enabled = await endpointVisit({ access: "manage", has, steps: [{ click: "Enable endpoint" }] });
  expect(asks(enabled)).toEqual([["POST", `${AT_SHOP}/enable`, {}]]);
});

it.each(["manage", "setup"] as const)("a test event is sent and watched with %s access", async (access) => {
  const visit = await endpointVisit({
    access,
    steps: [{ click: "Send a test event" }],
    answer: ({ path }) => (path === `${AT_SHOP}/test` ? { body: { eventId: "evt_1Q3" } } : undefined),
  });
  expect(asks(visit)).toEqual([["POST", `${AT_SHOP}/test`, {}]]);
  expect(visit.text).toContain("[View event|href=#/events/evt_1Q3]");
  expect(visit.text).toContain("Send another event");
});

const OPERATE = "You need webhook permission to disable it or resend events.";
const SETUP = "You need setup permission to change its URL, secret or subscriptions.";

it.each([
  ["read", [OPERATE, SETUP]],
  ["manage", [SETUP]],
  ["setup", [OPERATE]],
  ["developer", []],
] as const)("a session with the access %s is told what it lacks, and nothing else", async (access, hints) => {
  const texts = [await endpointVisit({ access }), await settingsVisit({ access })].map(({ text }) => text);
  expect(texts.flatMap((text) => text.split("\n")).filter((line) => line.startsWith("You need "))).toEqual(
    hints,
  );
});

it("a right that has ended is gone from the screens, and its end is said", async () => {
  const session = { may: { manage: "2026-11-15T11:00:00.000Z", money: "2026-11-15T12:30:00.000Z" } };
  const { text } = await endpointVisit({ access: "support", session });
  expect(text).not.toContain("Send a test event");
  expect(text).toContain("Could resend and pause events until 2026-11-15T11:00:00.000Z");
  expect(text).toContain("Can refund and capture until 2026-11-15T12:30:00.000Z");
  expect(text).toContain("Support · refund 30 min, view 8 h left\nCan view until 2026-");
});

const recovering = (state: string, steps: ConsoleVisit["steps"], has = {}) =>
  endpointVisit({
    access: "manage",
    ...(steps && { steps }),
    has: { ...has, "event-recoveries/rcv_1": { id: "rcv_1", state, looked: 7, sent: 5 } },
    answer: ({ path }) => (path === "events/recover" ? { body: { id: "rcv_1" } } : undefined),
  });

it.each([
  ["done", "Done: 7 checked, 5 resent."],
  ["running", "In progress: 7 checked, 5 resent."],
])("everything that was given up is sent again, and how far that is said: %s", async (state, line) => {
  const visit = await recovering(state, [{ click: "Resend 2 failed events" }]);
  expect(asks(visit)).toEqual([["POST", "events/recover", { endpointId: SHOP }]]);
  expect(visit.text).toContain(line);
});

it.each([
  ["running", [2_500]],
  ["done", []],
])("how far a recovery is that is %s is asked again after %j ms", async (state, pauses) => {
  const laters = vi.spyOn(globalThis, "setTimeout");
  await recovering(state, [{ click: "Resend 2 failed events" }]);
  const delays = laters.mock.calls.map(([, milliseconds]) => milliseconds ?? 0);
  laters.mockRestore();
  expect(delays.filter((milliseconds) => milliseconds > 1_000 && milliseconds < 100_000)).toEqual(pauses);
});

it("what was given up in the last day is recovered, unless the person says otherwise", async () => {
  const visit = await recovering("done", [{ click: "Resend events" }]);
  const day = {
    endpointId: SHOP,
    since: "2026-11-14T12:00:00.000Z",
    until: "2026-11-15T12:01:00.000Z",
    by: "death",
  };
  expect(asks(visit)).toEqual([["POST", "events/recover", day]]);
  const other = await recovering("done", [
    { fill: "Events that", with: "receipt" },
    { fill: "From", with: "2026-11-01T10:00" },
    { click: "Resend events" },
  ]);
  expect(other.changes[0]?.body).toMatchObject({ since: "2026-11-01T10:00:00.000Z", by: "receipt" });
});

it("what was given up is recovered from the moment that was typed, also when times are then shown in UTC", async () => {
  vi.stubEnv("TZ", "America/New_York");
  const { changes } = await recovering("done", [
    { fill: "From", with: "2026-11-01T10:00" },
    { fill: "Show times in UTC", with: "" },
    { click: "Resend events" },
  ]);
  expect(changes[0]?.body).toMatchObject({ since: "2026-11-01T15:00:00.000Z" });
});

it("where no event has failed, there is no button to send them again", async () => {
  const { text } = await recovering("done", [], answerWith(`${AT_SHOP}/health`, { dead: 0 }));
  expect(text).not.toMatch(/Resend \d/);
  expect(text).toContain("Resend events");
});

/** An event, and its deliveries with it. */
function eventThatIs(delivery: string) {
  const event = FULL["events/evt_1Q3"] as RecordedEvent;
  const deliveries = event.deliveries.map((one) => ({ ...one, delivery }));
  return { "events/evt_1Q3": { ...event, delivery, deliveries } };
}

it.each([
  ["dead", 1, [false]],
  ["held", 1, [false]],
  ["delivered", 1, []],
  ["delivered", 2, [true]],
])(
  "an event that is %s is resent after %i clicks as often as it must be, by force: %j",
  async (delivery, clicks, forces) => {
    const click = { click: "Resend event" };
    const steps = [click, { ...click, in: "Resend a delivered event?" }].slice(0, clicks);
    const visit = await visitConsole("#/events/evt_1Q3", {
      access: "manage",
      has: eventThatIs(delivery),
      steps,
    });
    expect(asks(visit)).toEqual(
      forces.map((force) => ["POST", "events/evt_1Q3/redeliver", { force, endpointId: SHOP }]),
    );
  },
);

it.each(["none", "pending"])("an event that is %s cannot be sent again", async (delivery) => {
  const visit = { access: "manage", has: eventThatIs(delivery) } as const;
  expect((await visitConsole("#/events/evt_1Q3", visit)).text).not.toContain("Resend event");
});

const WALLETS = { access: "setup", session: { scopes: ["callbacks:write", "onboarding"] } } as const;
const posted = ({ method }: { method: string }) => (method === "POST" ? { body: {} } : undefined);

it("a website for wallets is added, and listed with the wallets that show there", async () => {
  const steps = [{ fill: "Host name", with: " new.example.com " }, { click: "Add website" }] as const;
  const visit = await visitConsole("#/account", { ...WALLETS, steps, answer: posted });
  expect(asks(visit)).toEqual([["POST", "wallet-domains", { domainName: "new.example.com" }]]);
  expect(visit.text).toMatch(/shop\.example\.com\s+Apple Pay, Google Pay/);
  const wallets = [{ wallet: "paypal", status: "active", problem: null }];
  const has = { "wallet-domains": [{ id: "pmd_1", domainName: "pal.example.com", enabled: true, wallets }] };
  const other = await visitConsole("#/account", { ...WALLETS, has });
  expect(other.text).toMatch(/pal\.example\.com\s+PayPal/);
  const lesser = await visitConsole("#/account", {
    ...{ access: "setup", session: { scopes: ["callbacks:write"] } },
  });
  expect(lesser.text).not.toContain("Wallet websites");
  expect(lesser.asked.map(({ path }) => path)).not.toContain("wallet-domains");
});

it("a website for wallets is a host name: anything else is not sent", async () => {
  const visit = await visitConsole("#/account", {
    ...WALLETS,
    steps: [{ fill: "Host name", with: "https://shop.example.com/" }, { click: "Add website" }],
  });
  expect(visit.changes).toEqual([]);
  expect(visit.text).toContain("Enter a host like shop.example.com");
});

it("a website for wallets is checked again, and then shown as it is", async () => {
  const steps = [{ click: "Check website" }] as const;
  const [{ id }] = FULL["wallet-domains"] as [{ id: string }];
  const visit = await visitConsole("#/account", { ...WALLETS, steps, answer: posted });
  expect(asks(visit)).toEqual([["POST", `wallet-domains/${id}/validate`, {}]]);
  expect(visit.asked.filter(({ path }) => path === "wallet-domains")).toHaveLength(2);
});

it("an endpoint is added as it was written, and its secret is shown", async () => {
  const visit = await visitConsole("#/endpoint", {
    access: "setup",
    has: { "callback-endpoints": [] },
    steps: [{ fill: "Endpoint URL", with: " https://shop.example.com/new " }, { click: "Add endpoint" }],
    answer: ({ method }) => (method === "POST" ? { body: { secret: "whsec_new" } } : undefined),
  });
  expect(asks(visit)).toEqual([["POST", "callback-endpoints", { url: "https://shop.example.com/new" }]]);
  expect(visit.asked.filter(({ path }) => path === "callback-endpoints")).toHaveLength(3);
  expect(visit.text).toContain("whsec_new");
});

it("an endpoint is added once, though the list of endpoints is still on its way", async () => {
  const add = { click: "Add endpoint" };
  let lists = 0;
  const visit = await visitConsole("#/endpoint", {
    access: "setup",
    steps: [{ fill: "Endpoint URL", with: "https://shop.example.com/new" }, add, add],
    answer: ({ method, path }) => {
      if (method === "POST") return { body: { secret: "whsec_new" } };
      const isReload = path === "callback-endpoints" && ++lists > 1;
      return isReload ? { body: FULL[path], late: new Promise(() => {}) } : undefined;
    },
  });
  expect(visit.text).toContain("whsec_new");
  expect(asks(visit)).toHaveLength(1);
});

it("a sixth endpoint is not offered, and none to a session that may not set up", async () => {
  const of = (count: number) => ({
    "callback-endpoints": Array.from({ length: count }, (_, nth) => ({
      ...booksEndpoint,
      id: `ep_${String(nth).padStart(16, "0")}`,
    })),
  });
  const list = async (count: number, access: "setup" | "manage") =>
    (await visitConsole("#/endpoint", { access, has: of(count) })).text;
  expect(await list(4, "setup")).toContain("Add an endpoint");
  expect(await list(5, "setup")).not.toContain("Add an endpoint");
  expect(await list(1, "manage")).not.toContain("Add an endpoint");
  expect(await list(1, "manage")).toContain("You need setup permission to add an endpoint.");
});

it("endpoints that cannot be read are not offered to be set up", async () => {
  const answer = ({ path }: Asked) =>
    path.startsWith("callback-endpoints") ? { status: 500, body: { detail: "It broke." } } : undefined;
  for (const hash of ["#/endpoint", "#/endpoint/ep_0f3c51b7d2e84a96"]) {
    const { text } = await visitConsole(hash, { access: "setup", answer });
    expect(text).toContain("It broke.");
    expect(text).not.toMatch(/Add an endpoint|Change URL/);
  }
});

it("the address of one endpoint is changed, and nothing else of it", async () => {
  const visit = await settingsVisit({
    access: "setup",
    steps: [{ fill: "Endpoint URL", with: " https://shop.example.com/new " }, { click: "Save URL" }],
    answer: ({ method }) => (method === "PUT" ? { body: {} } : undefined),
  });
  expect(asks(visit)).toEqual([["PUT", AT_SHOP, { url: "https://shop.example.com/new" }]]);
});

it("every endpoint has the same screen, and can be deleted, after a question", async () => {
  const path = `callback-endpoints/${booksEndpoint.id}`;
  const visitBooks = (visit: ConsoleVisit) => visitConsole(`#/endpoint/${booksEndpoint.id}`, visit);
  const deleted = await visitBooks({
    access: "setup",
    steps: [{ click: "Delete endpoint" }, { click: "Delete endpoint", in: "Delete the endpoint?" }],
  });
  expect(asks(deleted)).toEqual([["POST", `${path}/delete`, {}]]);
  expect((await endpointVisit({ access: "setup" })).text).toContain("Delete endpoint");
  expect((await visitBooks({ access: "manage" })).text).not.toContain("Delete endpoint");
  const resent = await visitBooks({
    access: "manage",
    steps: [{ click: "Resend 1 failed event" }],
    answer: ({ method }) => (method === "POST" ? { body: { id: "rcv_1" } } : undefined),
  });
  expect(asks(resent)).toEqual([["POST", "events/recover", { endpointId: booksEndpoint.id }]]);
});

it("what failed is resent to all endpoints from their list, if there are several", async () => {
  const visit = await visitConsole("#/endpoint", {
    access: "manage",
    steps: [{ click: "Resend to all endpoints" }],
    answer: ({ method }) => (method === "POST" ? { body: { id: "rcv_1" } } : undefined),
  });
  expect(asks(visit)).toEqual([["POST", "events/recover", {}]]);
  const one = await visitConsole("#/endpoint", {
    access: "manage",
    has: { "callback-endpoints": [booksEndpoint] },
  });
  expect(one.text).not.toContain("Resend failed events");
});

it("an endpoint's test event is watched at that endpoint", async () => {
  const { text } = await visitConsole(`#/endpoint/${booksEndpoint.id}`, {
    access: "manage",
    steps: [{ click: "Send a test event" }],
    answer: ({ path }) => (path.endsWith("/test") ? { body: { eventId: "evt_1Q4" } } : undefined),
  });
  const watched = text.slice(text.indexOf("Send another event"));
  expect(watched).toContain("Connection rejected after 84 ms");
  expect(watched).not.toContain("HTTP 204");
});

it("an event of several endpoints shows each one's attempts, and is resent to one or to all", async () => {
  const { text } = await visitConsole("#/events/evt_1Q4", { access: "manage" });
  expect(text).toContain("charge.refunded [(bad) Webhook failed");
  const [, first = "", books = ""] = text.split("Webhook attempts");
  expect(first).toContain("https://shop.example.com/callbacks");
  expect(first).toContain("HTTP 204 in 84 ms");
  expect(books).toContain("https://books.example.com/callbacks");
  expect(books).toContain("Connection rejected after 84 ms");
  expect(books).not.toContain("HTTP 204");
  // To one it is on its way, so the buttons are the other one's and, once that has ended, that for all.
  const event = FULL["events/evt_1Q4"] as RecordedEvent;
  const [own, ...others] = event.deliveries;
  const has = { "events/evt_1Q4": { ...event, deliveries: [{ ...own, delivery: "none" }, ...others] } };
  const resend = async (steps: ConsoleVisit["steps"]) =>
    asks(await visitConsole("#/events/evt_1Q4", { access: "manage", has, ...(steps && { steps }) }));
  expect(await resend([{ click: "Resend event" }])).toEqual([
    ["POST", "events/evt_1Q4/redeliver", { force: false, endpointId: booksEndpoint.id }],
  ]);
  const toAll = [
    { click: "Resend to all endpoints" },
    { click: "Resend to all endpoints", in: "Resend a delivered event?" },
  ];
  expect(await resend(toAll)).toEqual([["POST", "events/evt_1Q4/redeliver", { force: true }]]);
});

it("an event's delivery to an endpoint that was deleted is shown, and cannot be resent", async () => {
  const [first] = FULL["callback-endpoints"] as object[];
  const { text } = await visitConsole("#/events/evt_1Q4", {
    access: "manage",
    has: { "callback-endpoints": [first] },
  });
  const [, , books = ""] = text.split("Webhook attempts");
  expect(books).toContain("Deleted");
  expect(books).not.toContain("Resend event");
});

it("an endpoint that fails is said to, in the list and on its page, and leads to its next step", async () => {
  const failing = "[(bad) Failing|tone=bad";
  const list = (await visitConsole("#/endpoint")).text;
  expect(list.split("\n").find((line) => line.includes("shop.example.com"))).toContain(failing);
  expect(list.split("\n").find((line) => line.includes("books.example.com"))).toContain("(good) Enabled");
  expect((await endpointVisit({})).text).toContain(failing);
  const books = await visitConsole(`#/endpoint/${booksEndpoint.id}`);
  expect(books.text).toContain("[(good) Enabled|tone=good");
  const { text } = await visitConsole("#/attention");
  expect(text).toContain("[View endpoint|href=#/endpoint/ep_0f3c51b7d2e84a96]");
  const subject = { endpointOrigin: "https://books.example.com", endpointId: booksEndpoint.id };
  const attention = [{ ...FAILING, subject }];
  const other = await visitConsole("#/attention", { has: { attention } });
  expect(other.text).toContain(`[View endpoint|href=#/endpoint/${booksEndpoint.id}]`);
});

const FAILING = {
  ...{ attentionId: null, kind: "endpoint_failing", orderRef: null, amountCents: null, currency: null },
  ...{ since: "2026-11-14T12:00:00.000Z", dueBy: null, advice: "" },
};

it("the secret is replaced after a question, for as long as was chosen", async () => {
  const steps = [
    { fill: "Keep the current secret valid", with: "3600" },
    { click: "Roll secret" },
    { click: "Roll secret", in: "Roll the signing secret?" },
  ];
  const visit = await settingsVisit({
    access: "setup",
    steps,
    answer: ({ path }) =>
      path === `${AT_SHOP}/rotate-secret` ? { body: { secret: "whsec_second" } } : undefined,
  });
  expect(asks(visit)).toEqual([["POST", `${AT_SHOP}/rotate-secret`, { graceSeconds: 3600 }]]);
  expect(visit.text).toContain("whsec_second");
});

it.each([
  ["that was made before stays", ["charge.refunded"], ["charge.refunded"]],
  ["that was left as it is by default stays the default, also with another payload", null, null],
])("a choice of events %s, and the address is left alone", async (_, events, stored) => {
  const endpoint = { ...(FULL[AT_SHOP] as object), events };
  const visit = await settingsVisit({
    access: "setup",
    steps: [{ click: "Save subscriptions" }],
    answer: ({ path, method }) => (path === AT_SHOP && method === "GET" ? { body: endpoint } : undefined),
  });
  expect(asks(visit)).toEqual([["PUT", AT_SHOP, { events: stored, payload: "processor" }]]);
  expect(visit.text).toContain("Subscriptions saved. [Undo");
});

it("a choice that was saved is taken back to what it was", async () => {
  const visit = await visitConsole(`#/endpoint/${booksEndpoint.id}?tab=settings`, {
    access: "setup",
    steps: [{ click: "Save subscriptions" }, { click: "Undo" }],
  });
  const { events, payload } = booksEndpoint;
  expect(asks(visit).at(-1)).toEqual(["PUT", `callback-endpoints/${booksEndpoint.id}`, { events, payload }]);
});

it("a choice is not stored where the endpoint has changed since it was shown", async () => {
  const endpoint = FULL[AT_SHOP] as object;
  let looks = 0;
  const visit = await settingsVisit({
    access: "setup",
    steps: [{ click: "Save subscriptions" }],
    answer: ({ path, method }) =>
      path === AT_SHOP && method === "GET"
        ? { body: looks++ === 0 ? endpoint : { ...endpoint, url: "https://other.example.com" } }
        : undefined,
  });
  expect(asks(visit)).toEqual([]);
  expect(visit.text).toContain("The endpoint has changed since you opened this page. Nothing was saved.");
});

it("the signature doctor is asked with what was pasted, and says its verdict", async () => {
  const visit = await settingsVisit({
    steps: [
      { fill: "Request body", with: '{"a":1}\r\n' },
      { fill: "Svc-Signature header", with: " t=1,v1=ab " },
      { click: "Check signature" },
    ],
    answer: ({ path }) =>
      path === `${AT_SHOP}/diagnose`
        ? { body: { verdict: "body_reserialized", advice: "Sign the bytes." } }
        : undefined,
  });
  expect(asks(visit)).toEqual([
    ["POST", `${AT_SHOP}/diagnose`, { rawBody: '{"a":1}\n', signatureHeader: "t=1,v1=ab" }],
  ]);
  expect(visit.text).toContain("[(bad) Body reserialized|tone=bad]");
  expect(visit.text).toContain("Sign the bytes.");
});

it("what the service rejects is said where it was asked for, and can be asked for again", async () => {
  const rejected = { status: 503, body: { detail: "Not now.", traceId: "trace-7" } };
  const answer = ({ path }: Asked) => (path === `${AT_SHOP}/test` ? rejected : undefined);
  const steps = [{ click: "Send a test event" }, { click: "Send a test event" }];
  const visit = await endpointVisit({ access: "manage", steps, answer });
  expect(asks(visit)).toHaveLength(2);
  expect(visit.text).toContain("Not now.\nTrace ID trace-7");
});

it.each([0, 1])(
  "%i differences of a statement that are not listed are counted, if there are any",
  async (count) => {
    const has = answerWith("statements/2026-11-12", { differencesOmitted: count });
    const { text } = await visitConsole("#/statements/2026-11-12", { has });
    expect(text.includes(`${count} more are not listed here.`)).toBe(count > 0);
  },
);

it.each([
  ["", "No activity on this day."],
  [undefined, "The list of payments is no longer stored."],
])("a day on which nothing moved, or whose payments are gone, says so: %j", async (rows, words) => {
  const header = "svcPaymentId,orderRef,currency,grossCents,gross,refundsCents,refunds,netCents,net";
  const has = { "statements/2026-11-12/payments.csv": rows === undefined ? undefined : `${header}${rows}` };
  const steps = [{ click: "Show payments" }];
  const { text } = await visitConsole("#/statements/2026-11-12", { has, steps });
  expect(text).toContain(words);
  expect(text).not.toContain("Order · Gross");
  expect(text).not.toContain("in the file.");
});

it("a value is copied as it is, and that is said for two seconds", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const laters = vi.spyOn(globalThis, "setTimeout");
  const steps = [{ click: "", in: "Copy event ID" }];
  const { text } = await visitConsole("#/events/evt_1Q3", { steps });
  expect(writeText.mock.calls).toEqual([["evt_1Q3"]]);
  expect(text).toContain("evt_1Q3[(good)|aria-label=Copy event ID]Copied");
  expect(laters.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(2_000);
  laters.mockRestore();
});

it("a browser that lets nothing be copied is said to, and the value stays to be selected", async () => {
  const writeText = vi.fn(async () => Promise.reject(new DOMException("Denied.", "NotAllowedError")));
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const steps = [{ click: "", in: "Copy event ID" }];
  const { text } = await visitConsole("#/events/evt_1Q3", { steps });
  expect(text).toContain("evt_1Q3[(bad)|aria-label=Copy event ID]Not copied: select it and copy it by hand.");
});

it("a file that was saved stays readable for a minute, because browsers read it after the click", async () => {
  const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:one");
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  const laters = vi.spyOn(globalThis, "setTimeout");
  const has = { "payouts/po_1QExample/lines.csv": "line\n" };
  await visitConsole("#/payouts/po_1QExample", { has, steps: [{ click: "Download CSV" }] });
  expect(made).toHaveBeenCalledOnce();
  expect(revoked).not.toHaveBeenCalled();
  expect(laters.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(60_000);
  for (const spy of [made, revoked, laters]) spy.mockRestore();
});

it("a payout names what moved on another balance below its total, which is what was paid out", async () => {
  const path = "#/payouts/po_1QExample";
  const { text } = await visitConsole(path, { has: { "payouts/po_1QExample": WITH_OTHER_BALANCE } });
  expect(text).toContain("Other balances (not in the total): -$25.00 USD");
  expect(text).not.toContain("1 other balance");
  expect((await visitConsole(path)).text).not.toContain("Other balances");
});

it("a line of a payout says what was charged where that was in another currency", async () => {
  const [line] = FULL["payouts/po_1QExample/lines"] as object[];
  const foreign = { ...line, exchangeRate: 1.25, chargedCents: 4000, chargeCurrency: "eur" };
  const has = { "payouts/po_1QExample/lines": [foreign] };
  expect((await visitConsole("#/payouts/po_1QExample", { has })).text).toContain("€40.00 EUR charged");
  const refund = { "payouts/po_1QExample/lines": [{ ...foreign, chargedCents: -4000 }] };
  expect((await visitConsole("#/payouts/po_1QExample", { has: refund })).text).toContain(
    "€40.00 EUR refunded",
  );
  expect((await visitConsole("#/payouts/po_1QExample")).text).not.toContain(" charged");
});

it("all balance lines of a month are one file, joined of its parts, and missing days are said", async () => {
  // A browser saves the file; happy-dom would go to its address.
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation(() => location.href);
  const path = "reports/movements.csv";
  const { text, asked } = await visitConsole("#/month?month=2026-10", {
    answer: (one) => {
      if (one.path !== path) return undefined;
      const headers = { "Svc-Missing-Days": "2026-10-03" };
      if (one.query.after) return { body: "second\n", headers };
      return {
        body: "\ufefffirst\n",
        headers: { ...headers, Link: '</x?after=2026-10-09.1.2>; rel="next"' },
      };
    },
    steps: [{ click: "Download file" }],
  });
  const range = { from: "2026-10-01", to: "2026-10-31", format: "csv" };
  expect(asked.filter((one) => one.path === path).map(({ query }) => query)).toEqual([
    range,
    { ...range, after: "2026-10-09.1.2" },
  ]);
  const [[file] = []] = made.mock.calls;
  // The mark by which Excel knows the encoding is kept.
  const bytes = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : undefined;
  expect(bytes?.toString()).toBe("\ufefffirst\nsecond\n");
  expect(text).toContain("Days without a statement, not in the file: 2026-10-03");
  made.mockRestore();
});

it("this month names the days that are over and not final, and leads into no other that has not begun", async () => {
  const dayIn = (day: number) => `2026-11-${String(day).padStart(2, "0")}`;
  const report = FULL["reports/balance"] as { days: object[] };
  const has = {
    "reports/balance": {
      ...{ ...report, complete: false, missingDays: [] },
      // The statement of the fourteenth is made, and will be made again; of the others there is none.
      notFinalDays: Array.from({ length: 18 }, (_, nth) => dayIn(nth + 13)),
      days: [{ ...report.days[0], date: dayIn(14), final: false }],
    },
  };
  const { text } = await visitConsole("#/month?month=2026-11", { has });
  expect(text).toContain(
    "Days not final yet: Fri, Nov 13, 2026; [Sat, Nov 14, 2026|href=#/statements/2026-11-14]\n",
  );
  expect(text).not.toMatch(/Nov (1[5-9]|2\d|30), 2026/);
  expect(text).toContain("← Oct 2026");
  expect(text).not.toContain("December");
  const before = await visitConsole("#/month?month=2026-10");
  expect(before.text).toContain("Nov 2026 →");
});

it.each([
  ["Matches Stripe", { balanceChecked: true }, 0],
  ["Not checked", { balanceChecked: false }, 0],
  ["Differs from Stripe", { balanceChecked: true }, 700],
])("a complete month says %s", async (words, given, differenceCents) => {
  const { rows, days, ...report } = FULL["reports/balance"] as { rows: object[]; days: { rows: object[] }[] };
  // Two that cancel each other out are not in the month's sum.
  const differing = days.map((day, nth) => ({
    ...day,
    rows: day.rows.map((row) => ({ ...row, differenceCents: [differenceCents, -differenceCents][nth] ?? 0 })),
  }));
  const has = {
    "reports/balance": {
      ...{ ...report, complete: true, missingDays: [], notFinalDays: [], ...given },
      ...{ rows: rows.slice(0, 1), days: differing },
    },
  };
  const { text } = await visitConsole("#/month?month=2026-10", { has });
  expect(text).toContain(`${words}|`);
  const named =
    "[Thu, Oct 1, 2026|href=#/statements/2026-10-01]; [Fri, Oct 2, 2026|href=#/statements/2026-10-02]\n";
  if (differenceCents) expect(text).toContain(`Days on which Stripe's balance differs: ${named}`);
  else expect(text).not.toContain("balance differs");
});

it.each([
  ["amount_differs", "Amount differs"],
  ["refunds_differ", "Refunds differ"],
  ["fee_differs", "Fee differs"],
  ["status_differs", "Status differs"],
  ["dispute_differs", "Dispute differs"],
  ["not_in_ledger", "Not recorded by this service"],
  ["not_at_processor", "Not at processor"],
  ["foreign_metadata", "Metadata has another payment's ID"],
  ["of_tomorrow", "Of tomorrow"],
])("a statement's difference %s is told in words", async (kind, words) => {
  const path = "statements/2026-11-12";
  const statement = FULL[path] as { differences: object[] };
  const has = { [path]: { ...statement, differences: [{ ...statement.differences[0], kind }] } };
  const { text } = await visitConsole(`#/${path}`, { has });
  expect(linesBetween(text, "Payments that differed", "Corrected: the record was updated.")[0]).toBe(words);
});
