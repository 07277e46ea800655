import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Assembly } from "./assembly.ts";

export type QueueSpec = { name: string; arn: string; attributes: Record<string, string> };

export const readQueues = (assembly: Assembly): QueueSpec[] =>
  assembly.ofType("AWS::SQS::Queue").map((resource) => {
    const text = (property: string) => String(assembly.read(resource, property));
    // What a template leaves out has SQS's own default.
    const visibility = assembly.read<number>(resource, "VisibilityTimeout");
    const redrive = assembly.read<object>(resource, "RedrivePolicy");
    return {
      name: text("QueueName"),
      arn: assembly.arnOf(resource),
      attributes: {
        MessageRetentionPeriod: text("MessageRetentionPeriod"),
        ...(visibility !== undefined && { VisibilityTimeout: String(visibility) }),
        ...(redrive && { RedrivePolicy: JSON.stringify(redrive) }),
      },
    };
  });

export type MappingSpec = {
  queue: QueueSpec;
  functionName: string;
  batchSize: number;
  maximumConcurrency: number;
  /** Otherwise a batch succeeds or fails as a whole, whatever the function answers. */
  reportsFailures: boolean;
};

/** Lambda's own, for queues. */
const BATCH_SIZE = 10;
const MAXIMUM_CONCURRENCY = 1_000;

export const readMappings = (assembly: Assembly, queues: readonly QueueSpec[]): MappingSpec[] =>
  assembly.ofType("AWS::Lambda::EventSourceMapping").map((resource) => {
    const read = <T>(property: string) => assembly.read<T>(resource, property);
    const queue = queues.find(({ arn }) => arn === read<string>("EventSourceArn"));
    if (!queue)
      throw new NotRehearsable(`${resource.logicalId} consumes a queue that the templates do not have.`);
    return {
      queue,
      functionName: String(read<string>("FunctionName")),
      batchSize: read<number>("BatchSize") ?? BATCH_SIZE,
      maximumConcurrency:
        read<{ MaximumConcurrency?: number }>("ScalingConfig")?.MaximumConcurrency ?? MAXIMUM_CONCURRENCY,
      reportsFailures: read<string[]>("FunctionResponseTypes")?.includes("ReportBatchItemFailures") ?? false,
    };
  });
