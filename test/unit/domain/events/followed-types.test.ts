import { expect, it } from "vitest";
import { APPLIED_EVENTS, FORWARDED_EVENTS } from "../../../../shared/domain/events/event.ts";

/** The processor's list of events takes no more types in one question. */
const MAX_TYPES = 20;

it("asks the processor's list of events for no more types than it takes, each of them once", () => {
  const followed = [...FORWARDED_EVENTS, ...APPLIED_EVENTS];
  expect(new Set(followed).size).toBe(followed.length);
  expect(followed.length).toBeLessThanOrEqual(MAX_TYPES);
});

it("follows an inquiry that becomes a chargeback", () => {
  expect(APPLIED_EVENTS).toContain("charge.dispute.updated");
  expect(APPLIED_EVENTS).toContain("charge.dispute.funds_withdrawn");
});
