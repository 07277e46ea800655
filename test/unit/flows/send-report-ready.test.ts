import { beforeEach, expect, it } from "vitest";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { StatementWork } from "../../../shared/ledger/statement-work.ts";
import { eventKey, merchantKey, statementKey, statementWorkKey } from "../../../shared/ledger/table.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";

/* A month is told once, whichever of its days becomes final last, and wherever a run dies. */
const LAST = "2026-01-31";

const world = new FakeWorld().enter();
const nothing = { list: async () => ({ data: [], has_more: false }) };
world.askMadeUp({
  balanceTransactions: nothing,
  paymentIntents: nothing,
  balance: { retrieve: async () => ({ available: [], pending: [] }) },
});

const { makeStatement, resumeStatement } = await import("../../../shared/flows/statements/make-statement.ts");
const { visitEvent } = await import("../../../shared/flows/events/apply-event.ts");

const account = { processorAccountId: "acct_own" } as Merchant["account"];
const CAME = Date.UTC(2026, 0, 28, 12);
let runs = 0;
const run = () => ({ now: () => world.now, traceId: `run-${++runs}` });
const merchant = () => ({ ...world.table.peek(merchantKey("mer_1")), account, createdAt: CAME }) as Merchant;
const resume = (date: string) =>
  runInvocation(
    () => 300_000,
    () => resumeStatement(merchant(), date, run()),
  );
const makeEach = async (...dates: string[]) => {
  for (const date of dates) await resume(date);
};
const told = () =>
  world.table
    .all()
    .filter(({ type, source }) => type === "report.ready" && source === "service")
    .map((item) => item as unknown as EventRecord);
const workOf = (date: string) =>
  world.table.peek(statementWorkKey("mer_1", date)) as unknown as StatementWork | undefined;

beforeEach(() => {
  world.emptyTable();
  world.now = Date.UTC(2026, 1, 1, 6);
  world.messages.clear();
  world.callbacks.length = 0;
  world.isKilled = () => false;
  world.putMerchant("mer_1");
  world.changeEndpoint("mer_1", { events: ["report.ready"] });
});

it("a month is told when the last of its days becomes final, which need not be its last day", async () => {
  await makeEach("2026-01-28", LAST, "2026-01-30");
  expect(told()).toEqual([]);
  await resume("2026-01-29");
  const [event, ...more] = told();
  expect(more).toEqual([]);
  expect(event).toMatchObject({ merchantId: "mer_1", accountId: "acct_own", source: "service" });
  expect(world.messages).toEqual(new Map([[event?.eventId, 1]]));
});

it("a month that is not over, or has a day that is not final, is not told", async () => {
  world.now -= 1;
  await makeEach("2026-01-28", "2026-01-29", "2026-01-30", LAST);
  expect(workOf(LAST)).toMatchObject({ state: "done" });
  expect(told()).toEqual([]);
  world.now += 1;
  // A day of the month that is made again while its last day is still open.
  await makeStatement(merchant(), "2026-01-28", run());
  expect(told()).toEqual([]);
});

it("a month is told to endpoints that chose it, and is an event without a callback for the others", async () => {
  world.changeEndpoint("mer_1", { events: null, payload: "service" });
  await makeEach("2026-01-28", "2026-01-29", "2026-01-30", LAST);
  expect(told()).toHaveLength(1);
  expect(world.messages.size).toBe(0);
});

it("a month is told to an endpoint that was added while its last day was worked through", async () => {
  world.changeEndpoint("mer_1", { events: [] });
  await makeEach("2026-01-28", "2026-01-29", "2026-01-30");
  const read = merchant();
  world.changeEndpoint("mer_1", { endpointId: "ep_added", events: ["report.ready"] });
  await runInvocation(
    () => 300_000,
    () => resumeStatement(read, LAST, run()),
  );
  expect(told()).toMatchObject([{ endpoints: ["ep_added"] }]);
});

it("a merchant who never had an account is told of no month", async () => {
  for (const date of ["2026-01-28", "2026-01-29", "2026-01-30", LAST])
    await runInvocation(
      () => 300_000,
      () => resumeStatement({ ...merchant(), account: null }, date, run()),
    );
  expect(world.table.peek(statementKey("mer_1", LAST))).toMatchObject({ final: true });
  expect(told()).toEqual([]);
});

it("101: a month whose day is corrected is not told again, and a month of which events are no longer stored not at all", async () => {
  await makeEach("2026-01-28", "2026-01-29", "2026-01-30", LAST);
  world.now += DAY_MS;
  await makeStatement(merchant(), LAST, run());
  expect(told()).toHaveLength(1);
  for (const { eventId } of told()) world.table.expire(eventKey(eventId));
  world.now = Date.UTC(2026, 1, 1) + 90 * DAY_MS;
  await makeStatement(merchant(), LAST, run());
  expect(told()).toEqual([]);
  world.now -= 1;
  await makeStatement(merchant(), LAST, run());
  expect(told()).toHaveLength(1);
});

/** What the due list does: it hands the day to the next run, and takes up the event. */
async function takeUp(): Promise<void> {
  if (workOf(LAST)?.state === "running") await resume(LAST);
  for (const event of told()) await visitEvent(event, world.now, { nth: 1 });
}

const callsOf = async (of: "read" | "write"): Promise<number> => {
  let calls = 0;
  world.isKilled = (call) => {
    if (call === of) calls++;
    return false;
  };
  await resume(LAST);
  world.isKilled = () => false;
  return calls;
};

it.each(["read", "write"] as const)(
  "101: a month is told once though the run of its last day dies before any %s, or two run at once",
  async (of) => {
    const before = async () => {
      for (const { pk, sk } of world.table.all())
        if (!String(pk).startsWith("MERCHANT#")) world.table.expire({ pk: String(pk), sk: String(sk) });
      world.messages.clear();
      await makeEach("2026-01-28", "2026-01-29", "2026-01-30");
    };
    await before();
    const calls = await callsOf(of);
    expect(calls).toBeGreaterThan(3);
    for (let nth = 1; nth <= calls; nth++) {
      await before();
      let count = 0;
      world.isKilled = (call) => call === of && ++count >= nth;
      await resume(LAST).catch(() => undefined);
      world.isKilled = () => false;
      await takeUp();
      // The morning asks for each day that is not final.
      await Promise.all([resume(LAST), resume(LAST)]);
      await takeUp();
      const events = told();
      expect(events, `${of} ${nth}`).toHaveLength(1);
      expect(events[0]?.finishedAt).toBeDefined();
      expect([...world.messages.keys()]).toEqual([events[0]?.eventId]);
    }
  },
);
