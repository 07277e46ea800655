import type { BalanceLine } from "../../../shared/domain/finance/movement.ts";
import type { Statement } from "../../../shared/domain/finance/statement.ts";
import type * as Accounts from "../../../shared/ledger/accounts.ts";
import type * as ApiKeys from "../../../shared/ledger/api-keys.ts";
import type * as Attempts from "../../../shared/ledger/attempts.ts";
import type * as Attention from "../../../shared/ledger/attention.ts";
import type * as Audit from "../../../shared/ledger/audit.ts";
import type * as Claims from "../../../shared/ledger/claims.ts";
import type * as ConsoleSessions from "../../../shared/ledger/console-sessions.ts";
import type * as CreateCounts from "../../../shared/ledger/create-counts.ts";
import type * as Creations from "../../../shared/ledger/creations.ts";
import type * as DeadDeliveries from "../../../shared/ledger/dead-deliveries.ts";
import type * as Deliveries from "../../../shared/ledger/deliveries.ts";
import type * as Due from "../../../shared/ledger/due.ts";
import type * as Erasure from "../../../shared/ledger/erasure.ts";
import type * as EventCounts from "../../../shared/ledger/event-counts.ts";
import type * as EventLists from "../../../shared/ledger/event-lists.ts";
import type * as Events from "../../../shared/ledger/events.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import type * as EventsWork from "../../../shared/ledger/events-work.ts";
import type * as KeptRecords from "../../../shared/ledger/kept-records.ts";
import type * as Lists from "../../../shared/ledger/lists.ts";
import type * as Merchants from "../../../shared/ledger/merchants.ts";
import type * as Pauses from "../../../shared/ledger/pauses.ts";
import type * as PaymentLists from "../../../shared/ledger/payment-lists.ts";
import type * as Payments from "../../../shared/ledger/payments.ts";
import type * as PayoutLines from "../../../shared/ledger/payout-lines.ts";
import type * as PayoutWorks from "../../../shared/ledger/payout-work.ts";
import type * as Payouts from "../../../shared/ledger/payouts.ts";
import type * as ReaderLeases from "../../../shared/ledger/reader-leases.ts";
import type * as RebuiltPayments from "../../../shared/ledger/rebuilt-payments.ts";
import type * as StatementLines from "../../../shared/ledger/statement-lines.ts";
import type * as StatementWorks from "../../../shared/ledger/statement-work.ts";
import type * as Statements from "../../../shared/ledger/statements.ts";
import type * as Table from "../../../shared/ledger/table.ts";
import type * as TestEvents from "../../../shared/ledger/test-events.ts";
import type * as Watermarks from "../../../shared/ledger/watermarks.ts";
import type * as Work from "../../../shared/ledger/work.ts";

export type Ledger = typeof Accounts &
  typeof ApiKeys &
  typeof Attempts &
  typeof Attention &
  typeof Audit &
  typeof Claims &
  typeof CreateCounts &
  typeof Creations &
  typeof ConsoleSessions &
  typeof DeadDeliveries &
  typeof Deliveries &
  typeof Due &
  typeof Erasure &
  typeof EventCounts &
  typeof EventLists &
  typeof Events &
  typeof EventsWork &
  typeof KeptRecords &
  typeof Lists &
  typeof Merchants &
  typeof Pauses &
  typeof PaymentLists &
  typeof Payments &
  typeof PayoutLines &
  typeof PayoutWorks &
  typeof Payouts &
  typeof ReaderLeases &
  typeof RebuiltPayments &
  typeof Statements &
  typeof StatementLines &
  typeof Table &
  typeof TestEvents &
  typeof Watermarks &
  typeof StatementWorks &
  typeof Work;

const AT = 1_700_000_000_000;
const MERCHANT = "mer_0123456789abcdef";
const ACCOUNT = "acct_1";
const ATTEMPT = { merchantId: MERCHANT, fingerprint: "f", at: AT };
const ANSWER = { status: 200, body: "{}" };

