import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { LocalService } from "./local-service.ts";

/** Invokes a function that a queue feeds as the poller would, with messages m0, m1, … */
export function invokeWith(
  { stack }: LocalService,
  name: "delivery" | "open-work",
  ...messages: object[]
): Promise<SQSBatchResponse> {
  const handler = stack.handlers.get(name) as unknown as (event: SQSEvent) => Promise<SQSBatchResponse>;
  const Records = messages.map((message, index) => ({
    messageId: `m${index}`,
    receiptHandle: `r${index}`,
    body: JSON.stringify(message),
  }));
  return handler({ Records } as unknown as SQSEvent);
}
