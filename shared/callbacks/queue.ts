import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { Failure } from "../domain/failure.ts";

/** What lies in the queue: a reference. The ledger has the event, and says whether this message still counts. */
export type CallbackMessage = { eventId: string; generation: number };

export const queueClient = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

/** The merchant is the message group: on a fair queue one merchant's backlog does not delay another's events. */
export const send = (queueUrl: string, message: object, merchantId: string): Promise<void> =>
  sendLater(queueUrl, message, { merchantId, delaySeconds: 0 });

export async function sendLater(
  queueUrl: string,
  message: object,
  { merchantId, delaySeconds }: { merchantId: string; delaySeconds: number },
): Promise<void> {
  const command = new SendMessageCommand({
    QueueUrl: queueUrl,
    MessageBody: JSON.stringify(message),
    MessageGroupId: merchantId,
    ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
  });
  await guarded(() => queueClient.send(command));
}

/** The most that one call takes. */
const BATCH = 10;

type QueuedMessage = CallbackMessage & { merchantId: string; delaySeconds?: number };

/** Many callback messages in a tenth of the calls, in parallel; all of them, or a failure. */
export async function sendAll(queueUrl: string, messages: QueuedMessage[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, index) =>
    messages.slice(index * BATCH, (index + 1) * BATCH),
  );
  await guarded(() => Promise.all(batches.map((batch) => sendBatch(queueUrl, batch))));
}

async function sendBatch(queueUrl: string, batch: QueuedMessage[]): Promise<void> {
  const Entries = batch.map(({ eventId, generation, merchantId, delaySeconds = 0 }, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify({ eventId, generation } satisfies CallbackMessage),
    MessageGroupId: merchantId,
    ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
  }));
  const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries });
  const { Failed = [] } = await queueClient.send(command);
  // A batch may fail in part without failing.
  if (Failed.length > 0) throw new Error("The queue refused a part of a batch.");
}

export async function hideFor(queueUrl: string, receiptHandle: string, seconds: number): Promise<void> {
  const command = new ChangeMessageVisibilityCommand({
    QueueUrl: queueUrl,
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: seconds,
  });
  await guarded(() => queueClient.send(command));
}

export function parseMessage(text: string): CallbackMessage {
  const { eventId, generation } = JSON.parse(text) as Partial<CallbackMessage>;
  if (typeof eventId !== "string" || !Number.isSafeInteger(generation))
    throw new Error("Not a callback message.");
  return { eventId, generation: Number(generation) };
}

export async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new Failure("service_unavailable", "The callback queue cannot be reached at the moment.", {
      cause,
    });
  }
}
