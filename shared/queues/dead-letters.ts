import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { deadLetterConfig } from "../runtime/config.ts";
import { callQueue, queueClient } from "./queue.ts";

const BATCH = 10;

/** A short poll asks only some of a queue's servers, so an empty answer would prove nothing. */
const WAIT_SECONDS = 1;

export type DeadLetter = { receiptHandle: string; body: string };

/** What is received stays hidden for the queue's own time, so the next call brings others. */
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

/** Approximate, as SQS counts. */
export async function countDeadLetters(): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl: deadLetterConfig().DEAD_LETTER_QUEUE_URL,
    AttributeNames: ["ApproximateNumberOfMessages"],
  });
  const { Attributes } = await callQueue(() => queueClient.send(command));
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
}