/** Each function of the ledger that writes or queries, in every form that its expressions can take. */
export async function callEveryFunction(ledger: Ledger): Promise<void> {
  await callMerchants(ledger);
  await callKeys(ledger);
  await callSessions(ledger);
  await callClaims(ledger);
  await callPayments(ledger);
  for (const _ of ["first", "next"]) await ledger.addCreate(1, MERCHANT);
  await callEvents(ledger);
  await callDueList(ledger);
  await callLongWork(ledger);
  await callPayouts(ledger);
  await callAttention(ledger);
  await callErasure(ledger);
}

async function callAttention(ledger: Ledger): Promise<void> {
  const seen = { merchantId: MERCHANT, svcPaymentId: "svcpay_1", seenOn: 1, since: AT } as const;
  const hold = { ...seen, kind: "hold_expiring", subjectId: "svcpay_1", dueBy: AT, visitAt: AT } as const;
  await ledger.saveHold(hold);
  await ledger.saveHold({ ...hold, dueBy: AT + 1 });
  const dispute = { ...seen, kind: "dispute_response_due", subjectId: "dp_1" } as const;
  await ledger.saveAttention({ ...dispute, dueBy: AT, shownIn: "open", visitAt: AT });
  await ledger.saveAttention({ ...dispute, shownIn: "settled_disputes", expiresAt: AT / 1000 });
  const refund = { ...seen, kind: "refund_pending", subjectId: "re_1", amountCents: 5, reason: "x" } as const;
  await ledger.saveAttention({ ...refund, visitAt: AT });
  const shown = { shownIn: "open", shownAt: AT } as const;
  await ledger.saveAttention({ ...refund, ...shown, visitAt: AT });
  await ledger.saveFailedRefund({
    ...refund,
    kind: "refund_failed",
    ...shown,
    visitAt: AT,
  });
  const failed = await ledger.findAttention(MERCHANT, "REFUND", "re_1");
  const mark = { operationId: "op_1", ownerToken: "t1" };
  if (failed) await ledger.markReplacement(failed, mark);
  if (failed) await ledger.markReplacement({ ...failed, replacementToken: "t1" }, mark);
  await ledger.closeReplaced({ ...seen, failedId: "re_1" }, "re_2", AT);
  if (failed) await ledger.resolveAttention(failed, AT);
  const payout = { kind: "payout_failed", subjectId: "po_1", merchantId: MERCHANT } as const;
  await ledger.createAttention({ ...payout, seenOn: 1, since: AT, ...shown, visitAt: AT });
  const { records } = await ledger.listAttention(MERCHANT, "open", { limit: 10 });
  await ledger.listAttention(MERCHANT, "settled_disputes", { limit: 10, after: "DISPUTE#0" });
  for (const record of records) {
    await ledger.markShown({ ...record, dueBy: AT });
    await ledger.markTold({ ...record, dueBy: AT }, AT);
    await ledger.scheduleVisit(record, AT);
    await ledger.settleDispute(record, AT);
    await ledger.closeAttention(record, AT);
    await ledger.eraseAttention(record, AT);
  }
  await ledger.closeRefundAttention({ merchantId: MERCHANT, refundId: "re_1", seenOn: 2 }, AT);
}

