import { expect, it } from "vitest";
import type { Step } from "../../support/fake-page.ts";
import {
  type Asked,
  answerWith,
  FULL,
  linesBetween,
  useNoon,
  visitConsole,
} from "../../support/visit-console.ts";

/** How a money session refunds, captures and cancels: what it says before, what it asks for, and what it says after. */

useNoon();

const ID = `svcpay_${"1".padStart(32, "0")}`;

type Visit = {
  payment?: object;
  details?: object;
  steps: readonly Step[];
  /** What the service says to each request that moves money; the last one again. */
  answers?: readonly { status?: number; body?: object; headers?: Record<string, string> }[];
};

/** A payment that was paid and not refunded, but for what is said otherwise. */
const paidWith = (given: object = {}) => ({
  ...(FULL[`payments/${ID}`] as object),
  ...{ status: "succeeded", captureBefore: null, disputes: [], refundedCents: 0, ...given },
});

async function visit({ payment = {}, details = {}, steps, answers = [{}] }: Visit) {
  const shown = paidWith(payment);
  const known = `payments/${ID}/details`;
  const detailed = answerWith(known, { ...details });
  const has = { [`payments/${ID}`]: shown, [`payments/${ID}/timeline`]: [], ...detailed };
  let moved = 0;
  const answer = ({ method }: Asked) => {
    if (method === "GET") return undefined;
    const given = answers[Math.min(moved++, answers.length - 1)];
    return { body: { ...shown, status: "refunded" }, ...given };
  };
  const found = await visitConsole(`#/payments/${ID}`, { access: "money", has, steps, answer });
  const title = found.text.split("\n").find((line) => /^(Refund|Capture|Cancel payment)$/.test(line));
  const lines = title ? linesBetween(found.text, title, "Details") : [];
  return { ...found, lines };
}

const REFUND = { click: "Refund…" };
const REASONS =
  "ReasonNone[Requested by customer|value=requested_by_customer][Duplicate|value=duplicate][Fraudulent|value=fraudulent]";
const amount = (written: string) => ({ fill: "Amount in USD", with: written });

