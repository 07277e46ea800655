import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { composeApiKey, newMerchantId } from "../../../../shared/domain/access/api-key.ts";
import {
  type ConsoleSession,
  composeCode,
  composeToken,
  isOpen,
  judgeCode,
  lifeSecondsOf,
  makerName,
  newSessionId,
  offerEndOf,
  opens,
  parseCode,
  parseToken,
  placeNumbered,
  requireAccessFor,
  rightEndsOf,
  type SessionMaker,
  sessionPartsOf,
  stateOf,
} from "../../../../shared/domain/access/console-session.ts";
import { saltAndHash } from "../../../../shared/domain/access/credential.ts";
import { SESSION_ID } from "../../../../shared/domain/id-forms.ts";

const AT = 1_782_907_200_000;
const merchantId = newMerchantId(randomBytes);
const { keyId } = composeApiKey(merchantId, randomBytes);
const BY_KEY: SessionMaker = { kind: "key", keyId };
const BY_OPERATOR: SessionMaker = { kind: "operator", name: "olivia", reason: "help" };
const LIVE_KEY = { endsAt: null, preset: "full" };

const sessionId = newSessionId(merchantId, BY_KEY, "07", randomBytes);
const code = composeCode(sessionId, randomBytes);
const token = composeToken(sessionId, randomBytes);

const offered: ConsoleSession = {
  sessionId,
  merchantId,
  access: "read",
  maker: BY_KEY,
  state: "offered",
  createdAt: AT,
  endsAt: AT + 1000,
  code: saltAndHash(code.secret, randomBytes),
};
const live: ConsoleSession = {
  ...offered,
  state: "live",
  enteredAt: AT,
  opener: saltAndHash(token.secret, randomBytes),
};

describe("an id", () => {
  it("names its merchant, its key and its place", () => {
    expect(sessionId).toMatch(SESSION_ID);
    expect(sessionPartsOf(sessionId)).toEqual({ sessionId, merchantId, keyId, place: "07" });
  });

  it("an id of an operator's session names no key that there could be", () => {
    const id = newSessionId(merchantId, BY_OPERATOR, "19", randomBytes);
    expect(sessionPartsOf(id)).toMatchObject({
      merchantId,
      place: "19",
      keyId: expect.stringMatching(/0{10}$/),
    });
  });
});

describe("a code and a token", () => {
  it("have the key's form under prefixes of their own, and are not each other", () => {
    expect(code.text).toMatch(/^svc_code_[0-9A-Za-z]{70}$/);
    expect(token.text).toMatch(/^svc_ses_[0-9A-Za-z]{70}$/);
    expect(parseCode(code.text)).toMatchObject({ sessionId, secret: code.secret });
    expect(parseToken(token.text)).toMatchObject({ sessionId, secret: token.secret });
    expect(parseToken(code.text)).toBeUndefined();
    expect(parseCode(token.text)).toBeUndefined();
  });

  it("are nothing where they name no session that there could be, though each character is right", () => {
    const noPlace = `${sessionId.slice(0, 30)}xx${sessionId.slice(32)}`;
    expect(parseCode(composeCode(noPlace, randomBytes).text)).toBeUndefined();
    expect(parseToken(composeToken(noPlace, randomBytes).text)).toBeUndefined();
  });

  it("with one character changed are nothing", () => {
    for (let at = "svc_code_".length; at < code.text.length; at++) {
      const other = code.text[at] === "A" ? "B" : "A";
      expect(parseCode(code.text.slice(0, at) + other + code.text.slice(at + 1))).toBeUndefined();
    }
  });

  it.each(["", "svc_code_", `${code.text} `, `${code.text}\n`, code.text.toUpperCase()])(
    "%j is none",
    (text) => {
      expect(parseCode(text)).toBeUndefined();
    },
  );
});

