import { describe, expect, it } from "vitest";
import { AcceptedRecovery, Recovery } from "../../../shared/contract/events.ts";
import { eventsWorkKey } from "../../../shared/ledger/table.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { HOUR_MS, openItems, visitByMessage } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** With the waits of life: what a recovery does to the due list, and at which pace. */
const service = useService({ muted: true });
const shop = useShop(service);

async function events(count: number, delivery: "delivered" | "dead"): Promise<string[]> {
  const made = Array.from({ length: count }, newEventId);
  const { merchantId } = shop;
  const now = Date.now();
  await putEvents(
    service,
    made.map((eventId, index) => ({ eventId, merchantId, receivedAt: now - index * 1000, delivery })),
  );
  return made;
}

async function begin() {
  const [since, until] = [Date.now() - HOUR_MS, Date.now() + 1000].map((at) => new Date(at).toISOString());
  const reply = await shop.api.call("POST", "/v1/events/recover", { since, until });
  const id = String(reply.json.id);
  return { reply, since, until, id, ...eventsWorkKey(shop.merchantId, "recover") };
}

const recoveryOf = (id: string) => shop.api.call("GET", `/v1/event-recoveries/${id}`);
describe("a recovery", () => {
  it("can be followed from its beginning to its end", async () => {
    await events(3, "dead");
    await events(2, "delivered");
    const { reply, id, since, until, ...key } = await begin();
    expect(AcceptedRecovery.safeParse(reply.json).error).toBeUndefined();
    expect(reply.json).toEqual({ id, since, until, by: "receipt" });
    const running = await recoveryOf(id);
    expect(running).toMatchObject({ status: 200 });
    expect(Recovery.safeParse(running.json).error).toBeUndefined();
    expect(running.json).toEqual({ ...reply.json, state: "running", looked: 0, sent: 0 });
    await visitByMessage(service, key);
    expect((await recoveryOf(id)).json).toEqual({ ...reply.json, state: "done", looked: 5, sent: 3 });
    expect((await openItems(service)).filter(({ pk }) => pk === key.pk)).toEqual([]);
  });

  it("runs once at a time: the same window is answered with the one that runs, another with 409", async () => {
    const { id, since, until, reply, ...key } = await begin();
    expect(reply.status).toBe(202);
    const again = await shop.api.call("POST", "/v1/events/recover", { since, until });
    expect(again).toMatchObject({ status: 200, json: { id, since, until } });
    const other = { since, until: new Date(Date.parse(String(until)) + 1000).toISOString() };
    expectProblem(await shop.api.call("POST", "/v1/events/recover", other), 409, "In progress");
    await visitByMessage(service, key);
    const next = await shop.api.call("POST", "/v1/events/recover", other);
    expect(next.status).toBe(202);
    expect(next.json.id).not.toBe(id);
    expectProblem(await recoveryOf(id), 404, "Not found");
  });

  it.each([
    ["unknown", `rcv_${"0".repeat(32)}`],
    ["no recovery's id", "evt_1"],
    ["a key of ours", "MERCHANT"],
  ])("a recovery that is %s is a 404", async (_, id) => {
    const reply = await recoveryOf(id);
    expectProblem(reply, 404, "Not found");
    expect(reply.json.detail).toBe("There is no such recovery.");
  });
});
