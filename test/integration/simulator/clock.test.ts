import { describe, expect, it } from "vitest";
import { AUTHORIZED, eventTypes, PAID, useBench } from "./support.ts";

const heard: number[] = [];
const bench = useBench({ onClockAdvance: (offsetMs) => heard.push(offsetMs) });

const DAY_SECONDS = 24 * 60 * 60;
const advance = async (advanceSeconds: unknown) =>
  (await bench.control("POST", "clock", { advanceSeconds })) as { now: string };

describe("the clock", () => {
  it("moves on at once, tells its embedder, and stays where it is over a restart", async () => {
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
    "refuses %j, and does not move",
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
  ])("refuses a body that is %s", async (_, body) => {
    const answer = await fetch(`${bench.simulator.url}/_simulator/clock`, { method: "POST", body });
    expect(answer.status).toBe(400);
  });

  it("lets an authorisation lapse on its day, and not before", async () => {
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

  it("lets idempotency keys be forgotten after a day", async () => {
    const options = { idempotencyKey: "a-day" };
    const first = await bench.stripe.customers.create({}, options);
    expect((await bench.stripe.customers.create({}, options)).id).toBe(first.id);
    await advance(DAY_SECONDS + 1);
    expect((await bench.stripe.customers.create({}, options)).id).not.toBe(first.id);
  });
});