it.each([
  ["offered", offered, LIVE_KEY, AT + 999],
  ["expired", offered, LIVE_KEY, AT + 1000],
  ["live", live, LIVE_KEY, AT + 999],
  ["expired", live, LIVE_KEY, AT + 1000],
  ["ended", { ...live, state: "ended" }, LIVE_KEY, AT],
  ["ended", live, undefined, AT],
  ["ended", live, { ...LIVE_KEY, endsAt: AT, revokedAt: AT + 5000 }, AT - 1],
  ["ended", live, { ...LIVE_KEY, endsAt: AT }, AT],
  ["live", { ...live, maker: BY_OPERATOR }, undefined, AT],
] as const)("a session is %s", (state, session, key, at) => {
  expect(stateOf({ session: session as ConsoleSession, key }, at)).toBe(state);
});

const presentedCode = { ...sessionPartsOf(sessionId), secret: code.secret };
const presentedToken = { ...sessionPartsOf(sessionId), secret: token.secret };

describe("a code is", () => {
  it.each([
    ["enter", offered, presentedCode, AT],
    ["reject", offered, presentedCode, AT + 1000],
    ["reject", offered, { ...presentedCode, secret: token.secret }, AT],
    ["used_before", live, presentedCode, AT],
    ["reject", live, { ...presentedCode, secret: token.secret }, AT],
    ["reject", live, presentedCode, AT + 1000],
    ["reject", { ...live, state: "ended" }, presentedCode, AT],
    ["reject", { ...offered, sessionId: `${sessionId}x` }, presentedCode, AT],
  ] as const)("good to %s", (verdict, session, presented, at) => {
    expect(judgeCode({ session: session as ConsoleSession, key: LIVE_KEY }, presented, at)).toBe(verdict);
  });

  it("good for nothing where there is no session", () => {
    expect(judgeCode(undefined, presentedCode, AT)).toBe("reject");
  });
});

describe("a token", () => {
  const found = (session: ConsoleSession) => ({ session, key: LIVE_KEY });
  const manage: ConsoleSession = { ...live, access: "manage" };

  it.each([
    [true, live, "read"],
    [false, live, "manage"],
    [true, manage, "read"],
    [true, manage, "manage"],
    [false, manage, "setup"],
    [false, manage, "money"],
    [true, { ...live, access: "money" }, "money"],
    [true, { ...live, access: "money" }, "read"],
    [false, { ...live, access: "money" }, "manage"],
    [false, { ...live, access: "setup" }, "manage"],
    [true, { ...live, access: "setup" }, "setup"],
    [false, { ...live, access: "finance" }, "manage"],
    [true, { ...live, access: "support" }, "manage"],
    [true, { ...live, access: "support" }, "money"],
    [false, { ...live, access: "support" }, "setup"],
    [true, { ...live, access: "developer" }, "manage"],
    [true, { ...live, access: "developer" }, "setup"],
    [false, { ...live, access: "developer" }, "money"],
    [true, { ...live, access: "owner" }, "manage"],
    [true, { ...live, access: "owner" }, "setup"],
    [true, { ...live, access: "owner" }, "money"],
    [false, offered, "read"],
    [false, { ...live, sessionId: `${sessionId}x` }, "read"],
  ] as const)("opens: %j", (expected, session, need) => {
    expect(
      opens(found(session as ConsoleSession), presentedToken, {
        at: AT,
        needs: [need],
        scope: "payments:read",
      }),
    ).toBe(expected);
  });

  it.each([
    [true, "back-office", "refunds:write"],
    [false, "back-office", "callbacks:write"],
    [false, "a preset of a later release", "payments:read"],
  ] as const)("opens for the scopes of its key's preset alone: %j, %s, %s", (expected, preset, scope) => {
    const made = { session: manage, key: { ...LIVE_KEY, preset } };
    expect(opens(made, presentedToken, { at: AT, needs: ["read"], scope })).toBe(expected);
  });

  it("an operator's token opens by its session's access alone, because there is no key", () => {
    const session: ConsoleSession = { ...manage, maker: BY_OPERATOR };
    const at = { at: AT, scope: "callbacks:write" } as const;
    expect(opens({ session }, presentedToken, { ...at, needs: ["manage"] })).toBe(true);
    expect(opens({ session }, presentedToken, { ...at, needs: ["money"] })).toBe(false);
  });

  it("opens nothing with the code's secret, after the end, or where there is none", () => {
    expect(opens(found(live), presentedCode, { at: AT, needs: ["read"], scope: "payments:read" })).toBe(
      false,
    );
    expect(
      opens(found(live), presentedToken, { at: AT + 1000, needs: ["read"], scope: "payments:read" }),
    ).toBe(false);
    expect(opens(undefined, presentedToken, { at: AT, needs: ["read"], scope: "payments:read" })).toBe(false);
  });
});

