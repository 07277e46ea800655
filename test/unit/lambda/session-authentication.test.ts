import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type ConsoleAccess,
  type ConsoleNeed,
  SESSION_PLACES,
} from "../../../shared/domain/access/console-session.ts";
import type { HttpEvent } from "../../../shared/lambda/http.ts";
import { FakeWorld, MINUTE_MS } from "../../support/fake-world.ts";
import { KEY, KEY_ID, MERCHANT, OPERATOR, OTHER, putPeople } from "../../support/session-people.ts";

/* Which of the page's requests are taken for which console session, over a ledger in memory. */
const world = new FakeWorld().enter();
vi.stubEnv("PUBLIC_URL", "https://pay.example");
const { createSession } = await import("../../../shared/flows/console/create-session.ts");
const { endSession } = await import("../../../shared/flows/console/end-session.ts");
const { enterConsole } = await import("../../../shared/flows/console/enter-console.ts");
const { fromOurPage, fromTabWithoutSession, sessionAuthentication, findSessions } = await import(
  "../../../shared/lambda/session-authentication.ts"
);
const { SESSION_COOKIE } = await import("../../../shared/lambda/session-authentication.ts");

const { merchantId } = MERCHANT;
const change = () => ({ at: world.now, random: randomBytes });

beforeEach(() => {
  putPeople(world);
});

/** A request of the page's, with the cookies of some sessions; as API Gateway hands it over. */
type Asked = { method?: string; headers?: Record<string, string>; cookies?: string[] };
const requestWith = ({ method = "GET", headers = {}, cookies = [] }: Asked): HttpEvent =>
  ({
    ...{ headers, cookies, facts: { traceId: "", startedAt: world.now } },
    requestContext: { http: { method }, domainName: "pay.example" },
  }) as unknown as HttpEvent;

const passThrough = async (middleware: ReturnType<typeof fromOurPage>, event: HttpEvent) => {
  await middleware.before?.({ event } as never);
  return event.facts;
};
const OURS = { "sec-fetch-site": "same-origin", origin: "https://pay.example" };
const REJECTED = { code: "unauthorized" };

