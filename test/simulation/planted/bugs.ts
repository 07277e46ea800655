import type { ScenarioNumber } from "../options.ts";
import { CHARGE_BUGS } from "./charges.ts";
import { FIXED_BUGS } from "./fixed.ts";
import type { Place } from "./place.ts";
import { RED_TEAM_BUGS } from "./red-team.ts";
import { SURVIVED_BUGS } from "./survived.ts";

export type PlantedBug = Place & {
  name: string;
  becomes: string;
  /** The invariants that it must break to count as found. Absent: it was planted before they were asked for. */
  shows?: readonly string[];
  /** It takes more events than a seed has: a scenario finds it. */
  scenario?: ScenarioNumber;
};

/** One-line faults that would matter. The simulation must find each of them, or it would find none of their kind. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...FIXED_BUGS,
  ...SURVIVED_BUGS,
  ...RED_TEAM_BUGS,
  ...CHARGE_BUGS,
  {
    // Its cold visits cannot identify an account's event then, which a warm webhook's memory would hide.
    name: "a missing grant",
    file: "infra/ledger-access.json",
    was: '"open-work": [\n    "BatchGetItem EVENT#",\n    "BatchGetItem PAYMENT#",\n    "BatchGetItem PAYOUTS#",\n    "GetItem ACCOUNT#",',
    becomes:
      '"open-work": [\n    "BatchGetItem EVENT#",\n    "BatchGetItem PAYMENT#",\n    "BatchGetItem PAYOUTS#",',
  },
  {
    name: "a warm map shared between functions",
    file: "shared/ledger/merchants.ts",
    was: 'const owners = /* @__PURE__ */ warmMap<string, string>("owners of accounts");',
    becomes: "const everybodys = new Map<string, string>();\nconst owners = () => everybodys;",
  },
  {
    name: "flood: a merchant's budget never ends",
    file: "shared/domain/access/merchant-budget.ts",
    was: "spentTo > latest",
    becomes: "false",
    shows: ["isolation"],
  },
  {
    name: "flood: all merchants share a budget",
    file: "shared/lambda/serve.ts",
    was: "facts.merchant?.merchantId",
    becomes: '"all"',
    shows: ["isolation"],
  },
  {
    name: "hang: an event waits for the processor as long as a request may",
    file: "shared/flows/webhook/receive-event.ts",
    was: "const PROCESSOR_BUDGET_MS = 2_000;",
    becomes: "const PROCESSOR_BUDGET_MS = 25_000;",
    shows: ["time"],
  },
  {
    name: "payouts: a line lost at a page's end",
    file: "shared/flows/payout-lines/compose-payout.ts",
    was: "toLines(movements, payoutId, identifyAll)",
    becomes: "toLines(next ? movements.slice(0, -1) : movements, payoutId, identifyAll)",
  },
  {
    // What is named at the end is then not what was written.
    name: "payouts: a run mixed with another",
    file: "shared/flows/payout-lines/compose-payout.ts",
    was: "nameRun(record, progress)",
    becomes: "nameRun(record, { ...progress, run: run.traceId })",
  },
  {
    name: "payouts: a fee return counted twice",
    file: "shared/processor/movements.ts",
    within: "toLine",
    was: "netCents: movement.netCents,",
    becomes: 'netCents: movement.netCents + (kind === "platform_fee_return" ? movement.amountCents : 0),',
  },
  {
    name: "balances: a returned payout is left out",
    file: "shared/domain/finance/balance.ts",
    was: 'if (kind === "payout_failure") move.payoutsReturnedCents += amountCents;',
    becomes: "",
    shows: ["I8"],
  },
  {
    name: "balances: a payout counts as spent too",
    file: "shared/domain/finance/balance.ts",
    was: "netOf(isPayout(kind) ? feeOfPayout(movement) : movement)",
    becomes: "netOf(movement)",
    shows: ["I8"],
  },
  {
    name: "balances: a day begins with nothing",
    file: "shared/domain/finance/balance.ts",
    was: "const balance = balanceOf(day, isNext ? last?.carried : undefined);",
    becomes: "const balance = balanceOf(day, isNext ? new Map() : undefined);",
    shows: ["I8"],
  },
  {
    name: "a version that falls after a restore",
    file: "shared/ledger/rebuilt-payments.ts",
    was: "    version: nextVersion(standing?.version ?? 0, writeTimeMs()),",
    becomes: "    version: (standing?.version ?? 0) + 1,",
  },
  {
    name: "a place in the feed taken at arrival",
    file: "shared/ledger/events.ts",
    was: "eventSort: timeSort(writtenAt, event.eventId)",
    becomes: "eventSort: timeSort(event.receivedAt, event.eventId)",
  },
  {
    name: "choice: the default instead of what was chosen",
    file: "shared/domain/events/callback-endpoint.ts",
    was: "isChosen(event.type, endpoint)",
    becomes: "isChosen(event.type, {})",
  },
  {
    name: "choice: what was left out is forgotten",
    file: "shared/domain/events/callback-endpoint.ts",
    was: "events === undefined ? before : events;",
    becomes: "events ?? (before && null);",
  },
  {
    name: "owner condition dropped",
    file: "shared/ledger/claims.ts",
    was: '{ ownerToken: record.ownerToken, state: "claimed" }',
    becomes: '{ state: "claimed" }',
  },
  {
    name: "claim deleted on error",
    file: "shared/flows/once/ask-once.ts",
    was:
      "if (!isRejection(error)) return releaseAndThrow(claim, error);\n" +
      "  await rejectClaim(claim, error.code).catch(leaveToLease);",
    becomes: "await rejectClaim(claim, 'impossible').catch(leaveToLease);",
  },
  {
    name: "claim written over another",
    file: "shared/ledger/claims.ts",
    was: "answer }), UNSEEN)",
    becomes: "answer }), [])",
  },
  {
    // Then only the queue counts them.
    name: "attempts by receive count",
    file: "shared/ledger/attempts.ts",
    was: "attempts: delivery.attempts + 1,",
    becomes: "attempts: delivery.attempts,",
  },
  {
    name: "200 before the event is stored",
    file: "functions/webhook.ts",
    was: "webhookEndpoint(receiveEvent,",
    becomes:
      "webhookEndpoint((r) => receiveEvent(r).catch(() => ({ received: true as const, forwarded: false })),",
  },
  {
    name: "version condition dropped",
    file: "shared/ledger/payments.ts",
    within: "saveOnVersion",
    was: "onlyIf: { version },",
    becomes: "onlyIf: [],",
  },
  {
    name: "completion overwrites what a webhook knew",
    file: "shared/ledger/creations.ts",
    was: "const isKept = record.processorPaymentIntentId !== undefined && !isReplacing;",
    becomes: "const isKept = !isReplacing && record === undefined;",
  },
  {
    name: "completed claim stays on the due list",
    file: "shared/ledger/claims.ts",
    was: "remove: [...OPEN_ATTRIBUTES, ...DUE_ATTRIBUTES]",
    becomes: "remove: [...OPEN_ATTRIBUTES]",
  },
  {
    name: "processor key not stable",
    file: "shared/flows/once/ask-once.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    was: "processorKey: `${claim.operationId}.${claim.keyNumber}`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    becomes: "processorKey: `${claim.operationId}.${claim.keyNumber}.${Math.random()}`",
  },
  {
    name: "lease without margin",
    file: "shared/domain/payments/claim.ts",
    was: "export const LEASE_MS = 60_000;",
    becomes: "export const LEASE_MS = 5_000;",
  },
  {
    name: "a field missing in the fingerprint",
    file: "shared/flows/payments/create-payment.ts",
    was: "fingerprint: fingerprint(request.sentBody)",
    becomes: "fingerprint: fingerprint({ ...(request.sentBody as object), amountCents: 0 })",
  },
  {
    name: "late `processing` believed",
    file: "shared/domain/payments/payment.ts",
    was: "&& STEPS[to.status] >= 3;",
    becomes: "&& STEPS[to.status] >= 1;",
  },
  {
    name: "every event believed",
    file: "shared/domain/payments/payment.ts",
    was: "return forward && whole;",
    becomes: "return forward || whole;",
  },
  {
    name: "no look after 24 h",
    file: "shared/flows/once/ask-once.ts",
    was: "&& isKeyOld(claim, now);",
    becomes: "&& isKeyOld(claim, 0);",
  },
  {
    name: "held events lost on enable",
    file: "shared/domain/events/recovery.ts",
    was: 'release: ["held"],',
    becomes: 'release: ["dead"],',
  },
  {
    name: "only the new secret signs",
    file: "shared/flows/callbacks/deliver-event.ts",
    was: "liveSecrets(endpoint, at)",
    becomes: "liveSecrets(endpoint, at).slice(0, 1)",
  },
  {
    name: "merchant check missing",
    file: "shared/ledger/payments.ts",
    within: "requirePaymentRecord",
    was: "record?.merchantId === merchantId && record.state",
    becomes: "record?.state",
  },
  {
    name: "retryable true on an un-keyed refund",
    file: "shared/lambda/every-answer.ts",
    within: "forClient",
    was: "!facts.isKeyGenerated || ",
    becomes: "facts.isKeyGenerated || ",
  },
  {
    name: "dead letter forgotten",
    file: "shared/flows/deliveries/finish-delivery.ts",
    was: "  await sendDeadLetter(delivery);\n",
    becomes: "",
  },
  {
    name: "due entry removed too early",
    file: "shared/ledger/attempts.ts",
    was: '          ...firstVisit(delivery, outcome.at),\n        },\n        remove: ENDED_ATTEMPT,\n      };\n    case "failed"',
    becomes: '        },\n        remove: ended,\n      };\n    case "failed"',
  },
  {
    name: "a visit completes what was not made",
    file: "shared/flows/payments/capture-payment.ts",
    was: "lookUp: lookUpCapture,",
    becomes: 'lookUp: async ({ payment }) => ({ kind: "made", value: await fetchFor(payment) }),',
  },
  {
    name: "a visit that moves money",
    file: "shared/flows/payments/refund-payment.ts",
    was: "lookUp: (operation) => lookUpRefund(operation, { now, isFirstAttempt: false }),",
    becomes:
      "lookUp: async (operation) => {\n" +
      "      const { payment, decided } = operation;\n" +
      "      const found = await lookUpRefund(operation, { now, isFirstAttempt: false });\n" +
      '      if (found.kind === "made") return found;\n' +
      '      const key = { keyNumber: 99, processorKey: record.operationId + ".99" };\n' +
      "      const sent = { ...record, ...intentOf(payment), ...decided, ...key };\n" +
      '      return { kind: "made", value: await createRefund(sent) };\n' +
      "    },",
  },
  {
    name: "refund cap on a stale read",
    file: "shared/flows/payments/refund-payment.ts",
    was: "amountCents === undefined || reader !== undefined,",
    becomes: "reader !== undefined,",
  },
  {
    name: "dead letter not sent after a lost reply",
    file: "shared/flows/deliveries/finish-delivery.ts",
    was: "await sendDeadLetter(delivery);",
    becomes: "await sendDeadLetter(delivery).catch(() => undefined);",
  },
  {
    name: "parked event forgotten",
    file: "shared/flows/recovery/sweep.ts",
    was: "sendCallbacks(messages.map(({ work: { record }, delaySeconds }) => ({ ...record, delaySeconds }))),",
    becomes: "sendCallbacks([]),",
  },
  {
    name: "a rest that every release ends",
    file: "shared/ledger/claims.ts",
    was: ", onlyIf: [{ attempts: record.attempts }]",
    becomes: "",
  },
  {
    name: "refund looked for in vain",
    file: "shared/flows/payments/refund-payment.ts",
    within: "lookUpRefund",
    was: 'return { kind: "made", value: own };',
    becomes: 'return { kind: "not_made" };',
  },
  {
    name: "a retry believes a repeated answer",
    file: "shared/flows/payments/claim-operation.ts",
    was: "known: isRetry(claim) ? undefined : snapshot",
    becomes: "known: snapshot",
  },
  {
    name: "facts not asked for again after a conflict",
    file: "shared/flows/sync.ts",
    within: "sync",
    was: "facts = await fetch(current);",
    becomes: "",
  },
  {
    name: "slow attempt overwrites a newer one",
    file: "shared/ledger/attempts.ts",
    was: "=> ({ attempts });",
    becomes: '=> ({ attempts: (name, bind) => name + " >= " + bind(attempts) });',
  },
  {
    name: "ended event marked again",
    file: "shared/ledger/attempts.ts",
    was: 'deliveryRound,\n  delivery: "pending",',
    becomes: "deliveryRound,",
  },
  {
    name: "schedule of attempts ignored",
    file: "shared/domain/events/callback-schedule.ts",
    was: "const GROWTH = 4;",
    becomes: "const GROWTH = 1;",
  },
  {
    name: "ninth attempt",
    file: "shared/domain/events/callback-schedule.ts",
    was: "export const MAX_ATTEMPTS = 8;",
    becomes: "export const MAX_ATTEMPTS = 9;",
  },
  {
    name: "signature of the first attempt's time",
    file: "shared/flows/callbacks/deliver-event.ts",
    was: "seconds: signatureSeconds() };",
    becomes: "seconds: Math.floor(event.receivedAt / 1000) };",
  },
  {
    name: "told: a payment's change is not told",
    file: "shared/flows/payments/sync-payment.ts",
    was: "if (!isMissed && !isVisibleChange(payment, change)) return write({});",
    becomes: "if (!isMissed || !isVisibleChange(payment, change)) return write({});",
    shows: ["I11"],
  },
  {
    name: "told: a frozen write comes after the visit that told it",
    file: "shared/flows/sync.ts",
    was: "await write({ notAfterMs: at + MAX_LATE_MS })",
    becomes: "await write({})",
    shows: ["I11"],
  },
  {
    name: "second endpoint: updates are not told there",
    file: "shared/flows/sync.ts",
    was: "await findChosen(update);",
    becomes: "(await findChosen(update))?.slice(0, 1);",
    shows: ["choice", "I11"],
  },
  {
    name: "second endpoint: its delivery is made after the event is finished",
    file: "shared/flows/deliveries/finish-event.ts",
    was: "  const sent = await makeDeliveries(event, at);\n  await reportToPlatform(event, facts?.refund);\n",
    becomes:
      "  await finishEvent(event, { applied: kind, finishedAt: at });\n  const sent = await makeDeliveries(event, at);\n",
    shows: ["I5", "I11"],
  },
  {
    name: "second endpoint: only the first one's delivery is made",
    file: "shared/flows/deliveries/finish-event.ts",
    was: "endpoints.map((endpointId) => makeDelivery(",
    becomes: "endpoints.slice(0, 1).map((endpointId) => makeDelivery(",
    shows: ["I5"],
  },
  {
    name: "second endpoint: signed with the first one's secret",
    file: "shared/flows/callbacks/deliver-event.ts",
    was: "const signing = { endpoint, ",
    becomes: "const signing = { endpoint: merchant.callbackEndpoints?.list[0] ?? endpoint, ",
    shows: ["I10"],
  },
  {
    name: "pause: an endpoint that hangs is sent everything",
    file: "shared/ledger/attempts.ts",
    was: "if (isTimedOut) await pauseEndpoint(",
    becomes: "if (isTimedOut && probe) await pauseEndpoint(",
    shows: ["99"],
    scenario: 99,
  },
  {
    name: "pause: a paused event waits for ever",
    file: "shared/domain/events/callback-schedule.ts",
    was: "const from = Math.min(since, dueSince);",
    becomes: "const from = now;",
    shows: ["I5"],
    scenario: 41,
  },
  {
    name: "changing endpoint: its URL is given to another one in the same moment",
    file: "shared/ledger/merchants.ts",
    was: 'read === 0 ? { callbackEndpoints: absent } : { "callbackEndpoints.version": read },',
    becomes: "",
    shows: ["choice"],
  },
  {
    name: "changing endpoint: what comes while it is paused is not recorded for it",
    file: "shared/domain/events/callback-endpoint.ts",
    was: "isChosen(event.type, endpoint) &&",
    becomes: "!endpoint.disabled && isChosen(event.type, endpoint) &&",
    shows: ["choice"],
  },
  {
    name: "changing endpoint: its deletion is answered, and another one is deleted",
    file: "shared/flows/callbacks/change-endpoint.ts",
    was: ".filter((other) => other.endpointId !== endpointId);",
    becomes: ".filter((other) => other.endpointId === endpointId);",
    shows: ["choice"],
  },
  {
    name: "told: a payout's breakdown is not told",
    file: "shared/flows/payout-lines/compose-payout.ts",
    was: "await tellPayout({ merchantId, accountId }, told, save)",
    becomes: "await save({})",
    shows: ["I11"],
  },
  {
    name: "told: a payout's change is not told",
    file: "shared/flows/payouts/sync-payout.ts",
    was: "const record = isSame\n",
    becomes: "const record = isSame || merchantId\n",
    shows: ["I11"],
  },
  {
    name: "told: an account that changes without a callback is not told",
    file: "shared/flows/onboarding/sync-account.ts",
    was: "isSame || (await isTold()) ? save({})",
    becomes: "isSame || account ? save({})",
    shows: ["I11"],
  },
  {
    name: "told: what is applied late keeps its place in the feed",
    file: "shared/ledger/events.ts",
    was: "set: { ...done, eventSort },",
    becomes: "set: done,",
    shows: ["I11", "no gap"],
  },
  {
    name: "attention: any refund closes a failed one",
    file: "shared/domain/payments/attention.ts",
    was: "refundedCents >= amountCents",
    becomes: "refundedCents > 0",
    shows: ["I8"],
  },
  {
    name: "attention: a failed refund is replaced under every key",
    file: "shared/flows/payments/refund-payment.ts",
    was: "replacementIdFor(svcPaymentId, replaces)",
    becomes: 'operationIdFor(svcPaymentId, "replace", idempotencyKey)',
    shows: ["I13"],
  },
  {
    name: "attention: a failed refund is resolved while its replacement is open",
    file: "shared/flows/attention/resolve-attention.ts",
    was: "await excludeReplacement(record, change);",
    becomes: "",
    shows: ["I13"],
  },
  {
    name: "attention: a replacement that fails leaves two open items",
    file: "shared/flows/payments/record-attention.ts",
    was: "if (failedId) await",
    becomes: 'if (failedId && refund.status === "succeeded") await',
    shows: ["I8", "I13"],
  },
  {
    name: "attention: what a person resolved opens again",
    file: "shared/ledger/attention.ts",
    was: 'remove: ["closedAt", ...forgotten, ...(due ? [] : DUE_ATTRIBUTES)],\n    onlyIf,',
    becomes: 'remove: ["closedAt", ...forgotten, ...(due ? [] : DUE_ATTRIBUTES)],\n    onlyIf: [],',
    shows: ["I8"],
  },
  {
    name: "v2: a 500 is taken for one that is saved under its key",
    file: "shared/processor/errors.ts",
    was: "code === NO_ERROR_NAMED || isOfV2(error)",
    becomes: "code === NO_ERROR_NAMED",
    shows: ["one account"],
  },
  {
    name: "v2: an account that v1 does not show yet is taken for a lost one",
    file: "shared/flows/onboarding/create-account.ts",
    was: "return await fetchNewAccount(accountId);",
    becomes: "return await fetchAccount(accountId);",
    shows: ["one account"],
  },
  {
    name: "v2: an account's thin event is acknowledged and not applied",
    file: "shared/flows/events/apply-event.ts",
    was: "      await syncAccount(merchant, { isTold: () => callbacksShowAccount(event) });\n",
    becomes:
      "      if (source === 'pull') await syncAccount(merchant, { isTold: () => callbacksShowAccount(event) });\n",
    shows: ["I8"],
  },
  {
    name: "readers: another payment's action is taken for one's own",
    file: "shared/flows/payments/ask-reader.ts",
    was: "  intent?.intentId === intentId && !refund;",
    becomes: "  intent?.intentId !== '' && !refund;",
    shows: ["readers"],
  },
  {
    name: "readers: a payment is sent without a look at the reader",
    file: "shared/flows/payments/ask-reader.ts",
    was: "const found = isThere && (await fetchReader(reader));",
    becomes: "const found: ReaderState | undefined = undefined as ReaderState | undefined;",
    shows: ["readers"],
  },
  {
    name: "readers: an action that failed before is taken for this one",
    file: "shared/flows/payments/ask-reader.ts",
    was: 'collects(state.action, intentId) && state.action.status !== "failed") return state;',
    becomes: "collects(state.action, intentId)) return state;",
    shows: ["readers"],
  },
  {
    name: "readers: a refund takes the place of a payment that waits for its card",
    file: "shared/flows/payments/refund-at-reader.ts",
    was: "...{ at: now, replace },",
    becomes: "...{ at: now, replace: !replace },",
    shows: ["readers"],
  },
  {
    name: "failed refund forgotten by a restore is made again",
    file: "shared/flows/payments/refund-payment.ts",
    within: "lookUpRefund",
    was: "if (hasFailed(own.refund)) {",
    becomes:
      'if (hasFailed(own.refund) && now > 0) return { kind: "not_made" };\n  if (hasFailed(own.refund)) {',
  },
  {
    name: "redelivery: what is not applied yet is sent",
    file: "shared/domain/events/event.ts",
    was: 'if (!delivery && event.finishedAt === undefined) return "on_its_way";',
    becomes: "",
  },
  {
    name: "readers: a repeat takes the lease over",
    file: "shared/ledger/reader-leases.ts",
    was: "{ ownerToken: SHARED, at, onlyIf: { subject } }",
    becomes: "{ ownerToken, at, onlyIf: { subject } }",
    shows: ["readers"],
  },
];

export const isShownBy = ({ shows }: PlantedBug, { invariant }: { invariant: string }): boolean =>
  shows === undefined || shows.includes(invariant);
