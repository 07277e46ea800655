import { describe, expect, it, vi } from "vitest";
import { declineText, responseText, STATUS_MEANINGS } from "../../../infra/pages/console/words/labels.ts";
import { moneyText, signText } from "../../../infra/pages/console/words/money.ts";
import {
  dayText,
  durationText,
  fieldTime,
  fieldValue,
  isSameDay,
  leftText,
  timeAfter,
  timeText,
  tookText,
} from "../../../infra/pages/console/words/time.ts";
import { piecesOf, visible } from "../../../infra/pages/console/words/visible.ts";

it.each([
  [8 * 3_600_000, "8 h"],
  [90 * 60_000, "2 h"],
  [89 * 60_000, "89 min"],
  [1, "1 min"],
  [-1, "0 min"],
])("a session has %i ms left: %s", (milliseconds, words) => {
  expect(leftText(milliseconds)).toBe(words);
});

it("a decline without a reason says so, and any other its reason", () => {
  expect(declineText("generic_decline")).toBe("No reason given");
  expect(declineText("incorrect_cvc")).toBe("Incorrect CVC");
});

/** Written out, not taken from the page. */
it.each([
  ["timeout", "Timed out after 84 ms"],
  ["econnrefused", "Connection rejected after 84 ms"],
  ["econnreset", "Connection closed after 84 ms"],
  ["enotfound", "Host not found after 84 ms"],
  ["network_error", "Network error after 84 ms"],
  ["of_a_later_version", "of_a_later_version after 84 ms"],
  ["toString", "toString after 84 ms"],
])("why a callback was not answered is said in words: %s", (error, words) => {
  expect(responseText({ status: null, error, milliseconds: 84 })).toBe(words);
});

it("an answer's status says whether it was accepted", () => {
  expect(responseText({ status: 204, error: null, milliseconds: 84 })).toBe("HTTP 204 in 84 ms");
  const error = "paused: the endpoint does not respond, and another event is trying it";
  expect(responseText({ status: null, error, milliseconds: 0 })).toMatch(
    /^Not sent: the endpoint does not respond/,
  );
  expect(responseText({ status: 500, error: "status_500", milliseconds: 1500 })).toBe("HTTP 500 in 1.5 s");
});

describe("an amount has its currency's decimals", () => {
  it.each([
    [4999, "usd", "$49.99"],
    [5, "eur", "€0.05"],
    [2500, "jpy", "¥2,500"],
    [1_250_000, "kwd", "KWD 1,250.000"],
    // None in life, two at the processor.
    [50_000, "isk", "kr 500.00"],
    [-4999, "usd", "-$49.99"],
    [0, "usd", "$0.00"],
    [999_999_999_999_99, "usd", "$999,999,999,999.99"],
  ])("%d %s", (cents, currency, expected) => {
    expect(signText(cents, currency, "en-US").replaceAll("\u00a0", " ")).toBe(expected);
  });

  /** Every currency of which the processor counts whole units, or thousandths; written out, not taken from the code. */
  it.each("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "))("%s has none", (code) => {
    expect(signText(123_456, code, "en-US")).toMatch(/123,456$/);
  });

  it.each("BHD JOD KWD OMR TND".split(" "))("%s has three", (code) => {
    expect(signText(123_456, code, "en-US")).toMatch(/123\.456$/);
  });

  it("an amount stands alone where the code is none", () => {
    expect(signText(4999, "<b>", "en-US")).toBe("49.99");
    expect(moneyText(4999, "<b>", "en-US")).toBe("49.99");
  });

  it("in a sentence it has its code, once", () => {
    expect(moneyText(4999, "usd", "en-US")).toBe("$49.99 USD");
    expect(moneyText(1_250_000, "kwd", "en-US").replaceAll("\u00a0", " ")).toBe("KWD 1,250.000");
  });
});

it.each([
  ["requires_payment_method", "The customer has not paid yet."],
  ["requires_confirmation", "The payment was not confirmed yet."],
  ["requires_action", "The customer has to authenticate."],
  ["processing", "In progress. It can still fail."],
  ["requires_capture", "Not paid yet: authorized. Capture it before the authorization expires."],
  ["succeeded", "Paid: the customer was charged."],
  ["refunded", "Paid, then refunded in full."],
  ["canceled", "The customer was not charged."],
] as const)("a label says what is so: the status %s", (status, meaning) => {
  expect(STATUS_MEANINGS[status]).toBe(meaning);
});