it("one of several rights is enough for what any of them allows", () => {
  const opensFor = (access: ConsoleSession["access"]) =>
    opens({ session: { ...live, access }, key: LIVE_KEY }, presentedToken, {
      at: AT,
      needs: ["manage", "setup"],
      scope: "payments:read",
    });
  expect((["setup", "manage", "money", "read"] as const).map(opensFor)).toEqual([true, true, false, false]);
});

it.each([
  [BY_KEY, 28_800],
  [BY_OPERATOR, 3600],
] as const)("a session made by %j lasts its time", (maker, seconds) => {
  expect(lifeSecondsOf({ maker })).toBe(seconds);
});

it("rights end sooner than their session, which goes on reading", () => {
  const hour = 3_600_000;
  const session: ConsoleSession = { ...live, access: "owner", enteredAt: AT, endsAt: AT + 8 * hour };
  expect(rightEndsOf(session)).toEqual([
    ["manage", AT + hour],
    ["setup", AT + hour / 4],
    ["money", AT + hour],
  ]);
  const may = (need: "read" | "manage" | "setup" | "money", at: number) =>
    opens({ session, key: LIVE_KEY }, presentedToken, { at, needs: [need], scope: "payments:read" });
  expect([may("setup", AT + hour / 4 - 1), may("setup", AT + hour / 4)]).toEqual([true, false]);
  expect([may("money", AT + hour - 1), may("money", AT + hour)]).toEqual([true, false]);
  expect([may("manage", AT + hour - 1), may("manage", AT + hour)]).toEqual([true, false]);
  expect([may("read", AT + 8 * hour - 1), may("read", AT + 8 * hour)]).toEqual([true, false]);
  expect(rightEndsOf({ ...session, endsAt: AT + 1000 }).map(([, end]) => end)).toEqual(
    Array(3).fill(AT + 1000),
  );
});

it("a link is good for five minutes, and a session has one of numbered places", () => {
  expect(offerEndOf(AT)).toBe(AT + 5 * 60_000);
  expect([0, 7, 19].map(placeNumbered)).toEqual(["00", "07", "19"]);
});

it("an operator's session sets nothing up, and a key's may", () => {
  for (const access of ["setup", "developer", "owner"] as const)
    expect(() => requireAccessFor(BY_OPERATOR, access)).toThrow(
      "An operator's session cannot change settings.",
    );
  for (const access of ["read", "manage", "money", "finance", "support"] as const)
    expect(() => requireAccessFor(BY_OPERATOR, access)).not.toThrow();
  expect(() => requireAccessFor(BY_KEY, "setup")).not.toThrow();
});

it("a session is open while it is offered or live, and its maker has a name", () => {
  const found = (state: ConsoleSession["state"]) => ({ session: { ...offered, state }, key: LIVE_KEY });
  expect(isOpen(found("offered"), AT)).toBe(true);
  expect(isOpen(found("live"), AT)).toBe(true);
  expect(isOpen(found("ended"), AT)).toBe(false);
  expect(isOpen(found("live"), AT + 1000)).toBe(false);
  expect(stateOf(found("ended"), AT + 1000)).toBe("ended");
  expect([makerName(BY_KEY), makerName(BY_OPERATOR)]).toEqual([keyId, "olivia"]);
});
