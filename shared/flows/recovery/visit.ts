import type { VisitMessage } from "../../domain/due-schedule.ts";
import { findOpenWork, type OpenRecord, type OpenWork, type OpenWorkKind } from "../../ledger/open-work.ts";
import { visitAttention } from "../attention/visit-attention.ts";
import { visitEventsWork } from "../callbacks/work-on-events.ts";
import { visitDelivery } from "../deliveries/finish-delivery.ts";
import { visitEvent } from "../events/apply-event.ts";
import { visitAccount } from "../onboarding/create-account.ts";
import { visitCancel } from "../payments/cancel-payment.ts";
import { visitCapture } from "../payments/capture-payment.ts";
import { visitCharge } from "../payments/charge-payment.ts";
import { visitRefund } from "../payments/refund-payment.ts";
import { visitCreation } from "../payments/visit-creation.ts";
import { visitPayout, visitPayoutWork, visitStatementWork } from "./ask-for-reconciliation.ts";

/** `runId` is random. */
export type VisitRun = { runId: string; now: () => number };

/** Looks at a thing that was left open, and closes it if it can. `nth` counts the visits. Answers what it did. */
type Visit<K extends OpenWorkKind> = (
  record: OpenRecord<K>,
  at: number,
  run: VisitRun & { nth: number },
) => Promise<string>;

const VISITS: { [K in OpenWorkKind]: Visit<K> } = {
  payment: visitCreation,
  charge: visitCharge,
  capture: visitCapture,
  refund: visitRefund,
  cancel: visitCancel,
  account: visitAccount,
  event: visitEvent,
  delivery: visitDelivery,
  attention: visitAttention,
  events_work: visitEventsWork,
  statement_work: visitStatementWork,
  payout: visitPayout,
  payout_work: visitPayoutWork,
};

export function parseVisit(text: string): VisitMessage {
  const { pk, sk, visit }: Partial<VisitMessage> = JSON.parse(text);
  if (typeof pk !== "string" || typeof sk !== "string" || !Number.isSafeInteger(visit))
    throw new Error("Not a visit.");
  return { pk, sk, visit: Number(visit) };
}

export async function visit({ visit: nth, ...key }: VisitMessage, run: VisitRun): Promise<string> {
  const work = await findOpenWork(key);
  return work ? visitByKind(work, run.now(), { ...run, nth }) : "gone";
}

const visitByKind = <K extends OpenWorkKind>(
  { kind, record }: OpenWork<K>,
  ...when: [at: number, run: VisitRun & { nth: number }]
): Promise<string> => VISITS[kind](record, ...when);
