/** How many seeds a planted bug took, in the middle of several beginnings, and which invariant showed it. */
export type Found = { name: string; seeds: number | undefined; how: string };

const CLASSES: [string, number, number][] = [
  ["1 to 9", 1, 9],
  ["10 to 99", 10, 99],
  ["100 to 1 000", 100, 1_000],
];

/** A line for each, then the same as the table of README.md beside it. */
export function describeFound(found: readonly Found[]): string {
  const sorted = found.toSorted((one, other) => (one.seeds ?? Infinity) - (other.seeds ?? Infinity));
  const missed = sorted.filter(({ seeds }) => seeds === undefined);
  return [
    ...sorted.map(({ name, seeds, how }) => `${name.padEnd(50)} ${seeds ?? "NOT FOUND"}  ${how}`),
    "",
    "| seeds until found, median of three beginnings | planted bugs |",
    "|---|---|",
    ...CLASSES.map(([label, least, most]) => {
      const members = sorted.filter(({ seeds = 0 }) => seeds >= least && seeds <= most);
      return `| ${label} | ${members.map(({ name, seeds }) => `${name} (${seeds})`).join("; ") || "none"} |`;
    }),
    `| not within 1 000 | ${missed.map(({ name }) => name).join("; ") || "none"} |`,
    "",
    `${found.length - missed.length} of ${found.length} planted bugs found`,
  ].join("\n");
}
