import { describe, expect, it } from "vitest";
import { CallbackHealth } from "../../../shared/contract/callback-endpoint.ts";
import { DEAD_SHARDS } from "../../../shared/ledger/table.ts";
import { changeEvent, newEventId, putEvents } from "../../support/events.ts";
import { useService, useShop } from "../../support/use-service.ts";

const PATH = "/v1/callback-endpoint";
const HOUR_MS = 3_600_000;

const service = useService({ muted: true });
const shop = useShop(service);

async function health() {
  const reply = await shop.api.call("GET", `${PATH}/health`);
  expect(reply.status).toBe(200);
  expect(CallbackHealth.safeParse(reply.json).error).toBeUndefined();
  return reply.json;
}

describe("an endpoint's health", () => {
  it("is nothing yet where nothing was sent", async () => {
    expect(await health()).toMatchObject({ events: 0, answers: 0, p50AnswerMilliseconds: null });
  });

  it("tells what was delivered and how quickly", async () => {
    const { json } = await shop.api.call("POST", `${PATH}/test`);
    await service.eventually(
      async () => (await service.eventItem(String(json.eventId))).delivery === "delivered",
    );
    service.dynamodb.clear();
    const told = await health();
    expect(told).toMatchObject({ events: 1, delivered: 1, answers: 1 });
    expect(told.p50AnswerMilliseconds).toBeGreaterThanOrEqual(0);
    const queries = Array<string>(1 + DEAD_SHARDS).fill("Query");
    expect(service.dynamodb.passed.map(({ target }) => target).toSorted()).toEqual([
      "BatchGetItem",
      "BatchGetItem",
      ...queries,
    ]);
  });

  it("counts the states of the last day's events, of this merchant, and says since when", async () => {
    const { merchantId } = shop;
    const now = Date.now();
    const failing = newEventId();
    const given = (delivery: "delivered" | "dead" | "held" | "pending" | "none", receivedAt = now) => ({
      eventId: newEventId(),
      merchantId,
      receivedAt,
      delivery,
    });
    await putEvents(service, [
      given("delivered", now - 23 * HOUR_MS),
      given("delivered", now - 25 * HOUR_MS),
      given("dead"),
      given("held"),
      given("held"),
      given("pending"),
      given("none"),
      { ...given("pending"), eventId: failing },
      { ...given("dead"), merchantId: service.stack.demo.merchantId },
    ]);
    const attempt = {
      generation: 1,
      attempt: 1,
      at: now,
      milliseconds: 12,
      status: 500,
      error: "status: 500",
    };
    await changeEvent(service, failing, { attempts: 1, log: [attempt] });
    const told = await health();
    expect(told).toMatchObject({ events: 6, delivered: 1, dead: 1, held: 2, waiting: 1, failing: 1 });
    expect(told).toMatchObject({ answers: 1, p50AnswerMilliseconds: 12 });
    const hours = (now - Date.parse(String(told.since))) / HOUR_MS;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it("looks at the newest 200, in one query, and says since when these are", async () => {
    const now = Date.now();
    await putEvents(
      service,
      Array.from({ length: 210 }, (_, index) => ({
        eventId: newEventId(),
        merchantId: shop.merchantId,
        receivedAt: now - index * 1000,
        delivery: index < 150 ? ("delivered" as const) : ("dead" as const),
      })),
    );
    service.dynamodb.clear();
    const told = await health();
    expect(told).toMatchObject({ events: 200, delivered: 150, dead: 50 });
    expect(Date.parse(String(told.since))).toBe(now - 199_000);
    // One for the newest, and one for each shard of the list of the dead.
    expect(service.dynamodb.passed.filter(({ target }) => target === "Query")).toHaveLength(1 + DEAD_SHARDS);
  });
});
