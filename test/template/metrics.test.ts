import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { MetricName } from "../../shared/metrics.ts";
import { functionNamed, resourcesOfType, variablesOf } from "./support/resources.ts";
import { templateOf } from "./support/synthesised-stack.ts";

type Named = { Name: string; Value: string };
type AlarmMetric = { Namespace?: string; MetricName?: string; Dimensions?: Named[] };

const template = templateOf("staging");

/** Every metric of our own that an alarm of the template watches. */
const watched = resourcesOfType(template, "AWS::CloudWatch::Alarm")
  .flatMap(({ Properties }) => [
    Properties as AlarmMetric,
    ...((Properties.Metrics ?? []) as { MetricStat?: { Metric: AlarmMetric } }[]).flatMap(
      ({ MetricStat }) => MetricStat?.Metric ?? [],
    ),
  ])
  .filter(({ Namespace }) => Namespace !== undefined && !Namespace.startsWith("AWS/"));

const COUNT = `
  const { count } = await import(${JSON.stringify(new URL("../../shared/metrics.ts", import.meta.url).href)});
  count(process.argv[1]);
`;

type Emitted = Record<string, unknown> & {
  _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] };
};

/** What count() really writes, in a process that has the environment of a deployed function. */
async function emit(name: MetricName): Promise<Emitted> {
  const variables = Object.entries(variablesOf(functionNamed(template, "delivery")));
  const texts = Object.fromEntries(variables.filter(([, value]) => typeof value === "string"));
  const env = { ...(texts as Record<string, string>), AWS_REGION: "eu-west-1" };
  const args = ["--input-type=module", "-e", COUNT, name];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as Emitted;
}

it("are watched by alarms", () => {
  expect(watched.map(({ MetricName }) => MetricName).sort()).toEqual([
    "DeliveryAttempts",
    "DeliveryFailures",
    "EventsNotUnderstood",
    "ImpossibleRefunds",
    "SignatureFailures",
  ]);
});

/** CloudWatch finds a metric by all of its dimensions or not at all, and an alarm on nothing never rings. */
it.each(watched)(
  "$MetricName is counted under the name and dimensions that its alarm watches",
  async (metric) => {
    const emitted = await emit(metric.MetricName as MetricName);
    const [directive] = emitted._aws.CloudWatchMetrics;
    const dimensions = (directive?.Dimensions ?? []).map((names) =>
      names.map((name) => ({ Name: name, Value: emitted[name] })),
    );
    expect(directive?.Namespace).toBe(metric.Namespace);
    expect(directive?.Metrics.map(({ Name }) => Name)).toEqual([metric.MetricName]);
    expect(dimensions).toHaveLength(1);
    expect(dimensions[0]?.sort(byName)).toEqual([...(metric.Dimensions ?? [])].sort(byName));
  },
);

const byName = (one: { Name: string }, other: { Name: string }) => one.Name.localeCompare(other.Name);
