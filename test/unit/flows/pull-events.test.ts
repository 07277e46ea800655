import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import {
  accountKey,
  eventKey,
  merchantKey,
  pack,
  paymentKey,
  watermarkKey,
} from "../../../shared/ledger/table.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";
import { logOutput } from "../../../shared/runtime/logger.ts";
import { FakeWorld, HOUR_MS, MINUTE_MS } from "../../support/fake-world.ts";
import { intentWith, stripeEventWith, UNPAID } from "../../support/stripe-objects.ts";

/*
 * What a pull reports, counts and remembers. The account is one that its merchant has left, so that nothing but its
 * list of events is asked of the processor, which is made up here in the SDK's own types.
 */
const MERCHANT = "mer_1";
const ACCOUNT = "acct_1former";

const world = new FakeWorld().enter();

const counted: [string, number][] = [];
const measured: [string, number][] = [];
world.replaceInLogger({
  count: (name: string, value = 1) => counted.push([name, value]),
  measure: (name: string, value: number) => measured.push([name, value]),
});

/** The account's events, oldest first, and how often a page was asked for. */
const happened: Stripe.Event[] = [];
let pagesAsked = 0;
let pageItems = 100;
/** Happens once, while a page is listed. */
let onPage: (() => Promise<void>) | undefined;
let rejection: Failure | undefined;
/** What the processor says of the account itself; undefined where it gives us no access. */
let account: Partial<Stripe.Account> | undefined;
let accountsAsked = 0;
const accounts = {
  retrieve: async () => {
    accountsAsked++;
    if (account) return account;
    throw new Failure("processor_rejected", "Not yours.", { processorCode: "account_invalid" });
  },
};
let isEndless = false;
let intent: object = {};
const paymentIntents = { retrieve: async () => intent };
const events = {
  list: async ({ created, starting_after: after }: Stripe.EventListParams) => {
    pagesAsked++;
    const meanwhile = onPage;
    onPage = undefined;
    await meanwhile?.();
    if (rejection) throw rejection;
    const { gte = 0, lt = Number.POSITIVE_INFINITY } = created as Stripe.RangeQueryParam;
    const within = happened.filter((event) => event.created >= gte && event.created < lt).toReversed();
    const from = after === undefined ? 0 : within.findIndex(({ id }) => id === after) + 1;
    if (isEndless) return { data: within.slice(0, 1), has_more: true };
    return { data: within.slice(from, from + pageItems), has_more: within.length > from + pageItems };
  },
};
world.askMadeUp({ events, accounts, paymentIntents });

const { pullMissedEvents, pullEventsBetween } = await import(
  "../../../shared/flows/missed-events/pull-events.ts"
);

/** So long before now, an account's event happens. */
function happen(eventId: string, agoMs: number, told: Partial<Stripe.Event> = {}): void {
  const created = Math.floor((world.now - agoMs) / 1000);
  const type = "account.application.deauthorized";
  const application = { id: "ca_1", object: "application" };
  happened.push(stripeEventWith(application, { id: eventId, type, account: undefined, created, ...told }));
}

const puller = () => ({ now: () => world.now, traceId: "trace" });
const pull = (remainingMs = () => 300_000) =>
  runInvocation(remainingMs, () => pullMissedEvents({ accountId: ACCOUNT, merchantId: MERCHANT }, puller()));
const watermark = () => world.table.peek(watermarkKey(ACCOUNT))?.untilMs;

/** Right before the ledger writes a new event down: another call was faster, or the write fails. */
let beforeRecord: (eventId: string) => void = () => {};
const put = world.table.put.bind(world.table);
vi.spyOn(world.table, "put").mockImplementation((item, input) => {
  if (item.sk === "EVENT" && input.ConditionExpression) beforeRecord(String(item.eventId));
  return put(item, input);
});
const failAt =
  (...eventIds: string[]) =>
  (eventId: string) => {
    if (eventIds.includes(eventId)) throw new Error("The ledger is away.");
  };

beforeEach(() => {
  for (const list of [happened, counted, measured]) list.length = 0;
  for (const { pk, sk } of [
    watermarkKey(ACCOUNT),
    ...["evt_1", "evt_2", "evt_3", "evt_4", "evt_5"].map(eventKey),
  ])
    world.table.expire({ pk, sk });
  pagesAsked = 0;
  pageItems = 100;
  [rejection, account, accountsAsked, isEndless] = [undefined, undefined, 0, false];
  beforeRecord = () => {};
  const linkedAt = world.now - 2 * HOUR_MS;
  put({ ...accountKey(ACCOUNT), merchantId: MERCHANT, linkedAt }, {});
  put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, account: null, formerAccountIds: [ACCOUNT] }, {});
});

