import { isDeepStrictEqual } from "node:util";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { type PaymentRecord, toPayment } from "../../../shared/ledger/payments.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { payoutKey, timeOfSort } from "../../../shared/ledger/table.ts";
import { connectedAccountView } from "../../../shared/views/onboarding.ts";
import { payoutView } from "../../../shared/views/payout.ts";
import { servicePayment } from "../../../shared/views/service-event.ts";
import { asShown } from "../../support/as-shown.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/*
 * What merchants were or could have been told of each payment, kept beside the ledger: a restore does not forget it. A
 * version never falls, and one version never shows two pictures; then a receiver that keeps the highest is right, in
 * whatever order it hears. And no event comes to stand in the feed before what a follower has read.
 */
const told = new WeakMap<Simulation, Map<string, { version: number; picture: string }>>();

function toldIn(simulation: Simulation) {
  const known = told.get(simulation) ?? new Map<string, { version: number; picture: string }>();
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

const pictureOf = (payment: Item): string => {
  const shown = asShown(payment);
  return JSON.stringify([...SHOWN.map((name) => shown[name] ?? null), sortedDisputes(payment.disputes)]);
};

/** In the order of their ids: a map has none of its own. */
const sortedDisputes = (disputes: unknown) =>
  Object.entries((disputes ?? {}) as object).sort(([one], [other]) => (one < other ? -1 : 1));

/** What is not completed is shown to nobody. */
export function checkToldVersion(simulation: Simulation, before: Item | undefined, payment: Item): void {
  if (payment.state !== "completed") return;
  const id = String(payment.svcPaymentId);
  const version = Number(payment.version);
  const picture = pictureOf(payment);
  // Whoever asked for it is answered with what stands then.
  if (before?.state !== "completed")
    for (const { now } of shownNow(payment)) keep(mapIn(answered, simulation), id, now);
  // Another place on the due list tells nobody anything, not even after a restore.
  if (before?.version === version && pictureOf(before) === picture) return;
  const known = toldIn(simulation).get(id);
  if (known && version < known.version)
    simulation.violate("no regress", `the version of ${id} falls by ${known.version - version}`);
  if (known && version === known.version && picture !== known.picture)
    simulation.violate("no regress", `one version of ${id} shows two pictures`);
  toldIn(simulation).set(id, { version, picture });
}

/** What a receiver is shown is what the ledger had under that version, or is newer than all that was checked. */
export function checkShown(simulation: Simulation, shown: { svcPaymentId: string; version: number }): void {
  const known = toldIn(simulation).get(shown.svcPaymentId);
  if (known && shown.version > known.version)
    simulation.violate("no regress", `${shown.svcPaymentId} is told under a version that it never had`);
}

const mapIn = <Value>(maps: WeakMap<Simulation, Map<string, Value>>, simulation: Simulation) => {
  const known = maps.get(simulation) ?? new Map<string, Value>();
  maps.set(simulation, known);
  return known;
};

/* Copies of payments, payouts and accounts, by their ids: of each what had the highest version. */

type Versioned = { version: number };

/** A body of the service payload, as far as copies are made of it. */
export type ShownBody = {
  payment?: Versioned & { svcPaymentId: string };
  payout?: Versioned & { payoutId: string };
  account?: string | (Versioned & { processorAccountId: string });
};

export type Copies = Map<string, { version: number; shown: object }>;

export function keepNewest(copies: Copies, { payment, payout, account }: ShownBody): void {
  if (payment) keep(copies, payment.svcPaymentId, payment);
  if (payout) keep(copies, payout.payoutId, payout);
  if (typeof account === "object") keep(copies, account.processorAccountId, account);
}

function keep(copies: Copies, id: string, { version, ...shown }: Versioned): void {
  if (version > (copies.get(id)?.version ?? 0)) copies.set(id, { version, shown });
}

/** What all receivers have taken; ids are of one merchant each. */
const taken = new WeakMap<Simulation, Copies>();
/** What was answered to the request that made it, which no callback need tell. */
const answered = new WeakMap<Simulation, Copies>();

export const noteTaken = (simulation: Simulation, body: ShownBody): void =>
  keepNewest(mapIn(taken, simulation), body);

/** An account that the merchant is given is answered to the request for it. */
export function noteAttached(simulation: Simulation, before: Item | undefined, merchant: Item): void {
  const idOf = (item: Item | undefined) => (item as unknown as Merchant)?.account?.processorAccountId;
  if (idOf(merchant) && idOf(before) !== idOf(merchant))
    for (const { id, now } of shownNow(merchant)) keep(mapIn(answered, simulation), id, now);
}

type Subject = { kind: "payment" | "payout" | "account"; id: string; now: Versioned };

/** What retrieving shows of an item of the ledger. */
function shownNow(item: Item): Subject[] {
  if (item.sk === "PAYMENT" && item.state === "completed") {
    const now = servicePayment(toPayment(item as unknown as PaymentRecord));
    return [{ kind: "payment", id: now.svcPaymentId, now }];
  }
  const { account, erasedAt } = item as unknown as Merchant;
  if (item.sk === "MERCHANT" && account && erasedAt === undefined) {
    const now = { ...connectedAccountView(account), version: account.version };
    return [{ kind: "account", id: account.processorAccountId, now }];
  }
  const { facts, version } = item as unknown as PayoutRecord;
  if (facts?.payoutId && item.sk === payoutKey("", facts.payoutId).sk) {
    const now = { ...payoutView(item as unknown as PayoutRecord), version };
    return [{ kind: "payout", id: facts.payoutId, now }];
  }
  return [];
}

/** A delivery about it that was never taken: then the receiver was down for longer than eight attempts take. */
const isUntaken = ({ merchantId, endpointId, delivery }: Item): boolean =>
  endpointId === endpointIdOf(String(merchantId)) && ["dead", "held", "pending"].includes(String(delivery));

/**
 * I11: a receiver that chose the updates and keeps the highest version ends with what retrieving shows, of every payment,
 * payout and account: a delivery that renders an older state is followed by the update of that change. Unless it has not taken an event about it; which payout that was about, only its bytes say.
 */
export function checkReceivers(simulation: Simulation, merchantIds: ReadonlySet<string>): void {
  const untaken = partsOf().table.all().filter(isUntaken);
  const isMissing = (subject: Subject, merchantId: unknown) =>
    untaken.some((event) => event.merchantId === merchantId && isAboutSubject(event, subject));
  const copies = mapIn(taken, simulation);
  checkCopies(simulation, copies, { who: "receiver", merchantIds, isLeftOut: isMissing });
}

/** Of a delivery. */
export function isAboutSubject({ type, svcPaymentId }: Item, { kind, id }: Subject): boolean {
  if (kind === "payment") return svcPaymentId === id;
  return kind === "account" ? type === "account.updated" : String(type).startsWith("payout.");
}

type Holder = {
  who: "receiver" | "follower";
  merchantIds: ReadonlySet<string>;
  isLeftOut: (subject: Subject, merchantId: unknown) => boolean;
};

export function checkCopies(
  simulation: Simulation,
  copies: Copies,
  { who, merchantIds, isLeftOut }: Holder,
): void {
  for (const item of partsOf().table.all()) {
    if (!merchantIds.has(String(item.merchantId))) continue;
    for (const subject of shownNow(item)) {
      const { kind, id, now } = subject;
      if (isLeftOut(subject, item.merchantId)) continue;
      const copy = copies.get(id) ?? mapIn(answered, simulation).get(id);
      const { version: _, ...shown } = now;
      simulation.reach(`${who}s' copies of a ${kind}`);
      // The version is the lock too, which rises without a visible change.
      if (isDeepStrictEqual(copy?.shown, JSON.parse(JSON.stringify(shown)))) continue;
      const had = JSON.stringify(copy?.shown);
      simulation.violate(
        "I11",
        `the ${who}'s copy of ${id} is old: ${had} instead of ${JSON.stringify(shown)}`,
      );
    }
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
