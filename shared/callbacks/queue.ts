import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { Failure } from "../domain/failure.ts";

/** What lies in the queue: a reference. The ledger has the event, and says whether this message still counts. */
export type CallbackMessage = { eventId: string; generation: number };

const client = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

/** The merchant is the message group: on a fair queue one merchant's backlog does not delay another's events. */
export async function send(queueUrl: string, message: CallbackMessage, merchantId: string): Promise<void> {
  const command = new SendMessageCommand({
    QueueUrl: queueUrl,
    MessageBody: JSON.stringify(message),
    MessageGroupId: merchantId,
  });
  await guarded(() => client.send(command));
}

export async function hideFor(queueUrl: string, receiptHandle: string, seconds: number): Promise<void> {
  const command = new ChangeMessageVisibilityCommand({
    QueueUrl: queueUrl,
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: seconds,
  });
  await guarded(() => client.send(command));
}

export function parseMessage(text: string): CallbackMessage {
  const { eventId, generation } = JSON.parse(text) as Partial<CallbackMessage>;
  if (typeof eventId !== "string" || !Number.isSafeInteger(generation))
    throw new Error("Not a callback message.");
  return { eventId, generation: Number(generation) };
}

async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new Failure("service_unavailable", "The callback queue cannot be reached at the moment.", {
      cause,
    });
  }
}