async function callMerchants(ledger: Ledger): Promise<void> {
  const merchant = { merchantId: MERCHANT, name: "Shop", feePolicy: null, account: null, createdAt: AT };
  await ledger.createMerchant(merchant);
  await ledger.listMerchants(10, merchant);
  const set = { feePolicy: { bps: 1, byCurrency: {} }, feePolicies: [{ number: 1, text: "0.01%" }] };
  await ledger.saveFeePolicy(merchant, { ...set, feePolicyNumber: 1 });
  await ledger.saveFeePolicy({ ...merchant, feePolicyNumber: 1 }, { ...set, feePolicyNumber: 2 });
  for (const version of [1, 2]) await ledger.saveCallbackEndpoints(MERCHANT, { version, list: [] });
  await ledger.linkAccount(ACCOUNT, MERCHANT, AT);
  const state = {
    chargesEnabled: true,
    payoutsEnabled: true,
    onboardingStatus: "enabled",
    requirements: null,
    everEnabled: true,
    deauthorized: false,
  } as const;
  await ledger.attachAccount(MERCHANT, { processorAccountId: ACCOUNT, ...state });
  const account = { processorAccountId: ACCOUNT, ...state, version: 1 };
  await ledger.saveAccountState(MERCHANT, account, state);
  await ledger.saveDetachment(MERCHANT, account, {});
  await ledger.markAccountDetached({ processorAccountId: ACCOUNT, merchantId: MERCHANT }, AT);
  await ledger.unmarkAccountDetached({ processorAccountId: ACCOUNT, merchantId: MERCHANT });
  await ledger.reattachAccount(MERCHANT, { processorAccountId: ACCOUNT, ...state });
  const entry = { at: AT, actor: "me", action: "x", number: 1, previous: "", details: "d", salt: "s" };
  await ledger.createAuditEntry(MERCHANT, entry);
  await ledger.createAuditEntry(MERCHANT, entry);
  await ledger.findNewestAudit(MERCHANT, 1);
  for await (const _ of ledger.auditPages(MERCHANT));
  await ledger.listAudit(MERCHANT);
  await ledger.findCheckedAudit(MERCHANT);
  await ledger.saveAuditRound({ startedOn: "2026-01-01", step: 0, isDone: false }, { isDone: true });
  await ledger.saveAuditRound(
    { startedOn: "2026-01-01", step: 1, isDone: false },
    { after: { createdAt: AT, merchantId: MERCHANT }, isDone: false },
  );
  await ledger.saveCheckedAudit(MERCHANT, { number: 1, hash: "h" }, undefined);
  await ledger.saveCheckedAudit(MERCHANT, { number: 2, hash: "i" }, { number: 1, hash: "h" });
}

async function callKeys(ledger: Ledger): Promise<void> {
  const key = {
    keyId: "key_0123456789abcdefxyz",
    merchantId: MERCHANT,
    preset: "full",
    salt: "s",
    hash: "h",
    createdAt: AT,
    endsAt: null,
  };
  await ledger.saveApiKey(key);
  await ledger.listApiKeys(MERCHANT);
  await ledger.markRotated(key, { successorId: "key_2", endsAt: AT });
  await ledger.markRevoked(key, AT);
}

async function callSessions(ledger: Ledger): Promise<void> {
  const maker = { kind: "key", keyId: "key_0123456789abcdefxyz0123456" } as const;
  const hash = { salt: "s", hash: "h" };
  const terms = { merchantId: MERCHANT, access: "read", maker, state: "offered", code: hash } as const;
  const first = {
    ...terms,
    sessionId: `ses_0123456789abcdefxyz012345600${"a".repeat(8)}`,
    createdAt: AT,
    endsAt: AT + 1,
  };
  const second = { ...first, sessionId: first.sessionId.replace(/a+$/, "b".repeat(8)) };
  await ledger.createConsoleSession(first, undefined);
  await ledger.createConsoleSession(second, undefined);
  await ledger.createConsoleSession(second, first);
  await ledger.listConsoleSessions(MERCHANT);
  await ledger.saveEntry(second, { opener: hash, enteredAt: AT, endsAt: AT + 9 });
  await ledger.saveEntry(second, { opener: hash, enteredAt: AT, endsAt: AT + 9 });
  await ledger.markSessionEnded(second, AT);
  await ledger.markSessionEnded(second, AT);
  await ledger.eraseConsoleSession({ pk: `CONSOLE#${MERCHANT}`, sk: "SESSION#00" }, AT);
}

