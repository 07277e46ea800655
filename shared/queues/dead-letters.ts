import { GetQueueAttributesCommand, PurgeQueueCommand } from "@aws-sdk/client-sqs";
import { deadLetterConfig } from "../runtime/config.ts";
import { callQueue, queueClient } from "./queue.ts";

/** Approximate, as SQS counts. */
export async function countDeadLetters(): Promise<number> {
  const command = new GetQueueAttributesCommand({
    QueueUrl: deadLetterConfig().DEAD_LETTER_QUEUE_URL,
    AttributeNames: ["ApproximateNumberOfMessages"],
  });
  const { Attributes } = await callQueue(() => queueClient.send(command));
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
}

/** A letter only rings: the ledger has what failed, and the due list what is still to be done. */
export async function purgeDeadLetters(): Promise<void> {
  const command = new PurgeQueueCommand({ QueueUrl: deadLetterConfig().DEAD_LETTER_QUEUE_URL });
  await callQueue(() => queueClient.send(command));
}