it("all that is left is refunded once, and what came of it is said", async () => {
  const { changes, lines, text } = await visit({ steps: [REFUND, { click: "Refund $49.99 USD" }] });
  expect(changes).toEqual([
    {
      method: "POST",
      path: `payments/${ID}/refund`,
      query: {},
      body: { amountCents: 4999 },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  expect(lines).toEqual([
    "(good)  Refunded $49.99 USD. Status: [(quiet) Refunded|tone=quiet]",
    "A refund can take days to arrive and can still fail. The timeline shows it.",
  ]);
  expect(text).not.toContain("It had been done before");
});

it("an Interac payment has no button, but the way to its refund", async () => {
  const interac = { method: { type: "interac_present", brand: "interac", last4: "1933" } };
  const { text } = await visit({ steps: [], details: interac });
  expect(text).toContain("To refund this Interac payment, the customer presents the card at a reader.");
  expect(text).not.toContain("Refund…");
  expect((await visit({ steps: [] })).text).toContain("Refund…");
});

it("a form says beforehand what will happen, and closes without having asked for anything", async () => {
  const { lines } = await visit({ steps: [REFUND, amount("10.00")] });
  expect(lines).toEqual([
    "[Amount in USD[|value=10.00|required=true]",
    REASONS,
    "Refund $10.00 USD of $49.99 USD to the customer. The platform returns $0.31 USD of its fee. This cannot be undone.",
    "[Refund $10.00 USD|aria-disabled=false]Go back|aria-label=Refund]",
  ]);
  const closed = await visit({ steps: [REFUND, { click: "Go back" }] });
  expect(closed.lines).toEqual([]);
  expect(closed.text).toContain("Refund…Send receipt…(refresh) Refresh");
  expect(closed.changes).toEqual([]);
});

it("a request that had been done before is told as one", async () => {
  const answers = [{ headers: { "Idempotent-Replayed": "true" } }];
  const { lines } = await visit({ steps: [REFUND, { click: "Refund $49.99 USD" }], answers });
  expect(lines).toContain("It was already done, and was not repeated.");
});

it("a rejection is an outcome: it is said with its title, and the form is closed", async () => {
  const body = { title: "Refund exceeds charge", detail: "There is less left." };
  const { lines } = await visit({
    steps: [REFUND, { click: "Refund $49.99 USD" }],
    answers: [{ status: 422, body }],
  });
  expect(lines).toEqual(["Refund exceeds charge", "[(bad)", "There is less left.|tone=bad]"]);
});

it("a payment that cannot be looked at again before a refund is not told as a refund that was sent", async () => {
  const shown = paidWith();
  let looks = 0;
  const answer = ({ path }: Asked) =>
    path === "payments" && ++looks > 1 ? { status: 503, body: { detail: "Not now." } } : undefined;
  const { text, changes } = await visitConsole(`#/payments/${ID}`, {
    access: "money",
    has: { [`payments/${ID}`]: shown, [`payments/${ID}/timeline`]: [] },
    steps: [REFUND, { click: "Refund $49.99 USD" }],
    answer,
  });
  expect(changes).toEqual([]);
  expect(text).toContain("Not now.");
  expect(text).not.toContain("The request was sent");
});

it("where nobody knows what became of it, the same is asked for again and nothing else can be", async () => {
  const unknown = { status: 503, body: { title: "Outcome unknown", detail: "Ask again." } };
  const once = await visit({
    steps: [REFUND, amount("10.00"), { click: "Refund $10.00 USD" }],
    answers: [unknown],
  });
  expect(once.lines).toEqual([
    "[Amount in USD[|value=10.00|required=true]",
    "[(bad)",
    "The request was sent, but its outcome is unknown. Retry: it is the same request and runs only once.|tone=bad]",
    "[Retry|aria-disabled=false]|aria-label=Refund]",
  ]);
  const again = await visit({
    steps: [REFUND, amount("10.00"), { click: "Refund $10.00 USD" }, amount("20.00"), { click: "Retry" }],
    answers: [unknown, {}],
  });
  const [first, second] = again.changes;
  expect(second).toEqual(first);
  expect(first?.body).toEqual({ amountCents: 1000 });
  expect(again.lines[0]).toMatch(/^\(good\) {2}Refunded \$10\.00 USD\./);
});

it.each([
  ["50.00", "Enter an amount up to $49.99 USD."],
  ["0.00", "Enter an amount up to $49.99 USD."],
  ["lots", "Use a format like 49.99"],
])("%s cannot be refunded of 49.99, and the form says why", async (written, words) => {
  const steps = [REFUND, amount(written), { click: "Refund" }];
  const { lines, changes } = await visit({ steps });
  expect(changes).toEqual([]);
  expect(lines).toEqual([
    `[Amount in USD[|value=${written}|required=true|aria-invalid=true]${words}`,
    REASONS,
    "[Refund|aria-disabled=true]Go back|aria-label=Refund]",
  ]);
});

it("a third decimal that is not charged is said in the words of the form", async () => {
  const dinars = { currency: "kwd", amountCents: 50_000 };
  const steps = [REFUND, { fill: "Amount in KWD", with: "1.234" }];
  const { lines } = await visit({ payment: dinars, steps });
  expect(lines[0]).toBe(
    "[Amount in KWD[|value=1.234|required=true|aria-invalid=true]The third decimal of KWD must be 0.",
  );
});

it("a refund has the reason that was chosen, also when it is asked for again", async () => {
  const unknown = { status: 503, body: { title: "Outcome unknown", detail: "Ask again." } };
  const steps = [
    REFUND,
    { fill: "Reason", with: "duplicate" },
    { click: "Refund $49.99 USD" },
    { click: "Retry" },
  ];
  const { changes } = await visit({ steps, answers: [unknown, {}] });
  expect(changes.map(({ body }) => body)).toEqual(Array(2).fill({ amountCents: 4999, reason: "duplicate" }));
});

it("a cent can be refunded", async () => {
  const { changes } = await visit({ steps: [REFUND, amount("0.01"), { click: "Refund $0.01 USD" }] });
  expect(changes[0]?.body).toEqual({ amountCents: 1 });
});

const large = { amountCents: 20_000, authorizedCents: 20_000 };

it("a large amount is typed once more, and nothing is asked for until it is", async () => {
  const submit = { click: "Refund $200.00 USD" };
  const without = await visit({ payment: large, steps: [REFUND, submit] });
  expect(without.changes).toEqual([]);
  const wrong = await visit({
    payment: large,
    steps: [REFUND, { fill: "Type 200.00 to confirm", with: "200.01" }, submit],
  });
  expect(wrong.changes).toEqual([]);
  expect(wrong.lines).toContain("The amounts do not match.|tone=bad]");
  const typed = await visit({
    payment: large,
    steps: [REFUND, { fill: "Type 200.00 to confirm", with: "200" }, submit],
  });
  expect(typed.changes.map(({ body }) => body)).toEqual([{ amountCents: 20_000 }]);
});

it("what was typed to confirm is not asked for once the request was sent", async () => {
  const steps = [REFUND, { fill: "Type 200.00 to confirm", with: "200.00" }, { click: "Refund $200.00 USD" }];
  const { lines } = await visit({ payment: large, steps, answers: [{ status: 503 }] });
  expect(lines.join("\n")).not.toContain("to confirm");
});

it("a hold is captured in part, and the rest is said to be released", async () => {
  const steps = [{ click: "Capture…" }, amount("10.00"), { click: "Capture $10.00 USD" }];
  const { changes, lines } = await visit({ payment: { status: "requires_capture" }, steps });
  expect(changes).toMatchObject([{ path: `payments/${ID}/capture`, body: { amountCents: 1000 } }]);
  expect(lines[0]).toMatch(/^\(good\) {2}Captured \$10\.00 USD\./);
  expect(lines.join()).not.toContain("A refund can take days");
});

it("a payment is canceled whole: no amount is asked for, and none is sent", async () => {
  const steps = [{ click: "Cancel payment…" }];
  const payment = { status: "requires_payment_method" };
  const { lines } = await visit({ payment, steps });
  expect(lines).toEqual([
    "[Cancel the payment. The customer can no longer pay it.",
    "[Cancel payment|aria-disabled=false]Go back|aria-label=Cancel payment]",
  ]);
  const done = await visit({ payment, steps: [...steps, { click: "Cancel payment" }] });
  expect(done.changes).toMatchObject([{ path: `payments/${ID}/cancel`, body: {} }]);
  expect(done.lines[0]).toMatch(/^\(good\) {2}Canceled\. Status/);
});

it("a second click while the first is under way asks for nothing", async () => {
  const { changes } = await visit({ steps: [REFUND, { click: "Refund $49.99 USD", twice: true }] });
  expect(changes).toHaveLength(1);
});

it("an answer without a payment is none, and the same can be asked for again", async () => {
  const { lines } = await visit({
    steps: [REFUND, { click: "Refund $49.99 USD" }],
    answers: [{ body: undefined as never }],
  });
  expect(lines).toContain("The response was incomplete.|tone=bad]");
  expect(lines.at(-1)).toContain("Retry");
});

it("a refund whose answer comes after its screen was left is not made again under another key", async () => {
  const shown = paidWith();
  const late = Promise.withResolvers<void>();
  let isSent = false;
  const answer = ({ method, path }: Asked) => {
    // The form is on the screen again when this is asked for.
    if (isSent && path === `payments/${ID}/details`) late.resolve();
    if (method === "GET") return undefined;
    isSent = true;
    Object.assign(shown, { status: "partially_refunded", refundedCents: 1000 });
    return { body: shown, late: late.promise };
  };
  const { changes } = await visitConsole(`#/payments/${ID}`, {
    access: "money",
    has: { payments: [shown], [`payments/${ID}`]: shown, [`payments/${ID}/timeline`]: [] },
    answer,
    steps: [
      REFUND,
      amount("10.00"),
      { click: "Refund $10.00 USD" },
      { click: "Payments", in: "Screens" },
      { click: "$49.99 USD", in: "main" },
      { click: "Refresh" },
      { click: "Retry" },
    ],
  });
  expect(changes).toHaveLength(2);
  expect(changes[1]).toEqual(changes[0]);
});
