/** A cell as RFC 4180 has it, quoted or bare, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n][^,\r\n]*)?)(,|\r?\n|$)/y;

export function csvRows(text: string): Record<string, string>[] {
  const [header = [], ...rows] = linesOf(text);
  return rows.map((cells) => Object.fromEntries(header.map((name, nth) => [name, cells[nth] ?? ""])));
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [, quoted, bare = "", end] = CELL.exec(text) ?? [];
    // A stray quote: the rest cannot be parsed.
    if (end === undefined) return lines;
    line.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** A text as it was written: the file has an apostrophe before a formula's sign, for spreadsheets. */
export const writtenText = (cell: string): string =>
  cell.replace(/^'(?=[\s\p{C}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u, "");
