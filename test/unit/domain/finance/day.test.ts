import { describe, expect, it } from "vitest";
import {
  dateOf,
  datesBetween,
  dayAfter,
  firstDate,
  isClosed,
  lastClosedDate,
  parseDay,
} from "../../../../shared/domain/finance/day.ts";

const at = (text: string) => Date.parse(text);

describe("a day in UTC", () => {
  it("lasts from midnight to midnight", () => {
    expect(parseDay("2026-07-01")).toEqual({
      sinceMs: at("2026-07-01T00:00:00Z"),
      untilMs: at("2026-07-02T00:00:00Z"),
    });
  });

  it.each(["", "2026-7-1", "2026-02-30", "2026-13-01", "20260701", "2026-07-01T00:00:00Z", "yesterday"])(
    "%j is none",
    (text) => {
      expect(parseDay(text)).toBeUndefined();
    },
  );
});

it("is closed six hours after its end", () => {
  const day = { sinceMs: at("2026-07-01T00:00:00Z"), untilMs: at("2026-07-02T00:00:00Z") };
  expect(isClosed(day, at("2026-07-02T05:59:59.999Z"))).toBe(false);
  expect(isClosed(day, at("2026-07-02T06:00:00Z"))).toBe(true);
});

it.each([
  ["2026-07-02T05:59:59Z", "2026-06-30"],
  ["2026-07-02T06:00:00Z", "2026-07-01"],
  ["2026-03-01T06:00:01Z", "2026-02-28"],
])("at %s the last closed day is %s", (now, date) => {
  expect(lastClosedDate(at(now))).toBe(date);
});

it("is followed by the next one, over the end of a month too", () => {
  expect(dayAfter("2026-02-28")).toBe("2026-03-01");
  expect(datesBetween("2026-02-27", "2026-03-01")).toEqual(["2026-03-01", "2026-02-28", "2026-02-27"]);
  expect(datesBetween("2026-03-01", "2026-03-01")).toEqual(["2026-03-01"]);
  expect(datesBetween("2026-03-02", "2026-03-01")).toEqual([]);
});

it("is missed from the merchant's first one on, but not for longer than statements are kept", () => {
  expect(firstDate(at("2026-06-30T12:00:00Z"), "2026-07-01")).toBe("2026-06-30");
  expect(firstDate(0, "2026-07-01")).toBe("2025-05-28");
});

it("is named by its date", () => {
  expect(dateOf(at("2026-07-01T23:59:59.999Z"))).toBe("2026-07-01");
});