describe("what cannot be seen is shown", () => {
  it.each([
    ["a right-to-left override", "invoice\u202Egpj.exe", "invoice[U+202E]gpj.exe"],
    ["an isolate", "a\u2067b\u2069", "a[U+2067]b[U+2069]"],
    ["a control", "a\u0007b\u0000", "a[U+0007]b[U+0000]"],
    ["a zero-width space and a byte order mark", "a\u200bb\ufeff", "a[U+200B]b[U+FEFF]"],
    ["a line's end where one line is meant", "a\nb", "a[U+000A]b"],
    ["a letter that is blank", "\u3164", "[U+3164]"],
    ["a tag of the astral planes", "a\u{e0041}", "a[U+E0041]"],
    ["a joiner of nothing", "\u{1f469}\u200d", "\u{1f469}[U+200D]"],
    ["a joiner in letters that have one shape", "re\u200dfund", "re[U+200D]fund"],
    ["half a pair", "a\ud800b", "a[U+D800]b"],
  ])("%s", (_, text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  it("what can be seen is left alone", () => {
    expect(visible("Zoë's order №7, שלום, 東京 🎉")).toBe("Zoë's order №7, שלום, 東京 🎉");
  });

  it.each([
    ["a family in an emoji", "\u{1f469}\u{1f3fd}\u200d\u{1f467}"],
    ["a flag in an emoji", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
    ["two letters in Hindi", "\u0930\u094d\u200d\u092f"],
    ["two letters that Persian keeps apart", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ])("leaves a joiner alone that shapes %s", (_, text) => {
    expect(visible(text)).toBe(text);
  });

  it("save what a block of text is made of", () => {
    const pieces = piecesOf("a\n\tb\u202E", "\n\t");
    expect(pieces.filter(({ isHidden }) => isHidden).map(({ text }) => text)).toEqual(["U+202E"]);
    expect(pieces.map(({ text }) => text).join("")).toBe("a\n\tbU+202E");
  });
});

describe("times", () => {
  it("in UTC say so", () => {
    expect(timeText("2026-07-01T12:00:09.000Z", true)).toMatch(/12:00:09.*UTC$/);
  });

  it("the half of the day and the zone stay on the line of their hour", () => {
    expect(timeText("2026-07-01T12:00:09.000Z", true)).toMatch(/12:00:09\u00a0PM\u00a0UTC$/);
  });

  it("times that are none stay as they came", () => {
    expect(timeText("soon", false)).toBe("soon");
  });

  it.each([
    [400, undefined],
    [1_000, "1 second"],
    [59_000, "59 seconds"],
    [119_000, "1 minute"],
    [3_599_999, "59 minutes"],
    [7_200_000, "2 hours"],
    [86_400_000, "1 day"],
  ])("%d ms of waiting", (milliseconds, expected) => {
    expect(durationText(milliseconds)).toBe(expected);
  });

  it("the time that a request took is shown", () => {
    expect([tookText(84), tookText(999), tookText(1_000), tookText(10_004)]).toEqual([
      "84 ms",
      "999 ms",
      "1.0 s",
      "10.0 s",
    ]);
  });

  it("a time that is so much later is told as a time, and what is none stays as it came", () => {
    expect(timeAfter("2026-07-01T12:00:00.000Z", 60_000)).toBe("2026-07-01T12:01:00.000Z");
    expect(timeAfter("soon", 60_000)).toBe("soon");
  });

  it("a field for a time is empty for what is no time", () => {
    expect(fieldValue(undefined, false)).toBe("");
    expect(fieldValue("soon", false)).toBe("");
    expect(fieldTime("", false)).toBe("");
  });

  it("a statement's day is a day of UTC", () => {
    expect(dayText("2026-07-01")).toMatch(/Wed.*Jul.*1.*2026|Wed.*1.*Jul.*2026/);
    expect(dayText("someday")).toBe("?");
  });

  it("two moments of a day are on the same day, and the next day's are not", () => {
    const noon = new Date(2026, 6, 1, 12).toISOString();
    expect(isSameDay(noon, new Date(2026, 6, 1, 23).toISOString(), false)).toBe(true);
    expect(isSameDay(noon, new Date(2026, 6, 2, 12).toISOString(), false)).toBe(false);
  });

  it("two moments that the reader sees in UTC are on the same day of UTC, or not, wherever the reader is", () => {
    vi.stubEnv("TZ", "America/New_York");
    try {
      const late = "2026-07-01T23:59:00.000Z";
      expect(isSameDay(late, "2026-07-02T00:01:00.000Z", false)).toBe(true);
      expect(isSameDay(late, "2026-07-02T00:01:00.000Z", true)).toBe(false);
      expect(isSameDay(late, "2026-07-01T00:00:00.000Z", true)).toBe(true);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("a moment has as much detail as there is room for", () => {
    vi.setSystemTime("2026-11-15T12:00:00.000Z");
    const iso = "2026-07-01T12:34:56.000Z";
    expect(timeText(iso, true, "brief")).toMatch(/Jul 1.*12:34.*UTC$/);
    expect(timeText(iso, true, "brief")).not.toMatch(/56|2026/);
    vi.useRealTimers();
    expect(timeText(iso, true, "clock")).toMatch(/^12:34:56.*UTC$/);
    expect(timeText(iso, true)).toMatch(/Jul 1, 2026.*12:34:56/);
  });

  it.each([
    ["of the year before", "2025-12-31T23:59:00.000Z", /Dec 31, 2025.*11:59/],
    ["of the year after", "2027-01-01T00:00:00.000Z", /Jan 1, 2027.*12:00/],
  ])("a brief moment %s says its year", (_, iso, words) => {
    vi.setSystemTime("2026-11-15T12:00:00.000Z");
    expect(timeText(iso, true, "brief")).toMatch(words);
    vi.useRealTimers();
  });
});

it("a field for a time holds the hour of the reader's own zone", () => {
  vi.stubEnv("TZ", "America/New_York");
  try {
    expect(fieldValue("2026-07-01T12:34:56.789Z", false)).toBe("2026-07-01T08:34");
    expect(fieldTime("2026-07-01T08:34", false)).toBe("2026-07-01T12:34:00.000Z");
    expect(fieldValue("2026-07-01T12:34:56.789Z", true)).toBe("2026-07-01T12:34");
    expect(fieldTime("2026-07-01T08:34", true)).toBe("2026-07-01T08:34:00.000Z");
  } finally {
    vi.unstubAllEnvs();
  }
});
