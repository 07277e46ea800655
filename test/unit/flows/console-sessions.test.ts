import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  SESSION_PLACES,
  SESSIONS_OF_KEY,
  sessionPartsOf,
} from "../../../shared/domain/access/console-session.ts";
import { FakeWorld, MINUTE_MS } from "../../support/fake-world.ts";
import { KEY, MERCHANT, OPERATOR, OTHER, putPeople } from "../../support/session-people.ts";

/* A console session's whole life over a ledger in memory: offered, entered, listed and ended. */
const world = new FakeWorld().enter();
const counted = world.recordCounts();
const { createSession } = await import("../../../shared/flows/console/create-session.ts");
const { endSession, endSessions } = await import("../../../shared/flows/console/end-session.ts");
const { enterConsole } = await import("../../../shared/flows/console/enter-console.ts");
const { listSessions } = await import("../../../shared/flows/console/end-session.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const { merchantId } = MERCHANT;

const change = (actor?: string) => ({ at: world.now, random: randomBytes, actor });
type Access = Parameters<typeof createSession>[1]["access"];
const offer = (maker: typeof OPERATOR | typeof KEY = OPERATOR, access: Access = "read", of = MERCHANT) =>
  createSession(of, { access, maker }, change("olivia"));
const enter = (code: string) => enterConsole(code, { at: world.now, random: randomBytes });
const states = async (of = merchantId) =>
  (await listSessions(of, { limit: 100 })).items.map(({ session }) => session.state);
const audited = async (of = merchantId) =>
  (await listAudit(of)).map(({ action, subject }) => `${action} ${subject}`);

beforeEach(() => {
  putPeople(world);
  world.isKilled = () => false;
  counted.length = 0;
  world.now += 24 * 60 * MINUTE_MS;
});

describe("an offered session", () => {
  it("is audited under its access, with an operator's reason and without one of a key's", async () => {
    const one = await offer();
    world.now++;
    const two = await offer(KEY, "manage");
    expect(await listAudit(merchantId)).toMatchObject([
      { action: "offer-console-manage", subject: two.session.sessionId },
      { action: "offer-console-read", subject: one.session.sessionId, reason: "asked to" },
    ]);
    expect((await listAudit(merchantId))[0]?.reason).toBeUndefined();
  });

  it("is none for an operator that would change settings", async () => {
    await expect(offer(OPERATOR, "setup")).rejects.toThrow("An operator's session cannot change settings.");
  });

  it("takes a place that was never used, as long as there is one", async () => {
    for (let nth = 0; nth < SESSION_PLACES; nth++) await offer();
    const { items } = await listSessions(merchantId, { limit: 100 });
    expect(new Set(items.map(({ session }) => sessionPartsOf(session.sessionId).place)).size).toBe(
      SESSION_PLACES,
    );
  });

  it("takes a place at random, because others may be choosing too", async () => {
    const placeWith = async (byte: number) => {
      const random = (size: number) => new Uint8Array(size).fill(byte);
      const { session } = await createSession(
        MERCHANT,
        { access: "read", maker: OPERATOR },
        { ...change("olivia"), random },
      );
      return sessionPartsOf(session.sessionId).place;
    };
    const first = await placeWith(0);
    putPeople(world);
    expect(await placeWith(1)).not.toBe(first);
  });

  it("takes the place of the oldest that is over, whose end nobody needs to be told of", async () => {
    for (let nth = 0; nth < SESSION_PLACES; nth++, world.now++) await offer();
    const { items } = await listSessions(merchantId, { limit: 100 });
    const [oldest, second] = [items.at(-1)?.session, items.at(-2)?.session];
    if (!oldest || !second) throw new Error("There should be sessions.");
    for (const { sessionId } of [oldest, second]) await endSession(merchantId, sessionId, change("olivia"));
    const before = (await audited()).filter((entry) => entry.startsWith("end"));
    const { session } = await offer(KEY);
    expect(sessionPartsOf(session.sessionId).place).toBe(sessionPartsOf(oldest.sessionId).place);
    expect((await audited()).filter((entry) => entry.startsWith("end"))).toEqual(before);
  });

  it("ends the oldest of a key that has ten open ones, though places are free", async () => {
    const { session: oldest, code } = await offer(KEY);
    await enter(code);
    for (let nth = 1; nth <= SESSIONS_OF_KEY; nth++) {
      world.now++;
      await offer(KEY);
    }
    const { items } = await listSessions(merchantId, { limit: 100 });
    expect(items).toHaveLength(SESSIONS_OF_KEY);
    expect(items.map(({ session }) => session.sessionId)).not.toContain(oldest.sessionId);
  });

  it("ends none of a key of whose ten one is over", async () => {
    for (let nth = 0; nth < SESSIONS_OF_KEY; nth++, world.now++) await offer(KEY);
    const { items } = await listSessions(merchantId, { limit: 100 });
    await endSession(merchantId, items[0]?.session.sessionId ?? "", change("olivia"));
    await offer(KEY);
    expect((await states()).filter((state) => state === "offered")).toHaveLength(SESSIONS_OF_KEY);
  });

  it("is denied to a key where every place is open, and ends the oldest of the key with the most for an operator", async () => {
    for (let nth = 0; nth < SESSION_PLACES; nth++, world.now++) await offer(nth < 12 ? OPERATOR : KEY);
    const other = { kind: "key", keyId: `${KEY.keyId.slice(0, -1)}x` } as const;
    await expect(offer(other)).rejects.toMatchObject({ code: "too_many_sessions" });
    const { items } = await listSessions(merchantId, { limit: 100 });
    const oldest =
      items.filter(({ session }) => session.maker.kind === "key").at(-1)?.session.sessionId ?? "";
    const { session } = await offer(OPERATOR);
    expect(sessionPartsOf(session.sessionId).place).toBe(sessionPartsOf(oldest).place);
    expect(await audited()).toContain(`end-console-session ${oldest}`);
  });
});

describe("a code", () => {
  it("opens its session once, for as long as its access lives", async () => {
    const { code, session } = await offer();
    const entered = await enter(code);
    expect(entered.session).toMatchObject({
      ...{ sessionId: session.sessionId, state: "live", enteredAt: world.now },
      endsAt: world.now + 60 * MINUTE_MS,
    });
    expect(await listAudit(merchantId)).toContainEqual(
      expect.objectContaining({ action: "enter-console-read", actor: session.sessionId, maker: "olivia" }),
    );
  });

  it("a code of a key's link is audited when it is entered, unless the link shows only", async () => {
    for (const access of ["read", "finance", "manage", "setup", "money", "owner"] as const)
      await enter((await offer(KEY, access)).code);
    const actions = (await listAudit(merchantId)).map(({ action }) => action);
    const entries = actions.filter((action) => action.startsWith("enter")).toReversed();
    const more = ["manage", "setup", "money", "owner"];
    expect(entries).toEqual(more.map((access) => `enter-console-${access}`));
  });

  it("a code that comes a second time ends the session, and is counted and audited", async () => {
    const { code, session } = await offer();
    await enter(code);
    await expect(enter(code)).rejects.toMatchObject({ code: "unauthorized" });
    expect(await states()).toEqual(["ended"]);
    expect(counted).toEqual(["ReusedCodes"]);
    expect(await audited()).toContain(`reuse-console-code ${session.sessionId}`);
  });

  it("a code that comes a second time ends the session also where that cannot be audited", async () => {
    const { code } = await offer();
    await enter(code);
    await world.dieAt(1, () => enter(code), { isOnce: true });
    expect(await states()).toEqual(["ended"]);
  });

  it("a code that two browsers exchange at once lets neither stay", async () => {
    const { code } = await offer();
    const both = await Promise.allSettled([enter(code), enter(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await states()).toEqual(["ended"]);
    expect(counted).toEqual(["ReusedCodes"]);
  });

  it("is rejected and ends nothing where it is no code, is too late, or its session has ended", async () => {
    const { code, session } = await offer();
    const rejected = { code: "unauthorized" };
    await expect(enter("svc_code_nonsense")).rejects.toMatchObject(rejected);
    world.now += 5 * MINUTE_MS;
    await expect(enter(code)).rejects.toMatchObject(rejected);
    expect(await states()).toEqual(["offered"]);
    const other = await offer();
    await endSession(merchantId, other.session.sessionId, change());
    await expect(enter(other.code)).rejects.toMatchObject(rejected);
    expect(counted).toEqual([]);
    expect(await audited()).not.toContain(`enter-console-read ${session.sessionId}`);
  });

  it("is rejected where its session ends in the very moment of the exchange, and opens nothing", async () => {
    const { code, session } = await offer();
    let writes = 0;
    // The write that ends it runs before the second one of the exchange.
    world.isKilled = (call) => {
      if (call === "write" && ++writes === 2)
        world.table.update(
          { pk: `CONSOLE#${merchantId}`, sk: `SESSION#${sessionPartsOf(session.sessionId).place}` },
          {
            UpdateExpression: "SET #state = :ended",
            ExpressionAttributeNames: { "#state": "state" },
            ExpressionAttributeValues: { ":ended": "ended" },
          },
        );
      return false;
    };
    await expect(enter(code)).rejects.toMatchObject({ code: "unauthorized" });
    expect(await states()).toEqual(["ended"]);
    expect(counted).toEqual([]);
  });
});

describe("ending", () => {
  it("one session says so and is audited, and one that is over is left as it was, without an entry", async () => {
    const { session } = await offer();
    world.now += MINUTE_MS;
    const ended = await endSession(merchantId, session.sessionId, change("olivia"));
    expect(ended.session).toMatchObject({ state: "ended", endedAt: world.now });
    expect(await states()).toEqual(["ended"]);
    const entries = await audited();
    expect(entries).toContain(`end-console-session ${session.sessionId}`);
    world.now += MINUTE_MS;
    const again = await endSession(merchantId, session.sessionId, change("olivia"));
    expect(again.session.endedAt).toBe(world.now - MINUTE_MS);
    expect(await audited()).toEqual(entries);
  });

  it("all of them ends the open ones, says how many, and is audited once", async () => {
    const { session } = await offer();
    await endSession(merchantId, session.sessionId, change());
    for (let nth = 0; nth < 3; nth++) await offer();
    expect(await endSessions(merchantId, change("olivia"))).toBe(3);
    expect(await states()).toEqual(["ended", "ended", "ended", "ended"]);
    expect(await audited()).toContain("end-console-sessions 3 open");
    const entries = await audited();
    expect(await endSessions(merchantId, change("olivia"))).toBe(0);
    expect(await audited()).toEqual(entries);
  });

  it("another merchant's session, a replaced one and one that there is not cannot be told apart", async () => {
    const { session } = await offer(OPERATOR, "read", OTHER);
    const unknown = [session.sessionId, `${session.sessionId.slice(0, -1)}!`, "ses_1"];
    for (const sessionId of unknown)
      await expect(endSession(merchantId, sessionId, change())).rejects.toMatchObject({
        ...{ code: "not_found", message: expect.stringMatching(/console session/) },
      });
    const own = await offer();
    const { place } = sessionPartsOf(own.session.sessionId);
    const replaced = `ses_${"A".repeat(16)}${"0".repeat(10)}${place}${"Z".repeat(8)}`;
    await expect(endSession(merchantId, replaced, change())).rejects.toMatchObject({ code: "not_found" });
    expect([await states(), await states(OTHER.merchantId)]).toEqual([["offered"], ["offered"]]);
  });
});

it("the list of sessions shows the newest first, page by page, and says whether there are more", async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 4; nth++, world.now++) ids.unshift((await offer()).session.sessionId);
  const pageAfter = async (limit: number, startingAfter?: string) => {
    const { items, ...rest } = await listSessions(merchantId, { limit, startingAfter });
    return { ids: items.map(({ session }) => session.sessionId), ...rest };
  };
  expect(await pageAfter(2)).toEqual({ ids: ids.slice(0, 2), hasMore: true, lastId: ids[1] });
  expect(await pageAfter(2, ids[0])).toEqual({ ids: ids.slice(1, 3), hasMore: true, lastId: ids[2] });
  expect(await pageAfter(2, ids[1])).toEqual({ ids: ids.slice(2), hasMore: false, lastId: ids[3] });
  expect(await pageAfter(4)).toMatchObject({ hasMore: false });
  await expect(pageAfter(2, "ses_unknown")).rejects.toMatchObject({
    extras: { errors: [{ pointer: "/startingAfter", detail: expect.stringMatching(/session/) }] },
  });
});
