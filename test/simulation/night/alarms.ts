import { evaluate, type Value } from "./expression.ts";
import type { Metrics } from "./metrics.ts";

/*
 * The alarms of a synthesized template, evaluated as CloudWatch does it: each period by its statistic and its expression,
 * and so many periods in a row. Only periods that lie wholly inside of the run count.
 */

type Resource = { Type: string; Properties: Record<string, unknown> };
export type Template = { Resources: Record<string, Resource> };

type Stat = {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
  Period: number;
  Statistic: string;
};

/** A metric of the alarm, by the name that its expression has for it. */
export type WatchedMetric = { id: string; key: string; statistic: string; periodMs: number };

export type NightAlarm = {
  name: string;
  wakes: boolean;
  page: string;
  threshold: number;
  periods: number;
  periodMs: number;
  isHeartbeat: boolean;
  expression: string;
  metrics: WatchedMetric[];
};

export const keyOf = (namespace: string, name: string, dimensions: Record<string, string>): string =>
  `${namespace} ${name} ${JSON.stringify(Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1)))}`;

export function alarmsIn(template: Template): NightAlarm[] {
  const resolve = resolverOf(template);
  return Object.values(template.Resources)
    .filter(({ Type }) => Type === "AWS::CloudWatch::Alarm")
    .map(({ Properties }) => toAlarm(Properties, resolve));
}

function toAlarm(alarm: Record<string, unknown>, resolve: (value: unknown) => string): NightAlarm {
  const watched = (id: string, stat: Stat): WatchedMetric => ({
    id,
    key: keyOf(
      stat.Namespace,
      stat.MetricName,
      Object.fromEntries((stat.Dimensions ?? []).map(({ Name, Value }) => [Name, resolve(Value)])),
    ),
    statistic: stat.Statistic,
    periodMs: stat.Period * 1000,
  });
  type Row = {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: Omit<Stat, "Period" | "Statistic">; Period: number; Stat: string };
  };
  const rows = (alarm.Metrics ?? []) as Row[];
  const metrics = rows.flatMap(({ Id, MetricStat }) =>
    MetricStat
      ? [watched(Id, { ...MetricStat.Metric, Period: MetricStat.Period, Statistic: MetricStat.Stat })]
      : [],
  );
  const single = rows.length === 0 ? [watched("metric", withStatistic(alarm))] : metrics;
  return {
    name: String(alarm.AlarmName).replace(/^payments-[a-z]+-/, ""),
    wakes: /AlarmTopic/.test(JSON.stringify(alarm.AlarmActions)),
    page: /infra\/runbooks\/([a-z-]+)\.md/.exec(String(alarm.AlarmDescription))?.[1] ?? "none",
    threshold: Number(alarm.Threshold),
    periods: Number(alarm.EvaluationPeriods),
    periodMs: single[0]?.periodMs ?? 0,
    isHeartbeat: alarm.TreatMissingData === "breaching",
    expression: rows.find(({ Expression }) => Expression)?.Expression ?? "metric",
    metrics: single,
  };
}

const withStatistic = (alarm: Record<string, unknown>): Stat =>
  ({ ...alarm, Statistic: alarm.Statistic ?? alarm.ExtendedStatistic }) as unknown as Stat;

/** References become what the run calls things: a function, queue or table by its name, the API "api", any version "any". */
function resolverOf({ Resources }: Template): (value: unknown) => string {
  return (value) => {
    if (typeof value === "string") return value;
    const { Ref, "Fn::GetAtt": attribute } = value as { Ref?: string; "Fn::GetAtt"?: string[] };
    const { Type = "", Properties = {} } = Resources[Ref ?? attribute?.[0] ?? ""] ?? {};
    if (Type === "AWS::Lambda::Version") return "any";
    if (Type === "AWS::ApiGatewayV2::Api") return "api";
    const { FunctionName, QueueName, TableName } = Properties;
    return String(FunctionName ?? QueueName ?? TableName ?? JSON.stringify(value));
  };
}

/** Whether a period is one of those that the alarm rings after. */
export function isBreaching(alarm: NightAlarm, measured: (metric: WatchedMetric) => Value): boolean {
  const byId = new Map(alarm.metrics.map((metric) => [metric.id, measured(metric)]));
  const value = evaluate(alarm.expression, (name) => {
    if (!byId.has(name)) throw new Error(`${alarm.name} has no metric ${name}.`);
    return byId.get(name);
  });
  if (value === undefined) return alarm.isHeartbeat;
  return alarm.isHeartbeat ? value < alarm.threshold : value >= alarm.threshold;
}

type Ringing = { alarm: NightAlarm; atMs: number };

/** When each alarm first rings, the earliest first. */
export function ringingsOf(alarms: readonly NightAlarm[], metrics: Metrics): Ringing[] {
  return alarms
    .flatMap((alarm): Ringing[] => {
      let inARow = 0;
      for (let from = metrics.fromMs; from + alarm.periodMs <= metrics.untilMs; from += alarm.periodMs) {
        const isIn = isBreaching(alarm, (metric) => metrics.valueOf(metric, from));
        inARow = isIn ? inARow + 1 : 0;
        if (inARow === alarm.periods) return [{ alarm, atMs: from + alarm.periodMs }];
      }
      return [];
    })
    .sort((one, other) => one.atMs - other.atMs || one.alarm.name.localeCompare(other.alarm.name));
}
