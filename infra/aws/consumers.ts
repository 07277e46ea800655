import { Validations } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Queues } from "./data-by-name.ts";
import type { DeployedFunction } from "./functions.ts";

/** Connects functions to the queues that they consume. No batching window: a lone event is delivered at once. */
export function addConsumers(scope: Construct, functions: readonly DeployedFunction[], queues: Queues): void {
  for (const { spec, live } of functions) {
    if (!spec.consumes) continue;
    const { queue, batchSize, maximumConcurrency } = spec.consumes;
    const mapping = new EventSourceMapping(scope, `${spec.name}-from-${queue}`, {
      target: live,
      eventSourceArn: queues[queue].queueArn,
      batchSize,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    });
    Validations.of(mapping).acknowledge({
      id: "Serverless-LambdaEventSourceMappingDestination",
      reason: "For streams. A queue keeps what was not done, and redrives it to the dead letters.",
    });
  }
}
