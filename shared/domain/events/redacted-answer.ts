import { KEPT_ANSWER_BYTES } from "./callback-delivery.ts";
import { HIDDEN, redactedEvent } from "./redaction.ts";

/** Shorter texts are ordinary words, and would be hidden in answers that quote nothing. */
const MIN_CHARACTERS = 4;

const TELLING =
  /[^\s"'<>]*(?:_secret_|whsec_|sk_live_|sk_test_|svc_live_)[^\s"'<>]*|[^\s"'<>@]+@[^\s"'<>@]+/g;

/** An answer may quote the event as it is, as JSON, or as JSON within the text of a JSON. */
const READINGS = 3;

/** `startOf`: where in the answer a character of the reading begins. */
type Reading = { text: string; startOf: (place: number) => number };

type Range = { from: number; to: number };

/**
 * A merchant's server may quote the event in its answer. What is redacted in the event is redacted in the answer too,
 * however it is spelled there.
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

/** The answer itself, and then each reading with its escapes decoded. */
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

/** A character that was cut counts as three bytes. */
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

function withoutRanges(answer: string, ranges: Range[]): string {
  let shown = "";
  let place = 0;
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    if (from >= place) shown += answer.slice(place, from) + HIDDEN;
    place = Math.max(place, to);
  }
  return shown + answer.slice(place);
}
