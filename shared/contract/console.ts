import * as z from "zod/mini";
import { CONSOLE_ACCESS, CONSOLE_RIGHTS, SESSION_STATES } from "../domain/access/console-session.ts";
import { SCOPES } from "../domain/scope.ts";
import { CONSOLE } from "./console-page.ts";
import { described, named } from "./described.ts";
import { sessionId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, SESSION_FAILURES } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";
import { SetUp } from "./set-ups.ts";

const PATH = "/v1/console-sessions";

const access = described(
  "What the session may do. Every session may read. manage: redeliver and recover events, send a test event, disable and " +
    "enable the callback endpoint, end sessions. setup: set the callback URL, its events and its secret, send a test event. " +
    "money: refund, capture, cancel. Presets combine them. finance: only read. support: manage and money. developer: manage " +
    "and setup. owner: all three.",
  z.enum(CONSOLE_ACCESS),
);

const madeBy = described(
  "key: by one of your API keys; operator: by the platform, to help you.",
  z.enum(["key", "operator"]),
);

export const ConsoleSessionOffer = named(
  "ConsoleSessionOffer",
  "A link into the console. It works once.",
  z.strictObject({
    sessionId,
    url: described("Give it to one person; it cannot be shown again.", z.string()),
    expiresAt: described("The link's end, five minutes from now.", timestamp),
  }),
);

export const ConsoleSession = named(
  "ConsoleSession",
  "A console session, or the offer of one.",
  z.strictObject({
    sessionId,
    access,
    may: described(
      "What it may do beside reading, each with the end of that right; null while the link was not used.",
      z.partialRecord(z.enum(CONSOLE_RIGHTS), z.nullable(timestamp)),
    ),
    state: described(
      "offered: the link was not used yet; live: a browser is in; ended: by you, by the person, with the key that made " +
        "it, or because its link was used twice.",
      z.enum(SESSION_STATES),
    ),
    madeBy,
    keyId: described("The API key that made it; null if it was an operator.", z.nullable(z.string())),
    reason: described("Why the operator made it; null if it was a key.", z.nullable(z.string())),
    createdAt: described("When it was made.", timestamp),
    enteredAt: described("When its link was used; null if it was not.", z.nullable(timestamp)),
    endedAt: described("When it was ended; null if it was not.", z.nullable(timestamp)),
    expiresAt: described("When it ends by itself: first the link, then the session.", timestamp),
  }),
);

const EndedSessions = named(
  "EndedSessions",
  "What was ended.",
  z.strictObject({ ended: described("How many sessions were open.", z.int()) }),
);

export const EnteredConsole = named(
  "EnteredConsole",
  "The session that a browser is in.",
  z.strictObject({
    sessionId: described("To be sent with every call as Svc-Console.", sessionId),
    access,
    may: described(
      "What it may do beside reading, each with the end of that right.",
      z.partialRecord(z.enum(CONSOLE_RIGHTS), timestamp),
    ),
    scopes: described("What the key that made it may do; an operator's has all.", z.array(z.enum(SCOPES))),
    merchantId: described("Whose console it is.", z.string()),
    merchantName: described("The merchant's name.", z.string()),
    madeBy,
    expiresAt: described("The absolute end.", timestamp),
    setUps: described(
      "What sessions have changed of the callback endpoints in the last 30 days, newest first: the last five.",
      z.array(SetUp),
    ),
    typedAboveCents: described(
      "By currency: who moves more than this types the amount once more. In other currencies that holds for every amount.",
      z.record(z.string(), z.int()),
    ),
    dashboardUrl: described(
      "Where the processor's dashboard is; null where there is none, on a developer's machine.",
      z.nullable(z.string()),
    ),
  }),
);

const exampleId = `ses_${"1ExampleMerchant"}${"1ExampleK0"}07${"1Session"}`;

const exampleSession = {
  sessionId: exampleId,
  access: "read",
  may: {},
  state: "live",
  madeBy: "key",
  keyId: "key_1ExampleMerchant1ExampleK0",
  reason: null,
  createdAt: "2026-07-01T12:00:00.000Z",
  enteredAt: "2026-07-01T12:00:20.000Z",
  endedAt: null,
  expiresAt: "2026-07-01T20:00:20.000Z",
} as const satisfies z.output<typeof ConsoleSession>;

const exampleEntered = {
  sessionId: exampleId,
  access: "money",
  may: { money: "2026-07-01T13:00:20.000Z" },
  scopes: ["payments:read", "events:read", "finance:read", "refunds:write", "console"],
  merchantId: "mer_1ExampleMerchant",
  merchantName: "Corner Shop",
  madeBy: "key",
  expiresAt: "2026-07-01T20:00:20.000Z",
  setUps: [],
  typedAboveCents: { usd: 50_000, eur: 50_000 },
  dashboardUrl: "https://dashboard.stripe.com",
} satisfies z.output<typeof EnteredConsole>;

