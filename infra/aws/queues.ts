import { Duration, Validations } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { keysOf } from "../../shared/domain/values.ts";
import { QUEUES, type QueueName } from "../topology.ts";
import type { Environment } from "./environments.ts";
import { queueNameOf } from "./names.ts";
import { removalPolicy } from "./removal.ts";

/**
 * The topology's queues, encrypted with SQS's own key. A message is an event's id and a number; what is worth
 * reading lies in the table, under the stack's key. That key here would be paid for by the call, and one more thing
 * that can stop deliveries.
 */
export function addQueues(scope: Construct, environment: Environment): void {
  const added = new Map<QueueName, Queue>();
  // A queue refers to its dead letters, so those come first.
  const add = (name: QueueName): Queue => {
    const { retentionDays, visibilitySeconds, maxReceives, deadLetters } = QUEUES[name];
    const queue =
      added.get(name) ??
      new Queue(scope, `${name}-queue`, {
        queueName: queueNameOf(environment, name),
        retentionPeriod: Duration.days(retentionDays),
        visibilityTimeout: Duration.seconds(visibilitySeconds),
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: true,
        removalPolicy: removalPolicy(environment),
        ...(deadLetters &&
          maxReceives && { deadLetterQueue: { queue: add(deadLetters), maxReceiveCount: maxReceives } }),
      });
    if (!deadLetters)
      Validations.of(queue).acknowledge({
        id: "Serverless-SQSRedrivePolicy",
        reason: "It is where the others' dead letters go; an operator takes them out.",
      });
    added.set(name, queue);
    return queue;
  };
  for (const name of keysOf(QUEUES)) add(name);
}
