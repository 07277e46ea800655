import { expect, it } from "vitest";
import { type Answers, readPage, type Step } from "../../support/fake-page.ts";
import { aSession, FULL, useNoon } from "../../support/visit-console.ts";

/** How the console is entered and left: what its door says, and what it asks for. */

useNoon();

const CODE = `svc_code_${"a".repeat(70)}`;

type Door = {
  hash: string;
  /** Whether the tab is in a session already. */
  isInside?: boolean;
  steps?: readonly Step[];
  /** What the service answers otherwise, by path. */
  answers?: Record<string, Answers>;
  session?: object;
  hostname?: string;
};

async function visit({
  hash,
  isInside = false,
  steps = [],
  answers = {},
  session: given = {},
  ...where
}: Door) {
  const { paymentsFound, paymentsTotal } = await import("../../support/console-answers.ts");
  const session = { ...aSession("read"), ...given };
  const asked: string[] = [];
  const text = await readPage(hash, {
    session: isInside ? session.sessionId : undefined,
    steps,
    ...where,
    answer: (path, _, { method, body }) => {
      asked.push(`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ""}`);
      const own = {
        ...{ "/console/session": session, session, "/console/sessions": [], "session/end": {} },
        ...{ "found-payments": paymentsFound({}, FULL), "payment-totals": paymentsTotal({}, FULL) },
      };
      return answers[path] ?? { status: 200, body: { ...own, ...FULL }[path] ?? {} };
    },
  });
  return { text, asked };
}

const HOW = "Sign in";

it("where a tab wanted to go is kept while it has no session", async () => {
  await visit({ hash: "#/statements" });
  expect(sessionStorage.getItem("svc-console-way")).toBe("#/statements");
});

it("a link waits for a click, which opens its session and leads where the link wants to go", async () => {
  const hash = `#code=${CODE}&to=${encodeURIComponent("#/statements")}`;
  const door = await visit({ hash });
  expect(door.asked).toEqual([]);
  expect(location.hash).toBe("");
  expect(door.text).toContain("Open the console\nYou will see a merchant's payments and webhooks.");
  const inside = await visit({ hash, steps: [{ click: "Open the console" }] });
  expect(inside.asked[0]).toBe(`POST /console/session {"code":"${CODE}"}`);
  expect(inside.asked).toContain("GET statements");
  expect(inside.asked).not.toContain("GET session");
  expect(inside.text).toContain("Statements, newest first");
});

it("a link that wants to go nowhere leads to the first screen", async () => {
  const { text } = await visit({
    hash: `#code=${CODE}&to=${encodeURIComponent("#/nowhere")}`,
    steps: [{ click: "Open the console" }],
  });
  expect(text).toContain("Needs attention, most urgent first");
});

it.each([
  ["is dead", CODE, [{ click: "Open the console" }]],
  ["has no code's form", "svc_code_short", []],
])("a link that %s says so, and how to get a new one", async (_, code, steps) => {
  const answers = { "/console/session": { status: 401, body: { detail: "No." } } };
  const { text } = await visit({ hash: `#code=${code}`, steps, answers });
  expect(text).toContain("This link no longer works\nA link works once, for five minutes.");
  expect(text).toContain(HOW);
  expect(text).not.toContain("Back to the console");
});

it("a link that could not be tried can be tried again", async () => {
  const answers = { "/console/session": { status: 503, body: { detail: "Not now." } } };
  const { text } = await visit({ hash: `#code=${CODE}`, steps: [{ click: "Open the console" }], answers });
  expect(text).toContain("Not now.");
  expect(text).toContain("[Open the console|aria-disabled=false]");
});

it("a tab that is in a session is led back to it from a dead link", async () => {
  const steps = [{ click: "Back to the console" }];
  const { text } = await visit({ hash: "#code=svc_code_short", isInside: true, steps });
  expect(text).toContain("Corner Shop");
  expect(text).not.toContain(HOW);
});

