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

/** The events of the shop, by the service's own account. */
async function countEvents(): Promise<{ dead: number; retries: number }> {
  const { json } = await service.api.call("GET", "/v1/events?limit=100");
  const events = json as unknown as { delivery: string; attemptCount: number }[];
  return {
    dead: events.filter(({ delivery }) => delivery === "dead").length,
    retries: events.reduce((sum, { attemptCount }) => sum + Math.max(attemptCount - 1, 0), 0),
  };
}

const PAID = "payment_intent.succeeded";
const HOURS_25_MS = 25 * 3_600_000;

/** The waits between attempts are spread by chance: the eighth comes after more than 25 hours, or after less. */
const LONGEST_WAITS = 0.999_999;
const SHORTEST_WAITS = 0;

it("each of two days moves the shop's date by 25 hours, and counts the retries and failures in it", async () => {
  await ask("POST", "/server", "down");
  let before = new Date(Date.now()).toISOString();
  for (const [day, chance, attemptsMade] of [
    ["first", LONGEST_WAITS, 7],
    ["second", SHORTEST_WAITS, 8],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    const earlier = await countEvents();
    const { orderRef } = await payUnheard();
    const { now, retries, failed } = await ask<Day>("POST", "/day");
    const passedMs = Date.parse(now) - Date.parse(before);
    expect(passedMs, day).toBeGreaterThanOrEqual(HOURS_25_MS);
    expect(passedMs, day).toBeLessThan(HOURS_25_MS + 600_000);
    const { callbacks } = await ask<Order>("GET", `/orders/${orderRef}`);
    const attempts = callbacks.filter(({ type }) => type === PAID);
    const made = attempts.map(({ attempt }) => Number(attempt));
    expect(made, day).toEqual([1, 2, 3, 4, 5, 6, 7, 8].slice(0, attemptsMade));
    expect(retries, day).toBeGreaterThanOrEqual(attemptsMade - 1);
    // How many payouts' events fail too depends on the hour, and retries begin before the day does.
    const later = await countEvents();
    expect(failed, day).toBe(later.dead - earlier.dead);
    expect(retries, day).toBeLessThanOrEqual(later.retries - earlier.retries);
    before = now;
  }
});
