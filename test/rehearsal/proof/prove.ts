import { dueAt, eventKey, type Key, payoutKey, statementWorkKey } from "../../../shared/ledger/table.ts";
import { purgeDeadLetters } from "../../../shared/queues/dead-letters.ts";
import { ADDRESS, READER_CODE } from "../../support/terminal.ts";
import { moveMoneyByHand } from "./console.ts";
import { askEveryRoute } from "./every-route.ts";
import { loseRaces } from "./lost-races.ts";
import type { Onboarded, Outside, ProvenMerchant } from "./outside.ts";
import {
  endpointOf,
  finishedEvent,
  forgetAndRebuild,
  holdAndRelease,
  leaveOpenClaims,
  leaveUnfinished,
  listed,
  openReceiver,
  overtakeCreations,
  recover,
  sellAndReturn,
  unlink,
} from "./stories.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Runs one of everything on a rehearsal. What it finds is in the rehearsal's own records. */
export async function prove(outside: Outside, routes: readonly string[]): Promise<void> {
  const { demo } = outside;
  const merchant = await outside.onboard("Corner Shop");
  const receiver = await openReceiver();
  try {
    await outside.call(merchant, "POST", "/v1/callback-endpoints", { url: receiver.url });
    const sold = await sellAndReturn(outside, merchant);
    await moveMoneyByHand(outside, merchant);
    await overtakeCreations(outside, merchant);
    await loseRaces(outside, merchant);
    await forgetAndRebuild(outside, merchant);
    const areFinished = await leaveOpenClaims(outside, merchant);
    const other = await outside.onboard("Interrupted Shop");
    await outside.call(other, "POST", "/v1/callback-endpoints", { url: receiver.url });
    const isAttached = await leaveUnfinished(outside, other);
    const isReleased = await holdAndRelease(outside, demo);
    await outside.advance(6 * MINUTE);
    await areFinished();
    await isAttached();
    await isReleased();
    // Its statement is due while the merchant's server is down.
    const isLong = makeStatementLong(outside, merchant);
    await failUntilDead(outside, { ...merchant, receiver });
    await missAnHour(outside, { merchant, other });
    await isLong();
    await closeTheDayAgain(outside, merchant);
    const payoutId = await payOut(outside, merchant);
    const recovery = await recover(outside, merchant);
    const location = await outside.call(merchant, "POST", "/v1/terminal/locations", ADDRESS);
    const till = { registrationCode: READER_CODE, locationId: location.json.id };
    const reader = await outside.call(merchant, "POST", "/v1/terminal/readers", till);
    // The file of a month, with the lines of the days and of the payout.
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    await outside.call(merchant, "GET", `/v1/reports/movements.csv?from=${monthAgo}&to=${today()}`);
    await askEveryRoute(outside, routes, {
      merchant,
      known: {
        ids: {
          id: sold,
          code: "not_found",
          date: today(),
          "/v1/event-recoveries/{id} id": String(recovery.json.id),
          ...ofPayout(payoutId),
          ...ofEndpoint(routes, (await endpointOf(outside, merchant)).endpointId),
          ...ofReader(String(reader.json.id)),
        },
        bodies: {
          "PUT /v1/callback-endpoints/{id}": { url: receiver.url },
          "POST /v1/terminal/readers": { ...till, label: "Till" },
          "POST /v1/terminal/readers/{id}/process": { svcPaymentId: sold },
          "POST /v1/terminal/readers/{id}/refund": {
            svcPaymentId: await sellWithInterac(outside, merchant, String(reader.json.id)),
          },
        },
      },
    });
    await outside.call(demo, "GET", "/v1/payments");
  } finally {
    receiver.stop();
  }
}

const today = (): string => new Date(Date.now()).toISOString().slice(0, 10);

type Failing = { merchantId: string; apiKey: string; receiver: { isUp: boolean } };

const SOLD = "payment_intent.succeeded";

/**
 * Longer than the wait after each attempt, jitter and all. Together they are longer than the day and the six hours after
 * which it has its statement.
 */
const WAITS = [40, 3 * MINUTE, 11 * MINUTE, 42 * MINUTE, 3 * HOUR, 11 * HOUR, 16 * HOUR];

