import { afterAll, expect, it, vi } from "vitest";
import { moveClock } from "../../../infra/local/clock.ts";
import type { Day, Order } from "../../../infra/local/shop/order.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
afterAll(() => {
  vi.restoreAllMocks();
  moveClock(0);
});

const SHOP = "/demo/shop";

async function ask<T>(method: string, path: string, body?: string): Promise<T> {
  const response = await fetch(service.stack.baseUrl + SHOP + path, { method, ...(body && { body }) });
  expect(response.ok, `${method} ${path}`).toBe(true);
  return (await response.json()) as T;
}

/** Pays an order whose webhook is answered 503. */
async function payUnheard(): Promise<Order> {
  const { orderRef } = await ask<Order>("POST", "/orders");
  await ask("POST", `/orders/${orderRef}/pay`, "card");
  const look = () => ask<Order>("GET", `/orders/${orderRef}`);
  await service.eventually(async () => (await look()).callbacks.some(({ isRejected }) => isRejected));
  return look();
}

const PAID = "payment_intent.succeeded";
const HOURS_25_MS = 25 * 3_600_000;

/** The waits between attempts are spread by chance: the eighth comes after more than 25 hours, or after less. */
const LONGEST_WAITS = 0.999_999;
const SHORTEST_WAITS = 0;

it("each of two days moves the shop's date by 25 hours, and counts the retries and failures in it, and what is to come", async () => {
  await ask("POST", "/server", "down");
  let { now: before } = await ask<Day>("GET", "/day");
  for (const [day, chance, attemptsMade] of [
    ["first", LONGEST_WAITS, 7],
    ["second", SHORTEST_WAITS, 8],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const { orderRef } = await payUnheard();
    const seen: number[] = [];
    const passing = ask<Day>("POST", "/day");
    const timer = setInterval(async () => seen.push(Date.parse((await ask<Day>("GET", "/day")).now)), 50);
    const { now, retries, failed, retrying, nextAttemptAt } = await passing.finally(() =>
      clearInterval(timer),
    );
    const passedMs = Date.parse(now) - Date.parse(before);
    expect(passedMs, day).toBeGreaterThanOrEqual(HOURS_25_MS);
    expect(passedMs, day).toBeLessThan(HOURS_25_MS + 600_000);
    const progress = seen.map((ms) => (ms - Date.parse(before)) / HOURS_25_MS);
    expect(Math.max(...progress), day).toBeGreaterThan(0.5);
    const { callbacks } = await ask<Order>("GET", `/orders/${orderRef}`);
    const attempts = callbacks.filter(({ type }) => type === PAID);
    // A payout's event may be retried and fail too.
    const made = attempts.map(({ attempt }) => Number(attempt));
    expect(made, day).toEqual([1, 2, 3, 4, 5, 6, 7, 8].slice(0, attemptsMade));
    expect(retries, day).toBeGreaterThanOrEqual(attemptsMade - 1);
    expect(retries, day).toBeLessThan(22);
    // The first day's event fails on the second, too.
    expect(failed, day).toBeGreaterThanOrEqual(day === "first" ? 0 : 2);
    expect(failed, day).toBeLessThan(4);
    if (day === "first") expect(retrying).toBeGreaterThanOrEqual(1);
    expect(nextAttemptAt !== undefined, day).toBe(retrying !== 0);
    if (nextAttemptAt)
      expect(Date.parse(nextAttemptAt), day).toBeGreaterThan(Date.parse(before) + HOURS_25_MS);
    before = now;
  }
});
