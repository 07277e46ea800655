import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../../infra/topology.ts";
import {
  actionsOf,
  arnOf,
  functionNamed,
  namedArn,
  onlyResource,
  PLACE,
  refTo,
  resourcesOfType,
  statementsIn,
} from "./support/resources.ts";
import { dataTemplateOf, templateOf } from "./support/templates.ts";

const template = templateOf("prod");
const topicNamed = (name: string) =>
  resourcesOfType(template, "AWS::SNS::Topic").find(
    ({ Properties }) => Properties.TopicName === `payments-prod-${name}`,
  ) ?? onlyResource(template, `a topic ${name}`);
const topic = topicNamed("alarms");
/** Of what belongs to a topic. */
const ofTopic = (type: string, { logicalId } = topic) =>
  resourcesOfType(template, type).filter(({ Properties }) =>
    JSON.stringify(Properties).includes(`"${logicalId}"`),
  );
const alarms = resourcesOfType(template, "AWS::CloudWatch::Alarm").map(({ Properties }) => Properties);

function alarmNamed(name: string): Record<string, unknown> {
  const found = alarms.find(({ AlarmName }) => AlarmName === `payments-prod-${name}`);
  if (!found) throw new Error(`There is no alarm ${name}`);
  return found;
}

const queueDimension = (name: string) => [{ Name: "QueueName", Value: `payments-prod-${name}` }];

describe("every alarm", () => {
  const HEARTBEATS = ["sweep-missing", "pulls-missing", "statements-missing"];
  const isHeartbeat = ({ AlarmName }: Record<string, unknown>) =>
    HEARTBEATS.some((name) => AlarmName === `payments-prod-${name}`);

  it.each(alarms.filter((alarm) => !isHeartbeat(alarm)))("$AlarmName takes silence for peace", (alarm) => {
    expect(alarm).toMatchObject({
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
      TreatMissingData: "notBreaching",
    });
  });

  /** An alarm that is not here can wait for the morning. */
  const WAKING = [
    "callback-backlog",
    "callbacks-in-flight",
    ...[
      "cancel-payment",
      "capture-payment",
      "charge-payment",
      "create-payment",
      "delivery",
      "refund-payment",
      "webhook",
    ].map((name) => `canary-${name}`),
    "delivery-errors",
    "due-list-late",
    "live-events-under-test-key",
    "missing-rights",
    "oldest-callback",
    "outage",
    "rejected-creates",
    "server-errors",
    "slow-creates",
    "sweep-missing",
    "table-throttles",
    "throttles",
    "webhook-errors",
    "webhook-signatures",
  ];

  it("wakes a person if it is one of these", () => {
    const waking = alarms.filter(
      ({ AlarmActions }) => JSON.stringify(AlarmActions) === JSON.stringify([refTo(topic)]),
    );
    expect(waking.map(({ AlarmName }) => String(AlarmName).replace("payments-prod-", "")).sort()).toEqual(
      WAKING,
    );
  });

  it.each(alarms)("$AlarmName rings on one topic, and says what to do", (alarm) => {
    const isWaking = WAKING.some((name) => alarm.AlarmName === `payments-prod-${name}`);
    const own = refTo(isWaking ? topic : topicNamed("tickets"));
    expect(alarm).toMatchObject({
      AlarmActions: [own],
      OKActions: [own],
      AlarmDescription: expect.stringMatching(/^.{100,}\. More: infra\/runbooks\/[a-z-]+\.md\.$/),
    });
    // CloudWatch cuts nothing: it rejects a longer one.
    expect(String(alarm.AlarmDescription).length).toBeLessThanOrEqual(1024);
  });

  it("is one of these, in every environment", () => {
    const names = ["dev", "staging", "prod"].map((name) =>
      resourcesOfType(templateOf(name), "AWS::CloudWatch::Alarm").map(({ Properties }) =>
        String(Properties.AlarmName).replace(`payments-${name}-`, ""),
      ),
    );
    const expected = [
      "balance-differences",
      "callback-backlog",
      "callbacks-in-flight",
      "canary-cancel-payment",
      "canary-capture-payment",
      "canary-charge-payment",
      "canary-create-payment",
      "canary-delivery",
      "canary-refund-payment",
      "canary-webhook",
      "changed-audits",
      "concurrency",
      "daily-statements-errors",
      "dead-letter-queue",
      "dead-letters",
      "delivery-errors",
      "delivery-failures",
      "due-list-late",
      "endpoint-outage",
      "foreign-intents",
      "impossible-refunds",
      "live-events-under-test-key",
      "missed-events",
      "missed-events-errors",
      "missing-rights",
      "oldest-callback",
      "open-work-errors",
      "outage",
      "pulls-missing",
      "reconciliation-dead-letters",
      "reconciliation-errors",
      "rejected-creates",
      "reused-codes",
      "server-errors",
      "slow-creates",
      "stale-secrets",
      "statement-differences",
      "statements-missing",
      "sweep-errors",
      "sweep-missing",
      "table-throttles",
      "throttles",
      "unexplained-payouts",
      "unknown-work",
      "unresolved-work",
      "unseen-accounts",
      "watermark-late",
      "webhook-errors",
      "webhook-not-understood",
      "webhook-signatures",
    ];
    expect(names.map((list) => list.sort())).toEqual([expected, expected, expected]);
  });
});

