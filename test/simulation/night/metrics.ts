import { invocations } from "../world/simulation.ts";
import { keyOf, type WatchedMetric } from "./alarms.ts";
import type { Value } from "./expression.ts";

type Sample = { atMs: number; value: number };

/** What CloudWatch would have of a night: our own metrics as the functions write them, and AWS's own of what has happened. */
export class Metrics {
  readonly fromMs: number;
  untilMs: number;
  private readonly samples = new Map<string, Sample[]>();

  constructor(fromMs: number) {
    [this.fromMs, this.untilMs] = [fromMs, fromMs];
  }

  add(namespace: string, name: string, dimensions: Record<string, string>, sample: Sample): void {
    const key = keyOf(namespace, name, dimensions);
    const known = this.samples.get(key);
    if (known) known.push(sample);
    else this.samples.set(key, [sample]);
  }

  valueOf({ key, statistic, periodMs }: WatchedMetric, fromMs: number): Value {
    const values = (this.samples.get(key) ?? [])
      .filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + periodMs)
      .map(({ value }) => value);
    if (values.length === 0) return undefined;
    if (statistic === "Sum") return values.reduce((sum, value) => sum + value, 0);
    if (statistic === "SampleCount") return values.length;
    if (statistic === "Maximum") return Math.max(...values);
    if (statistic === "Minimum") return Math.min(...values);
    const [, percent] = /^p(\d+)$/.exec(statistic) ?? [];
    if (percent === undefined) throw new Error(`${statistic} is not known here.`);
    return values.sort((one, other) => one - other)[Math.ceil((values.length * Number(percent)) / 100) - 1];
  }

  /** Reads every metric line that a function writes, and lets nothing else through. Answers what ends that. */
  listen(): () => void {
    const { write } = process.stdout;
    process.stdout.write = ((line: string | Uint8Array) => {
      const text = String(line);
      if (text.startsWith('{"_aws"')) this.read(JSON.parse(text));
      return true;
    }) as typeof process.stdout.write;
    return () => {
      process.stdout.write = write;
    };
  }

  private read(line: EmbeddedMetric): void {
    const { name: running = "" } = invocations.getStore() ?? {};
    for (const { Namespace, Dimensions, Metrics: measured } of line._aws.CloudWatchMetrics)
      for (const { Name } of measured) {
        const dimensions = Object.fromEntries(
          (Dimensions[0] ?? []).map((dimension) => [dimension, String(line[dimension])]),
        );
        // Names of this process in the place of those that Lambda would set.
        const own = {
          ...dimensions,
          environment: "prod",
          ...("function" in dimensions && { function: `payments-prod-${running}`, version: "any" }),
        };
        this.add(Namespace, Name, own, { atMs: line._aws.Timestamp, value: Number(line[Name]) });
      }
  }
}

type EmbeddedMetric = Record<string, unknown> & {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
};