async function callClaims(ledger: Ledger): Promise<void> {
  const creation = ledger.newAccountCreation(MERCHANT, { country: "US" });
  const claim = (ownerToken: string, at = AT) => ledger.takeClaim(creation, { ...ATTEMPT, ownerToken, at });
  const first = recordOf(await claim("one"));
  await ledger.releaseClaim(first);
  const second = recordOf(await claim("two", AT + 1));
  await ledger.markKeyStuck(second, AT);
  await ledger.dropAttempt({ ...second, previousAttemptAt: AT });
  const renewed = await ledger.renewKey(second);
  await ledger.endVisits(renewed);
  await ledger.rejectClaim(renewed, AT, "impossible");
  const third = recordOf(await claim("three", AT + 2));
  await ledger.completeClaim(third, ANSWER);
  await ledger.freeAccountCreation(third, AT);
  const fourth = recordOf(await claim("four", AT + 3));
  await ledger.eraseAccountCreation(fourth, AT);
  await ledger.completeClaim(fourth, ANSWER);
}

function recordOf<R>(outcome: { kind: string; record?: R }): R {
  if (!outcome.record) throw new Error(`The claim is ${outcome.kind}.`);
  return outcome.record;
}

async function callPayments(ledger: Ledger): Promise<void> {
  const terms = {
    connectedAccountId: ACCOUNT,
    amountCents: 500,
    applicationFeeCents: 5,
    currency: "usd",
    captureMethod: "manual",
    orderRef: "order-1",
  } as const;
  const given = { svcPaymentId: "svcpay_1", merchantId: MERCHANT, terms, traceId: "t", at: AT };
  const fresh = ledger.newPaymentRecord(given);
  const record = recordOf(await ledger.takeClaim(fresh, { ...ATTEMPT, ownerToken: "payment" }));
  const state = {
    status: "requires_capture",
    amountCents: 500,
    applicationFeeCents: 5,
    refundedCents: 0,
    processorPaymentIntentId: "pi_1",
    processorChargeId: "ch_1",
    captureBefore: AT,
  } as const;
  const renewed = await ledger.renewCreationKey(record);
  await ledger.completeCreation(renewed, ANSWER, state, { needsCatchUp: true });
  await ledger.markCaughtUp(record);
  const payment = ledger.toPayment({ ...record, version: 1 });
  const entry = { at: AT, operation: "capture", operationId: "op", amountCents: 5, traceId: "t" } as const;
  const saved = (await ledger.savePaymentState(payment, state)) ?? payment;
  await ledger.savePaymentState(saved, state, { entry });
  const failedRefund = { refundId: "re_1", amountCents: 5, failureReason: null };
  await ledger.savePaymentState(saved, state, { failedRefund });
  const dispute = { disputeId: "dp_1", status: "lost", reason: "fraudulent", amountCents: 5 };
  await ledger.saveDispute({ ...saved, version: saved.version + 1 }, dispute);
  const remembered = { answer: ANSWER, state, disputes: [], ownerToken: "rebuilt", keyNumber: 2 };
  await ledger.createRebuiltPayment(given, remembered);
  await ledger.createRebuiltOperation(
    { operationId: "op_rebuilt", payment: saved, decided: { amountCents: 5 }, traceId: "trace" },
    { answer: ANSWER, ownerToken: "rebuilt", at: AT },
  );
  const page = { limit: 10 };
  await ledger.listPayments({ merchantId: MERCHANT, sinceMs: 0, untilMs: AT }, page);
  await ledger.listPayments({ merchantId: MERCHANT }, page);
  await ledger.listPayments({ merchantId: MERCHANT, orderRef: "order-1" }, { ...page, after: record });
}

