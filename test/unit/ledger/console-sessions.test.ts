import { beforeEach, describe, expect, it } from "vitest";
import type { ConsoleSession } from "../../../shared/domain/access/console-session.ts";
import { apiKeyKey, merchantKey, sessionKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The conditions under which a console session takes its place, is entered and ends, each by itself. */
const world = new FakeWorld().enter();
const sessions = await import("../../../shared/ledger/console-sessions.ts");
const { createConsoleSession, findConsoleSession, listConsoleSessions, markSessionEnded, saveEntry } =
  sessions;

const MERCHANT = `mer_${"1".repeat(16)}`;
const KEY_ID = `key_${"1".repeat(16)}${"2".repeat(10)}`;
const KEY = sessionKey(MERCHANT, "07");

const session = (name: string, given: Partial<ConsoleSession> = {}): ConsoleSession => ({
  sessionId: `ses_${"1".repeat(16)}${"2".repeat(10)}07${name.padEnd(8, "x")}`,
  merchantId: MERCHANT,
  access: "read",
  maker: { kind: "key", keyId: KEY_ID },
  state: "offered",
  createdAt: world.now,
  endsAt: world.now + 1000,
  code: { salt: "s", hash: "h" },
  ...given,
});

const stored = () => world.table.peek(KEY) as unknown as ConsoleSession & { expiresAt: number };
const put = (one: ConsoleSession) => world.table.put({ ...KEY, ...one }, {});

beforeEach(() => {
  world.table.expire(KEY);
  world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT }, {});
  world.table.put({ ...apiKeyKey(MERCHANT, KEY_ID), keyId: KEY_ID, preset: "full", hash: "of the key" }, {});
});

describe("a session takes a place", () => {
  it("a free one, and is kept for ninety days after its end", async () => {
    expect(await createConsoleSession(session("one"), undefined)).toBe(true);
    expect(stored().expiresAt).toBe(Math.floor((world.now + 1000) / 1000) + 90 * 86_400);
  });

  it("not where another has been faster, and again where its own first reply was lost", async () => {
    put(session("other"));
    expect(await createConsoleSession(session("one"), undefined)).toBe(false);
    put(session("one"));
    expect(await createConsoleSession(session("one"), undefined)).toBe(true);
  });

  it("the one that it saw, unless that was entered or is another one meanwhile", async () => {
    put(session("former", { state: "live" }));
    expect(await createConsoleSession(session("one"), session("former"))).toBe(false);
    put(session("another"));
    expect(await createConsoleSession(session("one"), session("former"))).toBe(false);
    put(session("former"));
    expect(await createConsoleSession(session("one"), session("former"))).toBe(true);
    expect(stored().sessionId).toBe(session("one").sessionId);
  });
});

describe("a link is entered", () => {
  const enter = (hash = "ours", enteredAt = world.now) =>
    saveEntry(session("one"), { opener: { salt: "s", hash }, enteredAt, endsAt: world.now + 5000 });

  it("once: its own repetition is the same entry, another one was too late", async () => {
    put(session("one"));
    expect(await enter()).toMatchObject({
      kind: "entered",
      session: { state: "live", enteredAt: world.now },
    });
    expect(await enter()).toMatchObject({ kind: "entered", session: { opener: { hash: "ours" } } });
    expect(await enter("theirs")).toEqual({ kind: "used_before" });
    expect(stored()).toMatchObject({
      opener: { hash: "ours" },
      endsAt: world.now + 5000,
      expiresAt: Math.floor((world.now + 5000) / 1000) + 90 * 86_400,
    });
  });

  it("until its end, and not at its end", async () => {
    put(session("one", { endsAt: world.now }));
    expect(await enter()).toEqual({ kind: "gone" });
    put(session("one", { endsAt: world.now + 1 }));
    expect((await enter()).kind).toBe("entered");
  });

  it("not where it was ended, where another session has its place, or where nothing is there", async () => {
    put(session("one", { state: "ended" }));
    expect(await enter()).toEqual({ kind: "gone" });
    put(session("other", { state: "live" }));
    expect(await enter()).toEqual({ kind: "gone" });
    put(session("other"));
    expect(await enter()).toEqual({ kind: "gone" });
    world.table.expire(KEY);
    expect(await enter()).toEqual({ kind: "gone" });
  });
});

it("a session ends once, and never the one that has its place by now", async () => {
  put(session("one", { state: "live" }));
  await markSessionEnded(session("one"), world.now);
  await markSessionEnded(session("one"), world.now + 1);
  expect(stored()).toMatchObject({ state: "ended", endedAt: world.now });
  put(session("other", { state: "live" }));
  await markSessionEnded(session("one"), world.now);
  expect(stored().state).toBe("live");
});

describe("a session is found", () => {
  const find = () => findConsoleSession({ sessionId: "", merchantId: MERCHANT, keyId: KEY_ID, place: "07" });

  it("with its merchant and its key, also without a key", async () => {
    put(session("one"));
    expect(await find()).toMatchObject({
      session: { sessionId: session("one").sessionId },
      merchant: { merchantId: MERCHANT },
      key: { keyId: KEY_ID, hash: "of the key", preset: "full" },
    });
    world.table.expire(apiKeyKey(MERCHANT, KEY_ID));
    expect(await find()).toMatchObject({ key: undefined });
  });

  it("not where there is none, and not of a merchant that is gone or erased", async () => {
    expect(await find()).toBeUndefined();
    put(session("one"));
    world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, erasedAt: 1 }, {});
    expect(await find()).toBeUndefined();
    world.table.expire(merchantKey(MERCHANT));
    expect(await find()).toBeUndefined();
  });
});

it("a merchant's sessions are listed with the newest first, each with the key that has made it", async () => {
  const merchantId = `mer_${"3".repeat(16)}`;
  const keyId = `key_${"3".repeat(16)}${"4".repeat(10)}`;
  expect(await listConsoleSessions(merchantId)).toEqual([]);
  const at = (place: string, createdAt: number, given: Partial<ConsoleSession> = {}, key = "4") => {
    const sessionId = `ses_${"3".repeat(16)}${key.repeat(10)}${place}xxxxxxxx`;
    world.table.put(
      { ...sessionKey(merchantId, place), ...session("", { sessionId, createdAt, ...given }) },
      {},
    );
  };
  at("01", 2, { maker: { kind: "operator", name: "op", reason: "why" } }, "0");
  expect(await listConsoleSessions(merchantId)).toMatchObject([
    { session: { createdAt: 2 }, key: undefined },
  ]);
  world.table.put({ ...apiKeyKey(merchantId, keyId), keyId, preset: "full", hash: "h" }, {});
  at("02", 3, { maker: { kind: "key", keyId } });
  at("03", 1, { maker: { kind: "key", keyId } });
  expect(
    (await listConsoleSessions(merchantId)).map(({ session: { createdAt }, key }) => [
      createdAt,
      key?.preset,
    ]),
  ).toEqual([
    [3, "full"],
    [2, undefined],
    [1, "full"],
  ]);
});
