import type { ChainedEntry } from "../domain/access/audit-chain.ts";
import type { ConsoleSession } from "../domain/access/console-session.ts";
import { ERASED_NAME, keptSubject } from "../domain/erasure.ts";
import {
  ERASED_TERMS,
  erasedFields,
  type FieldRule,
  OPERATION_RULES,
  PAYMENT_RULES,
} from "../domain/payments/payment-fields.ts";
import type { AccountCreation } from "./accounts.ts";
import type { ApiKeyRecord } from "./api-keys.ts";
import { ENDED_ATTEMPT } from "./attempts.ts";
import type { AttentionRecord } from "./attention.ts";
import { DEATH } from "./deliveries.ts";
import type { AttemptRecord, DeliveryRecord, EventRecord } from "./events.ts";
import {
  absent,
  absentOr,
  type Change,
  type Condition,
  ifAbsent,
  NOT_ERASED,
  not,
  type Path,
  present,
  putItem,
  RECORDED,
  updateItem,
} from "./expressions.ts";
import type { Merchant } from "./merchants.ts";
import type { OperationRecord, PaymentRecord } from "./payments.ts";
import { DUE_ATTRIBUTES, type Key, keyOf, merchantKey, pack } from "./table.ts";

/*
 * Personal and secret data leave a record; ids, amounts and times stay. Each write may be repeated, also after an
 * earlier erasure, and says whether anything was left to remove.
 */

/** `not_finished`: an event that is not applied, or a claim that a visit may still complete. It keeps its data until then. */
export type ErasureOutcome = "erased" | "nothing_personal" | "not_finished";

/**
 * The first and the last step of an erasure: after the first no key opens anything, and the last removes what was
 * written in between.
 */
export const eraseMerchantRecord = (merchantId: string, at: number): Promise<unknown> =>
  updateItem<Merchant>(merchantKey(merchantId), {
    set: { erasedAt: ifAbsent(at), name: ERASED_NAME },
    remove: ["callbackEndpoints"],
    onlyIf: RECORDED,
  });

export const eraseAccountCreation = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase<AccountCreation>(item, at, { remove: ["terms.email", "answer"] });

export const eraseApiKey = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase<ApiKeyRecord>(item, at, { set: { revokedAt: ifAbsent(at), endsAt: at }, remove: ["label"] });

/** An operator's reason is free text. */
export const eraseConsoleSession = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase<ConsoleSession>(item, at, {
    set: { state: "ended", endedAt: ifAbsent(at) },
    remove: ["maker.reason"],
  });

/** A row for each field of the record: without one for a new field this does not compile. */
const PAYMENT_FIELDS: Record<keyof PaymentRecord, FieldRule> = PAYMENT_RULES;

export const erasePayment = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase<PaymentRecord>(item, at, {
    remove: [...ERASED_TERMS.map((term) => `terms.${term}` as const), ...erasedFields(PAYMENT_FIELDS)],
  });

/** It has only ids, amounts and times. Open items of an erased merchant need no person. */
export const eraseAttention = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase<AttentionRecord>(item, at, {
    set: { closedAt: ifAbsent(at) },
    remove: ["attentionSort", ...DUE_ATTRIBUTES],
  });

/** As for a payment. */
const OPERATION_FIELDS: Record<keyof OperationRecord, FieldRule> = OPERATION_RULES;

export const eraseOperation = (item: Key, at: number): Promise<ErasureOutcome> =>
  erase<OperationRecord>(item, at, { remove: erasedFields(OPERATION_FIELDS) });

/** A claim that is open and not on the due list is looked for by no visit. */
const NOT_OPEN = { anyOf: [{ state: absentOr(not("claimed")) }, { dueShard: absent }] };

/** Something is left to remove if it was never erased, or came after that. */
async function erase<R>(
  item: Key,
  at: number,
  { set = {}, remove }: { set?: Change<R>["set"]; remove: readonly Path<R>[] },
): Promise<ErasureOutcome> {
  const outcome = await updateItem<Record<string, unknown>>(item, {
    set: { ...set, erasedAt: ifAbsent(at) },
    remove,
    onlyIf: [
      RECORDED,
      NOT_OPEN,
      { anyOf: [{ erasedAt: absent }, ...remove.map((path) => ({ [path]: present }))] },
    ],
  });
  if (outcome.written) return "erased";
  const { existing } = outcome;
  const isOpen = existing?.state === "claimed" && existing.dueShard !== undefined;
  return isOpen ? "not_finished" : "nothing_personal";
}

const outcomeOf = ({ written }: { written: boolean }): ErasureOutcome =>
  written ? "erased" : "nothing_personal";

/** An event that is not finished keeps its bytes: the ledger has nothing else to apply it from. */
export async function eraseEvent(event: EventRecord, at: number): Promise<ErasureOutcome> {
  const noBody = pack("{}");
  const outcome = await updateItem<EventRecord>(event, {
    set: { erasedAt: ifAbsent(at), body: noBody },
    onlyIf: [RECORDED, { finishedAt: present, anyOf: [NOT_ERASED, { body: not(noBody) }] }],
  });
  if (outcome.written) return "erased";
  return outcome.existing && outcome.existing.finishedAt === undefined ? "not_finished" : "nothing_personal";
}

/** What the endpoint's server answered. Nothing is sent of it any more. */
export async function eraseDelivery(delivery: DeliveryRecord, at: number): Promise<ErasureOutcome> {
  const held: Condition<DeliveryRecord> = { anyOf: [NOT_ERASED, { delivery: not("none") }] };
  const outcome = await updateItem<DeliveryRecord>(delivery, {
    set: { erasedAt: ifAbsent(at), log: delivery.log.map(withoutAnswer), delivery: "none" },
    remove: [...DEATH, ...ENDED_ATTEMPT, ...DUE_ATTRIBUTES],
    onlyIf: [RECORDED, ...(delivery.log.some(isPersonal) ? [] : [held])],
  });
  return outcomeOf(outcome);
}

const isPersonal = ({ answer, error }: AttemptRecord): boolean =>
  answer !== undefined || (error?.includes(":") ?? false);

/** The error may quote the endpoint's address. */
const withoutAnswer = ({ answer: _, error, ...attempt }: AttemptRecord): AttemptRecord => ({
  ...attempt,
  ...(error !== undefined && { error: error.split(":")[0] }),
});

/** Overwritten under the same key: who did what and when stays. */
export const eraseAuditEntry = async (entry: ChainedEntry & Key, at: number): Promise<ErasureOutcome> =>
  outcomeOf(
    await putItem(
      {
        ...keyOf(entry),
        at: entry.at,
        actor: entry.actor,
        maker: entry.maker,
        action: entry.action,
        subject: keptSubject(entry),
        number: entry.number,
        previous: entry.previous,
        details: entry.details,
        erasedAt: at,
      },
      { ...RECORDED, erasedAt: absent },
    ),
  );