describe("what a pull has brought", () => {
  it("45: is applied and counted as missed, and what is not for us is neither", async () => {
    happen("evt_1", 90 * MINUTE_MS);
    happen("evt_2", 80 * MINUTE_MS);
    happen("evt_3", 70 * MINUTE_MS, { type: "customer.created" });
    expect(await pull()).toEqual({
      ...{ listed: 3, known: 0, applied: 2, forwarded: 0, failed: 0 },
      end: "complete",
    });
    expect(counted).toEqual([["MissedEvents", 2]]);
    expect(world.eventOf("evt_1")).toMatchObject({ source: "pull", applied: "not_about_a_payment" });
  });

  it("counts nothing where nothing of it was for us", async () => {
    happen("evt_1", 90 * MINUTE_MS, { type: "customer.created" });
    expect(await pull()).toMatchObject({ listed: 1, applied: 0 });
    expect(counted).toEqual([]);
  });

  it("is not counted as missed where the webhook brought it meanwhile, and is finished where the webhook's call has not", async () => {
    for (const nth of [1, 2, 3, 4, 5]) happen(`evt_${nth}`, (90 - nth) * MINUTE_MS);
    beforeRecord = (eventId) => {
      if (eventId !== "evt_2" && eventId !== "evt_3") return;
      world.putEvent({ eventId, merchantId: MERCHANT }, { delivery: "none", receivedAt: world.now });
      world.table.update(eventKey(eventId), {
        UpdateExpression:
          eventId === "evt_3"
            ? "REMOVE finishedAt SET #source = :source, dueSort = :due, body = :body"
            : "SET #source = :source",
        ExpressionAttributeNames: { "#source": "source" },
        ExpressionAttributeValues: {
          ":source": "webhook",
          ...(eventId === "evt_3" && {
            ":due": `${world.now + MINUTE_MS}#evt_3`,
            ":body": pack(JSON.stringify({ ...happened[2], account: ACCOUNT })),
          }),
        },
      });
    };
    expect(await pull()).toMatchObject({ listed: 5, applied: 5, failed: 0 });
    expect(counted).toEqual([["MissedEvents", 3]]);
  });

  it("counts nothing where the ledger knows all of it, which is said in the report", async () => {
    happen("evt_1", 90 * MINUTE_MS);
    happen("evt_2", 80 * MINUTE_MS);
    await pull();
    counted.length = 0;
    const window = { sinceMs: world.now - 2 * HOUR_MS, untilMs: world.now };
    expect(await pullEventsBetween([ACCOUNT], window, puller())).toEqual({
      ...{ listed: 2, known: 2, applied: 0, forwarded: 0, failed: 0 },
      unreachableAccounts: [],
    });
    expect(counted).toEqual([]);
  });

  it("is applied again where the ledger did not have its payment then, and has it now", async () => {
    const svcPaymentId = `svcpay_${"1".repeat(32)}`;
    const metadata = { svcPaymentId, svcEnv: "test" };
    intent = intentWith({ ...UNPAID, status: "canceled", metadata });
    const told = { type: "payment_intent.canceled", data: { object: intent } };
    happen("evt_1", 90 * MINUTE_MS, told as unknown as Partial<Stripe.Event>);
    expect(await pull()).toMatchObject({ applied: 1, known: 0 });
    expect(world.eventOf("evt_1")).toMatchObject({ applied: "unknown_payment" });
    world.putPayment({ svcPaymentId, merchantId: MERCHANT, terms: { connectedAccountId: ACCOUNT } });
    const window = { sinceMs: world.now - 2 * HOUR_MS, untilMs: world.now };
    expect(await pullEventsBetween([ACCOUNT], window, puller())).toMatchObject({ known: 1, failed: 0 });
    expect(world.table.peek(paymentKey(svcPaymentId))).toMatchObject({ status: "canceled" });
    expect(world.eventOf("evt_1")).toMatchObject({ applied: "applied" });
  });

  it("is every page's, and the same event never twice", async () => {
    pageItems = 2;
    for (const nth of [1, 2, 3, 4, 5]) happen(`evt_${nth}`, (90 - nth) * MINUTE_MS);
    expect(await pull()).toMatchObject({ listed: 5, known: 0, applied: 5 });
    // The first hour has three pages, and the one up to ten minutes ago has one.
    expect(pagesAsked).toBe(4);
  });

  it("tells the merchant, and the report says how many were told", async () => {
    world.putMerchant(MERCHANT);
    world.change(merchantKey(MERCHANT), { formerAccountIds: [ACCOUNT] });
    const told = { type: "account.updated", data: { object: { id: ACCOUNT, object: "account" } } };
    happen("evt_1", 90 * MINUTE_MS, told as unknown as Partial<Stripe.Event>);
    happen("evt_2", 80 * MINUTE_MS);
    expect(await pull()).toMatchObject({ applied: 2, forwarded: 1 });
    expect(world.callbacks).toMatchObject([{ eventId: "evt_1" }]);
  });
});

