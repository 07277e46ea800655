import { beforeEach, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Events that are put on the due list to be sent again; how one is applied is told here, and tried elsewhere. */
const world = new FakeWorld();
world.enter();
const applied: string[] = [];
let apply: (eventId: string) => { forwarded: boolean } = () => ({ forwarded: false });
vi.doMock("../../../shared/flows/events/resume-event.ts", () => ({
  resumeEvent: async ({ eventId }: EventRecord) => {
    applied.push(eventId);
    return apply(eventId);
  },
}));
const { scheduleRedeliveries } = await import("../../../shared/flows/events/schedule-redeliveries.ts");
const { timeOf } = await import("../../../shared/ledger/due.ts");

const record = (eventId: string, given: Record<string, unknown> = {}): EventRecord => {
  world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "dead", receivedAt: world.now });
  world.table.put({ ...eventKey(eventId), ...world.eventOf(eventId), ...given }, {});
  return world.eventOf(eventId) as unknown as EventRecord;
};
const UNFINISHED = { finishedAt: undefined };
const dueOf = (eventId: string) => timeOf({ dueSort: String(world.eventOf(eventId).dueSort) }) - world.now;
const schedule = (events: EventRecord[]) => {
  let nth = 0;
  return scheduleRedeliveries(events, world.now, () => world.now + 1000 * ++nth);
};

beforeEach(() => {
  applied.length = 0;
  apply = () => ({ forwarded: false });
});

it("each event is due at its own time, and has its message for then", async () => {
  const events = ["evt_1", "evt_2"].map((eventId) => record(eventId));
  expect(await schedule(events)).toBe(2);
  expect(["evt_1", "evt_2"].map(dueOf)).toEqual([1000, 2000]);
  expect(world.eventOf("evt_1")).toMatchObject({ delivery: "pending", generation: 2 });
  const messages = world.callbacks.map(({ eventId, deliveryRound, visibleAt }) => [
    ...[eventId, deliveryRound, visibleAt - world.now],
  ]);
  expect(messages).toEqual([
    ["evt_1", 2, 1000],
    ["evt_2", 2, 2000],
  ]);
  expect(applied).toEqual([]);
});

it("what is due after the next sweep has no message yet: that sweep sends it", async () => {
  expect(await scheduleRedeliveries([record("evt_9")], world.now, () => world.now + 60_000)).toBe(1);
  expect(world.messages.has("evt_9")).toBe(false);
});

it("what is on its way by now is left alone, and not counted", async () => {
  const read = record("evt_1");
  record("evt_1", { delivery: "pending", generation: 2, enqueuedAt: world.now - 1 });
  expect(await schedule([read])).toBe(0);
  expect(world.eventOf("evt_1")).toMatchObject({ generation: 2 });
});

it("what was never applied is applied first, and then due; of an event of our own nothing is", async () => {
  const events = [
    record("evt_1", UNFINISHED),
    record("evt_own", { ...UNFINISHED, type: "callback.test", source: "service" }),
  ];
  expect(await schedule(events)).toBe(2);
  expect(applied).toEqual(["evt_1"]);
  for (const { eventId } of events) expect(world.eventOf(eventId)).toMatchObject({ generation: 2 });
});

it("what was sent by being applied counts as sent, and is not sent a second time", async () => {
  apply = () => ({ forwarded: true });
  expect(await schedule([record("evt_1", UNFINISHED)])).toBe(1);
  expect(world.eventOf("evt_1")).toMatchObject({ delivery: "dead", generation: 1 });
});

it("what cannot be applied is left for later, and the others go on", async () => {
  apply = (eventId) => {
    if (eventId === "evt_1") throw new Failure("processor_unavailable", "Away.");
    return { forwarded: false };
  };
  expect(await schedule([record("evt_1", UNFINISHED), record("evt_2", UNFINISHED)])).toBe(1);
  expect(applied).toEqual(["evt_1", "evt_2"]);
  expect(world.eventOf("evt_1")).toMatchObject({ delivery: "dead" });
});

it("a processor that has had enough is not asked again for the rest of the page", async () => {
  apply = () => {
    throw new Failure("processor_unavailable", "Too many.", { processorSays: "slow_down" });
  };
  const events = [record("evt_1", UNFINISHED), record("evt_2", UNFINISHED)];
  await expect(schedule(events)).rejects.toMatchObject({ extras: { processorSays: "slow_down" } });
  expect(applied).toEqual(["evt_1"]);
});