describe("the callbacks' alarms", () => {
  it("ring at every dead letter that is counted, within a minute", () => {
    expect(alarmNamed("dead-letters")).toMatchObject({
      Namespace: "Payments",
      MetricName: "DeadLetters",
      Statistic: "Sum",
      Period: 60,
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  it("ring at what the queue's own fuse put among the dead letters", () => {
    expect(alarmNamed("dead-letter-queue")).toMatchObject({
      MetricName: "ApproximateNumberOfMessagesVisible",
      Dimensions: queueDimension("dead-letters"),
      Statistic: "Maximum",
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  it("let a message wait out what it may wait in the queue, and ring within the hour", () => {
    const alarm = alarmNamed("oldest-callback");
    expect(alarm).toMatchObject({
      MetricName: "ApproximateAgeOfOldestMessage",
      Dimensions: queueDimension("callbacks"),
    });
    // 30 s and 2 min, doubled by a receiver's wish; with a wish the third is longer than what stays in the queue.
    expect(alarm.Threshold).toBeGreaterThan(2 * 30 + 2 * 120);
    expect(alarm.Threshold).toBeLessThan(3600);
  });

  it("ring before the queue stops handing out messages", () => {
    expect(alarmNamed("callbacks-in-flight")).toMatchObject({
      MetricName: "ApproximateNumberOfMessagesNotVisible",
      Dimensions: queueDimension("callbacks"),
      Threshold: 20_000,
    });
  });

  it("notice within a quarter of an hour that delivery stands still", () => {
    expect(alarmNamed("callback-backlog")).toMatchObject({
      MetricName: "ApproximateNumberOfMessagesVisible",
      Dimensions: queueDimension("callbacks"),
      Statistic: "Minimum",
      Period: 300,
      EvaluationPeriods: 3,
    });
  });

  it("ring when half of a telling number of deliveries fail", () => {
    const { Metrics, ...alarm } = alarmNamed("delivery-failures");
    expect(alarm).toMatchObject({ Threshold: 50, EvaluationPeriods: 3 });
    expect(Metrics).toMatchObject([
      { Expression: "IF(FILL(whole, 0) >= 20, 100 * FILL(part, 0) / whole, 0)", ReturnData: true },
      { Id: "part", MetricStat: { Metric: { MetricName: "DeliveryFailures" }, Stat: "Sum", Period: 300 } },
      { Id: "whole", MetricStat: { Metric: { MetricName: "DeliveryAttempts" }, Stat: "Sum", Period: 300 } },
    ]);
  });
});

describe("the API's alarms", () => {
  it("ring at three answers of 5xx in a quarter of an hour, and where there are many requests at one in a thousand", () => {
    const { Metrics, ...alarm } = alarmNamed("server-errors");
    const Dimensions = [{ Name: "ApiId", Value: refTo(onlyResource(template, "AWS::ApiGatewayV2::Api")) }];
    const metric = (MetricName: string) => ({
      MetricStat: {
        Metric: { Namespace: "AWS/ApiGateway", MetricName, Dimensions },
        Stat: "Sum",
        Period: 900,
      },
    });
    expect(alarm).toMatchObject({ EvaluationPeriods: 1, Threshold: 3 });
    expect(Metrics).toMatchObject([
      { Expression: "IF(FILL(failed, 0) >= 0.001 * FILL(requests, 0), FILL(failed, 0), 0)" },
      { Id: "failed", ...metric("5xx") },
      { Id: "requests", ...metric("Count") },
    ]);
  });

  it("ring when requests come and none succeeds, three times five minutes", () => {
    const { Metrics, ...alarm } = alarmNamed("outage");
    expect(alarm).toMatchObject({ Threshold: 1, EvaluationPeriods: 3 });
    expect(Metrics).toMatchObject([
      {
        Expression:
          "IF(FILL(requests, 0) - FILL(unknown, 0) > 0 AND requests - FILL(rejected, 0) - FILL(failed, 0) <= 0, 1, 0)",
      },
      { Id: "requests", MetricStat: { Metric: { MetricName: "Count" }, Stat: "Sum", Period: 300 } },
      { Id: "rejected", MetricStat: { Metric: { MetricName: "4xx" }, Stat: "Sum" } },
      { Id: "failed", MetricStat: { Metric: { MetricName: "5xx" }, Stat: "Sum" } },
      { Id: "unknown", MetricStat: { Metric: { MetricName: "Invocations" }, Stat: "Sum" } },
    ]);
  });

  it("ring when one create in a hundred is slow, of at least a hundred", () => {
    const { Metrics, ...alarm } = alarmNamed("slow-creates");
    expect(alarm).toMatchObject({ Threshold: 5000, EvaluationPeriods: 3 });
    const Dimensions = [{ Name: "FunctionName", Value: refTo(functionNamed(template, "create-payment")) }];
    expect(Metrics).toMatchObject([
      { Expression: "IF(FILL(creates, 0) >= 100, p99, 0)" },
      { Id: "creates", MetricStat: { Metric: { MetricName: "Duration", Dimensions }, Stat: "SampleCount" } },
      { Id: "p99", MetricStat: { Metric: { MetricName: "Duration", Dimensions }, Stat: "p99" } },
    ]);
  });
});

/** Periods without a value count as zero: otherwise CloudWatch looks for older ones, and rings at twice the time. */
const heartbeatOf = (MetricName: string, Stat: string, Period: number) => [
  { Expression: "FILL(heart, 0)" },
  { Id: "heart", MetricStat: { Metric: { MetricName }, Stat, Period } },
];

describe("the open work's alarms", () => {
  it("ring when no sweep has ended for ten minutes, and take silence for that", () => {
    expect(alarmNamed("sweep-missing")).toMatchObject({
      Metrics: heartbeatOf("Sweeps", "Sum", 300),
      EvaluationPeriods: 2,
      Threshold: 1,
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "breaching",
    });
  });

  it("ring when the sweep does not keep up, and at what nobody could finish", () => {
    expect(alarmNamed("due-list-late")).toMatchObject({
      MetricName: "OldestDueSeconds",
      Statistic: "Maximum",
      Threshold: 900,
      EvaluationPeriods: 3,
    });
    expect(alarmNamed("unresolved-work")).toMatchObject({
      // Each new one: the level stays up until all are settled, and would hide the second.
      MetricName: "WorkGivenUp",
      Statistic: "Sum",
      Threshold: 1,
    });
    // Each sweep counts it anew, so the alarm stays until a release that knows it is back.
    expect(alarmNamed("unknown-work")).toMatchObject({
      MetricName: "UnknownWork",
      Statistic: "Sum",
      Threshold: 1,
    });
  });
});

it("an alarm rings at the first link into the console that is used twice", () => {
  expect(alarmNamed("reused-codes")).toMatchObject({
    MetricName: "ReusedCodes",
    Statistic: "Sum",
    Threshold: 1,
    Period: 3600,
  });
});

describe("the reconciliation's alarms", () => {
  it.each([
    ["missed-events", "MissedEvents"],
    ["statement-differences", "StatementDifferences"],
    ["balance-differences", "BalanceDifferences"],
    ["unexplained-payouts", "UnexplainedPayouts"],
    ["changed-audits", "ChangedAudits"],
    ["stale-secrets", "StaleSecrets"],
  ])("%s rings at the first", (name, metric) => {
    expect(alarmNamed(name)).toMatchObject({ MetricName: metric, Statistic: "Sum", Threshold: 1 });
  });

  it("ring when for three hours no pull was asked for, also where none was needed", () => {
    expect(alarmNamed("pulls-missing")).toMatchObject({
      // How often it was said, not how many: a run without merchants says 0.
      Metrics: heartbeatOf("PullsAsked", "SampleCount", 3600),
      EvaluationPeriods: 3,
      Threshold: 1,
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "breaching",
    });
  });

  it("ring when an account's pulls have been behind for three hours", () => {
    expect(alarmNamed("watermark-late")).toMatchObject({
      MetricName: "OldestWatermarkSeconds",
      Statistic: "Maximum",
      Threshold: 3 * 3600,
      Period: 3600,
      EvaluationPeriods: 2,
    });
  });

  it("ring when statements are not asked for, or asked for and not made, two days long", () => {
    const { Metrics, ...alarm } = alarmNamed("statements-missing");
    expect(alarm).toMatchObject({
      Threshold: 1,
      EvaluationPeriods: 2,
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "breaching",
    });
    expect(Metrics).toMatchObject([
      { Expression: "IF(FILL(runs, 0) > 0 AND (FILL(asked, 0) == 0 OR FILL(made, 0) > 0), 1, 0)" },
      { Id: "runs", MetricStat: { Metric: { MetricName: "StatementsAsked" }, Stat: "SampleCount" } },
      { Id: "asked", MetricStat: { Metric: { MetricName: "StatementsAsked" }, Stat: "Sum" } },
      { Id: "made", MetricStat: { Metric: { MetricName: "Statements" }, Stat: "Sum", Period: 86_400 } },
    ]);
  });

  it("ring at the first job that was given up", () => {
    expect(alarmNamed("reconciliation-dead-letters")).toMatchObject({
      MetricName: "ApproximateNumberOfMessagesVisible",
      Dimensions: queueDimension("reconciliation-dead-letters"),
      Threshold: 1,
    });
  });
});

describe("the limits' alarms", () => {
  it("ring when Lambda turns a call of any function away", () => {
    const alarm = alarmNamed("throttles");
    expect(alarm).toMatchObject({
      Namespace: "AWS/Lambda",
      MetricName: "Throttles",
      Statistic: "Sum",
      Threshold: 1,
    });
    expect(alarm).not.toHaveProperty("Dimensions");
  });

  it("ring at four fifths of the account's concurrency", () => {
    const alarm = alarmNamed("concurrency");
    expect(alarm).toMatchObject({ MetricName: "ConcurrentExecutions", Statistic: "Maximum", Threshold: 800 });
    expect(alarm).not.toHaveProperty("Dimensions");
  });

  it("ring when the table turns reads or writes away", () => {
    const operations = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"];
    const [sum, ...metrics] = alarmNamed("table-throttles").Metrics as object[];
    expect(sum).toMatchObject({
      Expression:
        "FILL(getItem, 0) + FILL(batchGetItem, 0) + FILL(query, 0) + FILL(putItem, 0) + FILL(updateItem, 0)",
    });
    // By operation, which sees the indexes too.
    expect(metrics).toMatchObject(
      operations.map((Value) => ({
        MetricStat: {
          Metric: {
            Namespace: "AWS/DynamoDB",
            MetricName: "ThrottledRequests",
            Dimensions: [
              { Name: "Operation", Value },
              { Name: "TableName", Value: "payments-prod" },
            ],
          },
          Stat: "Sum",
        },
      })),
    );
  });
});

describe("the webhook's alarms", () => {
  it("ring at signatures that do not match", () => {
    expect(alarmNamed("webhook-signatures")).toMatchObject({
      MetricName: "SignatureFailures",
      Statistic: "Sum",
      Threshold: 5,
    });
  });

  it("ring at the first live event under a test key", () => {
    expect(alarmNamed("live-events-under-test-key")).toMatchObject({
      MetricName: "LiveEventsUnderTestKey",
      Statistic: "Sum",
      Threshold: 1,
    });
  });

  it("ring at the first event that is not understood", () => {
    expect(alarmNamed("webhook-not-understood")).toMatchObject({
      MetricName: "EventsNotUnderstood",
      Statistic: "Sum",
      Threshold: 1,
    });
  });

  const CRASHING = FUNCTIONS.filter(({ routes }) => routes.length === 0).map(({ name }) => name);
  const TAKING_MESSAGES = ["open-work", "reconciliation"];
  const others = ["webhook", ...CRASHING].filter((name) => !TAKING_MESSAGES.includes(name));
  it.each(others)("ring when the function %s crashes", (name) => {
    expect(alarmNamed(`${name}-errors`)).toMatchObject({
      Namespace: "AWS/Lambda",
      MetricName: "Errors",
      Dimensions: [{ Name: "FunctionName", Value: refTo(functionNamed(template, name)) }],
      Threshold: 1,
    });
  });

  it.each(TAKING_MESSAGES)(
    "ring when %s crashes, and when it fails at a message by its own fault",
    (name) => {
      const lambda = refTo(functionNamed(template, name));
      const { Metrics, ...alarm } = alarmNamed(`${name}-errors`);
      expect(alarm).toMatchObject({ Threshold: 1, EvaluationPeriods: 1 });
      const metric = (MetricName: string, name: string) => ({
        MetricStat: {
          Metric: { MetricName, Dimensions: expect.arrayContaining([{ Name: name, Value: lambda }]) },
          Stat: "Sum",
          Period: 300,
        },
      });
      expect(Metrics).toMatchObject([
        { Expression: "FILL(met, 0) + FILL(crashes, 0)" },
        { Id: "met", ...metric("UnexpectedErrors", "function") },
        { Id: "crashes", ...metric("Errors", "FunctionName") },
      ]);
    },
  );
});

describe("the topic", () => {
  const SAME_ACCOUNT = { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } };
  const forAlarms = (statement: object) => JSON.stringify(statement).includes("cloudwatch.amazonaws.com");

  it("is encrypted with the stack's own key, which alarms of this account may use", () => {
    const data = dataTemplateOf("prod");
    const key = onlyResource(data, "AWS::KMS::Key");
    expect(topic.Properties.KmsMasterKeyId).toEqual(namedArn(`kms:${PLACE}:alias/payments-prod`));
    expect(onlyResource(data, "AWS::KMS::Alias").Properties).toEqual({
      AliasName: "alias/payments-prod",
      TargetKeyId: arnOf(key),
    });
    const statements = statementsIn(key.Properties.KeyPolicy).filter(forAlarms);
    expect(statements.map(({ Condition }) => Condition)).toEqual([SAME_ACCOUNT]);
    expect(statements.flatMap(actionsOf)).toEqual(["kms:Decrypt", "kms:GenerateDataKey"]);
  });

  it("takes messages from alarms of this account alone, and over TLS only", () => {
    const policy = statementsIn(ofTopic("AWS::SNS::TopicPolicy").map(({ Properties }) => Properties));
    const [allowed, ...others] = policy.filter(({ Effect }) => Effect === "Allow");
    expect(others).toEqual([]);
    expect(allowed).toMatchObject({ Action: "sns:Publish", Resource: refTo(topic), Condition: SAME_ACCOUNT });
    expect(forAlarms(allowed ?? {})).toBe(true);
    expect(policy.filter(({ Effect }) => Effect === "Deny")).toMatchObject([
      { Action: "sns:Publish", Condition: { Bool: { "aws:SecureTransport": "false" } } },
    ]);
  });

  it("writes to whom production names, and to nobody in development unless it names somebody", () => {
    for (const one of [topic, topicNamed("key-alarms")])
      expect(ofTopic("AWS::SNS::Subscription", one).map(({ Properties }) => Properties)).toMatchObject([
        { Protocol: "email", Endpoint: "oncall@example.com" },
      ]);
    expect(resourcesOfType(templateOf("dev"), "AWS::SNS::Subscription")).toEqual([]);
  });
});

describe("the key of all data", () => {
  const keyTopic = topicNamed("key-alarms");

  it("is watched: a person is told at once that it is disabled or is to be deleted", () => {
    const rule = onlyResource(template, "AWS::Events::Rule").Properties;
    expect(rule.EventPattern).toEqual({
      source: ["aws.kms"],
      "detail-type": ["AWS API Call via CloudTrail"],
      detail: { eventName: ["DisableKey", "ScheduleKeyDeletion"] },
    });
    expect(rule.Targets).toMatchObject([{ Arn: refTo(keyTopic) }]);
    const policies = ofTopic("AWS::SNS::TopicPolicy", keyTopic).map(({ Properties }) => Properties);
    expect(statementsIn(policies).filter(({ Effect }) => Effect === "Allow")).toMatchObject([
      { Action: "sns:Publish", Principal: { Service: "events.amazonaws.com" }, Resource: refTo(keyTopic) },
    ]);
  });

  it("is not needed by the topic that tells of it: the alarms' own would be silent without it", () => {
    expect(topic.Properties.KmsMasterKeyId).toBeDefined();
    expect(keyTopic.Properties.KmsMasterKeyId).toBeUndefined();
  });
});
