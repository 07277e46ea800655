import { describe, expect, expectTypeOf, it } from "vitest";
import { ENDPOINTS } from "../../../infra/topology.ts";
import {
  type AnswerTo,
  type ResultOf,
  statusAndBody,
  toStoredAnswer,
} from "../../../shared/contract/answer.ts";
import { createPayment } from "../../../shared/contract/create-payment.ts";
import type { recoverEvents } from "../../../shared/contract/events.ts";
import { createAccount, type getOnboardingStatus } from "../../../shared/contract/onboarding.ts";
import { capturePayment } from "../../../shared/contract/payment-operations.ts";
import type { listReaders } from "../../../shared/contract/terminal.ts";
import type { Page } from "../../../shared/domain/page.ts";
import type { StoredReply } from "../../../shared/domain/payments/claim.ts";
import type { Reader } from "../../../shared/domain/terminal.ts";

const payment = {
  svcPaymentId: "svcpay_1",
  status: "succeeded",
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: null,
  processorPaymentIntentId: "pi_1",
  capturedCents: 4999,
  refundedCents: 0,
  createdAt: "2026-07-01T12:00:00.000Z",
} as const;

const account = {
  processorAccountId: "acct_1",
  onboardingStatus: "pending",
  chargesEnabled: false,
  payoutsEnabled: false,
  requirements: null,
} as const;

/** What the compiler would say of these is part of `npm run check`. */
describe("a handler's result, checked by the compiler", () => {
  it("is the body of its operation's answer, without a field too few or of another kind", () => {
    expectTypeOf(account).toExtend<ResultOf<typeof getOnboardingStatus>>();
    const { requirements: _, ...incomplete } = account;
    expectTypeOf(incomplete).not.toExtend<ResultOf<typeof getOnboardingStatus>>();
    expectTypeOf({ ...account, onboardingStatus: "paid" }).not.toExtend<
      ResultOf<typeof getOnboardingStatus>
    >();
    expectTypeOf({ status: 200, body: account }).not.toExtend<ResultOf<typeof getOnboardingStatus>>();
  });

  it("is named where the operation has several answers, each with its own body", () => {
    type Result = ResultOf<typeof recoverEvents>;
    expectTypeOf<Result["outcome"]>().toEqualTypeOf<"started" | "standing">();
    expectTypeOf<Extract<Result, { outcome: "started" }>["body"]>().toHaveProperty("since");
  });

  it("is a page where the operation lists", () => {
    expectTypeOf<ResultOf<typeof listReaders>>().toEqualTypeOf<Page<Reader>>();
  });

  it("is what the ledger stores where the answer is replayed, and only its own operation's body goes there", () => {
    expectTypeOf<ResultOf<typeof createPayment>>().toEqualTypeOf<StoredReply>();
    expectTypeOf(payment).not.toExtend<AnswerTo<typeof createPayment>>();
  });
});

describe("the status", () => {
  it("is the operation's only one", () => {
    expect(statusAndBody(capturePayment, payment)).toEqual({ status: 200, body: payment });
  });

  it("is that of the named answer", () => {
    const stored = (outcome: "existing" | "created") =>
      toStoredAnswer(createAccount, { outcome, body: account });
    expect(stored("existing")).toEqual({ status: 200, body: JSON.stringify(account) });
    expect(stored("created")).toEqual({ status: 201, body: JSON.stringify(account) });
  });

  it("is 201 for a new payment, whose bytes are stored in the order of the specification", () => {
    const { currency, orderRef, capturedCents, refundedCents, createdAt, ...common } = payment;
    const answer = { ...common, clientSecret: "s", connectedAccountId: "acct_1", publishableKey: "pk_1" };
    expect(toStoredAnswer(createPayment, answer)).toEqual({ status: 201, body: JSON.stringify(answer) });
  });

  it("the status of an answer that does not exist is a bug", () => {
    const unknown = { outcome: "lost", body: account } as unknown as AnswerTo<typeof createAccount>;
    expect(() => statusAndBody(createAccount, unknown)).toThrow("create-account has no answer lost.");
  });
});

it.each(ENDPOINTS)("$name names its answers exactly when it has several", ({ answers }) => {
  const outcomes = Object.values(answers).map(({ outcome }) => outcome);
  if (outcomes.length === 1) expect(outcomes).toEqual([undefined]);
  else expect(new Set(outcomes.filter(Boolean)).size).toBe(outcomes.length);
});
