import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Resource } from "./resource.ts";

/* What is served of the templates, and what is not and why. A type or property in neither half fails the start. */

type Served = { served: readonly string[]; notRehearsed?: Record<string, string> };

const NAMES_ONLY = "it is a label";

const SERVED: Record<string, Served> = {
  "AWS::Lambda::Function": {
    served: ["Code", "Environment", "FunctionName", "Handler", "Role", "Runtime", "Timeout"],
    notRehearsed: {
      Architectures: "the bundles are JavaScript",
      LoggingConfig: "log lines go to the log folder",
      MemorySize: "a worker takes what it needs",
      TracingConfig: "there is no X-Ray here",
      ReservedConcurrentExecutions: "as many run as are invoked",
      RecursiveLoop: "Lambda's own detection of loops is not here",
      Description: NAMES_ONLY,
      Tags: NAMES_ONLY,
    },
  },
  "AWS::Lambda::Version": { served: ["FunctionName"], notRehearsed: { Description: NAMES_ONLY } },
  "AWS::Lambda::Alias": { served: ["FunctionName", "FunctionVersion", "Name"] },
  "AWS::Lambda::EventInvokeConfig": {
    served: [],
    notRehearsed: {
      FunctionName: "a schedule's invocation is never retried here",
      Qualifier: "a schedule's invocation is never retried here",
      MaximumRetryAttempts: "a schedule's invocation is never retried here",
      MaximumEventAgeInSeconds: "a schedule's invocation is never retried here",
      DestinationConfig: "a schedule's invocation is never retried here",
    },
  },
  "AWS::Lambda::EventSourceMapping": {
    served: ["BatchSize", "EventSourceArn", "FunctionName", "FunctionResponseTypes", "ScalingConfig"],
    notRehearsed: { Tags: NAMES_ONLY, MetricsConfig: "there are no metrics here" },
  },
  "AWS::Lambda::Permission": {
    served: ["Action", "FunctionName", "Principal", "SourceArn", "SourceAccount"],
  },
  "AWS::DynamoDB::Table": {
    served: ["AttributeDefinitions", "GlobalSecondaryIndexes", "KeySchema", "TableName"],
    notRehearsed: {
      BillingMode: "nothing is billed",
      DeletionProtectionEnabled: "asserted by template tests",
      PointInTimeRecoverySpecification: "the embedded DynamoDB has no backups; restore.md names a stand-in",
      SSESpecification: "KMS is asserted by template tests",
      TimeToLiveSpecification: "the embedded DynamoDB deletes nothing by itself, as AWS may for 48 hours",
      WarmThroughput: "nothing is throttled here",
      ContributorInsightsSpecification: "there are no metrics here",
      Tags: NAMES_ONLY,
    },
  },
  "AWS::SQS::Queue": {
    served: ["MessageRetentionPeriod", "QueueName", "RedrivePolicy", "VisibilityTimeout"],
    notRehearsed: { SqsManagedSseEnabled: "messages are not encrypted here", Tags: NAMES_ONLY },
  },
  "AWS::SQS::QueuePolicy": { served: ["PolicyDocument", "Queues"] },
  "AWS::SecretsManager::Secret": {
    served: ["Name"],
    notRehearsed: {
      GenerateSecretString: "values are the local stack's",
      KmsKeyId: "KMS is asserted by template tests",
      Description: NAMES_ONLY,
      Tags: NAMES_ONLY,
    },
  },
  "AWS::IAM::Role": {
    served: ["AssumeRolePolicyDocument", "ManagedPolicyArns", "Policies", "RoleName"],
    notRehearsed: {
      Description: NAMES_ONLY,
      MaxSessionDuration: "sessions do not end here",
      Tags: NAMES_ONLY,
    },
  },
  "AWS::IAM::Policy": { served: ["PolicyDocument", "Roles"], notRehearsed: { PolicyName: NAMES_ONLY } },
  "AWS::IAM::ManagedPolicy": {
    served: ["PolicyDocument", "Roles"],
    notRehearsed: { Description: NAMES_ONLY, ManagedPolicyName: NAMES_ONLY, Path: NAMES_ONLY },
  },
  "AWS::ApiGatewayV2::Api": {
    // CloudFormation rejects a name, tags and nearly everything else beside a body.
    served: ["Body"],
    notRehearsed: { FailOnWarnings: "what would be warned of fails the start" },
  },
  "AWS::ApiGatewayV2::Stage": {
    served: ["ApiId", "StageName", "DefaultRouteSettings", "RouteSettings"],
    notRehearsed: {
      AccessLogSettings: "the terminal shows one line a request",
      AutoDeploy: "there is one deployment",
      Tags: NAMES_ONLY,
    },
  },
  "AWS::Scheduler::Schedule": {
    served: ["ScheduleExpression", "ScheduleExpressionTimezone", "State", "Target", "FlexibleTimeWindow"],
    notRehearsed: { Description: NAMES_ONLY, Name: NAMES_ONLY, GroupName: NAMES_ONLY },
  },
};

const SEEN_BY_TEMPLATE_TESTS = "template tests look at it, and nothing here would ring";

const NOT_REHEARSED: Record<string, string> = {
  "AWS::CloudWatch::Alarm": SEEN_BY_TEMPLATE_TESTS,
  "AWS::CloudWatch::CompositeAlarm": SEEN_BY_TEMPLATE_TESTS,
  "AWS::CloudWatch::Dashboard": SEEN_BY_TEMPLATE_TESTS,
  "AWS::Logs::LogGroup": "log lines go to the log folder",
  "AWS::Logs::MetricFilter": SEEN_BY_TEMPLATE_TESTS,
  "AWS::SNS::Topic": SEEN_BY_TEMPLATE_TESTS,
  "AWS::SNS::TopicPolicy": SEEN_BY_TEMPLATE_TESTS,
  "AWS::SNS::Subscription": SEEN_BY_TEMPLATE_TESTS,
  "AWS::Events::Rule": SEEN_BY_TEMPLATE_TESTS,
  "AWS::Backup::BackupVault": "the embedded DynamoDB has no backups; restore.md names a stand-in",
  "AWS::Backup::BackupPlan": "the embedded DynamoDB has no backups; restore.md names a stand-in",
  "AWS::Backup::BackupSelection": "the embedded DynamoDB has no backups; restore.md names a stand-in",
  "AWS::CodeDeploy::Application": "there is one deployment, and nothing to roll back to",
  "AWS::CodeDeploy::DeploymentGroup": "there is one deployment, and nothing to roll back to",
  "AWS::CodeDeploy::DeploymentConfig": "there is one deployment, and nothing to roll back to",
  "AWS::KMS::Key": "KMS is asserted by template tests",
  "AWS::KMS::Alias": "KMS is asserted by template tests",
  "AWS::ApiGatewayV2::DomainName": "the address is this machine's",
  "AWS::ApiGatewayV2::ApiMapping": "the address is this machine's",
  "AWS::Budgets::Budget": "nothing is billed",
};

export function requireKnown({ stack, logicalId, type, properties }: Resource): void {
  if (NOT_REHEARSED[type]) return;
  const known = SERVED[type];
  if (!known)
    throw new NotRehearsable(
      `${stack}/${logicalId} is of type ${type}, which is neither served nor on the list of what is not rehearsed.`,
    );
  const unknown = Object.keys(properties).filter(
    (property) => !known.served.includes(property) && !known.notRehearsed?.[property],
  );
  if (unknown.length === 0) return;
  throw new NotRehearsable(
    `${stack}/${logicalId} (${type}) has ${unknown.join(", ")}, which is neither served nor on the list of what is not rehearsed.`,
  );
}
