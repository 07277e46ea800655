import { describe, expect, it } from "vitest";
import { parseCallback } from "../../../../shared/domain/events/callback-delivery.ts";

it("reads the event, the endpoint and the delivery round, and nothing else", () => {
  const message = { eventId: "evt_1", endpointId: "ep_1", deliveryRound: 2 };
  expect(parseCallback(JSON.stringify({ ...message, url: "https://evil.example" }))).toEqual(message);
});

describe("rejects", () => {
  it.each([
    ["nothing", ""],
    ["text", "evt_1"],
    ["half a message", '{"eventId":"evt_1","endpointId":"ep_1","deliveryRound":'],
    ["null", "null"],
    ["a number", "1"],
    ["a list", '["evt_1",1]'],
    ["an empty object", "{}"],
    ["no event", '{"endpointId":"ep_1","deliveryRound":1}'],
    ["an event that is no text", '{"eventId":1,"endpointId":"ep_1","deliveryRound":1}'],
    ["an event that is null", '{"eventId":null,"endpointId":"ep_1","deliveryRound":1}'],
    ["no endpoint", '{"eventId":"evt_1","deliveryRound":1}'],
    ["no delivery round", '{"eventId":"evt_1","endpointId":"ep_1"}'],
    ["a delivery round in text", '{"eventId":"evt_1","endpointId":"ep_1","deliveryRound":"1"}'],
    ["a delivery round and a half", '{"eventId":"evt_1","endpointId":"ep_1","deliveryRound":1.5}'],
    ["a delivery round that is null", '{"eventId":"evt_1","endpointId":"ep_1","deliveryRound":null}'],
    ["a delivery round beyond all counting", '{"eventId":"evt_1","endpointId":"ep_1","deliveryRound":1e300}'],
  ])("%s", (_, text) => {
    expect(() => parseCallback(text)).toThrow();
  });
});
