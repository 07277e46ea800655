import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

vi.stubEnv("AWS_REGION", "eu-west-1");
const { parseCallback } = await import("../../../shared/queues/queue.ts");

it("reads the event and its generation, and nothing else", () => {
  const text = JSON.stringify({ eventId: "evt_1", generation: 2, url: "https://evil.example" });
  expect(parseCallback(text)).toEqual({ eventId: "evt_1", generation: 2 });
});

describe("refuses", () => {
  it.each([
    ["nothing", ""],
    ["text", "evt_1"],
    ["half a message", '{"eventId":"evt_1","generation":'],
    ["null", "null"],
    ["a number", "1"],
    ["a list", '["evt_1",1]'],
    ["an empty object", "{}"],
    ["no event", '{"generation":1}'],
    ["an event that is no text", '{"eventId":1,"generation":1}'],
    ["an event that is null", '{"eventId":null,"generation":1}'],
    ["no generation", '{"eventId":"evt_1"}'],
    ["a generation in text", '{"eventId":"evt_1","generation":"1"}'],
    ["a generation and a half", '{"eventId":"evt_1","generation":1.5}'],
    ["a generation that is null", '{"eventId":"evt_1","generation":null}'],
    ["a generation beyond all counting", '{"eventId":"evt_1","generation":1e300}'],
  ])("%s", (_, text) => {
    expect(() => parseCallback(text)).toThrow();
  });

  it("whatever is no message", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseCallback(text)).toThrow();
      }),
    );
  });
});