/** A merchant's server is down for more than a day: waits in the queue, waits outside of it, the dead letter, and back again. */
async function failUntilDead(outside: Outside, merchant: Failing): Promise<void> {
  merchant.receiver.isUp = false;
  const eventId = await eventOf(outside, merchant, await outside.sell(merchant));
  for (const [place, wait] of WAITS.entries())
    await attempt(outside, { ...merchant, eventId }, { number: place + 2, wait });
  await outside.until("an event is dead", async () => (await listed(outside, merchant, "dead")) > 0);
  merchant.receiver.isUp = true;
  await purgeDeadLetters();
  await recover(outside, merchant);
  await outside.advance(2 * MINUTE);
  await outside.until(
    "the recovery is under way",
    async () => (await listed(outside, merchant, "dead")) === 0,
  );
  await outside.advance(2 * MINUTE);
}

/** The event that tells that a payment was paid. */
async function eventOf(outside: Outside, merchant: Failing, svcPaymentId: string): Promise<string> {
  let found: string | undefined;
  await outside.until(`${svcPaymentId} has its event`, async () => {
    const { json } = await outside.call(merchant, "GET", `/v1/events?type=${SOLD}`);
    const events = json as unknown as { id: string; svcPaymentId: string | null }[];
    found = events.find((event) => event.svcPaymentId === svcPaymentId)?.id;
    return found !== undefined;
  });
  return found ?? "";
}

/**
 * Lets time pass until an event has had so many attempts. Once more where the jump came in the middle
 * of an attempt, whose wait then counts from after it.
 */
async function attempt(
  outside: Outside,
  { eventId, ...merchant }: Failing & { eventId: string },
  { number, wait }: { number: number; wait: number },
): Promise<void> {
  const isMade = async (made: number) => {
    const { json } = await outside.call(merchant, "GET", `/v1/events/${eventId}`);
    return Number(json.attemptCount) >= made || json.delivery === "dead";
  };
  await outside.until(`attempt ${number - 1} was made`, () => isMade(number - 1));
  const madeWithin = (milliseconds?: number) =>
    outside.until(`attempt ${number} was made`, () => isMade(number), milliseconds);
  for (let move = 0; move < 2; move++) {
    await outside.advance(wait);
    const holds = await madeWithin(6_000).then(
      () => true,
      () => false,
    );
    if (holds) return;
  }
  await outside.advance(wait);
  await madeWithin();
}

/** No webhook comes for an hour: the pull brings what it has missed, also of an account that nobody has linked yet. */
async function missAnHour(
  outside: Outside,
  { merchant, other }: { merchant: Onboarded; other: Onboarded },
): Promise<void> {
  await outside.control("webhooks/disable");
  const sold = await outside.sell(merchant);
  const alsoSold = await outside.sell(other);
  await unlink(outside, other);
  const isOvertaken = await deliverWhilePulled(outside, merchant);
  await outside.advance(75 * MINUTE);
  await outside.untilStatus(merchant, sold, "succeeded");
  await outside.untilStatus(other, alsoSold, "succeeded");
  await isOvertaken();
  await outside.control("webhooks/enable");
}

/** An event that the pull brings is delivered after all, in the very moment in which the pull records it. */
async function deliverWhilePulled(outside: Outside, { accountId }: Onboarded): Promise<() => Promise<void>> {
  const { data } = await outside.stripe.events.list({ type: SOLD, limit: 1 }, { stripeAccount: accountId });
  const eventId = String(data[0]?.id);
  return outside.overtake(`reconciliation PutItem ${eventKey(eventId).pk}`, async () => {
    await outside.control("webhooks/enable");
    await outside.control(`events/${eventId}/resend`);
    const isRecorded = async () => (await outside.item(eventKey(eventId))) !== undefined;
    await outside.until("the webhook has recorded the event", isRecorded);
  });
}

/** The merchant's next statement takes so long that what it has found is kept in between. */
const makeStatementLong = (outside: Outside, { merchantId }: ProvenMerchant): (() => Promise<void>) =>
  outside.overtake(`reconciliation Query ${merchantId}`, () => outside.advance(2 * MINUTE));