async function callEvents(ledger: Ledger): Promise<void> {
  const event = await recordAnEvent(ledger, "evt_1");
  await ledger.releaseEvent(event, "owner");
  const done = { applied: "unchanged", finishedAt: AT, refundedCents: 1 } as const;
  await ledger.finishEvent(event, done);
  await ledger.finishEvent({ ...event, finishedAt: AT }, done);
  await ledger.finishEvent(event, { applied: "unknown_payment", finishedAt: AT });
  const unapplied = { ...event, applied: "unknown_payment" } as const;
  await ledger.reopenEvent(unapplied, { svcPaymentId: "svcpay_1", at: AT });
  await ledger.reopenEvent(unapplied, { svcPaymentId: "svcpay_1", endpoints: ["ep_1"], at: AT });
  await ledger.listEvents(MERCHANT, { limit: 10 });
  await ledger.listPaymentEvents("svcpay_1", { limit: 10 });
  await ledger.findPaymentByIntent("pi_1");
  await ledger.listEventsAscending(MERCHANT, { after: "1", until: "2", limit: 5 });
  await ledger.listItemsAscending({ index: "events-by-merchant", partition: MERCHANT, limit: 5 });
  await ledger.listEventsInWindow({ merchantId: MERCHANT, sinceMs: 0, untilMs: AT }, 10);
  await callDeliveries(ledger, event);
}

async function callDeliveries(ledger: Ledger, event: EventRecord): Promise<void> {
  const made = { endpointId: "ep_1", isHeld: false, at: AT };
  const outcome = await ledger.createDelivery(event, made);
  await ledger.createDelivery(event, { ...made, endpointId: "ep_2", isHeld: true });
  if (!outcome.written) throw new Error("The delivery was there.");
  const delivery = outcome.item;
  await ledger.addEndpoint(event, "ep_1");
  await ledger.findDelivery("evt_1", "ep_1");
  await ledger.findDeliveriesOf([{ ...event, endpoints: ["ep_1"] }]);
  await ledger.keepEventFor({ ...event, expiresAt: 0 }, AT);
  await ledger.listDeliveries({ endpointId: "ep_1" }, 10);
  await ledger.listDeliveries({ endpointId: "ep_1", sinceMs: 0, untilMs: AT }, 10);
  await ledger.takeOffTheList(delivery);
  const entry = { deliveryRound: 1, attempt: 1, at: AT, milliseconds: 1 };
  const claimed = { ...delivery, attempts: 1, attemptToken: "t" };
  await ledger.claimAttempt(delivery, { token: "t", now: AT, nextAttemptAt: AT });
  await ledger.claimAttempt(delivery, { token: "t", now: AT, nextAttemptAt: AT + 3_600_000 });
  await ledger.recordOutcome(claimed, { kind: "given_back", before: delivery });
  await ledger.recordOutcome(claimed, { kind: "given_back", before: { ...delivery, nextAttemptAt: AT } });
  await ledger.recordOutcome(delivery, { kind: "failed", entry: { ...entry, nextAttemptAt: AT } });
  await ledger.recordOutcome(delivery, { kind: "held", at: AT });
  await ledger.recordOutcome(delivery, { kind: "none" });
  await ledger.recordOutcome(delivery, { kind: "dead", at: AT });
  await ledger.recordOutcome(delivery, { kind: "dead", at: AT, entry });
  await ledger.markDeadLettered(delivery, AT);
  await ledger.startDeliveryRound(delivery, AT);
  await ledger.startDeliveryRound(delivery, AT, AT + 1);
  await ledger.recordOutcome(delivery, { kind: "delivered", entry });
  await ledger.listDead({}, 10);
  for await (const _ of ledger.deadPages({ merchantId: MERCHANT }, 10));
  await ledger.isOldestDead({ ...delivery, deadSort: `${MERCHANT}/ep_1#1` });
  await ledger.countDead({ merchantId: MERCHANT });
  await ledger.countDeadEvents(MERCHANT, ["ep_1"]);
  await ledger.countDeadEvents(MERCHANT, ["ep_1", "ep_2"]);
  await ledger.listDeadInWindow({ merchantId: MERCHANT, endpointId: "ep_1", sinceMs: 0, untilMs: AT }, 10);
  await ledger.eraseDelivery(delivery, AT);
  await ledger.eraseDelivery({ ...delivery, log: [{ ...entry, error: "rejected: x", answer: "no" }] }, AT);
}

