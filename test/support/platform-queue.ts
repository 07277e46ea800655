import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll } from "vitest";
import type { PlatformEvent } from "../../shared/queues/queue.ts";
import type { LocalService } from "./local-service.ts";

/** Before the file's service is opened: with a queue for the platform's own systems, which is off otherwise. */
export function switchPlatformEventsOn(): void {
  process.env.PLATFORM_EVENTS = "on";
  afterAll(() => {
    delete process.env.PLATFORM_EVENTS;
    delete process.env.PLATFORM_EVENT_QUEUE_URL;
  });
}

/** All that is in the platform's queue, which then is empty. */
export const drainPlatform = ({ stack }: LocalService): Promise<PlatformEvent[]> =>
  drainQueue(stack.sqsUrl, String(process.env.PLATFORM_EVENT_QUEUE_URL));

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