/** The end of the day's statement, once more, as if the function had died between the statement and the mark of it. */
async function closeTheDayAgain(outside: Outside, merchant: ProvenMerchant): Promise<void> {
  let date: string | undefined;
  await outside.until("there is a final statement", async () => {
    const { json } = await outside.call(merchant, "GET", "/v1/statements");
    const statements = json as unknown as { date: string; final: boolean }[];
    date = statements.find(({ final }) => final)?.date;
    return date !== undefined;
  });
  const work = statementWorkKey(merchant.merchantId, date ?? "");
  await outside.until("its work is done", async () => (await outside.item(work))?.state === "done");
  await outside.edit(work, { state: "running", ...dueAt(work, Date.now() + 1_000) });
  await outside.advance(2 * MINUTE);
  await outside.until("its work is done again", async () => (await outside.item(work))?.state === "done");
}

/**
 * What was sold until now is paid out, and comes back: told of by webhooks, read by a visit of the due list, and it adds
 * up. The ledger forgets it, and hears of it again from an event that nobody had finished.
 */
async function payOut(outside: Outside, merchant: Onboarded): Promise<string> {
  await outside.control(`accounts/${merchant.accountId}/payouts/hurry`);
  await outside.advance(2 * MINUTE);
  const payoutId = await composedPayout(outside, merchant);
  await outside.control(`payouts/${payoutId}/fail`);
  const failed = await finishedEvent(outside, merchant, "payout.failed");
  const tellAgain = async () => {
    const due = dueAt(eventKey(failed), Date.now() + 1_000);
    await outside.edit(eventKey(failed), { finishedAt: undefined, applied: undefined, ...due });
    await outside.advance(2 * MINUTE);
    await finishedEvent(outside, merchant, "payout.failed");
  };
  await tellAgain();
  await outside.lose(payoutKey(merchant.merchantId, payoutId));
  await tellAgain();
  await findAgain(outside, payoutKey(merchant.merchantId, payoutId));
  await outside.advance(2 * MINUTE);
  return composedPayout(outside, merchant);
}

/**
 * The ledger forgets the payout once more, and hears of it from nobody: the daily look finds it. EventBridge may call a
 * function twice for one time, so nobody has to wait for the next day.
 */
async function findAgain(outside: Outside, payout: Key): Promise<void> {
  await outside.lose(payout);
  await outside.invoke("daily-statements");
  await outside.until("the daily look has found the payout", async () => !!(await outside.item(payout)));
}

async function composedPayout(outside: Outside, merchant: ProvenMerchant): Promise<string> {
  let payout: { payoutId: string; unexplainedCents: number | null } | undefined;
  await outside.until("the payout was taken apart", async () => {
    const { json } = await outside.call(merchant, "GET", "/v1/payouts");
    [payout] = json as unknown as [typeof payout];
    return payout?.unexplainedCents === 0;
  });
  return payout?.payoutId ?? "";
}

/** Its routes, with its lines and its file, by key and in the console. */
const ofReader = (readerId: string): Record<string, string> =>
  Object.fromEntries(
    ["", "/process", "/refund", "/cancel"].map((part) => [`/v1/terminal/readers/{id}${part} id`, readerId]),
  );

/** Only such a payment is refunded at a reader. */
async function sellWithInterac(outside: Outside, merchant: ProvenMerchant, reader: string): Promise<string> {
  const paymentMethodTypes = ["card_present", "interac_present"];
  const { json } = await outside.create(merchant, { amountCents: 2000, currency: "cad", paymentMethodTypes });
  const { svcPaymentId, connectedAccountId } = json;
  await outside.call(merchant, "POST", `/v1/terminal/readers/${reader}/process`, { svcPaymentId });
  await outside.stripe.testHelpers.terminal.readers.presentPaymentMethod(
    reader,
    { type: "interac_present" },
    { stripeAccount: String(connectedAccountId) },
  );
  return String(svcPaymentId);
}

/** It is deleted by no route: the others need it. */
const ofEndpoint = (routes: readonly string[], endpointId: string): Record<string, string> =>
  Object.fromEntries(
    routes
      .map((route) => route.split(" ")[1] ?? "")
      .filter((template) => /\/callback-endpoints\/\{id\}(?!\/delete)/.test(template))
      .map((template) => [`${template} id`, endpointId]),
  );

const ofPayout = (payoutId: string): Record<string, string> =>
  Object.fromEntries(
    ["", "/lines", "/lines.csv"].flatMap((part) =>
      ["", "/console"].map((door) => [`${door}/v1/payouts/{id}${part} id`, payoutId]),
    ),
  );
