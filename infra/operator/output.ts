export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Rows under their headings. What others have written (a URL, an event's type) must not be able to steer a terminal. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(harmless))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One thing's properties, one a line. */
export function fields(properties: Record<string, string>): string {
  const width = Math.max(...Object.keys(properties).map((name) => name.length));
  return Object.entries(properties)
    .map(([name, value]) => `${name.padEnd(width)}  ${harmless(value)}`)
    .join("\n");
}

/** Parts with a line between them; empty ones are left out. */
export const sections = (...parts: string[]): string => parts.filter(Boolean).join("\n\n");

const harmless = (text: string): string => text.replace(/\p{C}/gu, "\u{fffd}");

/** To the second, in UTC: what stands in logs looks the same. */
export const shortTime = (iso: string | null): string =>
  iso?.replace("T", " ").replace(/\.\d+Z$/, "Z") ?? "–";
