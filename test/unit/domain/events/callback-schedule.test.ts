import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isParked,
  MAX_ATTEMPTS,
  parseRetryAfter,
  REDELIVERY_GAP_MS,
  redeliveryDelaySeconds,
  waitSeconds,
} from "../../../../shared/domain/events/callback-delivery.ts";

const STEPS = [30, 120, 480, 1920, 7680, 30_720, 41_400];
const CAP = 41_400;

const wait = (attempt: number, jitter = 0, retryAfterSeconds?: number) =>
  waitSeconds(attempt, { jitter }, retryAfterSeconds);

const attempts = fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 });
const jitters = fc.double({ min: -1, max: 1, noNaN: true });
const wishes = fc.option(fc.nat(1_000_000), { nil: undefined });

it.each(STEPS.map((seconds, index) => [index + 1, seconds]))(
  "waits after attempt %d: %d s",
  (attempt, seconds) => {
    expect(wait(attempt)).toBe(seconds);
  },
);

it("a wait of up to fifteen minutes is spent in the queue, and a longer one outside of it", () => {
  expect(isParked(15 * 60_000)).toBe(false);
  expect(isParked(15 * 60_000 + 1)).toBe(true);
});

describe("jitter", () => {
  it.each([
    [1, -1, 24],
    [1, 1, 36],
    [3, 0.5, 528],
    [6, -1, 24_576],
    [6, 1, 36_864],
    // The seventh step is 34 h 08: even a fifth less is above the cap.
    [7, -1, CAP],
    [7, 1, CAP],
  ])("after attempt %d, jitter %d: %d s", (attempt, jitter, seconds) => {
    expect(wait(attempt, jitter)).toBe(seconds);
  });

  it("stays within a fifth each way, whole seconds, and never above the cap", () => {
    fc.assert(
      fc.property(attempts, jitters, (attempt, jitter) => {
        const seconds = wait(attempt, jitter);
        const step = 30 * 4 ** (attempt - 1);
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(Math.min(Math.floor(0.8 * step), CAP));
        expect(seconds).toBeLessThanOrEqual(Math.min(Math.ceil(1.2 * step), CAP));
      }),
    );
  });
});

describe("a receiver's Retry-After", () => {
  it.each([
    ["is not asked for", 1, undefined, 30],
    ["of zero changes nothing", 1, 0, 30],
    ["below the step does not shorten it", 2, 60, 120],
    ["above the step is honored", 2, 200, 200],
    ["of twice the step is honored", 2, 240, 240],
    ["above twice the step counts as twice", 2, 241, 240],
    ["of a week counts as twice the step", 1, 604_800, 60],
    ["cannot pass the cap", 6, 61_440, CAP],
    ["cannot pass the cap after the last but one attempt", 7, 99_999, CAP],
  ])("%s", (_, attempt, wish, seconds) => {
    expect(wait(attempt, 0, wish)).toBe(seconds);
  });

  it("is not jittered away", () => {
    expect(wait(2, -1, 200)).toBe(200);
    expect(wait(2, 1, 130)).toBe(144);
  });

  it("never shortens a wait, and never stretches it beyond twice the step or the cap", () => {
    fc.assert(
      fc.property(attempts, jitters, wishes, (attempt, jitter, wish) => {
        const seconds = wait(attempt, jitter, wish);
        expect(seconds).toBeGreaterThanOrEqual(wait(attempt, jitter));
        expect(seconds).toBeLessThanOrEqual(Math.min(2 * 30 * 4 ** (attempt - 1), CAP));
      }),
    );
  });
});

describe("reads Retry-After", () => {
  const NOW = Date.UTC(2026, 0, 1, 12, 0, 0, 500);

  it.each([
    ["none", undefined, undefined],
    ["empty", "", undefined],
    ["seconds", "120", 120],
    ["zero", "0", 0],
    ["nine digits", "999999999", 999_999_999],
    ["more seconds than a century has", "9999999999", undefined],
    ["a date to come, rounded up", "Thu, 01 Jan 2026 12:01:00 GMT", 60],
    ["a date that is over", "Thu, 01 Jan 2026 11:59:00 GMT", 0],
    ["a word", "soon", undefined],
    ["a number with a unit", "120s", undefined],
    ["not a number", "NaN", undefined],
    ["infinity", "Infinity", undefined],
    ["a year in a sentence", "maybe 5000", undefined],
    ["a negative number", "-5", undefined],
    ["a fraction", "1.5", undefined],
  ])("%s", (_, text, expected) => {
    expect(parseRetryAfter(text, NOW)).toBe(expected);
  });

  it("never answers a negative number or none at all", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seconds = parseRetryAfter(text, NOW);
        expect(seconds === undefined || (Number.isInteger(seconds) && seconds >= 0)).toBe(true);
      }),
    );
  });
});

it("spreads what is redelivered to one merchant over seconds of 25 each, and never beyond what a queue can delay", () => {
  const delays = Array.from({ length: 100_000 }, (_, n) => redeliveryDelaySeconds(n));
  expect(delays[0]).toBe(0);
  const perSecond = delays.filter((delay) => delay === 0).length;
  expect(perSecond).toBe(25);
  expect(delays[perSecond * 10]).toBe(10);
  expect(Math.max(...delays.slice(0, 50_000))).toBeLessThan(900);
  expect(delays.every((delay, n) => n === 0 || delay >= (delays[n - 1] ?? 0))).toBe(true);
  expect(REDELIVERY_GAP_MS * perSecond).toBe(1000);
  // The local stack divides them, as it does all waits.
});
