import { expect, it } from "vitest";
import { isSameEndpoint } from "../../../infra/pages/console/api/api.ts";

const SHOWN = {
  url: "https://shop.example/callbacks",
  events: ["charge.refunded", "refund.failed"],
  payload: "processor" as const,
};

it("an endpoint whose events come in another order is the one that was shown", () => {
  expect(isSameEndpoint(SHOWN, { ...SHOWN, events: ["refund.failed", "charge.refunded"] })).toBe(true);
  expect(isSameEndpoint({ ...SHOWN, events: null }, { ...SHOWN, events: null })).toBe(true);
});

it.each([
  ["another address", { url: "https://other.example/" }],
  ["other events", { events: ["charge.refunded"] }],
  ["no events", { events: [] }],
  ["the default events", { events: null }],
  ["another payload", { payload: "service" as const }],
])("an endpoint that has got %s is not the one that was shown", (_, changes) => {
  expect(isSameEndpoint(SHOWN, { ...SHOWN, ...changes })).toBe(false);
});
