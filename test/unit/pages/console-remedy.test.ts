import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { components } from "../../../shared/client/generated/contract.ts";
import { readPage } from "../../support/fake-page.ts";

/** What the rows of the console's first screen offer to a session that may move money. */

type Schemas = components["schemas"];

let answers: typeof import("../../support/console-answers.ts");
beforeAll(async () => {
  answers = await import("../../support/console-answers.ts");
});
afterAll(() => vi.unstubAllGlobals());

const ID = `svcpay_${"9".repeat(32)}`;

const failedRefund = (refundId: string, amountCents: number): Schemas["Attention"] => ({
  attentionId: `att_${refundId}`,
  kind: "refund_failed",
  subject: { svcPaymentId: ID, refundId },
  orderRef: "order-9",
  amountCents,
  currency: "usd",
  since: "2026-07-01T12:00:00.000Z",
  dueBy: null,
  replacement: null,
  advice: "Refund it again.",
});

const expiringHold: Schemas["Attention"] = {
  ...failedRefund("re_1", 4999),
  attentionId: null,
  kind: "hold_expiring",
  subject: { svcPaymentId: ID },
};

const paid = { svcPaymentId: ID, status: "succeeded", amountCents: 20_000, currency: "usd" } as const;
const held = { ...paid, status: "requires_capture" } as const;

type Shown = {
  items: Schemas["Attention"][];
  payment?: Partial<Schemas["PaymentListItem"]>;
  /** What the payment is from its second look on. */
  later?: Partial<Schemas["PaymentListItem"]>;
  scopes?: string[];
  steps?: NonNullable<Parameters<typeof readPage>[1]["steps"]>;
};

async function read({ items, payment = paid, later = {}, scopes, steps = [] }: Shown): Promise<string> {
  const session = { ...answers.aSession("money"), ...(scopes && { scopes }) };
  const listed = { ...(answers.FULL[`payments/${answers.paymentId(0)}`] as object), ...payment };
  let looks = 0;
  return readPage("#/attention", {
    session: session.sessionId,
    steps,
    answer: (path, query) => {
      if (path === "session") return { status: 200, body: session };
      if (path === "attention") return { status: 200, body: items };
      if (query.get("svcPaymentId") !== ID) return { status: 200, body: [] };
      return { status: 200, body: [looks++ === 0 ? listed : { ...listed, ...later }] };
    },
  });
}

it.each([
  ["payments:write", "Capture or cancel…", "Refund again…"],
  ["refunds:write", "Refund again…", "Capture or cancel…"],
])("a session with %s alone is offered “%s” and not “%s”", async (scope, offered, withheld) => {
  const hold = { ...expiringHold, subject: { svcPaymentId: `svcpay_${"8".repeat(32)}` } };
  const text = await read({ items: [hold, failedRefund("re_1", 1500)], scopes: ["payments:read", scope] });
  expect(text).toContain(offered);
  expect(text).not.toContain(withheld);
});

it("a warning of fraud offers a refund, and to take it off the list", async () => {
  const subject = { svcPaymentId: ID, fraudWarningId: "issfr_1" };
  const warning = { ...failedRefund("issfr_1", 4999), kind: "fraud_warning", subject } as const;
  const text = await read({ items: [warning] });
  for (const shown of ["Fraud warning", "Refund…", "Mark as resolved"]) expect(text).toContain(shown);
  expect(await read({ items: [warning], steps: [{ click: "Refund…" }] })).toContain("Amount in USD");
});

it("a payment on which nothing can be moved any more says so where a remedy was asked for", async () => {
  const steps = [{ click: "Capture or cancel…" }];
  const text = await read({ items: [expiringHold], payment: { ...held, status: "canceled" }, steps });
  expect(text).toContain("No action is possible on this payment now.");
  expect(await read({ items: [expiringHold], payment: held, steps })).not.toContain("No action is possible");
});

it.each([
  ["the amount of the partial refund that failed", 0, "15.00"],
  ["what is left where that is less", 19_000, "10.00"],
])("to refund again begins with %s", async (_, refundedCents, amount) => {
  const text = await read({
    items: [failedRefund("re_1", 1500)],
    payment: { ...paid, refundedCents },
    steps: [{ click: "Refund again…" }],
  });
  expect(text).toContain(`value=${amount}`);
  expect(text).toContain(`Refund $${amount} USD of $`);
});

it("a payment that is no longer there is said to be missing where a remedy was asked for", async () => {
  const gone = { ...expiringHold, subject: { svcPaymentId: `svcpay_${"7".repeat(32)}` } };
  const steps = [{ click: "Capture or cancel…" }];
  expect(await read({ items: [gone], steps })).toContain("There is no such payment.");
});

it("to capture a hold begins with all that is held", async () => {
  const steps = [{ click: "Capture or cancel…" }, { click: "Capture…" }];
  expect(await read({ items: [expiringHold], payment: held, steps })).toContain("value=200.00");
});

it.each([
  ["is offered to a session that may refund", ["refunds:write"], true],
  ["is not offered to a session that may not", ["payments:write"], false],
])("to mark a failed refund as resolved %s", async (_, scopes, is) => {
  const text = await read({ items: [failedRefund("re_1", 1500)], scopes: ["payments:read", ...scopes] });
  expect(text.includes("Mark as resolved")).toBe(is);
  expect(await read({ items: [expiringHold] })).not.toContain("Mark as resolved");
});

it("a failed refund whose replacement is under way has no button, and leaves the form to the next one", async () => {
  const advice = "A replacement is under way.";
  const marked = {
    ...failedRefund("re_1", 1500),
    attentionId: null,
    replacement: "in_progress",
    advice,
  } as const;
  const text = await read({ items: [marked] });
  expect(text).toContain(advice);
  for (const button of ["Refund again…", "Mark as resolved"]) expect(text).not.toContain(button);
  expect(await read({ items: [marked, failedRefund("re_2", 700)] })).toContain("Refund again…");
});

it("two failed refunds of one payment have one form, in the first of their rows", async () => {
  const items = [failedRefund("re_1", 1500), failedRefund("re_2", 700)];
  expect((await read({ items })).split("Refund again…")).toHaveLength(2);
});

it("what was typed to confirm a refund is asked for again when the payment has changed meanwhile", async () => {
  const text = await read({
    items: [failedRefund("re_1", 15_000)],
    later: { status: "partially_refunded", refundedCents: 100 },
    steps: [
      { click: "Refund again…" },
      { fill: "Type 150.00 to confirm", with: "150.00" },
      { click: "Refund $150.00 USD" },
    ],
  });
  expect(text).toContain("The payment has changed since you opened this form.");
  expect(text).toContain("Refund $150.00 USD of $199.00 USD");
  expect(text.split("value=150.00")).toHaveLength(2);
});
