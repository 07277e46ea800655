import { vi } from "vitest";

/**
 * The metrics that are counted during some work, by name. They are off locally, because they would not be read there, and
 * whether they are is remembered: the work has to be the first of its process that counts.
 */
export async function countedDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  vi.stubEnv("METRICS", "on");
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await work();
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"_aws"'));
    return sumByName(lines.map((line) => JSON.parse(line) as Line));
  } finally {
    written.mockRestore();
    vi.unstubAllEnvs();
  }
}

type Line = Record<string, unknown> & { _aws: { CloudWatchMetrics: { Metrics: { Name: string }[] }[] } };

function sumByName(lines: Line[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const line of lines)
    for (const { Name } of line._aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics))
      sums[Name] = (sums[Name] ?? 0) + Number(line[Name]);
  return sums;
}
