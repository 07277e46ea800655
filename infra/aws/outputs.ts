import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { IRole } from "aws-cdk-lib/aws-iam";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { readRelease } from "../release.ts";
import type { Api } from "./api.ts";
import type { Queues } from "./queues.ts";
import type { Secrets } from "./secrets.ts";

/** What a person needs after the deploy, and what the operator's command finds the environment by. No secret values. */
export function addOutputs(
  stack: Stack,
  {
    api,
    table,
    topic,
    secrets,
    queues,
    operator,
  }: {
    api: Api;
    table: Table;
    topic: ITopic;
    secrets: Secrets;
    queues: Queues;
    operator: IRole;
  },
): void {
  const outputs: Record<string, string> = {
    ApiUrl: api.domain ? `https://${api.domain.name}` : api.httpApi.apiEndpoint,
    ...(api.domain && { ApiDomainTarget: api.domain.regionalDomainName }),
    TableName: table.tableName,
    AlarmTopicArn: topic.topicArn,
    ProcessorSecretArn: secrets.processor.secretArn,
    WebhookSecretArn: secrets.webhook.secretArn,
    CallbackKeySecretArn: secrets["callback-key"].secretArn,
    CallbackQueueUrl: queues.callbacks.queueUrl,
    ReconciliationQueueUrl: queues.reconciliation.queueUrl,
    DeadLetterQueueUrl: queues["dead-letters"].queueUrl,
    OperatorRoleArn: operator.roleArn,
    Release: readRelease(),
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
}
