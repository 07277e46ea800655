/** A heading and its numbers, aligned. */
export function print(title: string, rows: Record<string, string>): void {
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(rows)) console.log(`  ${name.padEnd(width)}  ${value}`);
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
