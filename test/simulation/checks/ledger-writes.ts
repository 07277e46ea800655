import { accountsOf } from "../../../shared/domain/finance/reconciliation.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, merchantKey } from "../../../shared/ledger/table.ts";
import { asShown } from "../../support/as-shown.ts";
import { type Item, isEqual } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import {
  authorizedCentsOf,
  checkCompletion,
  checkFreshness,
  checkRefundsFall,
  checkRejection,
} from "./against-processor.ts";
import { attemptOf } from "./attempt-of.ts";
import { checkAdded, checkEndpoints, checkNamed, checkSilenced } from "./endpoints.ts";
import { checkPlace, checkToldVersion, noteAttached } from "./told-versions.ts";

/** From where a payment may go, as the contract with merchants says; a failed refund leads back. */
const OPEN = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
];
const PAID = ["succeeded", "partially_refunded", "refunded"];

const canFollow = (from: string, to: string): boolean => {
  if (from === to) return true;
  if (PAID.includes(from)) return PAID.includes(to);
  if (from === "canceled") return false;
  if (from === "requires_capture") return PAID.includes(to) || to === "canceled";
  return [...OPEN, ...PAID, "canceled"].includes(to);
};

/** Nothing that is to be forgotten is kept for longer; lines outlive what names them. Clocks differ by five seconds. */
const longestLifeMs = ({ sk }: Item) => (String(sk).startsWith("LINES#") ? 407 : 400) * 86_400_000 + 5_000;

/** What must hold of every single write. */
export function checkWrite(simulation: Simulation, before: Item | undefined, after: Item): void {
  if (after.fingerprint !== undefined) checkClaim(simulation, before, after);
  if (Number(after.expiresAt ?? 0) * 1000 > simulation.clock.now + longestLifeMs(after))
    simulation.violate("time", `${after.pk} ${after.sk} never expires: ${after.expiresAt}`);
  if (after.sk === "PAYMENT") {
    checkPayment(simulation, before, after);
    checkToldVersion(simulation, before, after);
  }
  if (after.sk === "MERCHANT") {
    checkEndpoints(simulation, before, after);
    noteAttached(simulation, before, after);
  }
  if (String(after.sk).startsWith("DELIVERY#")) {
    checkDelivery(simulation, before, after);
    checkOvertaking(simulation, before, after);
    checkSilenced(simulation, before, after);
  }
  if (after.sk === "EVENT") {
    checkEvent(simulation, before, after);
    if (before) checkAdded(simulation, before, after);
    if (before?.eventSort !== after.eventSort) checkPlace(simulation, after);
    if (!before) {
      checkSource(simulation, after);
      checkNamed(simulation, after);
    }
  }
}

function checkClaim(simulation: Simulation, before: Item | undefined, after: Item): void {
  const name = `${after.pk} ${after.sk}`;
  if (before?.state === "completed") {
    const isFreed = after.sk === "OPERATION#create-account" && after.state === "rejected";
    if (after.state !== "completed" && !isFreed)
      simulation.violate("I2", `${name} was completed and is ${after.state}`);
    if (!isEqual(before.answer, after.answer) && !isFreed && after.erasedAt === undefined)
      simulation.violate("I2", `the answer of ${name} changes`);
  }
  if (before && Number(after.keyNumber) < Number(before.keyNumber))
    simulation.violate("I1", `the key number of ${name} falls`);
  const isSameOwner = before?.ownerToken === after.ownerToken;
  // Only its owner lets a claim rest, and then nobody owns it.
  const rests = isRestToken(after.ownerToken) && !isSameOwner;
  if (rests) simulation.reach("rests");
  if (before && !isSameOwner && !rests && before.state === "claimed") checkTakeOver(simulation, before, name);
  if (before && (isSameOwner || rests)) checkOwner(simulation, before, after);
  const { writer } = simulation;
  if (writer && !isSameOwner && !rests) simulation.owners.set(String(after.ownerToken), writer);
  if (!before) simulation.reach("claims");
  if (before?.state === after.state) return;
  if (before && after.state === "rejected") checkRejection(simulation, after);
  if (before && after.state === "completed") checkCompletion(simulation, after);
  simulation.reach(`claims ${after.state}`);
  // A completed claim no longer says how often it was attempted.
  if (after.state === "completed" && Number(before?.attempts) > 1) simulation.reach("resumptions");
}

const isRestToken = (ownerToken: unknown): boolean => String(ownerToken).startsWith("rest.");

const VISITORS = ["open-work", "operator"];

/** Only its owner ends or renews a claim; a visit may, under the token that it has read and after the lease. */
function checkOwner(simulation: Simulation, before: Item, after: Item): void {
  const { writer } = simulation;
  const isTouched = ["state", "leaseExpiresAt", "keyNumber"].some((name) => before[name] !== after[name]);
  if (!writer || !isTouched || before.state !== "claimed" || VISITORS.includes(writer.name)) return;
  const owner = simulation.owners.get(String(before.ownerToken));
  if (isRestToken(before.ownerToken) || (owner && owner !== writer))
    simulation.violate("I1", `${after.pk} ${after.sk} is changed by ${writer.name}, which does not own it`);
}

