import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { deadLetterConfig } from "../config.ts";
import { callQueue, queueClient } from "./queue.ts";

/** The most that one call takes. */
const BATCH = 10;

/** Long enough that an empty answer means an empty queue: a short poll asks only some of a queue's servers. */
const WAIT_SECONDS = 1;

/** Whatever failed too often: a callback's message, or what an operator put there by hand. */
export type DeadLetter = { receiptHandle: string; body: string };

/** What is received stays hidden for the queue's own time, so that the next call brings others. */
export async function receiveDeadLetters(): Promise<DeadLetter[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: deadLetterConfig().DEAD_LETTER_QUEUE_URL,
    MaxNumberOfMessages: BATCH,
    WaitTimeSeconds: WAIT_SECONDS,
  });
  const { Messages = [] } = await callQueue(() => queueClient.send(command));
  return Messages.map(({ ReceiptHandle = "", Body = "" }) => ({ receiptHandle: ReceiptHandle, body: Body }));
}

export async function removeDeadLetters(letters: DeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  const Entries = letters.map(({ receiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle: receiptHandle,
  }));
  const command = new DeleteMessageBatchCommand({
    QueueUrl: deadLetterConfig().DEAD_LETTER_QUEUE_URL,
    Entries,
  });
  await callQueue(() => queueClient.send(command));
}

/** About how many there are; the queue itself does not know better. */
export async function countDeadLetters(): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl: deadLetterConfig().DEAD_LETTER_QUEUE_URL,
    AttributeNames: ["ApproximateNumberOfMessages"],
  });
  const { Attributes } = await callQueue(() => queueClient.send(command));
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
}
