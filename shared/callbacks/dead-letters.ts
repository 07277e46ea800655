import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { guarded, queueClient } from "./queue.ts";

/** The most that one call takes. */
const BATCH = 10;

/** Long enough that an empty answer means an empty queue: a short poll asks only some of a queue's servers. */
const WAIT_SECONDS = 1;

/** Whatever failed too often: a callback's message, a recovery's, or what somebody put there by hand. */
export type DeadLetter = { receiptHandle: string; body: string };

/** What is received stays hidden for the queue's own time, so that the next call brings others. */
export async function receiveDeadLetters(queueUrl: string): Promise<DeadLetter[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: BATCH,
    WaitTimeSeconds: WAIT_SECONDS,
  });
  const { Messages = [] } = await guarded(() => queueClient.send(command));
  return Messages.map(({ ReceiptHandle = "", Body = "" }) => ({ receiptHandle: ReceiptHandle, body: Body }));
}

export async function removeDeadLetters(queueUrl: string, letters: DeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  const Entries = letters.map(({ receiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle: receiptHandle,
  }));
  await guarded(() => queueClient.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries })));
}

/** About how many there are; the queue itself does not know better. */
export async function countDeadLetters(queueUrl: string): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl: queueUrl,
    AttributeNames: ["ApproximateNumberOfMessages"],
  });
  const { Attributes } = await guarded(() => queueClient.send(command));
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
}
