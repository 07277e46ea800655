import { findEndpoint } from "../../domain/events/callback-endpoint.ts";
import { parseReconciliationJob, type ReconciliationJob } from "../../domain/finance/reconciliation.ts";
import { findDeliveries } from "../../ledger/deliveries.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { type DeadLetter, receiveDeadLetters, removeDeadLetters } from "../../queues/dead-letters.ts";
import {
  type CallbackMessage,
  parseCallback,
  parseVisit,
  sendCallbacks,
  sendReconciliations,
} from "../../queues/queue.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** `left`: still dead, another merchant's, or not ours at all. */
export type Clearing = { received: number; putBack: number; removed: number; left: number };

/** What a letter says: a callback, a merchant's day or account to be reconciled, a visit, or nothing of ours. */
type Content =
  | { kind: "callback"; message: CallbackMessage }
  | { kind: "job"; job: ReconciliationJob }
  | { kind: "visit" }
  | { kind: "unknown" };

type Judged = {
  letter: DeadLetter;
  merchantId?: string | undefined;
  verdict: "remove" | "leave" | "put_back";
  delivery?: DeliveryRecord | undefined;
  job?: ReconciliationJob | undefined;
};

/** One batch: removes letters that need nothing, so that the alarm ends, and puts back those with work left. */
export async function clearDeadLetters(
  filter: { merchantId?: string | undefined },
  change: Change,
): Promise<Clearing> {
  const letters = await receiveDeadLetters();
  const contents = new Map(letters.map((letter) => [letter, contentOf(letter)]));
  const callbacks = await findStanding([...contents.values()].flatMap(messagesIn));
  const isMeant = ({ merchantId }: Judged) => !filter.merchantId || merchantId === filter.merchantId;
  const done = [...contents]
    .map(([letter, content]) => judge(letter, content, callbacks))
    .filter((judged) => judged.verdict !== "leave" && isMeant(judged));
  const returning = done.filter(({ verdict }) => verdict === "put_back");
  for (const { merchantId = "", delivery, job } of returning) {
    const subject = delivery ? nameOf(delivery) : `${job?.kind} job`;
    await recordAudit(merchantId, { action: "put-back-dead-letter", subject }, change);
  }
  await sendCallbacks(returning.flatMap(({ delivery }) => delivery ?? []));
  const jobs = returning.flatMap(({ job }) => job ?? []);
  if (jobs.length > 0) await sendReconciliations(jobs);
  await removeDeadLetters(done.map(({ letter }) => letter));
  return {
    received: letters.length,
    putBack: returning.length,
    removed: done.length - returning.length,
    left: letters.length - done.length,
  };
}

/** By event and endpoint. */
type Found = Map<string, { delivery: DeliveryRecord; isDeleted: boolean }>;

const nameOf = ({ eventId, endpointId }: Pick<CallbackMessage, "eventId" | "endpointId">): string =>
  `${eventId}/${endpointId}`;

async function findStanding(messages: CallbackMessage[]): Promise<Found> {
  const found = await findDeliveries(messages);
  const merchants = await findMerchants(found.map(({ merchantId }) => merchantId));
  const isDeleted = ({ merchantId, endpointId }: DeliveryRecord) =>
    !findEndpoint(merchants.get(merchantId) ?? {}, endpointId);
  return new Map(found.map((delivery) => [nameOf(delivery), { delivery, isDeleted: isDeleted(delivery) }]));
}

async function findMerchants(merchantIds: string[]): Promise<Map<string, Merchant>> {
  const found = await Promise.all([...new Set(merchantIds)].map(findMerchant));
  return new Map(found.flatMap((merchant) => (merchant ? [[merchant.merchantId, merchant] as const] : [])));
}

function judge(letter: DeadLetter, content: Content, standing: Found): Judged {
  switch (content.kind) {
    case "callback":
      return judgeCallback(letter, content.message, standing);
    case "job":
      // It failed for half a day; the operator who puts it back has fixed the cause.
      return { letter, merchantId: content.job.merchantId, verdict: "put_back", job: content.job };
    case "visit":
      // The due list sends the next one by itself.
      return { letter, verdict: "remove" };
    case "unknown":
      return { letter, verdict: "leave" };
  }
}

function judgeCallback(letter: DeadLetter, message: CallbackMessage, standing: Found): Judged {
  const { delivery, isDeleted } = standing.get(nameOf(message)) ?? {};
  const merchantId = delivery?.merchantId;
  if (!delivery || isDeleted || delivery.deliveryRound !== message.deliveryRound)
    return { letter, merchantId, verdict: "remove" };
  if (delivery.delivery === "dead") return { letter, merchantId, verdict: "leave" };
  // The queue's fuse: it was received too often, by crashes or throttling, while the ledger still has attempts.
  const verdict = delivery.delivery === "pending" ? "put_back" : "remove";
  return { letter, merchantId, delivery, verdict };
}

const messagesIn = (content: Content): CallbackMessage[] =>
  content.kind === "callback" ? [content.message] : [];

const READINGS: readonly ((body: string) => Content)[] = [
  (body) => ({ kind: "callback", message: parseCallback(body) }),
  (body) => ({ kind: "job", job: parseReconciliationJob(body) }),
  (body) => {
    parseVisit(body);
    return { kind: "visit" };
  },
];

/** What is no message of ours is left for an operator to look at. */
function contentOf({ body }: DeadLetter): Content {
  for (const read of READINGS) {
    try {
      return read(body);
    } catch {
      // Not of this kind.
    }
  }
  return { kind: "unknown" };
}
