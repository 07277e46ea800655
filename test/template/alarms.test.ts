import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  actionsOf,
  allResources,
  arnOf,
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

type Metric = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
type Part = { Id: string; Expression?: string; MetricStat: { Metric: Metric; Stat: string; Period: number } };
type AlarmProperties = Metric & {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: object[];
  OKActions: object[];
  Metrics?: Part[];
  Statistic: string;
  Period: number;
  EvaluationPeriods: number;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
};

const alarmsOf = (environmentName: string): AlarmProperties[] =>
  resourcesOfType(templateOf(environmentName), "AWS::CloudWatch::Alarm")
    .map(({ Properties }) => Properties as AlarmProperties)
    .sort((one, other) => (one.AlarmName < other.AlarmName ? -1 : 1));

const nameOf = ({ AlarmName }: AlarmProperties): string => AlarmName.replace(/^payments-[a-z]+-/, "");

/** References by the name of what they lead to; a version's changes with its code. */
const NAMES = new Map(
  allResources(template).map(({ logicalId, Properties: { FunctionName } }) => [
    logicalId,
    typeof FunctionName === "string" ? FunctionName : logicalId.replace(/CurrentVersion.*/, "-version"),
  ]),
);

type Reference = { Ref?: string; "Fn::GetAtt"?: [string]; "Fn::Join"?: [string, unknown[]] };

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const { Ref, "Fn::GetAtt": attribute, "Fn::Join": joined } = value as Reference;
  if (joined) return joined[1].map(textOf).join(joined[0]);
  return NAMES.get(Ref ?? attribute?.[0] ?? "") ?? JSON.stringify(value);
}

function metricText({ Namespace, MetricName, Dimensions = [] }: Metric, stat: string): string {
  const named = Dimensions.map(({ Name, Value }) => `${Name}=${textOf(Value).replace("payments-prod-", "")}`);
  const text = [`${Namespace}/${MetricName}`, stat, ...named].join(" ");
  // Each of our own metrics has these.
  return text.replace(" environment=prod", "").replace(" service=payments", "");
}

const OPERATORS: Record<string, string> = { LessThanThreshold: "<", GreaterThanOrEqualToThreshold: "≥" };
/** An idle queue and a function that is not called report nothing, and nothing is wrong. */
const SILENCES: Record<string, string> = { breaching: ", or silence", notBreaching: "" };

const whomItCalls = ({ AlarmActions }: AlarmProperties): string =>
  JSON.stringify(AlarmActions) === JSON.stringify([refTo(topic)]) ? "wakes" : "ticket";

/** An alarm in a line: whom it calls, at what, from when on, for how long. */
function lineOf(alarm: AlarmProperties): string {
  const [expression, ...parts] = alarm.Metrics ?? [];
  const text = expression?.Expression ?? metricText(alarm, alarm.Statistic);
  const limit = `${OPERATORS[alarm.ComparisonOperator]} ${alarm.Threshold}`;
  const periods = new Set(parts.length > 0 ? parts.map((part) => part.MetricStat.Period) : [alarm.Period]);
  const times = `${alarm.EvaluationPeriods} × ${[...periods].join(" or ")} s`;
  const where = parts.map(({ Id, MetricStat: { Metric, Stat } }) => `; ${Id}: ${metricText(Metric, Stat)}`);
  const silence = SILENCES[alarm.TreatMissingData];
  return `${nameOf(alarm)}: ${whomItCalls(alarm)} at ${text} ${limit}, ${times}${silence}${where.join("")}`;
}

const alarms = alarmsOf("prod");

describe("every alarm", () => {
  it("is one of alarms.txt: who is woken, at what, from when on and for how long", () => {
    const expected = readFileSync(join(import.meta.dirname, "alarms.txt"), "utf8")
      .trimEnd()
      .split("\n");
    expect(alarms.map(lineOf)).toEqual(expected);
  });

  it("is in every environment", () => {
    for (const name of ["dev", "staging"]) expect(alarmsOf(name).map(nameOf)).toEqual(alarms.map(nameOf));
  });

  it.each(alarms)("$AlarmName rings on one topic, and says what to do", (alarm) => {
    const own = refTo(whomItCalls(alarm) === "wakes" ? topic : topicNamed("tickets"));
    expect(alarm).toMatchObject({
      AlarmActions: [own],
      OKActions: [own],
      AlarmDescription: expect.stringMatching(/^.{100,}\. More: infra\/runbooks\/[a-z-]+\.md\.$/),
    });
    // CloudWatch cuts nothing: it rejects a longer one.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1024);
  });
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