describe("the watermark of a pull", () => {
  it("is ten minutes ago once every hour is complete, and its age is measured", async () => {
    await pull();
    expect(watermark()).toBe(world.now - 10 * MINUTE_MS);
    expect(measured).toEqual([["OldestWatermarkSeconds", 600]]);
  });

  it("stays before the hour of an event that failed, though the later ones are taken", async () => {
    happen("evt_1", 110 * MINUTE_MS);
    happen("evt_2", 50 * MINUTE_MS);
    happen("evt_3", 20 * MINUTE_MS);
    beforeRecord = failAt("evt_2");
    const lines = vi.spyOn(logOutput, "write");
    expect(await pull()).toMatchObject({ listed: 3, applied: 2, failed: 1, end: "complete" });
    // The report only counts it: which one it was, and why, is in the log.
    expect(lines.mock.calls).toMatchObject([
      ["error", "a missed event could not be taken", { eventId: "evt_2", errorName: "Error" }],
    ]);
    expect(watermark()).toBe(world.now - HOUR_MS);
    expect(measured).toEqual([["OldestWatermarkSeconds", 3600]]);
  });

  it("is left alone by a pull by hand", async () => {
    happen("evt_1", 30 * MINUTE_MS);
    const window = { sinceMs: world.now - HOUR_MS, untilMs: world.now };
    expect(await pullEventsBetween([ACCOUNT], window, puller())).toMatchObject({ applied: 1 });
    expect(watermark()).toBeUndefined();
  });
});

describe("a busy account", () => {
  /** An hour of so many pages, each of one event that is not for us. */
  const busyHour = (pages: number) => {
    pageItems = 1;
    for (let nth = 0; nth < pages; nth++)
      happen(`evt_b${nth}`, 2 * HOUR_MS - (nth * HOUR_MS) / pages, { type: "customer.created" });
  };
  /** Every page takes 400 ms of the function's 15 minutes. */
  const runOnce = () => {
    const before = pagesAsked;
    return pull(() => 900_000 - 400 * (pagesAsked - before));
  };

  it("98: whose hour has more pages than a run moves its watermark within the hour, and is through in a few runs", async () => {
    busyHour(2300);
    expect(await runOnce()).toMatchObject({ end: "out_of_time" });
    const first = Number(watermark());
    expect(first).toBeGreaterThan(world.now - 2 * HOUR_MS);
    expect(first).toBeLessThan(world.now - HOUR_MS);
    expect(await runOnce()).toMatchObject({ end: "complete" });
    expect(watermark()).toBe(world.now - 10 * MINUTE_MS);
  });

  it("takes whole hours again where its events are few again", async () => {
    busyHour(450);
    const linkedAt = world.now - 26 * HOUR_MS;
    put({ ...accountKey(ACCOUNT), merchantId: MERCHANT, linkedAt }, {});
    expect(await runOnce()).toMatchObject({ end: "complete" });
    // 24 quiet hours, one hour that is listed in parts, and the rest: no more than a page for each half hour besides.
    expect(pagesAsked).toBeLessThan(450 + 3 * 201 + 60);
  });

  it("is listed to its end within a single second, however many events that has", async () => {
    pageItems = 1;
    for (let nth = 0; nth < 250; nth++) happen(`evt_b${nth}`, 90 * MINUTE_MS, { type: "customer.created" });
    expect(await pull()).toMatchObject({ end: "complete" });
  });

  it("is not held back by an event that fails in a part that is listed again", async () => {
    busyHour(300);
    happen("evt_1", 61 * MINUTE_MS);
    let failures = 0;
    beforeRecord = (eventId) => {
      if (eventId === "evt_1" && ++failures === 1) throw new Error("The ledger is away.");
    };
    expect(await pull()).toMatchObject({ failed: 1, applied: 1, end: "complete" });
    expect(watermark()).toBe(world.now - 10 * MINUTE_MS);
  });

  it("is pulled by one job at a time: the next hour's ends while the other one works", async () => {
    let second: Awaited<ReturnType<typeof pull>> | undefined;
    happen("evt_1", 90 * MINUTE_MS);
    const meanwhile = async () => {
      second = await runInvocation(
        () => 900_000,
        () =>
          pullMissedEvents({ accountId: ACCOUNT, merchantId: MERCHANT }, { ...puller(), traceId: "second" }),
      );
    };
    onPage = meanwhile;
    expect(await pull()).toMatchObject({ end: "complete", listed: 1 });
    expect(second).toMatchObject({ end: "running_already", listed: 0 });
    expect(await pull()).toMatchObject({ end: "complete" });
  });

  it.each([
    ["an invocation that has five minutes left", 300_000, 300_000],
    ["an operator's command without an end", Number.POSITIVE_INFINITY, 960_000],
  ])(
    "is held by %s for as long as that may work, and is free once it has ended",
    async (_, leftMs, heldMs) => {
      const held: unknown[] = [];
      happen("evt_1", 90 * MINUTE_MS);
      onPage = async () => {
        held.push(world.table.peek(watermarkKey(ACCOUNT))?.pulledUntilMs);
      };
      await pull(() => leftMs);
      expect(held).toEqual([world.now + heldMs]);
      expect(world.table.peek(watermarkKey(ACCOUNT))).not.toHaveProperty("pulledUntilMs");
    },
  );

  it("is pulled by the next job where one has crashed, once its time is over", async () => {
    world.table.put(
      { ...watermarkKey(ACCOUNT), pulledBy: "crashed", pulledUntilMs: world.now + MINUTE_MS },
      {},
    );
    expect(await pull()).toMatchObject({ end: "running_already" });
    expect(measured).toEqual([]);
    world.table.put({ ...watermarkKey(ACCOUNT), pulledBy: "crashed", pulledUntilMs: world.now - 1 }, {});
    expect(await pull()).toMatchObject({ end: "complete" });
  });
});

