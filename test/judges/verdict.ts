/** What one judge is: software that nobody here wrote, and what it is given to look at. */
export type Judge = {
  /** Who judges what, in one line. */
  title: string;
  /** Programs that must be on the machine. Without one of them the judge says NOT JUDGED. */
  needs: string[];
  /** More than two minutes once its software is there: not part of `--quick`. */
  takesMinutes?: true;
  /** What `--planted` must find. Every pattern has to match a finding that is not listed. */
  planted: { mistake: string; finding: RegExp }[];
  /** With `planted` it judges the same with its mistakes planted. */
  judge(context: { planted: boolean }): Promise<Judgment>;
};

export type Judgment = {
  /** Names and versions of the software that judged. */
  tools: string[];
  /** What was judged, in words. */
  judged: string;
  count: number;
  findings: Finding[];
};

/** `what` names a finding in the same words at every run: no ids, times or ports. `detail` may have them. */
export type Finding = { what: string; detail?: string };

/** A false alarm, or a difference that is accepted. A `what` that ends in `*` stands for all that begins so. */
export type Listed = { what: string; reason: string };

/** `listed` counts the entries of the list that were found. */
export type Verdict = { listed: number; violations: string[] };

/** Thrown where the machine lacks something, so that nothing can be said. */
export class NotJudged extends Error {}

export function verdictOf(findings: Finding[], list: Listed[]): Verdict {
  const unlisted = findings.filter(({ what }) => !list.some((entry) => covers(entry, what)));
  const unused = list.filter((entry) => !findings.some(({ what }) => covers(entry, what)));
  const unreasoned = list.filter(({ reason }) => reason.trim() === "");
  return {
    listed: list.length - unused.length,
    violations: [
      ...describe(unlisted),
      ...unused.map(({ what }) => `listed, but not found any more: ${what}`),
      ...unreasoned.map(({ what }) => `listed without a reason: ${what}`),
    ],
  };
}

/** The planted mistakes that the judge did not find. */
export function missedMistakes(findings: Finding[], list: Listed[], planted: Judge["planted"]): string[] {
  const unlisted = findings.filter(({ what }) => !list.some((entry) => covers(entry, what)));
  return planted
    .filter(({ finding }) => !unlisted.some(({ what }) => finding.test(what)))
    .map(({ mistake }) => `planted, and not found: ${mistake}`);
}

function covers(entry: Listed, what: string): boolean {
  return entry.what.endsWith("*") ? what.startsWith(entry.what.slice(0, -1)) : what === entry.what;
}

/** One line for each kind, with the first detail and how often it was found. */
function describe(findings: Finding[]): string[] {
  const byWhat = Map.groupBy(findings, ({ what }) => what);
  return [...byWhat].map(([what, same]) => {
    const detail = same.find((finding) => finding.detail)?.detail;
    return `${what}${same.length > 1 ? ` (${same.length} times)` : ""}${detail ? `\n    ${detail}` : ""}`;
  });
}
