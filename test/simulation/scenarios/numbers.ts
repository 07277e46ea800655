/** With the thousands apart. */
export const countOf = (count: number): string => count.toLocaleString("en").replaceAll(",", " ");

export type Times = { p95Ms: number; maxMs: number; text: string };

export function timesOf(given: number[]): Times {
  const sorted = [...given].sort((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const [p95Ms, maxMs] = [at(0.95), at(1)];
  const text = [
    `p50 ${seconds(at(0.5))}`,
    `p95 ${seconds(p95Ms)}`,
    `p99 ${seconds(at(0.99))}`,
    `max ${seconds(maxMs)}`,
  ];
  return { p95Ms, maxMs, text: text.join(", ") };
}
