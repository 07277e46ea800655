import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { IRole } from "aws-cdk-lib/aws-iam";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { ledgerAccessOf } from "../ledger-access.ts";
import { readRelease } from "../release.ts";
import { FUNCTIONS } from "../topology.ts";
import type { Api } from "./api.ts";
import type { Data } from "./data-by-name.ts";
import { type Environment, reservedIn } from "./environments.ts";

/** What a person needs after the deploy, and what the operator's command finds the environment by. No secret values. */
const queriedIndexes = (): string[] =>
  [
    ...new Set(FUNCTIONS.flatMap(({ name }) => ledgerAccessOf(name).flatMap(({ index }) => index ?? []))),
  ].sort();

export function addOutputs(
  stack: Stack,
  environment: Environment,
  { api, topic, operator, data }: { api: Api; topic: ITopic; operator: IRole; data: Data },
): void {
  const { table, queues } = data;
  const outputs: Record<string, string> = {
    ApiUrl: api.domain ? `https://${api.domain.name}` : api.httpApi.apiEndpoint,
    ...(api.domain && { ApiDomainTarget: api.domain.regionalDomainName }),
    TableName: table.tableName,
    // Read by the next deploy: which indexes this release queries.
    QueriedIndexes: queriedIndexes().join(","),
    // And how much of the account's concurrency is reserved by this stack itself.
    ReservedConcurrency: String(reservedIn(environment)),
    AlarmTopicArn: topic.topicArn,
    CallbackQueueUrl: queues.callbacks.queueUrl,
    ReconciliationQueueUrl: queues.reconciliation.queueUrl,
    DeadLetterQueueUrl: queues["dead-letters"].queueUrl,
    ...(data.platform && { PlatformEventQueueUrl: data.platform.queue.queueUrl }),
    // The operator's check of the key's rights depends on it.
    AccountsApi: environment.accountsApi,
    OperatorRoleArn: operator.roleArn,
    Release: readRelease(),
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
}
