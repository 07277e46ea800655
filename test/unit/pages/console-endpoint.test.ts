import { expect, it } from "vitest";
import { answerWith, FULL, linesBetween, useNoon, visitConsole } from "../../support/visit-console.ts";

/** An endpoint's page: what its server answered last, what was sent to it, and how it is set up. */

useNoon();

const SHOP = "ep_0f3c51b7d2e84a96";

const attempt = (given: object) => ({
  ...{ at: "2026-11-15T11:00:00.000Z", attempt: 1, deliveryRound: 1, payload: "processor", version: null },
  ...{ status: 503, error: "status_503", milliseconds: 84, nextAttemptAt: null, answer: null },
  ...given,
});

/** Its last attempt was one of these, of the event evt_1. */
async function visit(attempts: object[]) {
  const health = `callback-endpoints/${SHOP}/health`;
  const lastEventId = attempts.length > 0 ? "evt_1" : null;
  const deliveries = [
    { endpointId: "ep_another", attempts: [attempt({ status: 204 })] },
    { endpointId: SHOP, attempts },
  ];
  return visitConsole(`#/endpoint/${SHOP}`, {
    has: {
      [health]: { ...(FULL[health] as object), lastEventId },
      "events/evt_1": { ...(FULL["events/evt_1Q3"] as object), id: "evt_1", deliveries },
    },
  });
}

it("the last response has its code, its time and its body", async () => {
  const answer = '{"error": "out of <b>coffee</b>"}';
  const { text } = await visit([attempt({ at: "2026-11-15T09:00:00.000Z" }), attempt({ answer })]);
  expect(text).toContain("(bad)  HTTP 503 in 84 ms");
  expect(text).toContain("2026-11-15T11:00:00.000Z, to [charge.refunded|href=#/events/evt_1]");
  expect(text).toContain(answer);
  expect(text).toContain("aria-label=Copy response body");
});

it("a response without a body has none, and an endpoint that was never asked has no response", async () => {
  expect((await visit([attempt({})])).text).not.toContain("Copy response body");
  expect((await visit([])).text).toContain("Last response\nNo responses yet.");
});

it("a count of zero has no color", async () => {
  const path = "callback-endpoints/ep_0f3c51b7d2e84a96/health";
  const has = answerWith(path, { delivered: 0, failing: 0, dead: 0 });
  const { text } = await visitConsole("#/endpoint/ep_0f3c51b7d2e84a96", { has });
  expect(text.match(/\[0\|tone=quiet\]/g)).toHaveLength(5);
});

it("what was sent to an endpoint is listed behind its own tab", async () => {
  const { text, asked } = await visitConsole("#/endpoint/ep_0f3c51b7d2e84a96?tab=deliveries");
  expect(asked.find(({ path }) => path === "events")?.query.endpointId).toBe("ep_0f3c51b7d2e84a96");
  expect(text).toContain("Events, newest first");
  const none = await visitConsole("#/endpoint/ep_0f3c51b7d2e84a96?tab=deliveries", { has: { events: [] } });
  expect(none.text).toContain("No deliveries yet");
});

it("every session sees how an endpoint is set up, and only some may change it", async () => {
  const { text } = await visitConsole("#/endpoint/ep_0f3c51b7d2e84a96?tab=settings");
  expect(linesBetween(text, "Settings", "Signing secret")).toEqual([
    "Events",
    "Default events",
    "Payload",
    "Processor events",
  ]);
  expect(text).not.toContain("Save URL");
});
