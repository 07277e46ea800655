import { Duration, Stack, Validations } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { PLATFORM_EVENTS } from "../topology.ts";
import type { Environment } from "./environments.ts";
import { removalPolicy } from "./removal.ts";

const nameOf = ({ name }: Environment, queue: string): string => `payments-${name}-${queue}`;

/** In the data's stack: what waits in it outlives the service's stack. */
export function addPlatformEvents(scope: Construct, environment: Environment): void {
  if (!environment.platformEvents) return;
  const { queue, deadLetters, retentionDays, visibilitySeconds, maxReceives } = PLATFORM_EVENTS;
  const settings = {
    retentionPeriod: Duration.days(retentionDays),
    // Amounts, order references and statuses: nothing that identifies a customer or a card.
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicy(environment),
  };
  const dead = new Queue(scope, `${deadLetters}-queue`, {
    ...settings,
    queueName: nameOf(environment, deadLetters),
  });
  Validations.of(dead).acknowledge({
    id: "Serverless-SQSRedrivePolicy",
    reason: "It is where the platform's consumer finds what it failed at.",
  });
  new Queue(scope, `${queue}-queue`, {
    ...settings,
    queueName: nameOf(environment, queue),
    visibilityTimeout: Duration.seconds(visibilitySeconds),
    deadLetterQueue: { queue: dead, maxReceiveCount: maxReceives },
  });
}

export type PlatformQueue = { queue: IQueue; deadLetters: IQueue };

export function platformQueueByName(scope: Construct, environment: Environment): PlatformQueue | undefined {
  if (!environment.platformEvents) return undefined;
  const named = (queue: string) =>
    Queue.fromQueueArn(
      scope,
      `${queue}-queue`,
      Stack.of(scope).formatArn({ service: "sqs", resource: nameOf(environment, queue) }),
    );
  return { queue: named(PLATFORM_EVENTS.queue), deadLetters: named(PLATFORM_EVENTS.deadLetters) };
}
