import { describe, expect, it, vi } from "vitest";
import type { ClockHost } from "../../../infra/simulator/simulator.ts";
import { AUTHORIZED, eventTypes, PAID, useBench } from "./support.ts";

const bench = useBench();

const DAY_SECONDS = 24 * 60 * 60;
const advance = async (advanceSeconds: unknown) =>
  (await bench.control("POST", "clock", { advanceSeconds })) as { now: string };

const AT_REST: ClockHost = { follow: () => {}, settle: async () => [], nextDueAtMs: async () => undefined };

describe("the clock", () => {
  it("moves on at once, tells its embedder, and stays where it is over a restart", async () => {
    const heard: number[] = [];
    bench.simulator.setClockHost({ ...AT_REST, follow: (offsetMs) => heard.push(offsetMs) });
    const before = Date.now();
    const { now } = await advance(3 * DAY_SECONDS);
    const ahead = Date.parse(now) - before;
    expect(ahead).toBeGreaterThanOrEqual(3 * DAY_SECONDS * 1000);
    expect(ahead).toBeLessThan(3 * DAY_SECONDS * 1000 + 5000);
    expect(heard.at(-1)).toBe(bench.simulator.clockOffsetMs());

    await bench.restart();
    expect(bench.simulator.clockOffsetMs()).toBe(heard.at(-1));
    const { created } = await bench.stripe.customers.create({});
    expect(created * 1000).toBeGreaterThan(before + 3 * DAY_SECONDS * 1000 - 2000);
  });

  it.each([[0], [-1], [1.5], ["60"], [null], [undefined], [1e12]])(
    "rejects %j, and does not move",
    async (advanceSeconds) => {
      const offsetMs = bench.simulator.clockOffsetMs();
      await expect(advance(advanceSeconds)).rejects.toThrow("400");
      expect(bench.simulator.clockOffsetMs()).toBe(offsetMs);
    },
  );

  it.each([
    ["not JSON", "{"],
    ["nothing", ""],
    ["other fields", '{"advanceSeconds":1,"to":2}'],
    ["a list", "[1]"],
  ])("rejects a body that is %s", async (_, body) => {
    const answer = await fetch(`${bench.simulator.url}/_simulator/clock`, { method: "POST", body });
    expect(answer.status).toBe(400);
  });

  it("lets an authorization lapse on its day, and not before", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create(AUTHORIZED, account);
    const statusNow = async () => (await bench.stripe.paymentIntents.retrieve(id, {}, account)).status;
    await advance(7 * DAY_SECONDS - 60);
    expect(await statusNow()).toBe("requires_capture");
    await advance(60);
    expect(await statusNow()).toBe("canceled");
    expect((await eventTypes(bench.stripe, account)).slice(-2)).toEqual([
      "charge.expired",
      "payment_intent.canceled",
    ]);
  });

  it("lets each thing happen at its own time, however far it is moved at once", async () => {
    const account = await bench.connect();
    const debit = { allowed_payment_method_types: ["us_bank_account"], payment_method: "pm_usBankAccount" };
    const { id, created } = await bench.stripe.paymentIntents.create({ ...PAID, ...debit }, account);
    await advance(30 * DAY_SECONDS);
    const { data } = await bench.stripe.events.list({ type: "payment_intent.succeeded" }, account);
    expect(data.map((event) => (event.data.object as { id: string }).id)).toEqual([id]);
    expect((data[0]?.created ?? 0) - created).toBeLessThanOrEqual(5);
  });

  it("passes over nothing that falls due while the walk looks for its next stop", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create(
      { ...PAID, payment_method: "pm_card_refundFail" },
      account,
    );
    const refund = await bench.stripe.refunds.create({ payment_intent: id }, account);
    const now = Date.now.bind(Date);
    let skippedMs = 0;
    vi.spyOn(Date, "now").mockImplementation(() => now() + skippedMs);
    // A busy machine: seconds pass, and the refund's failure falls due, before the next stop is known.
    bench.simulator.setClockHost({
      ...AT_REST,
      nextDueAtMs: async () => {
        skippedMs = 5_000;
        return undefined;
      },
    });
    await advance(20 * DAY_SECONDS);
    vi.restoreAllMocks();
    bench.simulator.setClockHost(AT_REST);
    const failures = await bench.stripe.balanceTransactions.list({ type: "refund_failure" }, account);
    expect(failures.data.map(({ created }) => created - refund.created < 60)).toEqual([true]);
  });
});

describe("an embedder of the simulator", () => {
  const HOUR_MS = 3_600_000;

  /** Has something to do every hour, which takes three looks. */
  function hourlyHost() {
    let offsetMs = bench.simulator.clockOffsetMs();
    const now = () => Date.now() + offsetMs;
    let nextAtMs = now() + HOUR_MS;
    let looks = 0;
    const doneAtMs: number[] = [];
    return {
      doneAtMs,
      follow(ms: number) {
        offsetMs = ms;
      },
      async settle() {
        if (nextAtMs > now()) return [];
        looks += 1;
        if (looks % 3 === 0) {
          doneAtMs.push(now());
          nextAtMs += HOUR_MS;
        }
        return ["the hourly work"];
      },
      nextDueAtMs: async () => nextAtMs,
    };
  }

  it("is stopped at for each thing that it has to do, and waited for until it rests", async () => {
    const host = hourlyHost();
    bench.simulator.setClockHost(host);
    expect(await advance(5 * 3_600 + 60)).toMatchObject({ restless: [] });
    expect(host.doneAtMs).toHaveLength(5);
    const gaps = host.doneAtMs.slice(1).map((atMs, index) => atMs - (host.doneAtMs[index] ?? 0));
    for (const gapMs of gaps) expect(gapMs / HOUR_MS).toBeCloseTo(1, 2);
  });

  it("does not let a second walk begin while one is under way: 409", async () => {
    const rest = Promise.withResolvers<string[]>();
    bench.simulator.setClockHost({ ...AT_REST, settle: () => rest.promise });
    const first = advance(60);
    await expect(advance(60)).rejects.toThrow("409");
    rest.resolve([]);
    await first;
    bench.simulator.setClockHost(AT_REST);
    expect(await advance(60)).toMatchObject({ restless: [] });
  });

  it.each([
    ["when the same is busy for ten seconds", 4, () => "the function that hangs"],
    ["when one thing after the other is busy for a minute", 15, (look: number) => `function ${look}`],
  ])("is named %s, and the walk goes on", async (_, expectedLooks, busyAt) => {
    const measure = performance.now.bind(performance);
    let skippedMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => measure() + skippedMs);
    let offsetMs = bench.simulator.clockOffsetMs();
    const hangsAtMs = Date.now() + offsetMs + 60_000;
    let looks = 0;
    bench.simulator.setClockHost({
      follow(ms) {
        offsetMs = ms;
      },
      async settle() {
        const sinceMs = Date.now() + offsetMs - hangsAtMs;
        if (sinceMs < 0 || sinceMs > 30_000) return [];
        looks += 1;
        skippedMs += 4_000;
        return [busyAt(looks)];
      },
      nextDueAtMs: async () => Date.now() + offsetMs + 60_000,
    });
    const { restless } = (await advance(180)) as unknown as { restless: object[] };
    vi.restoreAllMocks();
    expect(looks).toBe(expectedLooks);
    expect(restless).toMatchObject([{ what: [busyAt(looks)] }]);
  });
});
