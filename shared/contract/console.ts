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
  "A link to the console. It works once.",
  z.strictObject({
    sessionId,
    url: described("Give it to one person; it cannot be shown again.", z.string()),
    expiresAt: described("When the link expires, five minutes from now.", timestamp),
  }),
);

export const ConsoleSession = named(
  "ConsoleSession",
  "A console session, or a link that was not used yet.",
  z.strictObject({
    sessionId,
    access,
    may: described(
      "What it may do besides reading, each with when that right ends; null until the link is used.",
      z.partialRecord(z.enum(CONSOLE_RIGHTS), z.nullable(timestamp)),
    ),
    state: described(
      "offered: the link was not used yet; live: a browser uses it; ended: by you, by its user, with the key " +
        "that created it, or because its link was used twice.",
      z.enum(SESSION_STATES),
    ),
    madeBy,
    keyId: described("The API key that created it; null if it was an operator.", z.nullable(z.string())),
    reason: described("Why the operator created it; null if it was a key.", z.nullable(z.string())),
    createdAt: described("When it was created.", timestamp),
    enteredAt: described("When its link was used; null if it was not.", z.nullable(timestamp)),
    endedAt: described("When it was ended; null if it was not.", z.nullable(timestamp)),
    expiresAt: described("When it expires: the link until it is used, then the session.", timestamp),
  }),
);

const EndedSessions = named(
  "EndedSessions",
  "The sessions that were ended.",
  z.strictObject({ ended: described("How many open sessions were ended.", z.int()) }),
);

export const EnteredConsole = named(
  "EnteredConsole",
  "A browser's session.",
  z.strictObject({
    sessionId: described("Send it with every call as Svc-Console.", sessionId),
    access,
    may: described(
      "What it may do besides reading, each with when that right ends.",
      z.partialRecord(z.enum(CONSOLE_RIGHTS), timestamp),
    ),
    scopes: described(
      "The scopes of the key that created it; an operator's session has all.",
      z.array(z.enum(SCOPES)),
    ),
    merchantId: described("Whose console it is.", z.string()),
    merchantName: described("The merchant's name.", z.string()),
    madeBy,
    expiresAt: described("When the session ends.", timestamp),
    setUps: described(
      "The last five changes that sessions made to callback endpoints in the last 30 days, newest first.",
      z.array(SetUp),
    ),
    typedAboveCents: described(
      "By currency: above this amount, the user must type the amount again to confirm. In other currencies this " +
        "applies to every amount.",
      z.record(z.string(), z.int()),
    ),
    dashboardUrl: described(
      "The processor's dashboard; null on a developer's machine, where there is none.",
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
    "The link is for one person and works once, within five minutes. The session has at most the rights of " +
    "the key that created it. It lasts 8 hours and ends with the key. Its rights end sooner: manage and money " +
    "after 1 hour, setup after 15 minutes. At most 10 of a key and 20 in all can be open. A key's eleventh ends its oldest. " +
    "At 20, an operator's link, created to help you, ends the oldest of the key with the most.",
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
  description: "The newest 20, including sessions of operators.",
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
  description:
    "The session and its link stop working immediately. A session that has already ended stays unchanged.",
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
  description: "Including sessions of operators and links that were not used yet.",
  body: z.strictObject({}),
  example: {},
  answers: { 200: { description: "The sessions have ended.", schema: EndedSessions, example: { ended: 3 } } },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

/** Longer than any code, shorter than anything that costs something to read. */
const MAX_CODE_CHARACTERS = 200;

/** What cannot be one becomes none, so that it is rejected as a wrong one is, and not told apart from it. */
const code = z.catch(z.string().check(z.maxLength(MAX_CODE_CHARACTERS)), "");

export const enterConsole = {
  name: "enter-console",
  method: "POST",
  path: "/console/session",
  tag: CONSOLE,
  caller: "console",
  summary: "Exchange a link's code for a session",
  description: "A code works once. The response sets a cookie with the session's token.",
  body: z.strictObject({ code: described("The part of the link after #code=.", code) }),
  example: { code: "svc_code_…" },
  answers: {
    200: { description: "The browser has a session.", schema: EnteredConsole, example: exampleEntered },
  },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const getConsoleSession = {
  name: "get-console-session",
  method: "GET",
  path: "/console/v1/session",
  tag: CONSOLE,
  caller: "console",
  summary: "Retrieve the browser's session",
  description: "For a page that was reloaded.",
  answers: { 200: { description: "The session.", schema: EnteredConsole, example: exampleEntered } },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const listEnteredConsoles = {
  name: "list-entered-consoles",
  method: "GET",
  path: "/console/sessions",
  tag: CONSOLE,
  caller: "console",
  summary: "List the browser's sessions",
  description:
    "For a tab without a session, which sends Svc-Console: none. Returns only sessions whose cookies are " +
    "valid.",
  answers: {
    200: { description: "The sessions.", schema: z.array(EnteredConsole), example: [exampleEntered] },
  },
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const ConsoleKey = named(
  "ConsoleKey",
  "An API key as the console shows it: enough to recognize it, but no part of the secret.",
  z.strictObject({
    idEnd: described("The last four characters of its id.", z.string()),
    label: described("What it is for; null if it has no label.", z.nullable(z.string())),
    preset: described("Its preset.", z.string()),
    scopes: described("The scopes of the preset.", z.array(z.enum(SCOPES))),
    isLive: described("Whether the key still works.", z.boolean()),
    createdAt: described("When it was issued.", timestamp),
    endsAt: described("When it ends or ended; null if it does not end.", z.nullable(timestamp)),
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
  summary: "End the browser's session",
  description: "Removes the cookie.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "The session has ended.",
      schema: ConsoleSession,
      example: { ...exampleSession, state: "ended" },
    },
  },
  failures: SESSION_FAILURES,
} as const satisfies Operation;
