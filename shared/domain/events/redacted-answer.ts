import { KEPT_ANSWER_BYTES } from "./callback-schedule.ts";
import { HIDDEN, redactedEvent } from "./redaction.ts";

/** Shorter ones are words of every language, and would tear holes into an answer that quotes nothing. */
const MIN_CHARACTERS = 4;

/** Secrets by their form, and e-mail addresses, wherever an answer has them from. */
const TELLING =
  /[^\s"'<>]*(?:_secret_|whsec_|sk_live_|sk_test_|svc_live_)[^\s"'<>]*|[^\s"'<>@]+@[^\s"'<>@]+/g;

/** An answer may quote the event as it is, as JSON, or as JSON within the text of a JSON. */
const READINGS = 3;

/** What an answer says in one way to read it, and where in the answer a character of it begins. */
type Reading = { text: string; startOf: (place: number) => number };

type Range = { from: number; to: number };

/**
 * What a merchant's server answered, for those who see events redacted. Servers like to quote what they were sent: what
 * is hidden of the event is hidden of the answer, however it is spelled there.
 */
export function redactedAnswer(answer: string, body: string): string {
  const hidden = hiddenTexts(body);
  if (!hidden) return HIDDEN;
  return withoutRanges(
    answer,
    readingsOf(answer).flatMap((reading) => [
      ...hidden.flatMap((text) => rangesOf(reading, text)),
      ...tellingRanges(reading),
      ...(wasCut(answer) ? cutTail(reading, hidden, answer.length) : []),
    ]),
  );
}

/** What the event says and the redacted one does not; undefined where the body cannot be read. */
function hiddenTexts(body: string): string[] | undefined {
  try {
    const shown = new Set(textsIn(JSON.parse(redactedEvent(body))));
    const all = new Set(textsIn(JSON.parse(body)));
    return [...all].filter((text) => !shown.has(text) && text.length >= MIN_CHARACTERS);
  } catch {
    return undefined;
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
    : [String(value)];

/** As it stands, and then what each reading says once its escapes are read. */
function readingsOf(answer: string): Reading[] {
  let last: Reading = { text: answer, startOf: (place) => place };
  const readings = [last];
  while (readings.length < READINGS && last.text.includes("\\")) {
    last = unescaped(last);
    readings.push(last);
  }
  return readings;
}

/** An escape of JSON, one that the end cuts off, which says nothing yet, or any other character. */
const SPELLED = /(\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])|(\\(?:u[0-9a-fA-F]{0,3})?$)|[\s\S]/g;

function unescaped({ text, startOf }: Reading): Reading {
  const spelled = [...text.matchAll(SPELLED)].filter(([, , cutOff]) => cutOff === undefined);
  const characters = spelled.map(([written, code]) => (code ? String(JSON.parse(`"${code}"`)) : written));
  return {
    text: characters.join(""),
    startOf: (place) => startOf(spelled[place]?.index ?? text.length),
  };
}

function rangesOf({ text, startOf }: Reading, wanted: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    ranges.push({ from: startOf(at), to: startOf(at + wanted.length) });
  return ranges;
}

const tellingRanges = ({ text, startOf }: Reading): Range[] =>
  [...text.matchAll(TELLING)].map(({ 0: found, index }) => ({
    from: startOf(index),
    to: startOf(index + found.length),
  }));

/** A character that the cut goes through counts as three bytes, whatever it was. */
const wasCut = (answer: string): boolean => Buffer.byteLength(answer) >= KEPT_ANSWER_BYTES;

/** Of an answer only the beginning is kept, and the cut may go through a text that is hidden, or one of its characters. */
function cutTail({ text, startOf }: Reading, hidden: string[], end: number): Range[] {
  const kept = text.replace(/\uFFFD+$/, "");
  const lengths = hidden.map((whole) => {
    for (let length = Math.min(whole.length - 1, kept.length); length >= MIN_CHARACTERS; length--)
      if (kept.endsWith(whole.slice(0, length))) return length;
    return 0;
  });
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? [] : [{ from: startOf(kept.length - longest), to: end }];
}

/** Where ranges overlap, they are one. */
function withoutRanges(answer: string, ranges: Range[]): string {
  let shown = "";
  let place = 0;
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    if (from >= place) shown += answer.slice(place, from) + HIDDEN;
    place = Math.max(place, to);
  }
  return shown + answer.slice(place);
}
