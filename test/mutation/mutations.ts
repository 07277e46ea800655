/** One line of the source, changed as somebody might change it by mistake. */
export type Mutation = { kind: MutationKind; line: number; was: string; becomes: string };

export type MutationKind = "comparison" | "clause" | "guard" | "second look" | "number" | "list" | "words";

type Mutator = (line: string) => string[];

const COMPARISONS: [RegExp, string][] = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
];

/** Every place of a pattern in a line, replaced by itself. */
const eachPlace = (
  line: string,
  pattern: RegExp,
  replace: (found: RegExpExecArray, place: number) => string,
): string[] =>
  [...line.matchAll(pattern)]
    .map(
      (found) =>
        line.slice(0, found.index) + replace(found, found.index) + line.slice(found.index + found[0].length),
    )
    .filter((becomes) => becomes !== line);

const turnComparison: Mutator = (line) =>
  COMPARISONS.flatMap(([pattern, becomes]) => eachPlace(line, pattern, () => becomes));

/** A condition of the ledger loses one of its clauses: within its text, or as an element of a list of clauses. */
const dropClause: Mutator = (line) => [
  ...eachPlace(line, / AND [^"`'$]+?(?= AND |["`'])/g, () => ""),
  ...eachPlace(line, /(?<=\[)[A-Z_]{4,}, /g, () => ""),
  ...eachPlace(line, /, [A-Z_]{4,}(?=[,\]])/g, () => ""),
];

const dropGuard: Mutator = (line) =>
  /^\s*if \(.*\) (return|throw|continue|break)\b.*;$/.test(line) ? [""] : [];

/** What a flow does once more because something may have changed meanwhile. */
const dropSecondLook: Mutator = (line) => (/^\s*(if \(.*\) )?await [\w.]+\(.*\);$/.test(line) ? [""] : []);

/** Not in a text, where a number is a drawing or an example. */
const isInText = (line: string, place: number): boolean =>
  (line.slice(0, place).match(/(?<!\\)["'`]/g) ?? []).length % 2 === 1;

const changeNumber: Mutator = (line) =>
  eachPlace(line, /(?<![\w.$#"'-])\d[\d_]*(?![\w.%"'-])/g, ([digits], place) => {
    if (isInText(line, place)) return digits;
    const number = Number(digits.replaceAll("_", ""));
    return String(number > 9 ? number * 10 : number + 1);
  });

const dropElement: Mutator = (line) => [
  ...(/^\s*"[\w.:-]+",$/.test(line) ? [""] : []),
  ...eachPlace(line, /(?<=[[,] ?)"[\w.:-]+", /g, () => ""),
];

/** Plus and minus, and what the page says: "All of it" for "A part of it". */
const changeWords: Mutator = (line) => [
  ...eachPlace(line, /(?<=\w) - (?=\w)/g, () => " + "),
  ...eachPlace(line, /(?<=\w) \+ (?=\w)/g, () => " - "),
  ...(isDescription(line) ? [] : eachPlace(line, /"[A-Z][a-z]+( [\w,.']+)+"/g, () => '"Something else."')),
];

const MUTATORS: Record<MutationKind, Mutator> = {
  comparison: turnComparison,
  clause: dropClause,
  guard: dropGuard,
  "second look": dropSecondLook,
  number: changeNumber,
  list: dropElement,
  words: changeWords,
};

/** Comments and imports change nothing, and types do not run. */
const isCode = (line: string): boolean => !/^\s*(\/\/|\/?\*|import |export type |type |\} from )/.test(line);

/** What documents describe, and what is said of things that cannot happen: another word there is no fault. */
const isDescription = (line: string): boolean =>
  /\b(described|named|summary|description|new Error)\b/.test(line);

/** Everything that could be mistaken in a file, a line at a time. */
export const mutationsIn = (text: string): Mutation[] =>
  text
    .split("\n")
    .flatMap((was, index) =>
      isCode(was)
        ? Object.entries(MUTATORS).flatMap(([kind, mutate]) =>
            mutate(was).map((becomes) => ({ kind: kind as MutationKind, line: index + 1, was, becomes })),
          )
        : [],
    );

export const mutated = (text: string, { line, becomes }: Mutation): string =>
  text
    .split("\n")
    .with(line - 1, becomes)
    .join("\n");
