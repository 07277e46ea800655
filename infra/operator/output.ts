// A reader such as `head` may end before everything is written. That is no failure of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** When all that was printed has been taken. If its reader has ended, this process ends instead. */
export const isTaken = (): Promise<void> =>
  new Promise((done) => process.stdout.write("", (error) => error || done()));

/** `none`: shown without rows. Text of others (a URL, an event's type) must not be able to control a terminal. */
export function table(headings: string[], rows: string[][], none = "There are none."): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows.map((row) => row.map(harmless))];
  const columns = headings.map((_, column) => ({
    width: Math.max(...lines.map((line) => (line[column] ?? "").length)),
    isOfNumbers: lines.slice(1).every((line) => NUMBER_OR_NOTHING.test(line[column] ?? "")),
  }));
  return lines
    .map((line) =>
      columns
        .map(({ width, isOfNumbers }, column) => {
          const cell = line[column] ?? "";
          return isOfNumbers ? cell.padStart(width) : cell.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Such as 12, -3.50, 12.00 usd or 40 ms. */
const NUMBER_OR_NOTHING = /^(-?\d[\d,.]*( [a-z]{2,3})?|–|)$/;

/** Of a list without a place to go on from. Without this line it would look complete. */
export const moreText = (hasMore: boolean): string =>
  hasMore ? "There are more. Pass a larger --limit, at most 1000." : "";

/** One property a line. */
export function fields(properties: Record<string, string>): string {
  const width = Math.max(...Object.keys(properties).map((name) => name.length));
  return Object.entries(properties)
    .map(([name, value]) => `${name.padEnd(width)}  ${harmless(value)}`)
    .join("\n");
}

/** Parts with a line between them; empty ones are left out. */
export const sections = (...parts: string[]): string => parts.filter(Boolean).join("\n\n");

const harmless = (text: string): string => text.replace(/\p{C}/gu, "\u{fffd}");

/** JSON leaves some characters that control a terminal as they are. Escaped they mean the same. */
export const jsonText = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(/[^\P{C}\n]/gu, (character) =>
    character.split("").map(escaped).join(""),
  );

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** To the second, in UTC: what stands in logs looks the same. */
export const shortTime = (iso: string | null): string =>
  iso?.replace("T", " ").replace(/\.\d+Z$/, "Z") ?? "–";