describe("the merchant's own account", () => {
  const state = () => (world.table.peek(merchantKey(MERCHANT))?.account as object) ?? {};
  const own = (deauthorized: boolean) =>
    put(
      {
        ...merchantKey(MERCHANT),
        merchantId: MERCHANT,
        account: { processorAccountId: ACCOUNT, deauthorized, version: 1 },
      },
      {},
    );
  const pullOf = (job: { mustSync?: true } = {}) =>
    runInvocation(
      () => 300_000,
      () => pullMissedEvents({ accountId: ACCOUNT, merchantId: MERCHANT, ...job }, puller()),
    );
  const REACHED = {
    id: ACCOUNT,
    object: "account",
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
  };

  it("is looked at where its events are out of reach: no event can tell that we were thrown out", async () => {
    own(false);
    rejection = new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
    expect(await pullOf()).toMatchObject({ end: "out_of_reach" });
    expect(state()).toMatchObject({ deauthorized: true });
  });

  const ownEvents = () =>
    world.table
      .all()
      .filter(({ pk }) => /^EVENT#evt_[0-9a-f]{32}$/.test(String(pk)))
      .map((event) => event as { type?: string; source?: string; finishedAt?: number });

  it("is looked at where it was lost and its events are reached again: no event tells of that either", async () => {
    own(true);
    put({ ...accountKey(ACCOUNT), merchantId: MERCHANT }, {});
    account = REACHED as Partial<Stripe.Account>;
    expect(await pullOf({ mustSync: true })).toMatchObject({ end: "complete" });
    expect(state()).toMatchObject({ deauthorized: false, onboardingStatus: "enabled" });
  });

  it("95: is told of by an event of its own where no event of the processor's has told a change, once", async () => {
    own(true);
    put({ ...accountKey(ACCOUNT), merchantId: MERCHANT }, {});
    account = REACHED as Partial<Stripe.Account>;
    await pullOf({ mustSync: true });
    await pullOf({ mustSync: true });
    expect(ownEvents()).toMatchObject([{ type: "account.updated", source: "pull", finishedAt: world.now }]);
  });

  it("is asked for nothing but its events otherwise", async () => {
    own(false);
    account = REACHED as Partial<Stripe.Account>;
    rejection = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    expect(await pullOf({ mustSync: true })).toMatchObject({ end: "processor_down" });
    rejection = undefined;
    expect(await pullOf()).toMatchObject({ end: "complete" });
    expect(accountsAsked).toBe(0);
  });

  it("is not looked at for the sake of a former one", async () => {
    own(true);
    account = REACHED as Partial<Stripe.Account>;
    const job = { accountId: "acct_other", merchantId: MERCHANT, mustSync: true } as const;
    await runInvocation(
      () => 300_000,
      () => pullMissedEvents(job, puller()),
    );
    expect(accountsAsked).toBe(0);
    expect(state()).toMatchObject({ deauthorized: true });
  });
});

it("a pull of a list that does not end is given up after ten thousand pages", async () => {
  happen("evt_1", 30 * MINUTE_MS);
  isEndless = true;
  // No part is shorter than a second.
  const sinceMs = world.now - 30 * MINUTE_MS;
  const window = { sinceMs, untilMs: sinceMs + 1000 };
  await expect(pullEventsBetween([ACCOUNT], window, puller())).rejects.toThrow("does not end");
  expect(pagesAsked).toBe(10_000);
});

describe("a pull ends early", () => {
  const five = () => {
    for (const nth of [1, 2, 3, 4, 5]) happen(`evt_${nth}`, (90 - nth) * MINUTE_MS);
  };

  it("after three failures in a row, which are not about the events", async () => {
    five();
    beforeRecord = failAt("evt_1", "evt_2", "evt_3", "evt_4", "evt_5");
    expect(await pull()).toMatchObject({ failed: 3, end: "processor_down" });
    expect(watermark()).toBeUndefined();
    expect(pagesAsked).toBe(1);
    expect(measured).toEqual([["OldestWatermarkSeconds", 7200]]);
  });

  it("not after four failures with a success between two and two of them", async () => {
    five();
    beforeRecord = failAt("evt_1", "evt_2", "evt_4", "evt_5");
    expect(await pull()).toMatchObject({ failed: 4, applied: 1, end: "complete" });
    // One that was missed is as good a reason to count as many.
    expect(counted).toEqual([["MissedEvents", 1]]);
  });

  it("after one event at which the processor has had enough", async () => {
    five();
    beforeRecord = () => {
      throw new Failure("processor_unavailable", "Too fast.", { processorSays: "slow_down" });
    };
    expect(await pull()).toMatchObject({ failed: 1, end: "processor_down" });
  });

  it("where less than thirty seconds are left: no page is asked for", async () => {
    five();
    expect(await pull(() => 29_999)).toMatchObject({ listed: 0, end: "out_of_time" });
    expect(pagesAsked).toBe(0);
    expect(await pull(() => 30_000)).toMatchObject({ listed: 5, end: "complete" });
  });

  it("where time is used up in the middle of a page: what was taken stands, oldest first", async () => {
    five();
    let looks = 0;
    expect(await pull(() => (++looks > 4 ? 0 : 60_000))).toMatchObject({
      ...{ listed: 5, applied: 2, end: "out_of_time" },
    });
    expect(world.eventOf("evt_2")).toMatchObject({ source: "pull" });
    expect(world.eventOf("evt_3")).toEqual({});
    expect(counted).toEqual([["MissedEvents", 2]]);
    expect(watermark()).toBeUndefined();
  });

  it("where the processor does not answer, and a pull by hand says so to whoever asked", async () => {
    rejection = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    expect(await pull()).toMatchObject({ listed: 0, end: "processor_down" });
    const window = { sinceMs: world.now - HOUR_MS, untilMs: world.now };
    await expect(pullEventsBetween([ACCOUNT], window, puller())).rejects.toMatchObject({
      code: "processor_unavailable",
    });
    const inAHurry = runInvocation(
      () => 0,
      () => pullEventsBetween([ACCOUNT], window, puller()),
    );
    await expect(inAHurry).rejects.toMatchObject({ code: "processor_unavailable" });
  });

  it("where the account has thrown us out, which is named to whoever asked and is no reason to call anybody", async () => {
    rejection = new Failure("processor_unavailable", "Not yours.", { processorSays: "account_lost" });
    expect(await pull()).toMatchObject({ listed: 0, failed: 0, end: "out_of_reach" });
    expect(measured).toEqual([]);
    expect(watermark()).toBeUndefined();
    const window = { sinceMs: world.now - HOUR_MS, untilMs: world.now };
    expect(await pullEventsBetween([ACCOUNT, "acct_2"], window, puller())).toMatchObject({
      unreachableAccounts: [ACCOUNT, "acct_2"],
    });
  });

  it("with the error itself where it is a fault of our own", async () => {
    rejection = new Failure("internal_error", "Ours.");
    await expect(pull()).rejects.toMatchObject({ code: "internal_error" });
  });
});
