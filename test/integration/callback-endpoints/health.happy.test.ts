import { describe, expect, it } from "vitest";
import { CallbackHealth } from "../../../shared/contract/callback-endpoint.ts";
import { DEAD_SHARDS } from "../../../shared/ledger/table.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);

async function health() {
  const reply = await shop.api.call("GET", `/v1/callback-endpoints/${shop.endpointId}/health`);
  expect(reply.status).toBe(200);
  expect(CallbackHealth.safeParse(reply.json).error).toBeUndefined();
  return reply.json;
}

describe("an endpoint's health", () => {
  it("is nothing yet where nothing was sent", async () => {
    expect(await health()).toMatchObject({
      events: 0,
      answers: 0,
      p50AnswerMilliseconds: null,
      lastEventId: null,
    });
  });

  it("tells what was delivered and how quickly", async () => {
    const { json } = await shop.api.onEndpoint("test");
    await service.eventually(
      async () => (await service.deliveryItem(String(json.eventId))).delivery === "delivered",
    );
    service.dynamodb.clear();
    const told = await health();
    expect(told).toMatchObject({ events: 1, delivered: 1, answers: 1, lastEventId: json.eventId });
    expect(told.p50AnswerMilliseconds).toBeGreaterThanOrEqual(0);
    const queries = Array<string>(1 + DEAD_SHARDS).fill("Query");
    expect(service.dynamodb.passed.map(({ target }) => target).toSorted()).toEqual([
      "BatchGetItem",
      "BatchGetItem",
      ...queries,
    ]);
  });
});
