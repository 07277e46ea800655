import type { QueueName } from "../../../infra/topology.ts";
import { callOutside } from "../world/outside.ts";
import { partsOf } from "../world/parts.ts";
import { requireRight } from "../world/rights.ts";
import { current } from "../world/simulation.ts";

/** Takes the place of @aws-sdk/client-sqs: the commands that the service sends, with the SDK's three tries. */

type Entry = { Id?: string; MessageBody: string; DelaySeconds?: number };

class Command<I> {
  readonly input: I;
  constructor(input: I) {
    this.input = input;
  }
}

export class SendMessageCommand extends Command<Entry & { QueueUrl: string }> {}
export class SendMessageBatchCommand extends Command<{ QueueUrl: string; Entries: Entry[] }> {}
export class ChangeMessageVisibilityCommand extends Command<{
  QueueUrl: string;
  ReceiptHandle: string;
  VisibilityTimeout: number;
}> {}
const TRIES = 3;

export class SQSClient {
  async send(command: unknown): Promise<object> {
    // An outage that outlasts the SDK's patience. A dead letter is seldom sent, and must not be lost then.
    const isLetter = command instanceof SendMessageCommand && queueOf(command.input) === "dead-letters";
    const isDown = current().faults.strikes("queue-down", isLetter ? 6 : 1);
    for (let attempt = 1; ; attempt++) {
      try {
        return await callOutside({
          to: "queue",
          what: () => describe(command),
          apply: () => {
            if (isDown) throw new Error("ServiceUnavailable");
            requireRight(rightTo(command));
            return apply(command);
          },
          latencyMs: [5, 30],
          timeoutMs: 3_000,
          lost: () => new Error("TimeoutError"),
        });
      } catch (error) {
        if (attempt === TRIES) throw error;
        await current().clock.sleep(50 * attempt);
      }
    }
  }
}

function apply(command: unknown): object {
  const { queues } = partsOf();
  if (command instanceof SendMessageCommand)
    queues.send(queueOf(command.input), command.input.MessageBody, command.input.DelaySeconds);
  else if (command instanceof SendMessageBatchCommand)
    for (const { MessageBody, DelaySeconds } of command.input.Entries)
      queues.send(queueOf(command.input), MessageBody, DelaySeconds);
  else if (command instanceof ChangeMessageVisibilityCommand) {
    const { ReceiptHandle, VisibilityTimeout } = command.input;
    queues.hide(queueOf(command.input), ReceiptHandle, VisibilityTimeout);
  } else throw new Error("The fake queue does not know this command.");
  return {};
}

/** In the words of a policy, in which a batch is what it consists of. */
const rightTo = (command: unknown): string => {
  const sent = command as Command<{ QueueUrl: string }>;
  return `${sent.constructor.name.replace(/(Batch)?Command$/, "")} ${queueOf(sent.input)}`;
};

/** The URLs of the simulation end with the queue's name. */
const queueOf = ({ QueueUrl }: { QueueUrl: string }): QueueName => QueueUrl.split("/").at(-1) as QueueName;

const describe = (command: unknown): string => {
  const { QueueUrl, ...input } = (command as Command<{ QueueUrl: string }>).input;
  return `queue ${queueOf({ QueueUrl })} ${JSON.stringify(input)}`;
};
