import { expect, it } from "vitest";
import { HEADLINES, headlineOf } from "../../../../shared/domain/payments/headline.ts";
import { PAYMENT_STATUSES } from "../../../../shared/domain/payments/status.ts";

const dispute = (status: string, dueBy: string | null = null) => ({ status, dueBy });
const DUE = "2026-12-02T23:59:59.000Z";

it.each([
  ["a dispute that needs a response", { disputes: [dispute("needs_response", DUE)] }, "disputed"],
  ["an inquiry that needs one", { disputes: [dispute("warning_needs_response", DUE)] }, "disputed"],
  ["one of several that does", { disputes: [dispute("won"), dispute("needs_response", DUE)] }, "disputed"],
  ["a dispute whose deadline has passed", { disputes: [dispute("needs_response")] }, "dispute_under_review"],
  ["a dispute under review", { disputes: [dispute("under_review")] }, "dispute_under_review"],
  ["an inquiry under review", { disputes: [dispute("warning_under_review")] }, "dispute_under_review"],
  ["a lost dispute", { disputes: [dispute("lost"), dispute("won")] }, "dispute_lost"],
  [
    "a lost dispute of a refunded payment",
    { status: "refunded", disputes: [dispute("lost")] },
    "dispute_lost",
  ],
  ["a won dispute", { disputes: [dispute("won")] }, "succeeded"],
  ["a closed inquiry", { disputes: [dispute("warning_closed")] }, "succeeded"],
  ["a failed refund", { failedRefunds: [{}] }, "refund_failed"],
  [
    "a failed refund beside a lost dispute",
    { failedRefunds: [{}], disputes: [dispute("lost")] },
    "dispute_lost",
  ],
  ["a failed refund that was made good", { status: "refunded", failedRefunds: [{}] }, "refunded"],
  ["a declined attempt", { status: "requires_payment_method", wasDeclined: true }, "declined"],
  ["no attempt", { status: "requires_payment_method" }, "requires_payment_method"],
  ["an attempt that succeeded after a decline", { wasDeclined: true }, "succeeded"],
  ["disputes that the reader must not see", { disputes: undefined }, "succeeded"],
] as const)("a payment with %s has its headline", (_, given, headline) => {
  expect(headlineOf({ status: "succeeded", failedRefunds: [], ...given })).toBe(headline);
});

it.each(PAYMENT_STATUSES)("a payment that is %s and nothing else is headed by it", (status) => {
  expect(headlineOf({ status, disputes: [], failedRefunds: [] })).toBe(status);
});

it("red is for lost money and for what needs a person", () => {
  const red = Object.entries(HEADLINES).flatMap(([name, { tone }]) => (tone === "bad" ? [name] : []));
  expect(red).toEqual(["disputed", "dispute_lost", "refund_failed"]);
});