it("a tab without a session says so, and enters one of the browser's others when it is chosen", async () => {
  const other = { ...aSession("money"), merchantName: "Other Shop" };
  const answers = { "/console/sessions": { status: 200, body: [other] } };
  const outside = await visit({ hash: "#/payments", answers });
  expect(outside.text).toContain(
    "You are not signed in\nYou need a link to open the console.\nContinue where you are signed in\nOther Shop, refund and capture until 2026-11-15T20:00:00.000Z",
  );
  const inside = await visit({
    hash: "#/payments",
    answers,
    steps: [{ click: "Other Shop, refund and capture" }],
  });
  expect(inside.text).toContain("Payments, newest first");
  const alone = await visit({ hash: "#/payments" });
  expect(alone.text).not.toContain("Continue where you are signed in");
});

it("a session that the service no longer knows has ended, or has expired where its time was over", async () => {
  const rejected = { status: 401, body: { detail: "No." } };
  const ended = await visit({ hash: "#/payments", isInside: true, answers: { "found-payments": rejected } });
  expect(ended.text).toContain("You were signed out\nYour access was ended, or this browser blocks cookies.");
  const over = { expiresAt: "2026-11-15T12:00:00.000Z" };
  const expired = await visit({ hash: "#/payments", isInside: true, session: over });
  expect(expired.text).toContain("Your session has ended\nAsk for a new link to continue.");
});

it("who ends the session has left, and nothing of it is kept", async () => {
  const { text, asked } = await visit({
    hash: "#/access",
    isInside: true,
    steps: [{ click: "End session" }],
  });
  expect(asked).toContain("POST session/end {}");
  expect(text).toContain("You have signed out\nThis browser keeps nothing that you saw.");
  expect(sessionStorage.getItem("svc-console")).toBeNull();
  expect(sessionStorage.getItem("svc-console-end")).toBeNull();
});

it("a session that support has made says so at its foot", async () => {
  const foot = async (madeBy: string) =>
    (await visit({ hash: "#/access", isInside: true, session: { madeBy } })).text;
  expect(await foot("operator")).toContain(
    "Read-only session · 8 h left\nOpened by the platform\nCan view until 2026-11-15T20:00:00.000Z",
  );
  expect(await foot("key")).toContain(
    "Read-only session · 8 h left\nCan view until 2026-11-15T20:00:00.000Z",
  );
});

it("a link's session is taken out of the address, and what else stands there stays", async () => {
  const { sessionId } = aSession("read");
  await visit({ hash: `#/payments?status=refunded&s=${sessionId}` });
  expect(location.hash).toBe("#/payments?status=refunded");
  const { text } = await visit({ hash: `#/payments?s=${sessionId}` });
  expect(location.hash).toBe("#/payments");
  expect(text).toContain("Payments, newest first");
});

it("a session whose end is now has expired", async () => {
  const module = "../../../infra/pages/console/api/tab-session.ts";
  const { hasExpired }: { hasExpired: (now: number) => boolean } = await import(/* @vite-ignore */ module);
  const end = Date.UTC(2026, 10, 15, 20);
  sessionStorage.setItem("svc-console-end", new Date(end).toISOString());
  expect([end - 1, end, end + 1].map(hasExpired)).toEqual([false, true, true]);
});

it("a session that cannot be read is said to be, can be asked for again, and can be ended", async () => {
  const answers = {
    session: { status: 503, body: { detail: "The service is busy.", traceId: "trace-of-session" } },
  };
  const { text, asked } = await visit({
    hash: "#/access",
    isInside: true,
    answers,
    steps: [{ click: "Retry" }],
  });
  expect(text).toContain("The service is busy.\nTrace ID trace-of-session\n");
  expect(text).toContain("End session");
  expect(asked.filter((one) => one === "GET session")).toHaveLength(2);
});

it.each([
  ["127.0.0.1", true],
  ["api.example.com", false],
])("on %s a button opens a new session: %s", async (hostname, isShown) => {
  const { text } = await visit({ hash: "#/payments", hostname });
  expect(text.includes("[Sign in|href=/]")).toBe(isShown);
});

it("the door says which access a link can have", async () => {
  expect((await visit({ hash: "#/payments" })).text).toContain(
    "Access is finance, support, developer or owner.",
  );
});