async function recordAnEvent(ledger: Ledger, eventId: string): Promise<EventRecord> {
  const outcome = await ledger.recordEvent({
    eventId,
    type: "payment_intent.succeeded",
    merchantId: MERCHANT,
    accountId: ACCOUNT,
    svcPaymentId: "svcpay_1",
    source: "webhook",
    traceId: "t",
    rawBody: "{}",
    receivedAt: AT,
    endpoints: ["ep_1", "ep_2"],
  });
  if (!outcome.written) throw new Error("The event is there already.");
  return outcome.item;
}

async function callDueList(ledger: Ledger): Promise<void> {
  const key = { pk: "PAYMENT#due", sk: "PAYMENT" };
  const item = { ...key, merchantId: MERCHANT, ...ledger.dueAt(key, AT) };
  await ledger.moveDue(item, "visit", AT);
  await ledger.restartDue(item, AT);
  await ledger.moveDue({ ...item, dueStep: 7 }, "message", AT);
  await ledger.postponeDue(item, AT);
  await ledger.listDue(item.dueShard, { until: AT, limit: 10 });
  await ledger.listUnresolved(10);
  await ledger.countUnresolved();
  await ledger.listShard(item.dueShard, 10);
  await ledger.moveWatermark(ACCOUNT, AT);
  for (const token of ["one", "two"]) await ledger.claimPull(ACCOUNT, { token, nowMs: AT, untilMs: AT + 1 });
  await ledger.releasePull(ACCOUNT, "one");
  const lease = { merchantId: MERCHANT, readerId: "tmr_1", subject: "svcpay_1", ownerToken: "till" };
  await ledger.leaseReader(lease, { at: AT, replaces: false });
  await ledger.leaseReader({ ...lease, subject: "svcpay_2" }, { at: AT, replaces: false });
  await ledger.leaseReader({ ...lease, subject: "svcpay_2" }, { at: AT, replaces: true });
  await ledger.releaseReader(lease);
}

async function callLongWork(ledger: Ledger): Promise<void> {
  const progress = {
    recoveryId: "rcv_1",
    kind: "recover" as const,
    endpointIds: ["ep_1"],
    sinceMs: 0,
    untilMs: AT,
    looked: 0,
    sent: 0,
  };
  const start = { merchantId: MERCHANT, progress, runId: "run", at: AT, dueAtMs: AT };
  await ledger.startEventsWork(start);
  const work = await ledger.restartEventsWork(start);
  const other = { pk: work.pk, sk: "WORK#other" };
  await ledger.startWorkOnce(other, { ...start, ttlSeconds: 60 });
  await ledger.startWork(other, { ...start, ttlSeconds: 60 });
  await ledger.startStatementWork({
    merchantId: MERCHANT,
    date: "2026-01-05",
    runId: "run",
    at: AT,
    dueAtMs: AT,
  });
  await ledger.findEventsWork(MERCHANT, "rcv_1");
  await ledger.savePart(work, "run#1#0", "{}");
  const slice = { progress: { ...progress, before: "x", pacedUntil: AT }, parts: ["run#1#0"], runId: "run" };
  const next = (await ledger.saveSlice(work, slice, AT)) ?? work;
  await ledger.findPart(next, "part");
  await ledger.endWork(next, { ...slice, parts: [] });
  const counted = { span: "2026-01-05", counts: {} as never, countedAt: AT };
  await ledger.saveCounts(MERCHANT, "DAY", counted, undefined);
  await ledger.saveCounts(MERCHANT, "DAY", counted, counted);
  await ledger.listCounts(MERCHANT, "DAY", ["2026-01-01", "2026-01-31"]);
  const statement = { merchantId: MERCHANT, date: "2026-01-05", generatedAt: AT };
  await ledger.saveStatement(statement as Statement);
  await ledger.saveStatement(statement as Statement, { read: AT });
  const day = { ...(statement as Statement), at: AT };
  await ledger.saveDayLines(day, "run", [{ transactionId: "txn_1" } as BalanceLine]);
  await ledger.findDayLines(MERCHANT, [{ date: day.date, run: "run", nth: 0 }]);
  await ledger.listStatements(MERCHANT, { limit: 10 });
  const place = { merchantId: MERCHANT, endpointId: "ep_1" };
  const pause = { since: AT, until: AT + 10_000 };
  await ledger.pauseEndpoint(place, { ...pause, at: AT });
  await ledger.claimProbe(place, pause, AT + 10_000);
  await ledger.endPause(place, pause, AT);
  await ledger.saveTestEvents(place, { version: 0, sent: [] }, { eventId: "evt_test_1", at: AT });
  await ledger.findStatementWatermark(MERCHANT);
  await ledger.listMadeDays(MERCHANT, "2026-01-01", "2026-01-05");
  await ledger.listStatementLines(MERCHANT, "2026-01-01", "2026-01-05");
  await ledger.listStatementsBetween(MERCHANT, "2026-01-01", "2026-01-05");
  await ledger.moveStatementWatermark(MERCHANT, "2026-01-06");
}

