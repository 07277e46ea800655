import { afterAll, expect, it } from "vitest";
import { moveClock } from "../../../infra/local/clock.ts";
import type { Day, Order } from "../../../infra/local/shop/order.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
afterAll(() => moveClock(0));

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
  await service.eventually(async () => (await look()).callbacks.some(({ isRefused }) => isRefused));
  return look();
}

const PAID = "payment_intent.succeeded";
const HOURS_25_MS = 25 * 3_600_000;

it("each of two days moves the shop's date by 25 hours, and counts the retries and failures in it", async () => {
  await ask("POST", "/server", "down");
  let { now: before } = await ask<Day>("GET", "/day");
  for (const day of ["first", "second"]) {
    const { orderRef } = await payUnheard();
    const seen: number[] = [];
    const passing = ask<Day>("POST", "/day");
    const timer = setInterval(async () => seen.push(Date.parse((await ask<Day>("GET", "/day")).now)), 50);
    const { now, retries, failed } = await passing.finally(() => clearInterval(timer));
    const passedMs = Date.parse(now) - Date.parse(before);
    expect(passedMs, day).toBeGreaterThanOrEqual(HOURS_25_MS);
    expect(passedMs, day).toBeLessThan(HOURS_25_MS + 600_000);
    const progress = seen.map((ms) => (ms - Date.parse(before)) / HOURS_25_MS);
    expect(Math.max(...progress), day).toBeGreaterThan(0.5);
    const { callbacks } = await ask<Order>("GET", `/orders/${orderRef}`);
    const attempts = callbacks.filter(({ type }) => type === PAID);
    // The waits are spread: the eighth attempt comes 18 to 28 hours after the first. A payout's event may fail too.
    const made = attempts.map(({ attempt }) => Number(attempt));
    expect([7, 8], day).toContain(made.length);
    expect(made, day).toEqual([1, 2, 3, 4, 5, 6, 7, 8].slice(0, made.length));
    expect(retries, day).toBeGreaterThanOrEqual(made.length - 1);
    expect(retries, day).toBeLessThan(22);
    expect(failed, day).toBeGreaterThanOrEqual(made.includes(8) ? 1 : 0);
    expect(failed, day).toBeLessThan(4);
    before = now;
  }
});
