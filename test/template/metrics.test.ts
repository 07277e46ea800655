import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { functionNamed, variablesOf, type WatchedMetric, watchedMetrics } from "./support/resources.ts";
import { templateOf } from "./support/templates.ts";

const template = templateOf("staging");

/** Every metric of our own that an alarm of the template watches. */
const watched = watchedMetrics(template).filter(({ Namespace }) => Namespace === "Payments");

const COUNT = `
  const { count, countIfOurFault, measure } = await import(${JSON.stringify(new URL("../../shared/runtime/logger.ts", import.meta.url).href)});
  for (const name of process.argv.slice(1))
    if (name === "UnexpectedErrors") countIfOurFault(new Error("a bug"));
    else if (["OldestDueSeconds", "OldestWatermarkSeconds", "UnresolvedWork"].includes(name)) measure(name, 1);
    else count(name);
`;

type Emitted = Record<string, unknown> & {
  _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] };
};

/** What Lambda sets; the alarm's references stand for what they will be. */
const ownVariablesOf = ({ Dimensions = [] }: WatchedMetric): Record<string, string> => {
  const dimension = (name: string) => textOf(Dimensions.find(({ Name }) => Name === name)?.Value);
  return {
    AWS_LAMBDA_FUNCTION_NAME: dimension("function"),
    AWS_LAMBDA_FUNCTION_VERSION: dimension("version"),
  };
};

/** What count() really writes of these, a line each, in a process that has the environment of a deployed function. */
async function emit(names: string[], ownVariables: Record<string, string>): Promise<Emitted[]> {
  const variables = Object.entries(variablesOf(functionNamed(template, "delivery")));
  const texts = Object.fromEntries(variables.filter(([, value]) => typeof value === "string"));
  const env = { ...(texts as Record<string, string>), ...ownVariables };
  const args = ["--input-type=module", "-e", COUNT, ...names];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Emitted);
}

/** What every watched metric looks like when it is counted. Those of one function's environment share a process. */
const emitted = new Map<WatchedMetric, Emitted | undefined>();
beforeAll(async () => {
  const environments = Map.groupBy(watched, (metric) => JSON.stringify(ownVariablesOf(metric)));
  for (const [ownVariables, metrics] of environments) {
    const names = metrics.map(({ MetricName = "" }) => MetricName);
    const lines = await emit(names, JSON.parse(ownVariables));
    for (const [place, metric] of metrics.entries()) emitted.set(metric, lines[place]);
  }
});

/** CloudWatch finds a metric by all of its dimensions or not at all, and an alarm on nothing never rings. */
it.each(watched)("$MetricName is counted under the name and dimensions that its alarm watches", (metric) => {
  const line = emitted.get(metric);
  const [directive] = line?._aws.CloudWatchMetrics ?? [];
  const dimensions = (directive?.Dimensions ?? []).map((names) =>
    names.map((name) => ({ Name: name, Value: line?.[name] })),
  );
  expect(directive?.Namespace).toBe(metric.Namespace);
  expect(directive?.Metrics.map(({ Name }) => Name)).toEqual([metric.MetricName]);
  expect(dimensions).toHaveLength(1);
  const watchedDimensions = (metric.Dimensions ?? []).map(({ Name, Value }) => ({
    Name,
    Value: textOf(Value),
  }));
  expect(dimensions[0]?.sort(byName)).toEqual(watchedDimensions.sort(byName));
});

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? "none");

const byName = (one: { Name: string }, other: { Name: string }) => one.Name.localeCompare(other.Name);
