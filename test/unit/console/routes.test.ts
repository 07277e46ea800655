import { describe, expect, it } from "vitest";
import { hrefOf, parseRoute } from "../../../infra/pages/console/state/routes.ts";

const PAYMENT = `svcpay_${"0".repeat(32)}`;

describe("the address", () => {
  it.each([
    ["", "overview", ""],
    ["#/payments", "payments", ""],
    [`#/payments/${PAYMENT}`, "payment", PAYMENT],
    ["#/events/evt_1Q", "event", "evt_1Q"],
    ["#/endpoint", "endpoints", ""],
    ["#/endpoint/ep_0f3c51b7d2e84a96", "endpoint", "ep_0f3c51b7d2e84a96"],
    ["#/statements/2026-07-01", "statement", "2026-07-01"],
    ["#/payouts/po_1QExample", "payout", "po_1QExample"],
  ])("%s is a screen", (hash, screen, id) => {
    expect(parseRoute(hash)).toEqual({ screen, id, query: {} });
  });

  it.each([
    "#/nothing",
    "#/payments/",
    "#/payments/1",
    `#/payments/${PAYMENT}/refund`,
    `#/payments/${PAYMENT}%2f..`,
    "#/payments/../v1/session/end",
    "#/events/javascript:alert(1)",
    "#/statements/yesterday",
    "#/endpoint/1",
    "#/__proto__",
  ])("%s is none", (hash) => {
    expect(parseRoute(hash).screen).toBe("unknown");
  });

  it("keeps the filters that a screen knows, with values that they may have", () => {
    const good = "search=order-1&status=succeeded&since=2026-07-01T00:00:00.000Z";
    const bad = "&until=now&status=weird&limit=1000&startingAfter=1&__proto__=x&svcPaymentId=1";
    expect(parseRoute(`#/payments?${good}${bad}`).query).toEqual({
      search: "order-1",
      status: "succeeded",
      since: "2026-07-01T00:00:00.000Z",
    });
  });

  it("comes back as it was written", () => {
    const query = { search: "a&b=c#d/é?", status: "refunded" };
    expect(parseRoute(hrefOf("payments", { query }))).toEqual({ screen: "payments", id: "", query });
    expect(hrefOf("payments", { query: { search: "" } })).toBe("#/payments");
  });

  it("is never made of what it may not hold", () => {
    expect(hrefOf("events", { query: { svcPaymentId: "<b>", nonsense: "1" } })).toBe("#/events");
  });
});

it.each([
  [
    "attention",
    "startingAfter",
    ["a", "DISPUTE#1782907200000#a", "a".repeat(400)],
    ["", "a".repeat(401), "a b"],
  ],
  ["payments", "search", ["a", "a".repeat(500)], ["a".repeat(501)]],
  [
    "payments",
    "since",
    ["2026-07-01T12:00:00Z"],
    ["2026-07-01", "2026-13-01T12:00:00Z", "x2026-07-01T12:00:00Z"],
  ],
  ["payments", "status", ["disputed", "refund_failed", "succeeded"], ["toString", "lost"]],
  ["payout", "startingAfter", ["1", "999999999"], ["1234567890", "-1"]],
] as const)("the filter of %s by %s takes what it may have and nothing else", (screen, name, good, bad) => {
  const path = screen === "payout" ? "payouts/po_1" : screen;
  const kept = (value: string) =>
    parseRoute(`#/${path}?${new URLSearchParams({ [name]: value })}`).query[name];
  for (const value of good) expect(kept(value)).toBe(value);
  for (const value of bad) expect(kept(value), value).toBeUndefined();
});
