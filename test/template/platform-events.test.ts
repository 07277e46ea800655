import { Template } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import { FUNCTIONS, PLATFORM_EVENTS } from "../../infra/topology.ts";
import { resourcesOfType, statementsIn } from "./support/resources.ts";
import { createDataStackOf, createStackOf, environmentNamed } from "./support/synthesized-stack.ts";
import { dataTemplateOf, templateOf } from "./support/templates.ts";

/** The platform's own queue: nothing of it is in a template that does not ask for it. */
const VARIABLE = "PLATFORM_EVENT_QUEUE_URL";
const environment = { ...environmentNamed("prod"), platformEvents: true as const };

it("is in no environment by default", () => {
  for (const name of ["dev", "staging", "prod"]) {
    const texts = [templateOf(name), dataTemplateOf(name)].map((template) =>
      JSON.stringify(template.toJSON()),
    );
    for (const text of texts) expect(text).not.toMatch(/platform-events|PLATFORM_EVENT/);
  }
});

it("is kept for two weeks with its dead letters, by the data's stack", () => {
  const queues = resourcesOfType(Template.fromStack(createDataStackOf(environment)), "AWS::SQS::Queue");
  const named = (name: string) => queues.find(({ Properties }) => Properties.QueueName === name);
  const dead = named("payments-prod-platform-events-dead-letters");
  expect(named("payments-prod-platform-events")).toMatchObject({
    DeletionPolicy: "RetainExceptOnCreate",
    Properties: {
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
      RedrivePolicy: {
        maxReceiveCount: 10,
        deadLetterTargetArn: { "Fn::GetAtt": [dead?.logicalId, "Arn"] },
      },
    },
  });
});

it("is sent to by exactly the functions that finish events", () => {
  const template = Template.fromStack(createStackOf(environment));
  const told = resourcesOfType(template, "AWS::Lambda::Function").filter((lambda) =>
    JSON.stringify(lambda.Properties).includes(VARIABLE),
  );
  const names = FUNCTIONS.filter(({ tellsPlatform }) => tellsPlatform).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    "cancel-payment",
    "capture-payment",
    "charge-payment",
    "create-account",
    "open-work",
    "reconciliation",
    "refresh-onboarding-status",
    "refund-payment",
    "webhook",
  ]);
  expect(told.map(({ Properties }) => String(Properties.FunctionName)).sort()).toEqual(
    names.map((name) => `payments-prod-${name}`).sort(),
  );
  const grants = statementsIn(template.toJSON()).filter(({ Resource }) =>
    JSON.stringify(Resource ?? "").includes("platform-events"),
  );
  // The functions', and the operator's: a visit by hand finishes events too.
  expect(grants).toHaveLength(names.length + 1);
  expect(grants.map(({ Action }) => Action)).toEqual(grants.map(() => "sqs:SendMessage"));
});

it("is watched: for events that nobody reads, and for those that its consumer fails at, which are dead before they are old", () => {
  const alarms = resourcesOfType(Template.fromStack(createStackOf(environment)), "AWS::CloudWatch::Alarm");
  const watchedBy = (name: string) =>
    alarms.find(({ Properties }) => Properties.AlarmName === `payments-prod-${name}`)?.Properties;
  const { visibilitySeconds, maxReceives } = PLATFORM_EVENTS;
  expect(watchedBy("platform-events")).toMatchObject({ MetricName: "ApproximateAgeOfOldestMessage" });
  expect(visibilitySeconds * maxReceives).toBeLessThan(Number(watchedBy("platform-events")?.Threshold));
  expect(watchedBy("platform-events-failed")).toMatchObject({
    ...{ MetricName: "ApproximateNumberOfMessagesVisible", Threshold: 1 },
    Dimensions: [{ Name: "QueueName", Value: "payments-prod-platform-events-dead-letters" }],
  });
});
