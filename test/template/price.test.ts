import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROCESSOR_FAILURES } from "../../infra/aws/alarm-metrics.ts";
import { COUNTED, IDLE_METRICS } from "../bench/price/fixed.ts";
import { resourcesOfType, watchedMetrics } from "./support/resources.ts";
import { dataTemplateOf, templateOf } from "./support/templates.ts";

const watched = watchedMetrics(templateOf("prod"));

/** All that the functions can send: a metric costs whether or not an alarm watches it. */
const source = readFileSync("shared/runtime/logger.ts", "utf8");
const kinds = source.slice(source.indexOf("type MetricName"), source.indexOf("const commonDimensions"));
const names = [...kinds.matchAll(/(?:\||GaugeName =) "(\w+)"/g)].map(([, name]) => name);

/** What `npm run bench -- price` calls the fixed part of a month is what the templates hold. */
it("the price's fixed part counts what is deployed and costs, whether or not anything happens", () => {
  const versions = watched.filter(({ MetricName }) => MetricName === "UnexpectedErrors").length;
  const inService = (type: string) => resourcesOfType(templateOf("prod"), type).length;
  const inData = (type: string) => resourcesOfType(dataTemplateOf("prod"), type).length;
  expect(COUNTED).toEqual({
    keys: inData("AWS::KMS::Key"),
    secrets: inData("AWS::SecretsManager::Secret"),
    alarmMetrics: watched.length,
    // One name for all versions that are watched, and one for all kinds of the processor's failures: a metric for each.
    ownMetrics: names.length - 2 + versions + PROCESSOR_FAILURES.length,
    dashboards: inService("AWS::CloudWatch::Dashboard"),
    polledQueues: inService("AWS::Lambda::EventSourceMapping"),
  });
});

it("the metrics that cost without traffic are metrics that there are", () => {
  expect(names).toEqual(expect.arrayContaining([...IDLE_METRICS]));
});