async function callPayouts(ledger: Ledger): Promise<void> {
  const facts = {
    payoutId: "po_1",
    accountId: ACCOUNT,
    status: "paid",
    amountCents: 500,
    currency: "usd",
    automatic: true,
    method: "standard",
    createdAt: AT,
    arrivesAt: AT,
    traceId: null,
    isTracePending: true,
    failureCode: null,
  };
  const made = await ledger.createPayout(MERCHANT, { ...facts, reconciliation: "in_progress" }, AT);
  if (!made) throw new Error("The payout was there.");
  await ledger.createPayout(MERCHANT, { ...facts, reconciliation: "completed" }, AT);
  const waiting = await ledger.savePayout(made, { ...facts, reconciliation: "in_progress" }, AT);
  const due = await ledger.savePayout(waiting ?? made, { ...facts, reconciliation: "completed" }, AT);
  await ledger.saveChunk(made, "run", { nth: 0, chunk: { lines: [] } });
  await ledger.saveChunk(made, "run", { nth: 0, chunk: { lines: [], next: "txn_1" } });
  await ledger.findChunk(made, "run", 0);
  await ledger.findChunks(made, "run", [0, 1]);
  const composed = await ledger.saveComposition(due ?? made, { run: "run", chunkSizes: [0], totals: {} });
  await ledger.leavePayout(composed ?? made);
  await ledger.listPayouts(MERCHANT, { limit: 10 });
  await ledger.listPayouts(MERCHANT, { limit: 10, sinceMs: 0, untilMs: AT + 1, after: made.facts });
  const work = { merchantId: MERCHANT, payoutId: "po_1", runId: "run", at: AT, dueAtMs: AT };
  await ledger.startPayoutWork(work);
  await ledger.findPayoutWork(MERCHANT, "po_1");
}

/** Last: it takes away what the others have written. */
async function callErasure(ledger: Ledger): Promise<void> {
  const merchant = { merchantId: MERCHANT, name: "Shop", feePolicy: null, account: null, createdAt: AT };
  for await (const page of ledger.keptRecordPages({ ...merchant, formerAccountIds: [ACCOUNT] })) void page;
  for await (const page of ledger.partitionPages(`MERCHANT#${MERCHANT}`)) void page;
  await ledger.eraseMerchantRecord(MERCHANT, AT);
  await ledger.eraseAccountCreation(ledger.accountCreationKey(MERCHANT), AT);
  await ledger.eraseApiKey(ledger.apiKeyKey(MERCHANT, "key_0123456789abcdefxyz"), AT);
  await ledger.erasePayment(ledger.paymentKey("svcpay_1"), AT);
  await ledger.eraseOperation(ledger.operationKey("svcpay_1", "op_1"), AT);
  const event = { ...ledger.eventKey("evt_1"), eventId: "evt_1" } as EventRecord;
  await ledger.eraseEvent(event, AT);
  const entry = { at: AT, actor: "me", action: "x", subject: "Shop", number: 1, previous: "", details: "d" };
  await ledger.eraseAuditEntry({ ...ledger.auditKey(MERCHANT, 1), ...entry }, AT);
}
