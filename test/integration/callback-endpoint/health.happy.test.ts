import { describe, expect, it } from "vitest";
import { CallbackHealth } from "../../../shared/contract/callback-endpoint.ts";
import { DEAD_SHARDS } from "../../../shared/ledger/table.ts";
import { changeDelivery, newEventId, putEvents } from "../../support/events.ts";
import { useService, useShop } from "../../support/use-service.ts";

const HOUR_MS = 3_600_000;

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

  it("counts what is open however old it is, of this merchant, and the last day's deliveries and answers", async () => {
    const { merchantId } = shop;
    const now = Date.now();
    const given = (delivery: "delivered" | "dead" | "held" | "pending" | "none", receivedAt = now) => ({
      eventId: newEventId(),
      merchantId,
      receivedAt,
      delivery,
      ...(delivery === "dead" && {
        deadShard: "DEAD#0",
        deadSort: `${merchantId}/${shop.endpointId}#${receivedAt}`,
      }),
    });
    const failing = Array.from({ length: 28 }, () => given("pending", now - 50 * HOUR_MS));
    const [recent, older] = [given("delivered", now - 23 * HOUR_MS), given("delivered", now - 25 * HOUR_MS)];
    await putEvents(service, [
      ...[recent, older, ...failing, given("dead", now - 60 * 24 * HOUR_MS), given("held"), given("pending")],
      given("none"),
      { ...given("dead"), merchantId: service.stack.demo.merchantId, deadSort: "mer_another" },
    ]);
    const attempt = {
      deliveryRound: 1,
      attempt: 1,
      at: now,
      milliseconds: 12,
      status: 500,
      error: "status: 500",
    };
    for (const { eventId } of failing)
      await changeDelivery(service, eventId, { attempts: 1, log: [attempt] });
    const accepted = (at: number) => ({
      log: [{ deliveryRound: 1, attempt: 1, at, milliseconds: 9, status: 200 }],
    });
    await changeDelivery(service, recent.eventId, accepted(now - 23 * HOUR_MS));
    await changeDelivery(service, older.eventId, accepted(now - 25 * HOUR_MS));
    const told = await health();
    expect(told).toMatchObject({ events: 32, delivered: 1, dead: 1, held: 1, waiting: 1, failing: 28 });
    expect(told).toMatchObject({ answers: 29, p50AnswerMilliseconds: 12, lookedBackTo: null });
  });

  it("looks at the newest thousand, and says since when these are; the dead are all counted", async () => {
    const now = Date.now();
    await putEvents(
      service,
      Array.from({ length: 1010 }, (_, index) => ({
        eventId: newEventId(),
        merchantId: shop.merchantId,
        receivedAt: now - index * 1000,
        ...(index < 990
          ? { delivery: "held" as const }
          : {
              delivery: "dead" as const,
              deadShard: `DEAD#${index % 8}`,
              deadSort: `${shop.merchantId}/${shop.endpointId}#${index}`,
            }),
      })),
    );
    const told = await health();
    expect(told).toMatchObject({ events: 1010, held: 990, dead: 20 });
    expect(Date.parse(String(told.lookedBackTo))).toBe(now - 999_000);
  });
});