/** A lease ends after its owner: a function that still works on a claim, and has not given it up, must not lose it. */
function checkTakeOver(simulation: Simulation, before: Item, name: string): void {
  simulation.reach("takeovers");
  const leaseEnd = Number(before.leaseExpiresAt);
  // Clocks differ by five seconds at most.
  if (leaseEnd - simulation.clock.now > 5_000)
    simulation.violate(
      "I1",
      `${name} is taken over ${leaseEnd - simulation.clock.now} ms before its lease ends`,
    );
  const owner = simulation.owners.get(String(before.ownerToken));
  const isReleased = leaseEnd === 0;
  if (owner && !isReleased && !owner.isDead && !owner.hasEnded && !owner.isZombie)
    simulation.violate("I1", `${name} is taken over while its owner works on it`);
}

function checkPayment(simulation: Simulation, before: Item | undefined, after: Item): void {
  const { pk, refundedCents, amountCents, applicationFeeCents } = asShown(after);
  const { terms } = after as { terms: { amountCents: number; applicationFeeCents: number } };
  if (Number(refundedCents) > Number(amountCents) || Number(refundedCents) < 0)
    simulation.violate("I3", `${pk}: ${refundedCents} refunded of ${amountCents}`);
  // The processor is asked only where it matters: more may be authorized than was ordered.
  if (Number(amountCents) > terms.amountCents && Number(amountCents) > authorizedCentsOf(after))
    simulation.violate("I3", `${pk}: ${amountCents} captured of ${authorizedCentsOf(after)}`);
  if (Number(applicationFeeCents) > terms.applicationFeeCents)
    simulation.violate(
      "I3",
      `${pk}: a fee of ${applicationFeeCents}, and ${terms.applicationFeeCents} agreed`,
    );
  const intent = before?.processorPaymentIntentId;
  const isAnother = intent !== undefined && intent !== after.processorPaymentIntentId;
  // Until the answer nobody has either: the one that is given out is the payment's, whatever a webhook told before.
  const isGivenOut = isAnother && before?.state === "claimed" && after.state === "completed";
  if (isAnother && !isGivenOut) simulation.violate("I1", `${pk} changes its intent`);
  if (before) checkVersion(simulation, before, after);
  checkFreshness(simulation, after);
  if (Number(before?.refundedCents ?? 0) > Number(refundedCents)) checkRefundsFall(simulation, after);
  const [was, is] = [statusOf(before), statusOf(after)];
  if (was === is) return;
  simulation.reach(`payments ${is}`);
  if (was !== undefined && !isGivenOut && !canFollow(was, String(is)))
    simulation.violate("I4", `${pk} goes from ${was} to ${is}`);
}

/** undefined: nothing is known of its intent. */
const statusOf = (payment: Item | undefined): string | undefined =>
  payment?.processorPaymentIntentId === undefined ? undefined : String(asShown(payment).status);

const FOLLOWS_THE_PROCESSOR = ["status", "amountCents", "refundedCents", "processorPaymentIntentId"];

/** Whatever another request has read before it is rejected by the version. */
function checkVersion(simulation: Simulation, before: Item, after: Item): void {
  const { pk, version } = after;
  if (Number(version) < Number(before.version)) simulation.violate("I4", `the version of ${pk} falls`);
  const isChanged = FOLLOWS_THE_PROCESSOR.some((name) => before[name] !== after[name]);
  const isBegunAnew = before.state === "rejected" && after.state === "claimed";
  if ((isChanged || isBegunAnew) && version === before.version)
    simulation.violate("I4", `${pk} changes, and its version stays ${version}`);
}

/** I7: an event is recorded for the merchant whose account it is of, now or once; a test event may come before any. */
function checkSource(simulation: Simulation, { pk, accountId, merchantId }: Item): void {
  const merchant = partsOf().table.peek(merchantKey(String(merchantId))) as Merchant | undefined;
  if (accountId !== "" && !(merchant && accountsOf(merchant).includes(String(accountId))))
    simulation.violate("I7", `${pk} of ${accountId} is recorded for ${merchantId}, which never had it`);
}

function checkEvent(simulation: Simulation, before: Item | undefined, after: Item): void {
  if (before?.finishedAt !== undefined && after.finishedAt === undefined)
    simulation.violate("I5", `${after.pk} is unfinished again`);
  if (before && before.svcPaymentId !== after.svcPaymentId)
    simulation.violate(
      "I5",
      `${after.pk} was recorded about ${before.svcPaymentId}, and is about ${after.svcPaymentId}`,
    );
  if (before?.finishedAt === undefined && after.finishedAt !== undefined) checkMade(simulation, after);
  for (const name of ["attempts", "delivery", "deliveryRound", "log"])
    if (after[name] !== undefined) simulation.violate("I6", `an attempt writes ${name} of ${after.pk}`);
}

