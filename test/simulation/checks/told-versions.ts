import { timeOfSort } from "../../../shared/ledger/table.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/*
 * What merchants were or could have been told of each payment, kept beside the ledger: a restore does not forget it. A
 * version never falls, and one version never shows two pictures; then a receiver that keeps the highest is right, in
 * whatever order it hears. And no event comes to stand in the feed before what a follower has read.
 */
const told = new WeakMap<Simulation, Map<string, { revision: number; picture: string }>>();

function toldIn(simulation: Simulation) {
  const known = told.get(simulation) ?? new Map<string, { revision: number; picture: string }>();
  told.set(simulation, known);
  return known;
}

const SHOWN = [
  "status",
  "amountCents",
  "applicationFeeCents",
  "refundedCents",
  "processorPaymentIntentId",
  "captureBefore",
] as const;

const pictureOf = (payment: Item): string =>
  JSON.stringify([...SHOWN.map((name) => payment[name] ?? null), sortedDisputes(payment.disputes)]);

/** In the order of their ids: a map has none of its own. */
const sortedDisputes = (disputes: unknown) =>
  Object.entries((disputes ?? {}) as object).sort(([one], [other]) => (one < other ? -1 : 1));

export function checkRevision(simulation: Simulation, before: Item | undefined, payment: Item): void {
  if (payment.revision === undefined) return;
  const id = String(payment.svcPaymentId);
  const revision = Number(payment.revision);
  const picture = pictureOf(payment);
  if (simulation.writer)
    written.set(simulation.writer, new Map(written.get(simulation.writer)).set(id, revision));
  // Whoever asked for it is answered with what stands then.
  if (before?.state !== "completed" && payment.state === "completed")
    mapIn(created, simulation).set(id, revision);
  // Another place on the due list tells nobody anything, not even after a restore.
  if (before?.revision === revision && pictureOf(before) === picture) return;
  const known = toldIn(simulation).get(id);
  if (known && revision < known.revision)
    simulation.violate("no regress", `the version of ${id} falls by ${known.revision - revision}`);
  if (known && revision === known.revision && picture !== known.picture)
    simulation.violate("no regress", `one version of ${id} shows two pictures`);
  toldIn(simulation).set(id, { revision, picture });
}

/** What a receiver is shown is what the ledger had under that version, or is newer than all that was checked. */
export function checkShown(simulation: Simulation, shown: { svcPaymentId: string; version: number }): void {
  const known = toldIn(simulation).get(shown.svcPaymentId);
  if (known && shown.version > known.revision)
    simulation.violate("no regress", `${shown.svcPaymentId} is told under a version that it never had`);
}

/** By call: the versions of payments that it has written. */
const written = new WeakMap<object, Map<string, number>>();

/** By event: the version that its payment got when the event was applied. By payment: the highest that a receiver took. */
const owed = new WeakMap<Simulation, Map<string, { svcPaymentId: string; revision: number }>>();
const taken = new WeakMap<Simulation, Map<string, number>>();

const mapIn = <Value>(maps: WeakMap<Simulation, Map<string, Value>>, simulation: Simulation) => {
  const known = maps.get(simulation) ?? new Map<string, Value>();
  maps.set(simulation, known);
  return known;
};

/** A call may be frozen between applying and finishing: what others have written meanwhile is not of its event. */
export function noteApplied(simulation: Simulation, before: Item | undefined, event: Item): void {
  const { eventId, svcPaymentId, finishedAt } = event;
  if (finishedAt === undefined || before?.finishedAt !== undefined || svcPaymentId === undefined) return;
  const revision = simulation.writer && written.get(simulation.writer)?.get(String(svcPaymentId));
  if (revision === undefined) return;
  const applied = { svcPaymentId: String(svcPaymentId), revision };
  mapIn(owed, simulation).set(String(eventId), applied);
}

export function noteTaken(simulation: Simulation, shown: { svcPaymentId: string; version: number }): void {
  const known = mapIn(taken, simulation);
  known.set(shown.svcPaymentId, Math.max(shown.version, known.get(shown.svcPaymentId) ?? 0));
}

/** Who has taken an event in the service payload has heard of what it brought, though it was told before it was applied. */
export function checkTold(simulation: Simulation, { eventId, delivery, log }: Item): void {
  const last = (log as { payload?: string }[]).at(-1);
  const applied = mapIn(owed, simulation).get(String(eventId));
  if (delivery !== "delivered" || last?.payload !== "service" || !applied) return;
  simulation.reach("told in the service payload");
  if ((mapIn(taken, simulation).get(applied.svcPaymentId) ?? 0) < applied.revision)
    simulation.violate("no regress", `${eventId} was told with ${applied.svcPaymentId} as it was before`);
}

/** By payment: the version of its completion, which no callback need tell. */
const created = new WeakMap<Simulation, Map<string, number>>();

/**
 * A receiver of the service payload that keeps the highest version ends with what retrieving the payment shows, unless
 * an event about it was never taken: then the receiver was down for longer than eight attempts take.
 */
export function checkCurrent(simulation: Simulation, merchantIds: ReadonlySet<string>): void {
  const items = partsOf().table.all();
  const untaken = new Set(
    items
      .filter(({ sk, delivery }) => sk === "EVENT" && ["dead", "held", "pending"].includes(String(delivery)))
      .map(({ svcPaymentId }) => svcPaymentId),
  );
  for (const { sk, state, svcPaymentId, merchantId, revision } of items) {
    if (sk !== "PAYMENT" || state !== "completed" || !merchantIds.has(String(merchantId))) continue;
    if (untaken.has(svcPaymentId)) continue;
    const id = String(svcPaymentId);
    const known = mapIn(taken, simulation).get(id) ?? mapIn(created, simulation).get(id) ?? 0;
    simulation.reach("receivers' copies");
    if (known < Number(revision))
      simulation.violate("I11", `the receiver's copy of ${id} is ${Number(revision) - known} ms too old`);
  }
}

/** Half a minute of lateness, and what clocks differ by. A follower reads up to a minute ago. */
const LONGEST_LATE_MS = 36_000;

export function checkPlace(simulation: Simulation, event: Item): void {
  const placeMs = timeOfSort(String(event.eventSort));
  const lateMs = simulation.clock.now - placeMs;
  if (lateMs > LONGEST_LATE_MS)
    simulation.violate("no gap", `${event.eventId} comes into the feed ${lateMs} ms behind its reader`);
}
