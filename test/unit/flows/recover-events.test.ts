import { beforeEach, describe, expect, it } from "vitest";
import type { VisitMessage } from "../../../shared/domain/due-schedule.ts";
import type { CallbackEndpoint } from "../../../shared/domain/events/callback-endpoint.ts";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import { ALL_DEAD, type RecoveryWindow } from "../../../shared/domain/events/recovery.ts";
import type { EventsWork } from "../../../shared/ledger/events-work.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import {
  deadShardOf,
  deliveryKey,
  eventsWorkKey,
  merchantKey,
  timeSort,
} from "../../../shared/ledger/table.ts";
import { deliveryItem, endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld, HOUR_MS } from "../../support/fake-world.ts";

/* Which of a merchant's events a recovery sends again, when, and what it says of itself. */
const world = new FakeWorld().enter();
const { getRecovery, recoverEvents, startRelease, visitAtOnce } = await import(
  "../../../shared/flows/callbacks/recover-events.ts"
);
const { enableCallbackEndpoint } = await import("../../../shared/flows/callbacks/change-endpoint.ts");
const { visit } = await import("../../../shared/flows/recovery/visit.ts");
const { findWork } = await import("../../../shared/ledger/work.ts");
const { workOnEvents } = await import("../../../shared/flows/callbacks/work-on-events.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");
const { timeOf } = await import("../../../shared/ledger/due.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

let merchants = 0;
let merchantId = "";
let randoms = 0;
const change = (actor?: string) => ({
  ...{ at: world.now, random: (size: number) => new Uint8Array(size).fill(++randoms), actor },
});
const recover = async (window: RecoveryWindow, actor?: string) =>
  recoverEvents(await merchant(), window, change(actor));
const lastHour = (): RecoveryWindow => ({ sinceMs: world.now - HOUR_MS, untilMs: world.now });
const run = async (work: EventsWork) => {
  await workOnEvents(work, { runId: `run-${++randoms}`, now: () => world.now });
  return (await getRecovery(merchantId, work.progress.recoveryId)).progress;
};
const idOf = (name: string) => `evt_${merchantId}_${name}`;
const stored = (name: string) => world.deliveryOf(idOf(name));
const merchant = async () => (await findMerchant(merchantId)) as Merchant;
const release = async () => startRelease(await merchant(), endpointIdOf(merchantId), change());

function add(name: string, delivery: DeliveryState, given: Record<string, unknown> = {}, agoMs = 1000): void {
  world.putEvent({ eventId: idOf(name), merchantId }, { delivery, receivedAt: world.now - agoMs });
  if (delivery !== "none")
    world.table.put({ ...deliveryKey(idOf(name), endpointIdOf(merchantId)), ...stored(name), ...given }, {});
}

beforeEach(() => {
  merchantId = `mer_${++merchants}`;
  world.putMerchant(merchantId);
});

it("a recovery sends what is dead or held in its window, and counts what it has looked at and sent", async () => {
  add("dead", "dead");
  add("held", "held");
  add("pending", "pending");
  add("delivered", "delivered");
  add("none", "none");
  add("first", "dead", {}, HOUR_MS);
  add("before", "dead", {}, HOUR_MS + 1);
  add("after", "dead", {}, 0);
  const { kind, work } = await recover(lastHour());
  expect(kind).toBe("started");
  expect(await run(work)).toMatchObject({ looked: 5, sent: 3 });
  for (const name of ["dead", "held", "first"])
    expect(stored(name)).toMatchObject({ delivery: "pending", deliveryRound: 2 });
  for (const name of ["before", "after"]) expect(stored(name)).toMatchObject({ delivery: "dead" });
  expect(stored("pending")).toMatchObject({ deliveryRound: 1 });
  expect(world.callbacks).toHaveLength(3);
});

it("the events of a recovery are due one after the other, forty milliseconds apart, from now on", async () => {
  for (const name of ["1", "2", "3"]) add(name, "dead");
  const { pacedUntil } = await run((await recover(lastHour())).work);
  const dueTimes = ["1", "2", "3"].map((name) => timeOf({ dueSort: String(stored(name).dueSort) }));
  expect(dueTimes.toSorted()).toEqual([world.now, world.now + 40, world.now + 80]);
  expect(pacedUntil).toBe(world.now + 80);
});

it("a recovery works page by page, a hundred events each, for ten seconds, and its next run goes on from there", async () => {
  for (let nth = 0; nth < 250; nth++) add(`${nth}`, "dead", {}, 1000 + nth);
  const { work } = await recover(lastHour());
  // Each page takes five seconds.
  world.query = (input) => {
    if (input.IndexName === "deliveries-by-endpoint") world.now += 5_000;
    return world.table.query(input);
  };
  const first = await workOnEvents(work, { runId: "first", now: () => world.now });
  world.query = (input) => world.table.query(input);
  expect(first).toMatchObject({ kind: "put_aside", work: { progress: { looked: 200, sent: 200 } } });
  // Whoever looks at the due list next goes on with it.
  expect(timeOf({ dueSort: String(first.work.dueSort) })).toBe(world.now);
  const second = await workOnEvents(first.work as EventsWork, { runId: "second", now: () => world.now });
  expect(second).toMatchObject({ kind: "done", work: { progress: { looked: 250, sent: 250 } } });
});

it("a call that was frozen before its release does not begin that hours later, in the place of another one", async () => {
  const key = eventsWorkKey(merchantId, "release");
  let running: EventsWork | undefined;
  world.beforeUpdate = async ({ pk, sk }) => {
    if (pk !== key.pk || sk !== key.sk) return;
    world.beforeUpdate = undefined;
    world.now += HOUR_MS;
    running = await release();
  };
  const frozen = enableCallbackEndpoint(await merchant(), endpointIdOf(merchantId), change());
  await expect(frozen).rejects.toThrow();
  expect(running).toBeDefined();
  expect(await findWork(key)).toEqual(running);
});

it("enabling again starts the release from its beginning: an event held behind its cursor is sent", async () => {
  for (let nth = 0; nth < 250; nth++) add(`${nth}`, "delivered", {}, 1000 + nth);
  const begun = await release();
  // One page fits into the visit; then an event that the release has passed is held by a slow delivery.
  let looks = 0;
  await workOnEvents(begun, { runId: "run", now: () => world.now + (looks++ > 2 ? 60_000 : 0) });
  const { progress } = (await findWork<{ before?: string }>(begun)) ?? {};
  expect(progress?.before).toBeDefined();
  add("0", "held", {}, 1000);
  const again = await release();
  expect(again.progress.before).toBeUndefined();
  while ((await workOnEvents(again, { runId: "again", now: () => world.now })).kind === "put_aside");
  expect(stored("0").delivery).toBe("pending");
});

it("work that has ended already is not done a second time", async () => {
  add("dead", "dead");
  const { work } = await recover(lastHour());
  await run(work);
  add("later", "dead");
  const ended = await getRecovery(merchantId, work.progress.recoveryId);
  await workOnEvents(ended, { runId: "again", now: () => world.now });
  expect(stored("later")).toMatchObject({ delivery: "dead" });
});

it("a recovery of everything dead sends the dead, whenever they came, and leaves the held alone", async () => {
  const dead = (name: string) => ({
    deadShard: deadShardOf(idOf(name)),
    deadSort: `${merchantId}/${endpointIdOf(merchantId)}#${timeSort(world.now - 1000, idOf(name))}`,
    diedAt: world.now - 1000,
  });
  add("long-dead", "dead", dead("long-dead"), 30 * 24 * HOUR_MS);
  add("held", "held");
  expect(await run((await recover(ALL_DEAD)).work)).toMatchObject({ looked: 1, sent: 1 });
  expect(stored("long-dead")).toMatchObject({ delivery: "pending", deliveryRound: 2 });
  expect(stored("held")).toMatchObject({ delivery: "held" });
});

it("a release of a merchant that has no endpoint any more sends nothing", async () => {
  add("held", "held");
  const work = await release();
  world.table.put({ ...merchantKey(merchantId), merchantId }, {});
  expect(await run(work)).toMatchObject({ looked: 0, sent: 0 });
  expect(stored("held")).toMatchObject({ delivery: "held" });
});

it("a release sends what was held and leaves the dead alone", async () => {
  add("dead", "dead");
  add("held", "held");
  expect(await run(await release())).toMatchObject({ looked: 2, sent: 1 });
  expect(stored("dead")).toMatchObject({ delivery: "dead" });
  expect(stored("held")).toMatchObject({ delivery: "pending", deliveryRound: 2 });
});

const ONE = "ep_00000000000000a1";
const OTHER = "ep_00000000000000b2";
const putEndpoints = (...given: Partial<CallbackEndpoint>[]) => {
  const list = given.map((one) => ({ url: "https://shop.example/", secrets: [], disabled: false, ...one }));
  world.table.put({ ...merchantKey(merchantId), merchantId, callbackEndpoints: { version: 1, list } }, {});
};
const addTo = (endpointId: string, name: string, delivery: DeliveryState) =>
  world.table.put(
    deliveryItem({ eventId: idOf(name), merchantId, endpointId }, { delivery, receivedAt: world.now - 1000 }),
    {},
  );
const at = (endpointId: string, name: string) => world.table.peek(deliveryKey(idOf(name), endpointId));

it("a recovery of all endpoints sends to each from now on: one's backlog does not delay another's", async () => {
  putEndpoints({ endpointId: ONE }, { endpointId: OTHER }, { endpointId: "ep_off", disabled: true });
  for (let nth = 0; nth < 50; nth++) addTo(ONE, `${nth}`, "dead");
  addTo(OTHER, "0", "dead");
  addTo("ep_off", "0", "dead");
  await run((await recover(lastHour())).work);
  const due = at(OTHER, "0") as { dueSort: string };
  expect(due).toMatchObject({ delivery: "pending", deliveryRound: 2 });
  expect(timeOf(due)).toBe(world.now);
  expect(at(ONE, "49")).toMatchObject({ delivery: "pending" });
  expect(at("ep_off", "0")).toMatchObject({ delivery: "dead" });
});

it("a recovery of one endpoint leaves the others alone", async () => {
  putEndpoints({ endpointId: ONE }, { endpointId: OTHER });
  for (const endpointId of [ONE, OTHER]) addTo(endpointId, "0", "dead");
  await run((await recover({ ...lastHour(), endpointId: OTHER })).work);
  expect([at(ONE, "0"), at(OTHER, "0")]).toMatchObject([{ delivery: "dead" }, { delivery: "pending" }]);
});

describe("two endpoints that are enabled one after the other", () => {
  const disabled = (endpointId: string) => ({ endpointId, disabled: true });
  const enable = async (endpointId: string) =>
    visitAtOnce((await enableCallbackEndpoint(await merchant(), endpointId, change())).work);
  const visitOne = (visiting: VisitMessage) =>
    visit(visiting, { runId: `run-${++randoms}`, now: () => world.now });
  const visitAll = async () => {
    for (const visiting of world.visits.splice(0)) await visitOne(visiting);
  };

  it("both get what was held, though the first one's visit comes early", async () => {
    putEndpoints(disabled(ONE), disabled(OTHER));
    for (const endpointId of [ONE, OTHER]) addTo(endpointId, "held", "held");
    world.visits.length = 0;
    await enable(ONE);
    const early = world.visits.splice(0);
    // Right before the second endpoint is written as enabled.
    world.beforeUpdate = async ({ pk }) => {
      if (pk !== merchantKey(merchantId).pk) return;
      world.beforeUpdate = undefined;
      for (const visiting of early) await visitOne(visiting);
    };
    await enable(OTHER);
    expect(world.beforeUpdate).toBeUndefined();
    await visitAll();
    expect([at(ONE, "held"), at(OTHER, "held")]).toMatchObject([
      { delivery: "pending" },
      { delivery: "pending" },
    ]);
  });

  it("a release begins with the endpoint that was enabled, and comes to those that are disabled last", async () => {
    putEndpoints(disabled("ep_off"), { endpointId: ONE }, disabled(OTHER));
    await enable(OTHER);
    const work = await findWork<{ endpointIds?: string[] }>(eventsWorkKey(merchantId, "release"));
    expect(work?.progress.endpointIds).toEqual([OTHER, ONE, "ep_off"]);
  });
});

it("a release is first looked for half a minute after it was asked for, and a recovery at once", async () => {
  const dueOf = ({ dueSort = "" }: EventsWork) => timeOf({ dueSort });
  expect(dueOf(await release())).toBe(world.now + 30_000);
  expect(dueOf((await recover(lastHour())).work)).toBe(world.now);
});

it("a release keeps its id however often it is started, and every recovery has its own", async () => {
  const releaseId = async () => (await release()).progress.recoveryId;
  expect(await releaseId()).toBe(await releaseId());
  const first = (await recover(lastHour())).work;
  await run(first);
  expect((await recover(lastHour())).work.progress.recoveryId).not.toBe(first.progress.recoveryId);
});

describe("a recovery that runs", () => {
  it("answers the same request with itself, and another one with when to come again", async () => {
    const { work } = await recover(lastHour());
    expect(await recover(lastHour())).toMatchObject({
      ...{ kind: "standing", work: { progress: { recoveryId: work.progress.recoveryId } } },
    });
    const other = { ...lastHour(), sinceMs: 1 };
    await expect(recover(other)).rejects.toMatchObject({
      ...{ code: "in_progress", extras: { retryAfterSeconds: 30 } },
    });
    await run(work);
    expect((await recover(other)).kind).toBe("started");
  });

  it("can be looked up by its merchant alone, under its own id", async () => {
    const { recoveryId } = (await recover(lastHour())).work.progress;
    expect((await getRecovery(merchantId, recoveryId)).merchantId).toBe(merchantId);
    for (const [merchant, id] of [
      ["mer_other", recoveryId],
      [merchantId, `rcv_${"f".repeat(32)}`],
      [merchantId, "nonsense"],
    ] as const)
      await expect(getRecovery(merchant, id)).rejects.toMatchObject({
        ...{ code: "not_found", message: expect.stringMatching(/no such recovery/) },
      });
  });
});

it("a recovery is in the audit with its window, and one of everything dead says so", async () => {
  const window = { sinceMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2026, 0, 2) };
  await run((await recover(window, "operator")).work);
  world.now += 1;
  await recover(ALL_DEAD, "operator");
  const [second, first] = await listAudit(merchantId);
  expect(first).toMatchObject({ actor: "operator", action: "recover-events" });
  expect(first?.subject).toMatch(/^2026-01-01T00:00:00.* to 2026-01-02T00:00:00/);
  expect(second?.subject).toBe("everything dead");
});

it("a recovery needs an endpoint that is enabled, and is not noted without one", async () => {
  world.changeEndpoint(merchantId, { disabled: true });
  await expect(recover(lastHour(), "operator")).rejects.toMatchObject({ code: "no_callback_endpoint" });
  expect(await listAudit(merchantId)).toEqual([]);
});
