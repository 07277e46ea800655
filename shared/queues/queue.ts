import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { VisitMessage } from "../domain/due-schedule.ts";
import type { CallbackMessage } from "../domain/events/callback-delivery.ts";
import { Failure } from "../domain/failure.ts";
import type { ReconciliationJob } from "../domain/finance/reconciliation.ts";
import {
  callbackQueueConfig,
  deadLetterConfig,
  openWorkQueueConfig,
  platformEventsConfig,
  reconciliationQueueConfig,
} from "../runtime/config.ts";
import { queueSignal } from "../runtime/invocation.ts";

export type CallbackToSend = CallbackMessage & { merchantId: string };

export const QUEUE_PATIENCE = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

export const queueClient = /* @__PURE__ */ new SQSClient(QUEUE_PATIENCE);

export const sendCallback = (delivery: CallbackToSend): Promise<void> =>
  send(callbackQueueConfig().CALLBACK_QUEUE_URL, callbackEntry(delivery));

export const sendDeadLetter = (delivery: CallbackToSend): Promise<void> =>
  send(deadLetterConfig().DEAD_LETTER_QUEUE_URL, callbackEntry(delivery));

/** What the platform's own systems read. The same id may come twice, and in any order: the higher version is newer. */
export type PlatformEvent = {
  eventId: string;
  type: string;
  merchantId: string;
  svcPaymentId: string | null;
  version: number | null;
  payload: unknown;
};

export const sendPlatformEvent = (event: PlatformEvent): Promise<void> =>
  send(
    platformEventsConfig().PLATFORM_EVENT_QUEUE_URL ?? "",
    entry(event, { merchantId: event.merchantId, delaySeconds: 0 }),
  );

type VisitToSend = VisitMessage & { merchantId: string; delaySeconds?: number };

export const sendVisits = (things: VisitToSend[]): Promise<void> =>
  sendAll(
    openWorkQueueConfig().OPEN_WORK_QUEUE_URL,
    things.map(({ pk, sk, visit, merchantId, delaySeconds = 0 }) =>
      entry({ pk, sk, visit } satisfies VisitMessage, { merchantId, delaySeconds }),
    ),
  );

export const sendReconciliations = (jobs: ReconciliationJob[]): Promise<void> =>
  sendAll(
    reconciliationQueueConfig().RECONCILIATION_QUEUE_URL,
    jobs.map((job) => entry(job, { merchantId: job.merchantId, delaySeconds: 0 })),
  );

const BATCH = 10;

type DelayedCallback = CallbackToSend & { delaySeconds?: number };

/** All of them, or a failure. */
export const sendCallbacks = (deliveries: DelayedCallback[]): Promise<void> =>
  sendAll(callbackQueueConfig().CALLBACK_QUEUE_URL, deliveries.map(callbackEntry));

type Entry = ReturnType<typeof entry>;

async function sendAll(queueUrl: string, entries: Entry[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(entries.length / BATCH) }, (_, index) =>
    entries.slice(index * BATCH, (index + 1) * BATCH),
  );
  await callQueue(() => Promise.all(batches.map((batch) => sendBatch(queueUrl, batch))));
}

async function sendBatch(queueUrl: string, batch: Entry[]): Promise<void> {
  const command = new SendMessageBatchCommand({
    QueueUrl: queueUrl,
    Entries: batch.map((message, index) => ({ Id: String(index), ...message })),
  });
  const { Failed = [] } = await queueClient.send(command, patience());
  // SQS may reject part of a batch without an error.
  if (Failed.length > 0) throw new Error("The queue rejected a part of a batch.");
}

export const hideCallback = (receiptHandle: string, seconds: number): Promise<void> =>
  hide(callbackQueueConfig().CALLBACK_QUEUE_URL, receiptHandle, seconds);

/** Otherwise a kept job comes back after six times its function's timeout. */
export const hideReconciliation = (receiptHandle: string, seconds: number): Promise<void> =>
  hide(reconciliationQueueConfig().RECONCILIATION_QUEUE_URL, receiptHandle, seconds);

export const hideVisit = (receiptHandle: string, seconds: number): Promise<void> =>
  hide(openWorkQueueConfig().OPEN_WORK_QUEUE_URL, receiptHandle, seconds);

async function hide(QueueUrl: string, ReceiptHandle: string, VisibilityTimeout: number): Promise<void> {
  const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
  await callQueue(() => queueClient.send(command));
}

const callbackEntry = ({
  eventId,
  endpointId,
  deliveryRound,
  merchantId,
  delaySeconds = 0,
}: DelayedCallback) =>
  entry({ eventId, endpointId, deliveryRound } satisfies CallbackMessage, {
    merchantId: `${merchantId}/${endpointId}`,
    delaySeconds,
  });

/** The merchant is the message group: on a fair queue one merchant's backlog does not delay another's events. */
const entry = (
  message: object,
  { merchantId, delaySeconds }: { merchantId: string; delaySeconds: number },
) => ({
  MessageBody: JSON.stringify(message),
  MessageGroupId: merchantId,
  ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
});

async function send(queueUrl: string, message: ReturnType<typeof entry>): Promise<void> {
  const command = new SendMessageCommand({ QueueUrl: queueUrl, ...message });
  await callQueue(() => queueClient.send(command, patience()));
}

function patience(): { abortSignal?: AbortSignal } {
  const abortSignal = queueSignal();
  return abortSignal ? { abortSignal } : {};
}

/** To the caller every failure of the queue is the same: unavailable. */
export async function callQueue<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new Failure("service_unavailable", "A queue is unreachable. Send the same request again.", {
      cause,
      retryAfterSeconds: 1,
    });
  }
}