describe("a request of the page", () => {
  it("is one of our own page, which a browser says of every request, and other clients of none that only reads", async () => {
    const passes = async (asked: Asked) => passThrough(fromOurPage(), requestWith(asked));
    await passes({ headers: {} });
    await passes({ headers: OURS });
    await passes({ method: "POST", headers: OURS });
    await passes({ method: "POST", headers: { origin: OURS.origin } });
    const foreign: Asked[] = [
      { headers: { "sec-fetch-site": "same-site" } },
      { headers: { "sec-fetch-site": "cross-site", origin: OURS.origin } },
      { method: "POST", headers: { "sec-fetch-site": "same-origin" } },
      { headers: { "sec-fetch-site": "none" } },
      ...[
        "null",
        "https://evil.example",
        "http://pay.example",
        "https://pay.example:8443",
        "https://pay.example.evil.example",
      ].map((origin) => ({ method: "POST", headers: { origin } })),
    ];
    for (const asked of foreign) await expect(passes(asked)).rejects.toMatchObject(REJECTED);
  });

  it("a request of the page that asks which sessions there are must come from a tab of ours that has none", async () => {
    const passes = async (headers: Record<string, string>) =>
      passThrough(fromTabWithoutSession(), requestWith({ headers }));
    await passes({ ...OURS, "svc-console": "none" });
    await expect(passes(OURS)).rejects.toMatchObject(REJECTED);
    await expect(passes({ ...OURS, "svc-console": "ses_1" })).rejects.toMatchObject(REJECTED);
    await expect(passes({ "svc-console": "none", "sec-fetch-site": "cross-site" })).rejects.toMatchObject(
      REJECTED,
    );
  });

  const live = async (access: ConsoleAccess = "read", maker: typeof OPERATOR | typeof KEY = KEY) => {
    const { code, session } = await createSession(MERCHANT, { access, maker }, change());
    const { token } = await enterConsole(code, change());
    const { sessionId } = session;
    return { sessionId, token, cookie: `${SESSION_COOKIE}${sessionId}=${token}` };
  };
  const open = (sessionId: string, cookies: string[], need: ConsoleNeed = "read", headers = {}) =>
    passThrough(
      sessionAuthentication([need], "console"),
      requestWith({ headers: { ...OURS, "svc-console": sessionId, ...headers }, cookies }),
    );

  it("has the session of its tab, and who made it, whatever other cookies the browser has", async () => {
    const [one, other] = [await live(), await live()];
    const facts = await open(one.sessionId, [other.cookie, "theme=dark", one.cookie]);
    expect(facts).toMatchObject({
      ...{ actor: one.sessionId, maker: KEY_ID, merchant: { merchantId } },
      ...{ session: { sessionId: one.sessionId }, sessionKey: { keyId: KEY_ID } },
    });
  });

  it("is rejected without the tab's own cookie, with two of them, or with another session's token in it", async () => {
    const [one, other] = [await live(), await live()];
    const crossed = `${SESSION_COOKIE}${one.sessionId}=${other.token}`;
    const planted = `${SESSION_COOKIE}${one.sessionId}=planted`;
    let reads = 0;
    world.onRead = () => {
      reads++;
    };
    const attempts = [
      ...[[], [other.cookie], [crossed], [one.cookie, planted], [planted, one.cookie]],
      [one.cookie, one.cookie],
      ...[[`__Host-svc-console=${one.token}`], [one.cookie.replace("svc-console", "SVC-Console")]],
    ];
    for (const cookies of attempts)
      await expect(open(one.sessionId, cookies)).rejects.toMatchObject(REJECTED);
    for (const name of ["", "none", "__proto__", one.sessionId.slice(0, -1), `${one.sessionId}, ses_1`]) {
      const cookies = [one.cookie, `${SESSION_COOKIE}${name}=${one.token}`];
      await expect(open(name, cookies)).rejects.toMatchObject(REJECTED);
    }
    const foreign = { "sec-fetch-site": "cross-site" };
    await expect(open(one.sessionId, [one.cookie], "read", foreign)).rejects.toMatchObject(REJECTED);
    expect(reads).toBe(0);
    world.onRead = () => undefined;
  });

  it("is rejected where its session has another access, has ended, or is past its time", async () => {
    const one = await live();
    await expect(open(one.sessionId, [one.cookie], "manage")).rejects.toMatchObject(REJECTED);
    const manages = await live("manage");
    await open(manages.sessionId, [manages.cookie], "manage");
    world.now += 60 * MINUTE_MS;
    await expect(open(manages.sessionId, [manages.cookie], "manage")).rejects.toMatchObject(REJECTED);
    await open(manages.sessionId, [manages.cookie]);
    const helps = await live("manage", OPERATOR);
    world.now += 60 * MINUTE_MS;
    await expect(open(helps.sessionId, [helps.cookie])).rejects.toMatchObject(REJECTED);
    await open(one.sessionId, [one.cookie]);
    await endSession(merchantId, one.sessionId, change());
    await expect(open(one.sessionId, [one.cookie])).rejects.toMatchObject(REJECTED);
  });

  it("is shown the sessions whose cookies it brings and whose tokens open them", async () => {
    const [one, two, ended] = [await live(), await live("read", OPERATOR), await live()];
    await endSession(merchantId, ended.sessionId, change());
    const forged = `${SESSION_COOKIE}${`ses_${"A".repeat(16)}${"0".repeat(10)}19${"Z".repeat(8)}`}=forged`;
    const cookies = [one, two, ended].map(({ cookie }) => cookie);
    const found = await findSessions(requestWith({ cookies: [...cookies, forged] }));
    expect(found.map(({ session }) => session.sessionId)).toEqual([one.sessionId, two.sessionId]);
  });

  it("has the last twenty of its cookies looked at, which browsers send last because they are the newest", async () => {
    const all = [];
    for (let nth = 0; nth < SESSION_PLACES; nth++) all.push(await live("read", OPERATOR));
    const { code } = await createSession(OTHER, { access: "read", maker: OPERATOR }, change());
    const { token, session } = await enterConsole(code, change());
    const first = `${SESSION_COOKIE}${session.sessionId}=${token}`;
    const cookies = all.map(({ cookie }) => cookie);
    const shown = async (sent: string[]) =>
      (await findSessions(requestWith({ cookies: sent }))).map(({ merchant }) => merchant.merchantId);
    expect(await shown([first, ...cookies])).toEqual(Array(SESSION_PLACES).fill(merchantId));
    expect(await shown([...cookies, first])).toContain(OTHER.merchantId);
  });
});
