import { expect, it } from "vitest";
import { FULL, linesBetween, useNoon, visitConsole } from "../../support/visit-console.ts";

/** A dispute's own page: until when to answer, what is at stake, and where to answer. */

useNoon();

const PAYMENT = `svcpay_${"6".padStart(32, "0")}`;

async function visit(given: object = {}, details: object = {}) {
  const [first] = FULL.disputes as object[];
  const has = { disputes: [{ ...first, ...given }], [`payments/${PAYMENT}/details`]: details };
  return (await visitConsole("#/disputes/dp_1QExample", { has })).text;
}

it.each([
  ["2026-11-17T11:00:00.000Z", "(1 day left)"],
  ["2026-11-15T12:59:59.000Z", "(59 minutes left)"],
])("no more time is promised than is left until %s", async (dueBy, words) => {
  expect(await visit({ dueBy })).toContain(words);
});

it.each([
  [
    "the fee of its currency is added",
    { disputeFeesCents: 1500, currency: "usd" },
    ["Dispute fee · $15.00 USD ·", "Total · $124.99 USD ·"],
  ],
  [
    "a fee of another currency is said beside it",
    { disputeFeesCents: 1500, currency: "eur" },
    ["Total · $109.99 USD ·", "And a dispute fee of €15.00 EUR."],
  ],
])("what is at stake: %s", async (_, fees, lines) => {
  expect(linesBetween(await visit({}, { fees }), "At stake", "How to respond")).toEqual([
    "Disputed amount · $109.99 USD ·",
    ...lines,
    "Stripe has withdrawn the amount until the bank decides.",
  ]);
});

it.each([
  [
    "under_review",
    "At stake",
    "Total · $109.99 USD ·",
    "The customer's bank decides. This can take up to 75 days.",
  ],
  ["won", "At stake", "Total · $0.00 USD ·", "The bank decided for you. The amount was returned."],
  ["lost", "Lost", "Total · $109.99 USD ·", "The bank decided for the customer. The amount is not returned."],
  ["needs_response", "At stake", "Total · $109.99 USD ·", "The deadline has passed."],
  ["of_tomorrow", "At stake", "Total · $109.99 USD ·", "Of tomorrow"],
])("a dispute that is %s and waits for no response offers none", async (status, title, total, words) => {
  const text = await visit({ status, dueBy: null });
  expect(linesBetween(text, "Details", title)[0]).toBe(words);
  expect(text).toContain(total);
  expect(text).not.toContain("Respond in Stripe");
  expect(text).not.toContain("How to respond");
});

it("a dispute that is not there is said to be missing, with the way to the others", async () => {
  const { text } = await visitConsole("#/disputes/dp_1QNone");
  expect(text).toContain("Dispute not found");
  expect(text).toContain("[View all disputes|href=#/disputes]");
});

it("on a developer's machine a dispute is answered at the demo's own page", async () => {
  const { text } = await visitConsole("#/disputes/dp_1QExample", {
    hostname: "127.0.0.1",
    session: { dashboardUrl: null },
  });
  expect(text).toContain("[Respond in the demo ↗|href=/demo/disputes/dp_1QExample]");
  const list = await visitConsole("#/disputes", { hostname: "127.0.0.1" });
  expect(list.text.match(/\/demo\/disputes/g)).toHaveLength(1);
});
