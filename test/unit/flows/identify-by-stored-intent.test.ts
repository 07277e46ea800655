import { expect, it } from "vitest";
import { FakeWorld } from "../../support/fake-world.ts";

/* An intent whose metadata was taken off is found by what the ledger has stored, among the payments of the days around. */
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 0, 4, 12);
const world = new FakeWorld();
world.enter();
const { identifyByStoredIntent } = await import(
  "../../../shared/flows/movements/identify-by-stored-intent.ts"
);
const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");

const idOf = (nth: number) => `svcpay_${String(nth).padStart(32, "0")}`;

function store(nth: number, { at = NOON, merchantId = "mer_1", connectedAccountId = "acct_1" } = {}): void {
  const terms = { connectedAccountId, amountCents: 1000, applicationFeeCents: 0, currency: "usd" };
  const payment = { svcPaymentId: idOf(nth), merchantId, traceId: "t", at };
  const record = newPaymentRecord({ ...payment, terms: { ...terms, captureMethod: "automatic" } });
  world.table.put({ ...record, state: "completed", processorPaymentIntentId: `pi_${nth}` }, {});
}

const find = async (nth: number, merchantId = "mer_1", paymentsByIntent = new Map()) =>
  (
    await identifyByStoredIntent(
      { intentId: `pi_${nth}`, createdAt: NOON },
      { merchantId, accountId: "acct_1", paymentsByIntent },
    )
  )?.svcPaymentId;

it("an intent is looked for among the payments of its own day, of the day before and of the day after, and no further", async () => {
  for (const [nth, days] of [0, -1, 1, -2, 2].entries()) store(nth, { at: NOON + days * DAY_MS });
  const found = await Promise.all([0, 1, 2, 3, 4].map((nth) => find(nth)));
  expect(found).toEqual([idOf(0), idOf(1), idOf(2), undefined, undefined]);
});

it("an intent is nobody's where its payment was sold on another account, or is another merchant's", async () => {
  store(10, { connectedAccountId: "acct_2" });
  store(11, { merchantId: "mer_2" });
  expect(await find(10)).toBeUndefined();
  expect(await find(11)).toBeUndefined();
  expect(await find(11, "mer_2")).toBe(idOf(11));
});

it("an intent is found beyond a page of a hundred payments, and a day is listed once in a run", async () => {
  for (let nth = 100; nth < 250; nth++) store(nth, { merchantId: "mer_many", at: NOON + nth });
  const known = new Map();
  for (const nth of [100, 149, 150, 249]) expect(await find(nth, "mer_many", known)).toBe(idOf(nth));
  let reads = 0;
  world.onRead = () => void reads++;
  expect(await find(101, "mer_many", known)).toBe(idOf(101));
  // The payment itself: its day is known.
  expect(reads).toBe(1);
  world.onRead = () => {};
});

it("a run remembers two hundred thousand payments, and forgets the days that it has listed first for more", async () => {
  store(300, { merchantId: "mer_large" });
  const daysOf = async (sizes: number[]) => {
    // Only their sizes count here.
    const listed = sizes.map((size, nth): [string, Map<string, string>] => [
      `2025-12-0${nth + 1}`,
      { size } as unknown as Map<string, string>,
    ]);
    const known = new Map(listed);
    expect(await find(300, "mer_large", known)).toBe(idOf(300));
    return [...known.keys()];
  };
  expect(await daysOf([100_000, 50_000, 49_999])).toEqual([
    ...["2025-12-01", "2025-12-02", "2025-12-03", "2026-01-04"],
  ]);
  expect(await daysOf([100_000, 50_000, 50_000])).toEqual(["2025-12-02", "2025-12-03", "2026-01-04"]);
  expect(await daysOf([1, 100_000, 100_000])).toEqual(["2025-12-03", "2026-01-04"]);
});

it("the three days around an intent stay known however large they are, so that its next neighbor lists none of them again", async () => {
  // Days that were listed before; only their sizes count here.
  const sized = (size: number) => ({ size, get: () => undefined }) as unknown as Map<string, string>;
  const known = new Map([
    ["2025-12-01", sized(1)],
    ["2026-01-04", sized(150_000)],
    ["2026-01-03", sized(150_000)],
  ]);
  let reads = 0;
  world.onRead = () => void reads++;
  expect(await find(900, "mer_busy", known)).toBeUndefined();
  expect([...known.keys()].toSorted()).toEqual(["2026-01-03", "2026-01-04", "2026-01-05"]);
  expect(reads).toBe(1);
  expect(await find(901, "mer_busy", known)).toBeUndefined();
  expect(reads).toBe(1);
  world.onRead = () => {};
});