function checkDelivery(simulation: Simulation, before: Item | undefined, after: Item): void {
  const { delivery, attempts } = after;
  const name = `${after.pk} ${after.sk}`;
  if (Number(attempts) > 8) simulation.violate("I6", `${name} has ${attempts} attempts`);
  if (delivery !== "pending" && after.nextAttemptAt !== undefined)
    simulation.violate("I6", `${name} is ${delivery}, and still has a next attempt`);
  if (before && before.delivery !== delivery) {
    const isRenewed = Number(after.deliveryRound) > Number(before.deliveryRound);
    const isEnd = before.delivery === "delivered" || before.delivery === "dead";
    // Of an erased merchant's event nothing is left to send.
    const isErased = after.erasedAt !== undefined;
    if (isEnd && !isRenewed && !isErased)
      simulation.violate("I5", `${name} was ${before.delivery} and is ${delivery}`);
  }
  if (before) checkAttempts(simulation, before, after);
  checkLog(simulation, after);
  if (before?.delivery !== delivery) simulation.reach(`events ${delivery}`);
}

/** I5: an event that is finished is taken up by nobody again, so its deliveries are on record by then. */
function checkMade(simulation: Simulation, { eventId, type, endpoints }: Item): void {
  for (const endpointId of (endpoints ?? []) as string[])
    if (!partsOf().table.peek(deliveryKey(String(eventId), endpointId)))
      simulation.violate("I5", `${eventId} (${type}) is finished before its delivery to ${endpointId}`);
}

/** I6: an attempt that took so long that the next one was made neither ends that one nor takes it off the log. */
function checkOvertaking(simulation: Simulation, before: Item | undefined, after: Item): void {
  const { owners, writer } = simulation;
  const name = `${after.pk} ${after.sk}`;
  if (writer && after.attemptToken !== undefined && after.attemptToken !== before?.attemptToken)
    owners.set(String(after.attemptToken), writer);
  if (!before) return;
  const isOnItsWay = [before, after].every(({ delivery }) => delivery === "pending");
  const isGivenUp = before.attemptToken !== undefined && after.attemptToken === undefined;
  const claimer = owners.get(String(before.attemptToken));
  if (
    isOnItsWay &&
    isGivenUp &&
    before.deliveryRound === after.deliveryRound &&
    claimer &&
    claimer !== writer
  )
    simulation.violate("I6", `the attempt of ${name} is ended by ${writer?.name}, which did not make it`);
  const kept = entriesOf(after);
  const isKept = ({ deliveryRound, attempt }: LogEntry) =>
    kept.some((entry) => entry.deliveryRound === deliveryRound && entry.attempt === attempt);
  if (kept.length < KEPT_ATTEMPTS && after.erasedAt === undefined && !entriesOf(before).every(isKept))
    simulation.violate("I6", `${name} forgets an attempt that was made`);
}

/** An attempt that is claimed is made; unless the function died before, or could not reach the ledger. */
function checkAttempts(simulation: Simulation, before: Item, after: Item): void {
  const { claimedAttempts, writer } = simulation;
  const last = attemptOf(before);
  // There is nothing to post of what the ledger has not heard of yet, after a freeze, and while another event tries the endpoint.
  const isNotSent = ({ error = "" }: LogEntry) =>
    ["subject_missing", "too_late"].includes(error) || error.startsWith("paused:");
  if (entriesOf(after).some((entry) => isNotSent(entry) && isEntryOf(entry, before)))
    claimedAttempts.delete(last);
  const isDead = after.delivery === "dead" && before.delivery !== "dead";
  const rises =
    before.deliveryRound === after.deliveryRound && Number(after.attempts) > Number(before.attempts);
  const claimer = rises || isDead ? claimedAttempts.get(last) : undefined;
  if (claimer?.hasEnded && !claimer.isZombie && !claimer.hasGivenUp)
    simulation.violate("I6", `${last} was claimed, and never posted`);
  if (rises && writer) claimedAttempts.set(attemptOf(after), writer);
  else if (before.attempts !== after.attempts) claimedAttempts.delete(last);
}

const KEPT_ATTEMPTS = 24;

/** Each attempt is on the log once, and the log has an end. */
function checkLog(simulation: Simulation, event: Item): void {
  const { pk } = event;
  const attempts = entriesOf(event).map(({ deliveryRound, attempt }) => `${deliveryRound}.${attempt}`);
  if (new Set(attempts).size < attempts.length) simulation.violate("I6", `${pk} logs an attempt twice`);
  if (attempts.length > KEPT_ATTEMPTS) simulation.violate("I6", `${pk} logs ${attempts.length} attempts`);
}

type LogEntry = { deliveryRound: number; attempt: number; error?: string };

const entriesOf = ({ log }: Item): LogEntry[] => (Array.isArray(log) ? (log as LogEntry[]) : []);

const isEntryOf = ({ deliveryRound, attempt }: LogEntry, event: Item): boolean =>
  deliveryRound === event.deliveryRound && attempt === event.attempts;
