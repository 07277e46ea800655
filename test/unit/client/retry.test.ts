import { expect, it } from "vitest";
import { PaymentsError } from "../../../shared/client/payments-error.ts";
import {
  isRepeatable,
  RETRY_DEFAULTS,
  retryAfterSecondsOf,
  waitMsAfter,
} from "../../../shared/client/retry.ts";

/* How the client waits between its attempts: written out here, not taken from the code. */

const failed = (given: { retryable?: boolean; retryAfterSeconds?: number } = {}): PaymentsError =>
  Object.assign(Object.create(PaymentsError.prototype), { retryable: true, ...given });

const SETTINGS = { attempts: 9, longestWaitSeconds: 30 };

it("a request is sent five times at most, and waits of up to half a minute are waited for, unless told", () => {
  expect(RETRY_DEFAULTS).toEqual({ attempts: 5, longestWaitSeconds: 30 });
});

it.each([
  [1, 250, 500],
  [2, 500, 1_000],
  [3, 1_000, 2_000],
  [4, 2_000, 4_000],
  [5, 4_000, 8_000],
  [6, 4_000, 8_000],
])("after attempt %i the client waits from %i ms to %i ms, by chance", (attempt, least, most) => {
  expect(waitMsAfter(failed(), attempt, SETTINGS, 0)).toBe(least);
  expect(waitMsAfter(failed(), attempt, SETTINGS, 0.5)).toBe((least + most) / 2);
  expect(waitMsAfter(failed(), attempt, SETTINGS, 1)).toBe(most);
});

it("the client never comes back sooner than it was asked to, and spreads over the same time after it", () => {
  expect(waitMsAfter(failed({ retryAfterSeconds: 3 }), 1, SETTINGS, 0)).toBe(3_000);
  expect(waitMsAfter(failed({ retryAfterSeconds: 3 }), 1, SETTINGS, 1)).toBe(3_250);
  expect(waitMsAfter(failed({ retryAfterSeconds: 0 }), 1, SETTINGS, 0)).toBe(250);
});

it("the client does not try again what is not retryable, was tried often enough, or asks for too long a wait", () => {
  expect(waitMsAfter(failed({ retryable: false }), 1, SETTINGS, 0)).toBeUndefined();
  expect(waitMsAfter(failed(), 8, SETTINGS, 0)).toBe(4_000);
  expect(waitMsAfter(failed(), 9, SETTINGS, 0)).toBeUndefined();
  expect(waitMsAfter(failed({ retryAfterSeconds: 30 }), 1, SETTINGS, 0)).toBe(30_000);
  expect(waitMsAfter(failed({ retryAfterSeconds: 31 }), 1, SETTINGS, 0)).toBeUndefined();
});

it.each([
  ["GET", {}, true],
  ["POST", { "Idempotency-Key": "one" }, true],
  ["POST", {}, false],
  ["DELETE", {}, false],
])("a %s with the headers %j may be repeated: %s", (method, headers, is) => {
  expect(isRepeatable(new Request("https://api.example/v1/payments", { method, headers }))).toBe(is);
});

const NOW = Date.UTC(2026, 0, 5, 12);

it.each([
  [null, undefined],
  ["7", 7],
  ["0", 0],
  ["1234567890", undefined],
  ["soon", undefined],
  [new Date(NOW + 2_000).toUTCString(), 2],
  [new Date(NOW - 60_000).toUTCString(), 0],
])("Retry-After %s asks for a wait of %s seconds", (header, seconds) => {
  expect(retryAfterSecondsOf(header, NOW)).toBe(seconds);
});

it("a part of a second is waited for as a whole one", () => {
  expect(retryAfterSecondsOf(new Date(NOW + 2_000).toUTCString(), NOW + 1)).toBe(2);
});
