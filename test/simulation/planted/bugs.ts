import { CHARGE_BUGS } from "./charges.ts";
import { FIXED_BUGS } from "./fixed.ts";
import { bug, type PlantedBug } from "./planted-bug.ts";
import { RED_TEAM_BUGS } from "./red-team.ts";
import { SURVIVED_BUGS } from "./survived.ts";

/** One-line faults that would matter. The simulation must find each of them, or it would find none of their kind. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...FIXED_BUGS,
  ...SURVIVED_BUGS,
  ...RED_TEAM_BUGS,
  ...CHARGE_BUGS,
  // Its cold visits cannot identify an account's event then, which a warm webhook's memory would hide.
  bug("a missing grant", "infra/ledger-access.json", {
    was: '"open-work": [\n    "BatchGetItem EVENT#",\n    "BatchGetItem PAYMENT#",\n    "BatchGetItem PAYOUTS#",\n    "GetItem ACCOUNT#",',
    becomes:
      '"open-work": [\n    "BatchGetItem EVENT#",\n    "BatchGetItem PAYMENT#",\n    "BatchGetItem PAYOUTS#",',
  }),
  bug("a warm map shared between functions", "shared/ledger/merchants.ts", {
    was: 'const owners = /* @__PURE__ */ warmMap<string, string>("owners of accounts");',
    becomes: "const everybodys = new Map<string, string>();\nconst owners = () => everybodys;",
  }),
  bug("flood: a merchant's budget never ends", "shared/domain/access/merchant-budget.ts", {
    was: "spentTo > latest",
    becomes: "false",
    shows: ["isolation"],
  }),
  bug("flood: all merchants share a budget", "shared/lambda/serve.ts", {
    was: "facts.merchant?.merchantId",
    becomes: '"all"',
    shows: ["isolation"],
  }),
  bug(
    "hang: an event waits for the processor as long as a request may",
    "shared/flows/webhook/receive-event.ts",
    {
      was: "const PROCESSOR_BUDGET_MS = 2_000;",
      becomes: "const PROCESSOR_BUDGET_MS = 25_000;",
      shows: ["time"],
    },
  ),
  bug("payouts: a line lost at a page's end", "shared/flows/payout-lines/compose-payout.ts", {
    was: "toLines(movements, payoutId, identifyAll)",
    becomes: "toLines(next ? movements.slice(0, -1) : movements, payoutId, identifyAll)",
  }),
  // What is named at the end is then not what was written.
  bug("payouts: a run mixed with another", "shared/flows/payout-lines/compose-payout.ts", {
    was: "nameRun(record, progress)",
    becomes: "nameRun(record, { ...progress, run: run.traceId })",
  }),
  bug("payouts: a fee return counted twice", "shared/processor/movements.ts", {
    within: "toLine",
    was: "netCents: movement.netCents,",
    becomes: 'netCents: movement.netCents + (kind === "platform_fee_return" ? movement.amountCents : 0),',
  }),
  bug("balances: a returned payout is left out", "shared/domain/finance/balance.ts", {
    was: 'if (kind === "payout_failure") move.payoutsReturnedCents += amountCents;',
    becomes: "",
    shows: ["I8"],
  }),
  bug("balances: a payout counts as spent too", "shared/domain/finance/balance.ts", {
    was: "netOf(isPayout(kind) ? feeOfPayout(movement) : movement)",
    becomes: "netOf(movement)",
    shows: ["I8"],
  }),
  bug("balances: a day begins with nothing", "shared/domain/finance/balance.ts", {
    was: "const balance = balanceOf(day, isNext ? last?.carried : undefined);",
    becomes: "const balance = balanceOf(day, isNext ? new Map() : undefined);",
    shows: ["I8"],
  }),
  bug("a version that falls after a restore", "shared/ledger/rebuilt-payments.ts", {
    was: "    version: nextVersion(standing?.version ?? 0, writeTimeMs()),",
    becomes: "    version: (standing?.version ?? 0) + 1,",
  }),
  bug("a place in the feed taken at arrival", "shared/ledger/events.ts", {
    was: "eventSort: timeSort(writtenAt, event.eventId)",
    becomes: "eventSort: timeSort(event.receivedAt, event.eventId)",
  }),
  bug("choice: the default instead of what was chosen", "shared/domain/events/callback-endpoint.ts", {
    was: "isChosen(event.type, endpoint)",
    becomes: "isChosen(event.type, {})",
  }),
  bug("choice: what was left out is forgotten", "shared/domain/events/callback-endpoint.ts", {
    was: "events === undefined ? before : events;",
    becomes: "events ?? (before && null);",
  }),
  bug("owner condition dropped", "shared/ledger/claims.ts", {
    was: '{ ...NOT_ERASED, ownerToken, state: "claimed" }',
    becomes: '{ ...NOT_ERASED, state: "claimed" }',
  }),
  bug("erasure: a claim that is open is erased", "shared/ledger/erasure.ts", {
    was: "      NOT_OPEN,\n",
    becomes: "",
    shows: ["erasure"],
  }),
  bug("claim deleted on error", "shared/flows/once/ask-once.ts", {
    was:
      "if (!isRejection(error)) return releaseAndThrow(claim, error);\n" +
      "  await rejectClaim(claim, error.code).catch(leaveToLease);",
    becomes: "await rejectClaim(claim, 'impossible').catch(leaveToLease);",
  }),
  bug("claim written over another", "shared/ledger/claims.ts", {
    was: "(claim, UNSEEN,",
    becomes: "(claim, [],",
  }),
  // Then only the queue counts them.
  bug("attempts by receive count", "shared/ledger/attempts.ts", {
    was: "attempts: delivery.attempts + 1,",
    becomes: "attempts: delivery.attempts,",
  }),
  bug("200 before the event is stored", "functions/webhook.ts", {
    was: "webhookEndpoint(receiveEvent,",
    becomes:
      "webhookEndpoint((r) => receiveEvent(r).catch(() => ({ received: true as const, forwarded: false })),",
  }),
  bug("version condition dropped", "shared/ledger/payments.ts", {
    within: "saveOnVersion",
    was: "onlyIf: { version },",
    becomes: "onlyIf: [],",
  }),
  bug("completion overwrites what a webhook knew", "shared/ledger/creations.ts", {
    was: "const isKept = record.processorPaymentIntentId !== undefined && !isReplacing;",
    becomes: "const isKept = !isReplacing && record === undefined;",
  }),
  bug("completed claim stays on the due list", "shared/ledger/claims.ts", {
    was: "remove: [...OPEN_ATTRIBUTES, ...DUE_ATTRIBUTES]",
    becomes: "remove: [...OPEN_ATTRIBUTES]",
  }),
  bug("processor key not stable", "shared/domain/payments/claim.ts", {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    was: "processorKey: `${claim.operationId}.${claim.keyNumber}`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    becomes: "processorKey: `${claim.operationId}.${claim.keyNumber}.${Math.random()}`",
  }),
  bug("lease without margin", "shared/domain/payments/claim.ts", {
    was: "export const LEASE_MS = 60_000;",
    becomes: "export const LEASE_MS = 5_000;",
  }),
  bug("a field missing in the fingerprint", "shared/flows/payments/create-payment.ts", {
    was: "fingerprint: fingerprint(request.sentBody)",
    becomes: "fingerprint: fingerprint({ ...(request.sentBody as object), amountCents: 0 })",
  }),
  bug("late `processing` believed", "shared/domain/payments/payment.ts", {
    was: "&& STEPS[to.status] >= 3;",
    becomes: "&& STEPS[to.status] >= 1;",
  }),
  bug("every event believed", "shared/domain/payments/payment.ts", {
    was: "return forward && whole;",
    becomes: "return forward || whole;",
  }),
  bug("no look after 24 h", "shared/flows/once/ask-once.ts", {
    was: "&& isKeyOld(claim, now);",
    becomes: "&& isKeyOld(claim, 0);",
  }),
  bug("held events lost on enable", "shared/domain/events/recovery.ts", {
    was: 'release: ["held"],',
    becomes: 'release: ["dead"],',
  }),
  bug("only the new secret signs", "shared/flows/callbacks/deliver-event.ts", {
    was: "liveSecrets(endpoint, at)",
    becomes: "liveSecrets(endpoint, at).slice(0, 1)",
  }),
  bug("merchant check missing", "shared/ledger/payments.ts", {
    within: "requirePaymentRecord",
    was: "record?.merchantId === merchantId && record.state",
    becomes: "record?.state",
  }),
  bug("retryable true on an un-keyed refund", "shared/lambda/every-answer.ts", {
    within: "forClient",
    was: "!facts.isKeyGenerated || ",
    becomes: "facts.isKeyGenerated || ",
  }),
  bug("dead letter forgotten", "shared/flows/deliveries/finish-delivery.ts", {
    was: "  await sendDeadLetter(delivery);\n",
    becomes: "",
  }),
  bug("due entry removed too early", "shared/ledger/attempts.ts", {
    was: '          ...firstVisit(delivery, outcome.at),\n        },\n        remove: ENDED_ATTEMPT,\n      };\n    case "failed"',
    becomes: '        },\n        remove: ended,\n      };\n    case "failed"',
  }),
  bug("a visit completes what was not made", "shared/flows/payments/capture-payment.ts", {
    was: "lookUp: lookUpCapture,",
    becomes: 'lookUp: async ({ payment }) => ({ kind: "made", value: await fetchFor(payment) }),',
  }),
  bug("a visit that moves money", "shared/flows/payments/refund-payment.ts", {
    was: "{ lookUp: lookUpRefund, write }",
    becomes:
      "{\n" +
      "    lookUp: async (operation) => {\n" +
      "      const found = await lookUpRefund(operation);\n" +
      '      if (found.kind === "made") return found;\n' +
      '      const key = { keyNumber: 99, processorKey: record.operationId + ".99" };\n' +
      "      const { payment, decided } = operation;\n" +
      "      const sent = { ...record, ...intentOf(payment), ...decided, ...key };\n" +
      '      return { kind: "made", value: await createRefund(sent) };\n' +
      "    },\n" +
      "    write,\n" +
      "  }",
  }),
  bug("refund cap on a stale read", "shared/flows/payments/refund-payment.ts", {
    was: "const payment = await bringInLine(known);",
    becomes: "const payment = known;",
  }),
  bug("dead letter not sent after a lost reply", "shared/flows/deliveries/finish-delivery.ts", {
    was: "await sendDeadLetter(delivery);",
    becomes: "await sendDeadLetter(delivery).catch(() => undefined);",
  }),
  bug("parked event forgotten", "shared/flows/recovery/sweep.ts", {
    was: "sendCallbacks(messages.map(({ work: { record }, delaySeconds }) => ({ ...record, delaySeconds }))),",
    becomes: "sendCallbacks([]),",
  }),
  bug("a rest that every release ends", "shared/ledger/claims.ts", {
    was: "restMs ? restToken(keyNumber) : record.ownerToken",
    becomes: "record.ownerToken",
  }),
  bug("refund looked for in vain", "shared/flows/payments/refund-payment.ts", {
    was: '{ kind: "made", value: own }',
    becomes: '{ kind: "not_made" }',
  }),
  bug("a retry believes a repeated answer", "shared/flows/payments/claim-operation.ts", {
    was: "known: isRetry(claim) ? undefined : snapshot",
    becomes: "known: snapshot",
  }),
  bug("facts not asked for again after a conflict", "shared/flows/sync.ts", {
    within: "sync",
    was: "facts = await fetch(current);",
    becomes: "",
  }),
  bug("slow attempt overwrites a newer one", "shared/ledger/attempts.ts", {
    was: "=> ({ attempts });",
    becomes: '=> ({ attempts: (name, bind) => name + " >= " + bind(attempts) });',
  }),
  bug("ended event marked again", "shared/ledger/attempts.ts", {
    was: 'deliveryRound,\n  delivery: "pending",',
    becomes: "deliveryRound,",
  }),
  bug("schedule of attempts ignored", "shared/domain/events/callback-delivery.ts", {
    was: "const GROWTH = 4;",
    becomes: "const GROWTH = 1;",
  }),
  bug("ninth attempt", "shared/domain/events/callback-delivery.ts", {
    was: "export const MAX_ATTEMPTS = 8;",
    becomes: "export const MAX_ATTEMPTS = 9;",
  }),
  bug("signature of the first attempt's time", "shared/flows/callbacks/deliver-event.ts", {
    was: "seconds: signatureSeconds() };",
    becomes: "seconds: Math.floor(event.receivedAt / 1000) };",
  }),
  bug("told: a payment's change is not told", "shared/flows/payments/sync-payment.ts", {
    was: "if (!isMissed && !isVisibleChange(payment, change)) return write({});",
    becomes: "if (!isMissed || !isVisibleChange(payment, change)) return write({});",
    shows: ["I11"],
  }),
  bug("told: a frozen write comes after the visit that told it", "shared/flows/sync.ts", {
    was: "await write({ notAfterMs: at + MAX_LATE_MS })",
    becomes: "await write({})",
    shows: ["I11"],
  }),
  bug("second endpoint: updates are not told there", "shared/flows/sync.ts", {
    was: "await findChosen(update);",
    becomes: "(await findChosen(update))?.slice(0, 1);",
    shows: ["choice", "I11"],
  }),
  bug(
    "second endpoint: its delivery is made after the event is finished",
    "shared/flows/deliveries/finish-event.ts",
    {
      was: "  const sent = await makeDeliveries(event, at);\n  await reportToPlatform(event, facts?.refund);\n",
      becomes:
        "  await finishEvent(event, { applied: kind, finishedAt: at });\n  const sent = await makeDeliveries(event, at);\n",
      shows: ["I5", "I11"],
    },
  ),
  bug("second endpoint: only the first one's delivery is made", "shared/flows/deliveries/finish-event.ts", {
    was: "endpoints.map((endpointId) => makeDelivery(",
    becomes: "endpoints.slice(0, 1).map((endpointId) => makeDelivery(",
    shows: ["I5"],
  }),
  bug("second endpoint: signed with the first one's secret", "shared/flows/callbacks/deliver-event.ts", {
    was: "const signing = { endpoint, ",
    becomes: "const signing = { endpoint: merchant.callbackEndpoints?.list[0] ?? endpoint, ",
    shows: ["I10"],
  }),
  bug("pause: an endpoint that hangs is sent everything", "shared/ledger/attempts.ts", {
    was: "if (isTimedOut) await pauseEndpoint(",
    becomes: "if (isTimedOut && probe) await pauseEndpoint(",
    shows: ["99"],
    scenario: 99,
  }),
  bug("pause: a paused event waits for ever", "shared/domain/events/callback-delivery.ts", {
    was: "const from = Math.min(since, dueSince);",
    becomes: "const from = now;",
    shows: ["I5"],
    scenario: 41,
  }),
  bug("changing endpoint: its URL is given to another one in the same moment", "shared/ledger/merchants.ts", {
    was: 'read === 0 ? { callbackEndpoints: absent } : { "callbackEndpoints.version": read },',
    becomes: "",
    shows: ["choice"],
  }),
  bug(
    "changing endpoint: what comes while it is paused is not recorded for it",
    "shared/domain/events/callback-endpoint.ts",
    {
      was: "isChosen(event.type, endpoint) &&",
      becomes: "!endpoint.disabled && isChosen(event.type, endpoint) &&",
      shows: ["choice"],
    },
  ),
  bug(
    "changing endpoint: its deletion is answered, and another one is deleted",
    "shared/flows/callbacks/change-endpoint.ts",
    {
      was: ".filter((other) => other.endpointId !== endpointId);",
      becomes: ".filter((other) => other.endpointId === endpointId);",
      shows: ["choice"],
    },
  ),
  bug("told: a payout's breakdown is not told", "shared/flows/payout-lines/compose-payout.ts", {
    was: "await tellPayout({ merchantId, accountId }, told, save)",
    becomes: "await save({})",
    shows: ["I11"],
  }),
  bug("told: a payout's change is not told", "shared/flows/payouts/sync-payout.ts", {
    was: "const record = isSame\n",
    becomes: "const record = isSame || merchantId\n",
    shows: ["I11"],
  }),
  bug(
    "told: an account that changes without a callback is not told",
    "shared/flows/onboarding/sync-account.ts",
    {
      was: "isSame || (await isTold()) ? save({})",
      becomes: "isSame || account ? save({})",
      shows: ["I11"],
    },
  ),
  bug("told: what is applied late keeps its place in the feed", "shared/ledger/events.ts", {
    was: "set: { ...done, eventSort },",
    becomes: "set: done,",
    shows: ["I11", "no gap"],
  }),
  bug("attention: any refund closes a failed one", "shared/domain/payments/attention.ts", {
    was: "refundedCents >= amountCents",
    becomes: "refundedCents > 0",
    shows: ["I8"],
  }),
  bug("attention: a failed refund is replaced under every key", "shared/flows/payments/replace-refund.ts", {
    was: "replacementIdFor(request.svcPaymentId, failedId)",
    becomes: "replacementIdFor(request.svcPaymentId, request.idempotencyKey)",
    shows: ["I13"],
  }),
  bug(
    "attention: a failed refund is resolved while its replacement is open",
    "shared/flows/attention/resolve-attention.ts",
    { was: "await excludeReplacement(record, change);", becomes: "", shows: ["I13"] },
  ),
  bug(
    "attention: a replacement that fails leaves two open items",
    "shared/flows/payments/record-attention.ts",
    {
      was: "if (failedId) await",
      becomes: 'if (failedId && refund.status === "succeeded") await',
      shows: ["I8", "I13"],
    },
  ),
  bug("attention: a refund's event leaves no item", "shared/flows/events/apply-to-payment.ts", {
    was: "  await upsertRefundAttention(payment, refund, reported.at);\n",
    becomes: "",
    shows: ["I8"],
  }),
  bug("attention: what a person resolved opens again", "shared/ledger/attention.ts", {
    was: 'remove: ["closedAt", ...forgotten, ...(due ? [] : DUE_ATTRIBUTES)],\n    onlyIf,',
    becomes: 'remove: ["closedAt", ...forgotten, ...(due ? [] : DUE_ATTRIBUTES)],\n    onlyIf: [],',
    shows: ["I8"],
  }),
  bug("v2: a 500 is taken for one that is saved under its key", "shared/processor/errors.ts", {
    was: "code === NO_ERROR_NAMED || isOfV2(error)",
    becomes: "code === NO_ERROR_NAMED",
    shows: ["one account"],
  }),
  bug(
    "v2: an account that v1 does not show yet is taken for a lost one",
    "shared/flows/onboarding/create-account.ts",
    {
      was: "return await fetchNewAccount(accountId);",
      becomes: "return await fetchAccount(accountId);",
      shows: ["one account"],
    },
  ),
  bug("v2: an account's thin event is acknowledged and not applied", "shared/flows/events/apply-event.ts", {
    was: "      await syncAccount(merchant, { isTold: () => callbacksShowAccount(event) });\n",
    becomes:
      "      if (source === 'pull') await syncAccount(merchant, { isTold: () => callbacksShowAccount(event) });\n",
    shows: ["I8"],
  }),
  bug("readers: another payment's action is taken for one's own", "shared/flows/payments/ask-reader.ts", {
    was: "  intent?.intentId === intentId && !refund;",
    becomes: "  intent?.intentId !== '' && !refund;",
    shows: ["readers"],
  }),
  bug("readers: a payment is sent without a look at the reader", "shared/flows/payments/ask-reader.ts", {
    was: "const found = isThere && (await fetchReader(reader));",
    becomes: "const found: ReaderState | undefined = undefined as ReaderState | undefined;",
    shows: ["readers"],
  }),
  bug("readers: an action that failed before is taken for this one", "shared/flows/payments/ask-reader.ts", {
    was: 'collects(state.action, intentId) && state.action.status !== "failed") return state;',
    becomes: "collects(state.action, intentId)) return state;",
    shows: ["readers"],
  }),
  bug(
    "readers: a refund takes the place of a payment that waits for its card",
    "shared/flows/payments/refund-at-reader.ts",
    {
      was: "...{ at: now, replace },",
      becomes: "...{ at: now, replace: !replace },",
      shows: ["readers"],
    },
  ),
  bug("failed refund forgotten by a restore is made again", "shared/domain/payments/refund.ts", {
    was: " ?? own[0]",
    becomes: "",
  }),
  bug("redelivery: what is not applied yet is sent", "shared/domain/events/event.ts", {
    was: 'if (!delivery && event.finishedAt === undefined) return "on_its_way";',
    becomes: "",
  }),
  bug("readers: a repeat takes the lease over", "shared/ledger/reader-leases.ts", {
    was: "{ ownerToken: SHARED, onlyIf: { subject } }",
    becomes: "{ ownerToken, onlyIf: { subject } }",
    shows: ["readers"],
  }),
];

export const isShownBy = ({ shows }: PlantedBug, { invariant }: { invariant: string }): boolean =>
  shows === undefined || shows.includes(invariant);
