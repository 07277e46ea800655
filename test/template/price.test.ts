import { expect, it } from "vitest";
import { COUNTED } from "../bench/price/fixed.ts";
import { resourcesOfType } from "./support/resources.ts";
import { dataTemplateOf, templateOf } from "./support/synthesised-stack.ts";

type AlarmMetric = { Namespace?: string; MetricName?: string; Dimensions?: { Name: string }[] };

const metricsOf = (alarm: Record<string, unknown>): AlarmMetric[] =>
  alarm.Metrics
    ? (alarm.Metrics as { MetricStat?: { Metric: AlarmMetric } }[]).flatMap(
        ({ MetricStat }) => MetricStat?.Metric ?? [],
      )
    : [alarm as AlarmMetric];

const watched = resourcesOfType(templateOf("prod"), "AWS::CloudWatch::Alarm").flatMap(({ Properties }) =>
  metricsOf(Properties),
);

/** What `npm run bench -- price` calls the fixed part of a month is what the templates hold. */
it("the price's fixed part counts the keys, secrets, alarms and metrics that are deployed", () => {
  const own = watched.filter(({ Namespace }) => Namespace === "Payments");
  const names = new Set(own.map(({ MetricName, Dimensions = [] }) => `${MetricName} ${Dimensions.length}`));
  const canaries = own.filter(({ MetricName }) => MetricName === "UnexpectedErrors").length;
  expect(COUNTED).toEqual({
    keys: resourcesOfType(dataTemplateOf("prod"), "AWS::KMS::Key").length,
    secrets: resourcesOfType(dataTemplateOf("prod"), "AWS::SecretsManager::Secret").length,
    alarmMetrics: watched.length,
    // One name for all canaries, and a metric for each.
    ownMetrics: names.size - 1 + canaries,
  });
});
