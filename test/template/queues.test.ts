import { describe, expect, it } from "vitest";
import { BACKGROUND_CALLS, FUNCTIONS, QUEUES, type QueueName } from "../../infra/topology.ts";
import {
  actionsOf,
  arnOf,
  functionNamed,
  liveAliasOf,
  queueArn,
  queueNamed,
  type Resource,
  refTo,
  resourcesOfType,
  roleIdOf,
  statementsIn,
} from "./support/resources.ts";
import { dataTemplateOf, templateOf } from "./support/templates.ts";

const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

describe.each(["dev", "staging", "prod"])("the queues of %s", (environment) => {
  const template = dataTemplateOf(environment);

  it("are those of the topology and no others", () => {
    expect(
      resourcesOfType(template, "AWS::SQS::Queue")
        .map(({ Properties }) => Properties.QueueName)
        .sort(),
    ).toEqual(QUEUE_NAMES.map((name) => `payments-${environment}-${name}`).sort());
  });

  it.each(QUEUE_NAMES)("keep and hide messages as the topology says, encrypted: %s", (name) => {
    expect(queueNamed(template, name).Properties).toMatchObject({
      MessageRetentionPeriod: QUEUES[name].retentionDays * 86_400,
      VisibilityTimeout: QUEUES[name].visibilitySeconds,
      SqsManagedSseEnabled: true,
    });
  });

  it.each(QUEUE_NAMES)("reject whoever comes without TLS: %s", (name) => {
    const queue = queueNamed(template, name);
    const policy = resourcesOfType(template, "AWS::SQS::QueuePolicy").find(({ Properties }) =>
      JSON.stringify(Properties.Queues).includes(queue.logicalId),
    );
    expect(statementsIn(policy?.Properties)).toEqual([
      {
        Effect: "Deny",
        Principal: { AWS: "*" },
        Action: "sqs:*",
        Resource: arnOf(queue),
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ]);
  });
});

const template = templateOf("prod");
const data = dataTemplateOf("prod");

it("gives up on a message that crashes the function, after 24 receives", () => {
  const deadLetters = queueNamed(data, "dead-letters");
  expect(queueNamed(data, "callbacks").Properties.RedrivePolicy).toEqual({
    deadLetterTargetArn: arnOf(deadLetters),
    maxReceiveCount: 24,
  });
  expect(deadLetters.Properties).not.toHaveProperty("RedrivePolicy");
});

it("gives up on any message before its queue forgets it", () => {
  for (const { maxReceives = 0, visibilitySeconds, retentionDays } of Object.values(QUEUES))
    expect(maxReceives * visibilitySeconds).toBeLessThan(retentionDays * 86_400);
});

/** "function:alias", which CDK cuts out of the alias's ARN. */
const qualifiedName = (alias: Resource) => ({
  "Fn::Join": ["", [{ "Fn::Select": [6, { "Fn::Split": [":", refTo(alias)] }] }, ":live"]],
});

const CONSUMERS = FUNCTIONS.flatMap(({ name, consumes }) => (consumes ? [{ name, ...consumes }] : []));

it.each(CONSUMERS)("hands $queue to $name, in bounded batches whose parts can fail alone", (consumer) => {
  const { name, queue, batchSize, maximumConcurrency } = consumer;
  const mapping = resourcesOfType(template, "AWS::Lambda::EventSourceMapping").find(
    ({ Properties }) =>
      JSON.stringify(Properties.FunctionName) === JSON.stringify(qualifiedName(liveAliasOf(template, name))),
  );
  expect(mapping?.Properties).toMatchObject({
    EventSourceArn: queueArn(queue),
    BatchSize: batchSize,
    ScalingConfig: { MaximumConcurrency: maximumConcurrency },
    FunctionResponseTypes: ["ReportBatchItemFailures"],
  });
});

it("hands nothing to anybody else", () => {
  template.resourceCountIs("AWS::Lambda::EventSourceMapping", CONSUMERS.length);
});

it("hides a message for at least six times the time that its function may take", () => {
  for (const { consumes, timeoutSeconds } of FUNCTIONS) {
    if (consumes) expect(QUEUES[consumes.queue].visibilitySeconds).toBeGreaterThanOrEqual(6 * timeoutSeconds);
  }
});

/** Lambda stops a function after about 16 rounds of messages to itself, and a bug in such a loop costs money. */
const MAY_SEND_TO_ITSELF = new Map([
  // Once per delivery round: an event that was held while its endpoint was being enabled is sent again.
  ["delivery", "callbacks"],
]);

it("lets no function send to the queue that it consumes, except those that are named here", () => {
  const roles = resourcesOfType(template, "AWS::IAM::Role");
  const loops = CONSUMERS.filter(({ name, queue }) => {
    const role = roles.find(({ logicalId }) => logicalId === roleIdOf(functionNamed(template, name)));
    return statementsIn(role?.Properties.Policies).some(
      (statement) =>
        actionsOf(statement).includes("sqs:SendMessage") &&
        [statement.Resource].flat().includes(queueArn(queue)),
    );
  });
  expect(new Map(loops.map(({ name, queue }) => [name, queue as string]))).toEqual(MAY_SEND_TO_ITSELF);
});

it("all work that no request waits for shares one budget of calls to the processor", () => {
  const background = FUNCTIONS.filter(({ consumes, secrets }) => consumes && secrets.includes("processor"));
  const atOnce = background.map(({ consumes }) => consumes?.maximumConcurrency ?? 0);
  expect(atOnce.reduce((sum, one) => sum + one, 0)).toBe(BACKGROUND_CALLS);
});
