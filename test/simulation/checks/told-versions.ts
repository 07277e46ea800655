import { timeOfSort } from "../../../shared/ledger/table.ts";
import type { Item } from "../ledger/values.ts";
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

export function checkRevision(simulation: Simulation, payment: Item): void {
  if (payment.revision === undefined) return;
  const id = String(payment.svcPaymentId);
  const revision = Number(payment.revision);
  const picture = pictureOf(payment);
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

/** Half a minute of lateness, and what clocks differ by. A follower reads up to a minute ago. */
const LONGEST_LATE_MS = 36_000;

export function checkPlace(simulation: Simulation, event: Item): void {
  const placeMs = timeOfSort(String(event.eventSort));
  const lateMs = simulation.clock.now - placeMs;
  if (lateMs > LONGEST_LATE_MS)
    simulation.violate("no gap", `${event.eventId} comes into the feed ${lateMs} ms behind its reader`);
}
