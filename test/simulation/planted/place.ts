/** Where a bug is planted. */
export type Place = {
  file: string;
  /** What stands there, however it is broken into lines. */
  was: string;
  /** The function or constant in whose declaration it stands, where the text alone would not say. */
  within?: string;
};

type Span = { start: number; end: number };

/** A formatter's line breaks, and the commas that it puts at the ends of lists, are no part of what is meant. */
const IGNORED = /\s+|,(?=\s*[)\]}])/g;

/** Every span of the source that reads so. */
export function findPlaces(source: string, { was, within }: Pick<Place, "was" | "within">): Span[] {
  const { start, end } =
    within === undefined ? { start: 0, end: source.length } : declarationOf(source, within);
  const { text, positions } = condense(source.slice(start, end));
  const whole = condense(was).text;
  // A comma at its end belongs to it, whether the source has something behind that or not.
  const wanted = whole.replace(/,$/, "");
  const spans: Span[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const lastAt = start + (positions[at + wanted.length - 1] ?? 0) + 1;
    const [comma = ""] = /^\s*,/.exec(source.slice(lastAt)) ?? [];
    if (whole === wanted || comma)
      spans.push({
        start: start + (positions[at] ?? 0),
        end: lastAt + (whole === wanted ? 0 : comma.length),
      });
  }
  return spans;
}

function condense(source: string): { text: string; positions: number[] } {
  const ignored = new Set<number>();
  for (const { 0: match, index } of source.matchAll(IGNORED))
    for (let offset = 0; offset < match.length; offset++) ignored.add(index + offset);
  const positions = Array.from(source, (_, index) => index).filter((index) => !ignored.has(index));
  return { text: positions.map((index) => source[index]).join(""), positions };
}

/** From a top-level declaration to the next one. */
function declarationOf(source: string, name: string): Span {
  const begins = new RegExp(`^(export )?(async )?(function|const) ${name}\\b`, "m").exec(source);
  if (!begins) return { start: 0, end: 0 };
  const rest = source.slice(begins.index + 1);
  const next = /^(export |async |function |const |type |\/\*)/m.exec(rest);
  return { start: begins.index, end: next ? begins.index + 1 + next.index : source.length };
}

/** The source with one text in the place of another. A place that is not there, or is there twice, would prove nothing. */
export function replaceAt(source: string, place: Place, becomes: string): string {
  const [span, ...others] = findPlaces(source, place);
  if (!span || others.length > 0)
    throw new Error(`"${place.was}" is no longer in ${place.file}, or is there more than once.`);
  return source.slice(0, span.start) + becomes + source.slice(span.end);
}
