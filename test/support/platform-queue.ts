import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { PlatformEvent } from "../../shared/queues/queue.ts";

/** All that is in the queue, which then is empty. */
export async function drainQueue(endpoint: string, QueueUrl: string): Promise<PlatformEvent[]> {
  const client = new SQSClient({ endpoint });
  const found: PlatformEvent[] = [];
  for (;;) {
    const asked = { QueueUrl, MaxNumberOfMessages: 10 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(asked));
    for (const { Body = "", ReceiptHandle } of Messages) {
      found.push(JSON.parse(Body) as PlatformEvent);
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
    if (Messages.length === 0) return found;
  }
}