export const createConsoleSession = {
  name: "create-console-session",
  method: "POST",
  path: PATH,
  scope: "console",
  tag: CONSOLE,
  summary: "Create a link to the console",
  description:
    "For one person: the link works once, within five minutes. The session that it opens may do no more than the API key " +
    "that makes it, lasts 8 hours and ends with the key. Its rights end sooner: manage and money after 1 hour, setup after 15 " +
    "minutes. " +
    "At most 20 are open at a time: where all are, an operator's link, made to help you, takes the place of your oldest " +
    "unused one.",
  body: z.strictObject({ access: z._default(access, "read") }),
  example: { access: "read" },
  answers: {
    201: {
      description: "The link.",
      schema: ConsoleSessionOffer,
      example: {
        sessionId: exampleId,
        url: "https://api.example.com/console#code=svc_code_…",
        expiresAt: "2026-07-01T12:05:00.000Z",
      },
    },
  },
  failures: [...COMMON_FAILURES, "too_many_sessions"],
} as const satisfies Operation;

export const listConsoleSessions = {
  name: "list-console-sessions",
  method: "GET",
  path: PATH,
  scope: "console",
  console: "read",
  tag: CONSOLE,
  summary: "List console sessions",
  description: "The 20 newest, including those of operators.",
  query: pageQuery(sessionId),
  answers: { 200: page(ConsoleSession, [exampleSession]) },
  budget: "ledger",
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const endConsoleSession = {
  name: "end-console-session",
  method: "POST",
  path: `${PATH}/{id}/end`,
  pathParameters: { id: sessionId },
  scope: "console",
  console: "manage",
  tag: CONSOLE,
  summary: "End a console session",
  description: "Its next call, or its link, is refused. A session that is already over stays unchanged.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "The session.",
      schema: ConsoleSession,
      example: { ...exampleSession, state: "ended", endedAt: "2026-07-01T13:00:00.000Z" },
    },
  },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const endConsoleSessions = {
  name: "end-console-sessions",
  method: "POST",
  path: `${PATH}/end-all`,
  scope: "console",
  console: "manage",
  tag: CONSOLE,
  summary: "End all console sessions",
  description: "Including those of operators, and links that were not used yet.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: { description: "They have ended.", schema: EndedSessions, example: { ended: 3 } } },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

/** Longer than any code, shorter than anything that costs something to read. */
const MAX_CODE_CHARACTERS = 200;

/** What cannot be one becomes none, so that it is refused as a wrong one is, and not told apart from it. */
const code = z.catch(z.string().check(z.maxLength(MAX_CODE_CHARACTERS)), "");

export const enterConsole = {
  name: "enter-console",
  method: "POST",
  path: "/console/session",
  tag: CONSOLE,
  caller: "console",
  summary: "Exchange a link's code for a session",
  description: "Once. The session's token is in the cookie that comes with the answer.",
  body: z.strictObject({ code: described("What the link has behind the #.", code) }),
  example: { code: "svc_code_…" },
  answers: { 200: { description: "The browser is in.", schema: EnteredConsole, example: exampleEntered } },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const getConsoleSession = {
  name: "get-console-session",
  method: "GET",
  path: "/console/v1/session",
  tag: CONSOLE,
  caller: "console",
  summary: "Retrieve the session that the browser is in",
  description: "For a page that was loaded again.",
  answers: { 200: { description: "The session.", schema: EnteredConsole, example: exampleEntered } },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const listEnteredConsoles = {
  name: "list-entered-consoles",
  method: "GET",
  path: "/console/sessions",
  tag: CONSOLE,
  caller: "console",
  summary: "List the sessions that the browser is in",
  description:
    "For a tab that has none, which says so: Svc-Console: none. Only those whose cookies open them.",
  answers: {
    200: { description: "The sessions.", schema: z.array(EnteredConsole), example: [exampleEntered] },
  },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const ConsoleKey = named(
  "ConsoleKey",
  "An API key as the console shows it: enough to know it again, and nothing that opens anything.",
  z.strictObject({
    idEnd: described("The last four characters of its id.", z.string()),
    label: described("What it is for; null if it has no label.", z.nullable(z.string())),
    preset: described("What it may do.", z.string()),
    scopes: described("The same, scope by scope.", z.array(z.enum(SCOPES))),
    isLive: described("Whether it still opens anything.", z.boolean()),
    createdAt: described("When it was issued.", timestamp),
    endsAt: described("When it ends, or ended; null if it does not.", z.nullable(timestamp)),
  }),
);

export const listConsoleKeys = {
  name: "list-console-keys",
  method: "GET",
  path: "/console/v1/keys",
  tag: CONSOLE,
  caller: "console",
  summary: "List the merchant's API keys",
  description: "Keys are issued, rotated and revoked by an operator.",
  answers: {
    200: {
      description: "The keys.",
      schema: z.array(ConsoleKey),
      example: [
        {
          idEnd: "leK0",
          label: "web shop",
          preset: "checkout",
          scopes: ["payments:read", "payments:write"],
          isLive: true,
          createdAt: "2026-07-01T12:00:00.000Z",
          endsAt: null,
        },
      ],
    },
  },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const leaveConsole = {
  name: "leave-console",
  method: "POST",
  path: "/console/v1/session/end",
  tag: CONSOLE,
  caller: "console",
  summary: "End the session that the browser is in",
  description: "The cookie is taken away.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "It has ended.",
      schema: ConsoleSession,
      example: { ...exampleSession, state: "ended" },
    },
  },
  failures: SESSION_FAILURES,
} as const satisfies Operation;
